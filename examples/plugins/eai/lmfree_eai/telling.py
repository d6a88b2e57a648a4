"""One task told step by step, with a picture of the scene graph before and after."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from lmfree_eai.judge import exact
from lmfree_eai.package import Graph, Task, graph_of
from lmfree_eai.sequencing import answer, plan_task
from lmfree_eai.simulator import Simulator

__all__ = ["picture", "tell"]

SHOWN = ("ON", "INSIDE", "CLOSE", "FACING", "HOLDS_RH", "HOLDS_LH")
SIZE = 420


def tell(task: Task) -> tuple[list[str], str]:
    """Return the story of a plan, executed in the package's simulator, and its picture as SVG."""
    graph, world = graph_of(task), Simulator.of_task(task.name)
    plan = plan_task(graph, task)
    goals = [f"{graph.classes[n]} {n} {s}" for n, s in task.states] + [
        f"{graph.classes[a]} {a} {r} {graph.classes[b]} {b}" for a, r, b in task.edges]
    wanted = ", ".join([*goals, *task.actions]) or "nothing"
    lines = [f"{task.name}: {task.title}; wanted: {wanted}"]
    if plan.lines is None:
        return [*lines, "impossible (proof)" if plan.proven else "no plan found"], ""
    before = graph
    for number, (name, ids) in enumerate(plan.lines, start=1):
        failure = world.act(name, ids)
        after = world.graph()
        words = " ".join(f"{graph.classes[i]} {i}" for i in ids)
        lines += [f"{number}. {name} {words}: {failure or 'done'}",
                  *(f"     {line}" for line in _news(before, after, task))]
        before = after
    lacks = exact(task, answer(graph, plan.lines))
    lines.append(f"goal: {lacks or 'reached, by the exact check'}")
    return lines, picture(task, graph, before)


def _news(before: Graph, after: Graph, task: Task) -> Iterator[str]:
    name = {n: f"{c} {n}" for n, c in before.classes.items()}
    for node in task.listed:
        for sign, new in (("+", after.states[node] - before.states[node]),
                          ("-", before.states[node] - after.states[node])):
            yield from (f"{sign} {name[node]} {state}" for state in sorted(new))
    for sign, edges in (("+", after.edges - before.edges), ("-", before.edges - after.edges)):
        yield from (f"{sign} {name[a]} {r} {name[b]}" for a, r, b in sorted(edges)
                    if r in SHOWN and {a, b} <= set(task.listed) and (r != "CLOSE" or a < b))


def picture(task: Task, before: Graph, after: Graph) -> str:
    """Draw the listed nodes and the relations between them, before and after; new ones in red."""
    parts = [*_graph(task, before, after, 0, "before"), *_graph(task, after, before, SIZE, "after")]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * SIZE} {SIZE}" '
            'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" '
            f'fill="white"/>{"".join(parts)}</svg>\n')


def _graph(task: Task, graph: Graph, other: Graph, left: int, title: str) -> Iterator[str]:
    nodes = sorted(task.listed)
    middle = SIZE / 2
    place = {n: (left + middle + 150 * cos(2 * pi * k / len(nodes)),
                 middle + 150 * sin(2 * pi * k / len(nodes))) for k, n in enumerate(nodes)}
    yield f'<text x="{left + 8}" y="18" font-weight="bold">{title}</text>'
    for a, r, b in sorted(graph.edges):
        if r in SHOWN and {a, b} <= set(nodes) and (r != "CLOSE" or a < b):
            color = "#bbb" if (a, r, b) in other.edges else "#c00"
            (x, y), (u, v) = place[a], place[b]
            yield (f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{u:.0f}" y2="{v:.0f}" stroke="{color}"/>'
                   f'<text x="{(x + u) / 2:.0f}" y="{(y + v) / 2:.0f}" fill="{color}">{r}</text>')
    for node, (x, y) in place.items():
        states = " ".join(sorted(graph.states[node]))
        color = "black" if graph.states[node] == other.states[node] else "#c00"
        yield (f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4"/><text x="{x:.0f}" y="{y - 8:.0f}" '
               f'text-anchor="middle">{escape(graph.classes[node])} {node}</text><text x="{x:.0f}" '
               f'y="{y + 16:.0f}" text-anchor="middle" fill="{color}">{states}</text>')
