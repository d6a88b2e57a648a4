"""Lay comparisons out: blocks of what may stand beside each other; text, Markdown, CSV, LaTeX."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from benchmarks.basis import Basis
from benchmarks.compare import COLUMNS, EASY, PAIRED, PRINTED, Line, PairedLine
from benchmarks.metrics import METRICS
from benchmarks.samples import Sample
from benchmarks.statistics import LEAST, Interval
from benchmarks.versions import joined
from planner.console import counted, display_width
from planner.environment import BASIS
from planner.errors import UsageError

NONE = "–"
INTERVALS = ("Mean [95 % interval]: SR Clopper–Pearson, others bootstrap; printed as printed. "
             "B: useful actions of all robots; B_LLaMAR as in the paper's code. L without, L_done "
             "with the closing all-Done row.")


@dataclass(frozen=True)
class Table:
    """A titled table of texts; ``notes`` are printed below it.

    The first ``keys`` columns say what a row is about.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    about: str = ""
    keys: int = 1


@dataclass(frozen=True)
class Block:
    """Lines that may stand beside each other: one world, one referee, one preparation.

    ``differs`` says of printed or recorded lines why they do not stand beside ours.
    """

    domain: str
    basis: Basis
    lines: tuple[Line, ...]
    differs: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def about(self) -> str:
        """Say what the figures rest on."""
        found = asdict(self.basis)
        return "; ".join(f"{key}: {found[key]}" for key in BASIS)


