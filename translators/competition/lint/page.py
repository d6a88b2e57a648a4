"""The report page of a submission: one HTML file without anything to load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from zlib import crc32

from domains.competition.messages import translated
from translators.competition.lint.draft import Finding, rules
from translators.competition.lint.submission import SubmittedFile

__all__ = ["page"]

Say = Callable[[str], str]

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
       color: #222; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { text-align: left; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid #ddd;
         vertical-align: top; }
td.n, th.n { text-align: right; }
.error { color: #a40000; } .warning { color: #8a5a00; } .clean { color: #1d6b1d; }
pre { background: #f4f4f4; padding: .6rem; overflow-x: auto; margin: .3rem 0 1rem; }
p, td { overflow-wrap: anywhere; } td:first-child { white-space: nowrap; } td a { color: inherit; }
@media (max-width: 600px) { body { margin: 1rem auto; } th, td { padding-right: .5rem; } }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; }
  pre { background: #2a2a2a; } th, td { border-color: #444; } .error { color: #ff8a80; }
  .warning { color: #ffcf70; } .clean { color: #8fd88f; } }
"""


def page(
    title: str, findings: Sequence[Finding], folders: Mapping[Path, Sequence[SubmittedFile]],
    patches: Mapping[Path, str], language: str = "en", best: Mapping[Path, int] | None = None,
) -> str:
    """Return the page: verdict, counts by rule, a row per file, every finding, the corrections.

    ``best`` are best scores to be shown beside the nominal ones.
    """
    say = partial(translated, language=language)
    errors = sum(f.severity == "error" for f in findings)
    files = sum(len(found) for found in folders.values())
    guilty = len({f.source for f in findings})
    counts = (f"Errors: {errors}; warnings: {len(findings) - errors}; "
              f"files and folders concerned: {guilty}.")
    kind, text = ("error", counts) if findings else ("clean", "Nothing was found.")
    held = f"{files} problem files in {len(folders)} folder{'s' * (len(folders) != 1)}."
    parts = [
        f"<!DOCTYPE html><html lang={language}><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>",
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(say(f'Submission {title}'))}</h1><p>{say(held)}</p>"
        f"<p class={kind}>{say(text)}</p>",
        _by_rule(findings, say),
        *(_folder(p, fs, findings, say, best or {}) for p, fs in folders.items()),
        _details(findings, say), _corrections(patches, say), "</body></html>\n"]
    return "\n".join(part for part in parts if part)


def _by_rule(findings: Sequence[Finding], say: Say) -> str:
    counts = Counter(f.rule for f in findings)
    rows = "".join(
        f"<tr><td>{name}</td><td class=n>{counts[name]}</td>"
        f"<td>{escape(say(rules()[name].title))}</td></tr>"
        for name in sorted(counts, key=lambda rule: int(rule[1:])))
    return (f"<h2>{say('By rule')}</h2><table><tr><th>{say('rule')}<th class=n>{say('findings')}"
            f"<th>{say('what it asks')}</tr>{rows}</table>") if rows else ""


def _folder(
    folder: Path, files: Sequence[SubmittedFile], findings: Sequence[Finding], say: Say,
    best: Mapping[Path, int],
) -> str:
    rows = []
    for file in files:
        mine = [f for f in findings if f.source == str(file.path)]
        kinds = [item.kind for item in file.items]
        tasks = kinds.count("task")
        constraints = len(kinds) - tasks - kinds.count("info")
        state = "error" if any(f.severity == "error" for f in mine) else (
            "warning" if mine else "clean")
        said = ", ".join(f"{r} {n}" if n > 1 else r for r, n in Counter(
            f.rule for f in mine).items()) or say("clean")
        worth: list[object] = [tasks, constraints, 40 * tasks + 20 * constraints]
        worth += [best.get(file.path, "?")] * bool(best)
        figures = "".join(f"<td class=n>{'?' if file.problem is None else n}" for n in worth)
        link = f"<a href='#{_anchor(mine[0])}'>{said}</a>" if mine else said
        rows.append(f"<tr><td>{escape(file.path.name)}{figures}<td class={state}>{link}</tr>")
    names = ["tasks", "cons", "nominal", *["best"] * bool(best)]
    heads = "".join(f"<th class=n>{say(name)}" for name in names)
    return (f"<h2>{escape(str(folder))}</h2><table><tr><th>{say('file')}{heads}"
            f"<th>{say('findings')}</tr>{''.join(rows)}</table>")


def _details(findings: Sequence[Finding], say: Say) -> str:
    if not findings:
        return ""
    first = {f.source: f for f in reversed(findings)}
    rows = "".join(
        f"<p{f' id={_anchor(f)}' * (first[f.source] is f)}>"
        f"<b>{escape(f.source)}:{f.span.line}:{f.span.column}</b> <span class={f.severity}>"
        f"{f.rule} {say(f.severity)}</span>: {escape(say(f.message))}"
        + (f"; {say('suggested: ')}<code>{escape(f.suggestion[:200])}</code>"
           if f.suggestion else "")
        + "</p>" + (f"<pre>{escape(f.line_text.strip()[:400])}</pre>" if f.line_text else "")
        for f in findings)
    return f"<h2>{say('Findings')}</h2>{rows}"


def _anchor(finding: Finding) -> str:
    """Return the name of the place where a file's findings begin."""
    return f"at-{crc32(finding.source.encode()):08x}"


def _corrections(patches: Mapping[Path, str], say: Say) -> str:
    if not patches:
        return ""
    shown = "".join(f"<pre>{escape(patch)}</pre>" for patch in patches.values())
    return f"<h2>{say('Certain corrections (--fix)')}</h2>{shown}"
