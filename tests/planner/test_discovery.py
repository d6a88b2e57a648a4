"""Plug-ins: ours are found, broken ones are named and set aside, the rest works."""

from importlib import metadata
from pathlib import Path

import pytest
from commands import python

from planner.discovery import HOME, discover, entries, missing_parts, recognise, version
from planner.errors import InputError

BROKEN = {
    "absent": ("absent = nowhere.at_all:DOMAIN", "No module named"),
    "wrong": ("wrong = broken_domains:NUMBER", "int is not a planner.Domain"),
    "liar": ("liar = broken_domains:OTHER", "is called 'other'"),
    "rescue": ("rescue = broken_domains:TAKEN", f"the name is taken by {HOME}"),
    "loose": ("loose = broken_domains:LOOSE", "not frozen"),
    "shape": ("shape = broken_domains:SHAPE", "'no colon' is not 'module:attribute'"),
    "quits": ("quits = broken_domains:QUITS", "called os._exit(0)"),
    "odd": ("odd = broken_domains:ODD", "policy is what planner run or a suite calls something"),
    "long": ("long = broken_domains:LONG", "the default: length must be a whole number"),
    "listed": ("listed = broken_domains:LISTED", r"policies is Mapping[str, PolicySpec], not ['w"),
    "raises": ("raises = broken_domains:RAISES", "its recognise fails: ZeroDivisionError"),
}
MODULE = Path(__file__).with_name("broken_domains.txt").read_text(encoding="utf-8")


def test_our_own_domains_come_as_plug_ins() -> None:
    found = discover()
    assert {"competition", "household", "pddl", "rescue"} <= set(found.domains)
    assert [f for f in found.faults if f.distribution == HOME] == []
    for name, domain in found.domains.items():
        assert missing_parts(domain) == [], name


@pytest.mark.parametrize("group", ["console_scripts", "lmfree_planner.domains", "pytest11"])
def test_records_are_read_as_the_standard_library_reads_them(group: str) -> None:
    found = metadata.entry_points(group=group)
    assert {(e.name, e.part) for e in entries(group)} == {
        (e.name, e.value.partition(" [")[0]) for e in found}
    for entry in found:
        assert entry.dist is not None
        assert version(entry.dist.name) == metadata.version(entry.dist.name)


@pytest.mark.parametrize(("name", "text", "message"), [
    ("a.txt", "hello", "not recognised; expected a file of one of the domains"),
    ("a.toml", "x = 1", "not recognised"),
    ("a.toml", "x = \n", r"a\.toml:1:5: "),
    ("a.toml", "x = " + "9" * 6000, "too many digits"),
])
def test_other_files_are_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        recognise(tmp_path / name)


def test_broken_plug_ins_are_named_and_the_rest_works(tmp_path: Path) -> None:
    (tmp_path / "broken_domains.py").write_text(MODULE)
    info = tmp_path / "broken_domains-1.0.dist-info"
    info.mkdir()
    named = ["leaves = broken_domains:LEAVES", "gives = broken_domains:GIVES"]
    lines = "\n".join([*named, *(line for line, _ in BROKEN.values())])
    (info / "entry_points.txt").write_text(f"[lmfree_planner.domains]\n{lines}\n")
    code = """if True:
        import json
        from contextlib import suppress
        from pathlib import Path
        from planner.discovery import discover, domain_named, domain_of, recognise
        from planner.discovery import __file__ as nobodys
        from planner.errors import InputError, UsageError
        assert recognise(domain_named("rescue").sample).name == "rescue"
        with suppress(UsageError):  # several have it
            assert not domain_of(domain_named("raises").case_type())
        with suppress(InputError):
            recognise(Path(nobodys))
        print(json.dumps({f.name: [f.distribution, f.reason] for f in discover().faults}))
    """
    clean = {"PYTHONPATH": str(tmp_path), "PATH": ""}
    done = python("-c", code, env=clean)
    assert done.returncode == 0, done.stderr
    shown = python("-m", "planner", "doctor", env=clean).stdout
    assert all(f"plug-in: {name}" in shown for name in BROKEN)
    assert set(done.data) == set(BROKEN)
    for name, (_, reason) in BROKEN.items():
        assert done.data[name][0] == "broken-domains"
        assert reason in done.data[name][1]
    for key, words in (("leaves", "broken-domains called sys.exit(0)"),
                       ("gives", "defect in what plug-in broken-domains returned, or in")):
        (tmp_path / "mine.toml").write_text(f"{key} = 0")
        done = python("-m", "planner", "solve", str(tmp_path / "mine.toml"), env=clean)
        assert (done.returncode, words in done.stderr) == (5, True)