def chosen_columns(text: str) -> tuple[str, ...]:
    """Read ``--columns``; empty means all. Raises :class:`UsageError` for an unknown one."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in METRICS:
            raise UsageError(f"no column {name!r}; there are {', '.join(METRICS)}")
    return names


def blocks(lines: Sequence[Line]) -> list[Block]:
    """Group lines by what they rest on.

    A printed or recorded line stands in the block of ours that was judged and prepared as it was;
    where there is none, in a block of its own, which says what differs from our first one.
    """
    ours: dict[tuple[str, str, str], list[Line]] = {}
    for line in sorted((ln for ln in lines if ln.source == "run"), key=lambda ln: bool(ln.reading)):
        ours.setdefault((line.domain, line.basis.referee, line.basis.preparation), []).append(line)
    others: dict[tuple[str, Basis], list[Line]] = {}
    for line in (ln for ln in lines if ln.source != "run"):
        place = (line.domain, line.basis.referee, line.basis.preparation)
        if place in ours and line.basis.beside(ours[place][0].basis):
            ours[place].append(line)
        else:
            others.setdefault((line.domain, line.basis), []).append(line)
    made = [_block(domain, found) for (domain, _, _), found in ours.items()]
    first = {block.domain: block.basis for block in reversed(made)}
    return made + [_apart(domain, basis, found, first.get(domain))
                   for (domain, basis), found in others.items()]


def _block(domain: str, found: Sequence[Line]) -> Block:
    lines = sorted(found, key=lambda ln: (ln.control, ln.agents, ln.source != "run"))
    basis = Basis.joined(ln.basis for ln in found if ln.source == "run")
    foreign = [ln for ln in found if ln.source != "run"]
    rest = [f"{ln.source}: {words}" for ln in foreign
            if (words := ln.basis.differences(basis))][:1]
    return Block(domain, basis, tuple(lines), "",
                 (*_notes(lines), *rest, *dict.fromkeys(ln.note for ln in foreign if ln.note)))


def _apart(domain: str, basis: Basis, found: Sequence[Line], ours: Basis | None) -> Block:
    differs = ("not to be set beside the figures above: "
               + (basis.differences(ours) or "what ours rest on is not recorded")
               if ours is not None else "")
    return Block(domain, basis, tuple(found), differs,
                 tuple(dict.fromkeys(ln.note for ln in found if ln.note)))


def _notes(lines: Sequence[Line]) -> Iterable[str]:
    """Say what a reader of the figures has to know: controls, stand-ins, failures, left out."""
    controls = [ln for ln in lines if ln.control]
    if not controls:
        yield "No controls were run (bench --controls)."
    for ln in controls:
        if ln.easy:
            yield (f"EASY: the control {ln.algorithm} ({counted(ln.agents, 'robot')}) succeeds in "
                   f"{ln.values['SR'].mean:.2f} of these episodes (more than {EASY}); success "
                   "means little here.")
    for ln in lines:
        if ln.decided:
            counts = ", ".join(f"{who} {n}" for who, n in ln.decided.items())
            yield f"{ln.algorithm}: {counts} of {sum(ln.decided.values())} decisions."
        if ln.failed:
            yield f"{ln.algorithm}: counted as failures: {_counts(ln.failed)}."
        if ln.unexplained:
            yield (f"{ln.algorithm}: {counted(ln.unexplained, 'run')} ended UNEXPLAINED, "
                   "a failure each.")
        if ln.begin_done:
            yield ("Begin done, and are in no figure: "
                   f"{textwrap.shorten(', '.join(ln.begin_done), 300, placeholder=' …')}.")
        rest = {name: n for name, n in ln.no_result.items() if name != "begins-done"}
        if rest:
            yield (f"{ln.algorithm}: NO RESULT, in no figure: {_counts(rest)}; bench --resume "
                   "runs them.")


def _counts(found: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in sorted(found.items()))


def parts(samples: Iterable[Sample], header: Mapping[str, Any]) -> str:
    """Say that only some of a suite's cases were run, or that runs are of several versions.

    Empty where neither is so, or nobody knows.
    """
    samples = list(samples)
    run, of = len({s.case_id for s in samples}), header.get("suite_cases", 0)
    part = (f"A PART: {run} of the suite's {of} cases were run; what is printed elsewhere is over "
            "all of its own.") if isinstance(of, int) and run < of else ""
    mixed = "; ".join(f"{name} {found}" for name, found in joined(
        s.versions for s in samples).items() if "," in found)
    return " ".join(filter(None, (part, f"MIXED: not all runs are of one version: {mixed}."
                                  if mixed else "")))


def line_tables(lines: Sequence[Line], columns: Sequence[str] = (), note: str = "") -> list[Table]:
    """Lay out a table per block; a column that no line of it has is left out.

    ``note`` stands below those with lines of ours.
    """
    tables = [(block, _table(block, columns)) for block in blocks(lines)]
    return [replace(table, notes=(note, *table.notes))
            if note and any(line.source == "run" for line in block.lines) else table
            for block, table in tables]


def _table(block: Block, columns: Sequence[str]) -> Table:
    shown = shown_columns(block.lines, columns)
    sizes = {line.agents for line in block.lines}
    team = counted(sizes.pop(), "robot") if len(sizes) == 1 else ""
    sources = {line.source for line in block.lines} != {"run"}
    header = ("algorithm", *(() if team else ("agents",)), *(("source",) if sources else ()),
              "n", *shown)
    rows = [(line.name, *(() if team else (str(line.agents),)),
             *((line.source,) if sources else ()), str(line.episodes or NONE),
             *(cell_text(column, line.values.get(column)) for column in shown))
            for line in block.lines]
    title = ", ".join(filter(None, (block.domain, team)))
    title += " — printed elsewhere, " + block.differs if block.differs else ""
    return Table(title, header, tuple(rows), block.notes, block.about, 1 if team else 2)


def shown_columns(lines: Sequence[Line], columns: Sequence[str] = ()) -> list[str]:
    """Return the columns worth showing: those asked for, else those that say something."""
    asked = [c for name in columns for c in _with_printed(name, lines)] or COLUMNS
    worth = [c for c in dict.fromkeys(asked) if any(c in line.values for line in lines)]
    return [c for c in worth if columns or METRICS[c].kind != "total"
            or any(line.values[c].mean for line in lines if c in line.values)]


def _with_printed(name: str, lines: Sequence[Line]) -> Iterable[str]:
    """Yield a column, and the paper's own form of it where a line has only that."""
    yield name
    other = PRINTED.get(name, name)
    if any(other in line.values and name not in line.values for line in lines):
        yield other


def _compared(lines: Sequence[PairedLine], columns: Sequence[str]) -> list[str]:
    """Return the metrics whose differences are shown."""
    wanted = {*columns, *(PRINTED.get(c, c) for c in columns)} or {*PAIRED, "L_done"}
    return [m for m in (*PAIRED, "L_done")
            if m in wanted and any(m in p.differences for p in lines)]


