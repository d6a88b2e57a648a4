"""The gate's verdict as JUnit XML, which CI systems show as a list of tests."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as Xml

from benchmarks.regression import Finding, GateVerdict
from benchmarks.statistics import grouped


def junit(verdict: GateVerdict, keys: Iterable[str], suite: str) -> str:
    """Return one test case per run, and one for each finding that is about more than a run.

    ``keys`` are the runs (``algorithm/case``). A finding that is worse is a failure, one that
    leaves the gate undecided an error; what is better or new stands in ``system-out``.
    """
    by_place = grouped(verdict.findings, lambda finding: finding.where)
    places = sorted(set(keys) | by_place.keys())
    root = Xml.Element("testsuites", name=_clean(f"planner gate {suite}"))
    box = Xml.SubElement(root, "testsuite", name=_clean(suite), tests=str(len(places)))
    for place in places:
        _case(box, place, by_place.get(place, []))
    for kind in ("failure", "error"):
        box.set(f"{kind}s", str(len(box.findall(f"testcase/{kind}"))))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, "unicode") + "\n"


def _case(box: Xml.Element, place: str, findings: list[Finding]) -> None:
    algorithm, slash, name = place.partition("/")
    case = Xml.SubElement(box, "testcase", name=_clean(name if slash else place),
                          classname=_clean(algorithm if slash else "all runs"))
    for tag, wanted in (("failure", [f for f in findings if f.worse]),
                        ("error", [f for f in findings if f.undecided and not f.worse])):
        if wanted:
            part = Xml.SubElement(case, tag, message=_clean(wanted[0].message))
            part.text = _clean("\n".join(f.message for f in wanted))
            return
    if findings:
        Xml.SubElement(case, "system-out").text = _clean("\n".join(f.message for f in findings))


def _clean(text: str) -> str:
    """Leave out what XML 1.0 cannot hold."""
    return "".join(c for c in text if c in "\t\n" or " " <= c <= "\ud7ff"
                   or "\ue000" <= c <= "\ufffd" or c >= "\U00010000")
