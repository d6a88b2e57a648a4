"""One task told step by step, with a picture of the scene graph before and after."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from typing import Any

from lmfree_eai.judge import exact
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.sequencing import answer, plan_task
from lmfree_eai.simulator import Simulator

__all__ = ["picture", "tell"]

SHOWN = ("ON", "INSIDE", "CLOSE", "FACING", "HOLDS_RH", "HOLDS_LH")
WIDTH, HEIGHT = 560, 460


def tell(task: Task) -> tuple[list[str], str]:
    """Return the story of a plan, executed in the package's simulator, and its picture as SVG."""
    graph, world = task.graph(), Simulator(task.data())
    plan = plan_task(graph, task)
    wanted = ", ".join([*map(graph.told, task.goals), *task.actions]) or "nothing"
    lines = [f"{task.name}: {task.title}; wanted: {wanted}"]
    if plan.steps is None:
        return [*lines, plan.why], ""
    before = graph
    for number, (name, ids) in enumerate(plan.steps, start=1):
        failure, after = world.act(name, ids), Graph.read(world.data())
        lines.append(f"{number}. {name} {graph.told(ids)}: {failure or 'done'}")
        for sign, one, other in (("+", after, before), ("-", before, after)):
            lines += [f"     {sign} {graph.told(fact)}"
                      for fact in sorted(_facts(task, one) - _facts(task, other), key=str)]
        before = after
    lacks = exact(task, answer(graph, plan.steps))
    return [*lines, f"goal: {lacks or 'reached, by the exact check'}"], picture(task, graph, before)


def _facts(task: Task, graph: Graph) -> set[tuple[Any, ...]]:
    """Return the states of what is listed, and the relations shown; CLOSE once for both ways."""
    listed = set(task.listed)
    return {(n, state) for n in listed for state in graph.states[n]} | {
        edge for edge in graph.edges if edge[1] in SHOWN and {edge[0], edge[2]} <= listed
        and (edge[1] != "CLOSE" or edge[0] < edge[2])}


def picture(task: Task, before: Graph, after: Graph) -> str:
    """Draw the listed nodes and the relations between them, before and after; changes in red."""
    parts = [*_panel(task, before, after, 0), *_panel(task, after, before, WIDTH)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" '
            f'fill="white"/>{"".join(parts)}</svg>\n')


def _panel(task: Task, graph: Graph, other: Graph, left: int) -> Iterator[str]:
    nodes, facts = sorted(task.listed), _facts(task, graph)
    spot = {n: (left + WIDTH / 2 + 190 * cos(2 * pi * k / len(nodes)),
                HEIGHT / 2 + 170 * sin(2 * pi * k / len(nodes))) for k, n in enumerate(nodes)}

    def text(x: float, y: float, words: str, color: str, more: str = 'text-anchor="middle"') -> str:
        return (f'<text x="{x:.0f}" y="{y:.0f}" fill="{color}" stroke="white" stroke-width="4" '
                f'paint-order="stroke" {more}>{escape(words)}</text>')

    yield text(left + 12, 22, "after (red: new)" if left else "before (red: what will be gone)",
               "black", 'font-weight="bold"')
    fresh, lines, labels = facts - _facts(task, other), [], []
    edges = sorted(e for e in facts if len(e) == 3 and (e[1] != "CLOSE" or CHARACTER in e))
    for a, b in dict.fromkeys((min(e[::2]), max(e[::2])) for e in edges):
        (x, y), (u, v) = spot[a], spot[b]
        same = [e for e in edges if {*e[::2]} == {a, b}]
        color = "#c00" if fresh & set(same) else "#999"
        lines.append(f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{u:.0f}" y2="{v:.0f}" '
                     f'stroke="{color}"/>')
        labels.append(text((x + u) / 2, (y + v) / 2, ", ".join(str(e[1]) for e in same), color))
    yield from (*lines, *labels)
    for node, (x, y) in spot.items():
        states = sorted(graph.states[node])
        color = "#c00" if any((node, state) in fresh for state in states) else "#555"
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5"/>' + text(
            x, y - 10, graph.told((node,)), "black", 'text-anchor="middle" font-weight="bold"')
        yield text(x, y + 20, " ".join(states), color)