def paired_table(lines: Sequence[PairedLine], columns: Sequence[str] = ()) -> Table:
    """Lay out the paired tests, with the differences of the columns asked for."""
    names = _compared(lines, columns)
    header = ("first", "second", "agents", "domain", "pairs", "only first", "only second",
              "p (SR)", *(f"Δ{name}" for name in names), "ΔL, both solved")
    rows = [
        (p.first, p.second, str(p.agents), p.domain, str(p.pairs), *(
            (NONE,) * 3 if p.p_success is None else
            (str(p.first_only), str(p.second_only), f"{p.p_success:.3g}")),
         *(difference_text(p.differences.get(name)) for name in names),
         difference_text(p.steps_solved))
        for p in lines
    ]
    return Table("Paired: first minus second on the same problems, judged and prepared alike",
                 header, tuple(rows), (
                     "p (SR): exact McNemar; differences with 95 % paired bootstrap interval, * "
                     f"where it excludes 0 and rests on {LEAST} pairs or more.",), keys=3)


# -- text ---------------------------------------------------------------------------------------


def plain_text(tables: Sequence[Table], width: int = 80) -> str:
    """Write tables for a terminal; one that is too wide goes on below, its keys again."""
    parts = []
    for table in tables:
        head = [*textwrap.wrap(table.title, width), *_indented(table.about, width)]
        body = "\n\n".join(_grid(table, part) for part in _parts(table, width))
        notes = [line for note in table.notes for line in _indented(note, width)]
        parts.append("\n".join([*head, "", body, "", *notes]).rstrip())
    parts += ["\n".join(textwrap.wrap(INTERVALS, width))] if tables else []
    return "\n\n".join(parts) + "\n"


def _indented(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")


def _cells(row: Sequence[str], first: int) -> list[list[str]]:
    """Split cells into lines: an interval stands below its mean, a long name is wrapped."""
    name, *rest = row
    return [textwrap.wrap(name, first) or [""],
            *([part for part in _short(cell).split("\n") if part] or [""] for cell in rest)]


def _short(cell: str) -> str:
    """Write an interval below its mean, without the zeros before its points."""
    mean, mark, rest = cell.partition(" [")
    if not mark:
        return cell.replace(", ", ",\n") if "paper" in cell else cell
    ends = rest.rstrip("*]").split(", ")
    low, high = (end.replace("0.", ".", 1) if end.lstrip("+-").startswith("0.") else end
                 for end in ends)
    joint = "…" if low.startswith(("+", "-")) else "–"
    return f"{mean}{'*' if cell.endswith('*') else ''}\n{low}{joint}{high}"


FIRST = 24


def _widths(table: Table) -> list[int]:
    every = [_cells(row, FIRST) for row in (table.header, *table.rows)]
    return [max(display_width(line) for row in every for line in row[k])
            for k in range(len(table.header))]


def _parts(table: Table, width: int) -> list[list[int]]:
    """Distribute the columns over as many grids as the width needs."""
    widths, keys = _widths(table), list(range(table.keys))
    found = [keys.copy()]
    begin = room = width - sum(widths[k] + 2 for k in keys) + 2
    for column in range(table.keys, len(widths)):
        if widths[column] + 2 > room and len(found[-1]) > table.keys:
            found.append(keys.copy())
            room = begin
        found[-1].append(column)
        room -= widths[column] + 2
    return found


def _grid(table: Table, columns: Sequence[int]) -> str:
    widths = _widths(table)
    lines = []
    for number, row in enumerate((table.header, *table.rows)):
        cells = [_cells(row, FIRST)[k] for k in columns]
        for part in range(max(len(cell) for cell in cells)):
            texts = [cell[part] if part < len(cell) else "" for cell in cells]
            lines.append("  ".join(
                text + blank if k == 0 else blank + text
                for k, text in zip(columns, texts, strict=True)
                for blank in [" " * (widths[k] - display_width(text))]).rstrip())
        if number == 0:
            lines.append("  ".join("-" * widths[k] for k in columns))
    return "\n".join(lines)


# -- files --------------------------------------------------------------------------------------


def markdown(tables: Sequence[Table]) -> str:
    """Write tables as Markdown."""
    parts = []
    for table in tables:
        head = "| " + " | ".join(table.header) + " |"
        rule = "|" + "---|" * len(table.header)
        body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
                for row in table.rows]
        about = [table.about, ""] if table.about else []
        parts.append("\n".join([f"### {table.title}", "", *about, head, rule, *body, "",
                                *(f"* {note}" for note in table.notes)]).rstrip())
    return "\n\n".join([*parts, INTERVALS]) + "\n"


