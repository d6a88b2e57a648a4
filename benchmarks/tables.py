"""Lay tables out as plain rows, and write them as Markdown, CSV or LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.compare import COLUMNS, Line, PairedLine
from benchmarks.metrics import METRICS
from benchmarks.statistics import Interval, PairedDifference

__all__ = ["COLUMNS", "Table", "cell_text", "csv_text", "difference_text", "latex",
           "line_table", "markdown",
           "no_result_text", "paired_table"]

NONE = "–"


@dataclass(frozen=True)
class Table:
    """A titled table of texts; ``note`` is printed below it."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def line_table(lines: Sequence[Line]) -> Table:
    """Lay out a line per algorithm and team size."""
    shown = [c for c in COLUMNS if any(c in line.values for line in lines)]
    extra = [c for c in ("tokens", "cost") if any(
        line.values[c].mean for line in lines if c in line.values)]
    missing = ("no result",) if any(line.no_result for line in lines) else ()
    header = ("domain", "agents", "algorithm", "source", "n", *missing, *shown, *extra)
    rows = [
        (line.domain, str(line.agents), line.algorithm, line.source, str(line.episodes or NONE),
         *(no_result_text(line) for _ in missing),
         *(cell_text(column, line.values.get(column)) for column in (*shown, *extra)))
        for line in lines
    ]
    unexplained = sum(line.unexplained for line in lines)
    note = ("mean [95 % interval]: SR Clopper–Pearson, others bootstrap; printed intervals as "
            "printed. L without, L_done with the closing all-Done row.")
    if unexplained:
        note += f" {unexplained} runs ended UNEXPLAINED and count as failures."
    if missing:
        total = sum(sum(line.no_result.values()) for line in lines)
        note += f" {total} runs gave NO RESULT and are in no figure; bench --resume runs them."
    return Table("Results", header, tuple(rows), note)


def paired_table(lines: Sequence[PairedLine]) -> Table:
    """Lay out the paired tests."""
    names = [m for m in ("TR", "C", "B", "L", "L_done") if any(m in p.differences for p in lines)]
    header = ("domain", "agents", "first", "second", "pairs", "only first", "only second",
              "p (SR)", *(f"Δ{name}" for name in names), "ΔL, both solved")
    rows = [
        (p.domain, str(p.agents), p.first, p.second, str(p.pairs), str(p.first_only),
         str(p.second_only), f"{p.p_success:.3g}",
         *(difference_text(p.differences.get(name)) for name in names),
         difference_text(p.steps_solved))
        for p in lines
    ]
    return Table("Paired: first minus second on the same problems", header, tuple(rows),
                 "p (SR): exact McNemar; differences with 95 % paired bootstrap interval, "
                 "* where it excludes 0.")


def markdown(tables: Sequence[Table]) -> str:
    """Write tables as Markdown."""
    parts = []
    for table in tables:
        head = "| " + " | ".join(table.header) + " |"
        rule = "|" + "---|" * len(table.header)
        body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
                for row in table.rows]
        parts.append("\n".join([f"### {table.title}", "", head, rule, *body, "", table.note]))
    return "\n\n".join(parts) + "\n"


def csv_text(tables: Sequence[Table]) -> str:
    """Write tables as CSV, one below the other; intervals in columns of their own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, table in enumerate(tables):
        if number:
            writer.writerow([])
        split = [any(" [" in row[k] for row in table.rows) for k in range(len(table.header))]
        writer.writerow([name for k, title in enumerate(table.header) for name in (
            (title, f"{title} low", f"{title} high") if split[k] else (title,))])
        for row in table.rows:
            writer.writerow([part for k, cell in enumerate(row)
                             for part in (_parts(cell) if split[k] else (cell,))])
    return out.getvalue()


def _parts(cell: str) -> tuple[str, str, str]:
    mean, _, rest = cell.partition(" [")
    low, _, high = rest.rstrip("]*").partition(", ")
    return mean, low, high


def latex(tables: Sequence[Table]) -> str:
    """Write tables as LaTeX (booktabs); intervals stand small below their means."""
    return "\n".join(_latex(table) for table in tables)


def _latex(table: Table) -> str:
    head = " & ".join(_tex(name) for name in table.header)
    rows = [" & ".join(_tex_cell(cell) for cell in row) + r" \\" for row in table.rows]
    return "\n".join([
        r"\begin{table}", r"\centering", rf"\caption{{{_tex(table.title)}. {_tex(table.note)}}}",
        rf"\begin{{tabular}}{{{'l' * len(table.header)}}}", r"\toprule", head + r" \\", r"\midrule",
        *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _tex_cell(cell: str) -> str:
    mean, mark, rest = cell.partition(" [")
    return rf"\shortstack{{{_tex(mean)}\\{{\scriptsize [{_tex(rest)}}}}}" if mark else _tex(cell)


_TEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
        "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
        "Δ": r"$\Delta$", "–": "--", "−": "$-$"}


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in text)


def no_result_text(line: Line) -> str:
    """Say how many runs of a line gave no result, and why."""
    return ", ".join(f"{n} {name}" for name, n in sorted(line.no_result.items())) or NONE


def cell_text(name: str, interval: Interval | None) -> str:
    """Write a mean with its interval."""
    if interval is None:
        return NONE
    metric = METRICS[name]
    digits = metric.digits
    if metric.kind == "total":
        return f"{interval.mean:.{digits}f}"
    mean = f"{interval.mean:.{digits}f}"
    if interval.low == interval.high and not interval.n:
        return mean
    return f"{mean} [{interval.low:.{digits}f}, {interval.high:.{digits}f}]"


def difference_text(found: PairedDifference | None) -> str:
    """Write a paired difference, with a star where its interval excludes 0."""
    if found is None:
        return NONE
    star = "*" if found.low > 0 or found.high < 0 else ""
    return f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]{star}"