def csv_text(lines: Sequence[Line], columns: Sequence[str] = ()) -> str:
    """Write one row for each line, numbers in full; what is not known is an empty field."""
    shown = [c for c in columns or METRICS if any(c in line.values for line in lines)]
    found = blocks(lines)
    header = ["domain", "agents", "algorithm", "control", "source", *BASIS, "beside_ours",
              "episodes", "no_result", "unexplained",
              *(part for c in shown for part in (c, f"{c}_low", f"{c}_high"))]
    return _csv(header, ([
        line.domain, line.agents, line.algorithm, int(line.control), line.source,
        *(asdict(line.basis)[key] for key in BASIS), int(not block.differs), line.episodes or "",
        sum(line.no_result.values()), line.unexplained,
        *(part for c in shown for part in _numbers(line.values.get(c)))]
        for block in found for line in block.lines))


def paired_csv(lines: Sequence[PairedLine], columns: Sequence[str] = ()) -> str:
    """Write one row for each paired test, numbers in full."""
    names = _compared(lines, columns)
    header = ["domain", "agents", "first", "second", "pairs", "only_first", "only_second", "p_SR",
              *(part for c in (*names, "L_both_solved")
                for part in (f"d{c}", f"d{c}_low", f"d{c}_high"))]
    return _csv(header, ([
        p.domain, p.agents, p.first, p.second, p.pairs, p.first_only, p.second_only,
        "" if p.p_success is None else p.p_success,
        *(part for c in names for part in _numbers(p.differences.get(c))),
        *_numbers(p.steps_solved)] for p in lines))


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def _numbers(found: Interval | None) -> tuple[object, object, object]:
    return ("", "", "") if found is None else (found.mean, found.low, found.high)


def latex(tables: Sequence[Table]) -> str:
    """Write tables as LaTeX; intervals stand small below their means.

    A table wider than the line is scaled down to it; what its figures rest on stands below.
    """
    made = [_latex(table) for table in tables if table.rows]
    return "\n".join([r"% \usepackage{booktabs,graphicx}", *made])


def _latex(table: Table) -> str:
    head = " & ".join(_tex(name) for name in table.header)
    rows = [" & ".join(_tex_cell(cell) for cell in row) + r" \\ \addlinespace"
            for row in table.rows]
    below = " ".join(f"{text.rstrip('.')}." for text in (table.about, *table.notes) if text)
    return "\n".join([
        r"\begin{table}", r"\centering", rf"\caption{{{_tex(table.title)}.}}",
        r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{"
        rf"\begin{{tabular}}{{{'l' + 'r' * (len(table.header) - 1)}}}", r"\toprule",
        head + r" \\", r"\midrule", *rows, r"\bottomrule", r"\end{tabular}}",
        *([rf"\par\smallskip\parbox{{\linewidth}}{{\footnotesize {_tex(below)}}}"] * bool(below)),
        r"\end{table}", ""])


def _tex_cell(cell: str) -> str:
    mean, mark, rest = cell.partition(" [")
    if not mark:
        return _tex(cell)
    return rf"\shortstack[r]{{{_tex(mean)}\\{{\scriptsize [{_tex(rest)}}}}}"


_TEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
        "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
        "Δ": r"$\Delta$", "–": "--", "—": "---", "−": "$-$", "…": r"\ldots{}"}


def _tex(text: str) -> str:
    text = re.sub(r"(?<![\w.])-(?=\d)", "−", text)  # a minus, not a hyphen
    return "".join(_TEX.get(c, c) for c in text)


def cell_text(name: str, interval: Interval | None) -> str:
    """Write a mean with its interval."""
    if interval is None:
        return NONE
    digits = METRICS[name].digits
    mean, low, high = (f"{x:.{digits}f}" for x in (interval.mean, interval.low, interval.high))
    whole = METRICS[name].kind == "total" or (interval.low == interval.high and not interval.n)
    return mean if whole else f"{mean} [{low}, {high}]"


def difference_text(found: Interval | None) -> str:
    """Write a paired difference, with a star where its interval says that one is to be seen."""
    if found is None:
        return NONE
    star = "*" * (abs(found.mean) >= 0.005 and abs(found.sign))
    return f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]{star}"
