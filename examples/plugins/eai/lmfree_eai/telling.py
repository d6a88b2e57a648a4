"""One task told step by step, with a picture of the scene graph before and after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lmfree_eai.judge import exact
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.sequencing import plan_task, text_of
from lmfree_eai.simulator import Simulator

SHOWN = ("ON", "INSIDE", "CLOSE", "FACING", "HOLDS_RH", "HOLDS_LH")


def tell(task: Task, path: Path | None = None) -> list[str]:
    """Return the story of a plan, executed in the package's simulator; save its picture."""
    graph, world = task.graph(), Simulator(task.data())
    plan = plan_task(graph, task)
    wanted = ", ".join([*map(graph.told, task.goals), *task.actions]) or "nothing"
    lines = [f"{task.name}: {task.title}; wanted: {wanted}"]
    if plan.steps is None:
        return [*lines, plan.why]
    before = graph
    for number, (name, ids) in enumerate(plan.steps, start=1):
        failure, after = world.act(name, ids), Graph.read(world.data())
        lines.append(f"{number}. {name} {graph.told(ids)}: {failure or 'done'}")
        for sign, one, other in (("+", after, before), ("-", before, after)):
            lines += [f"     {sign} {graph.told(fact)}"
                      for fact in sorted(_facts(task, one) - _facts(task, other), key=str)]
        before = after
    lacks = exact(task, text_of(graph, plan.steps))
    if path is not None:
        picture(task, graph, before, path)
    return [*lines, f"goal: {lacks or 'reached, by the exact check'}"]


def _facts(task: Task, graph: Graph) -> set[tuple[Any, ...]]:
    """Return the states of what is listed, and the relations shown; CLOSE once for both ways."""
    listed = set(task.listed)
    return {(n, state) for n in listed for state in graph.states[n]} | {
        edge for edge in graph.edges if edge[1] in SHOWN and {edge[0], edge[2]} <= listed
        and (edge[1] != "CLOSE" or edge[0] < edge[2])}


def picture(task: Task, before: Graph, after: Graph, path: Path) -> None:
    """Draw the listed nodes and the relations between them, before and after; changes in red."""
    import networkx
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 6.5), layout="constrained")
    for panel, graph, other, title in zip(figure.subplots(1, 2), (before, after), (after, before), (
            "before (red: gone at the end)", "after (red: new)"), strict=True):
        facts, fresh = _facts(task, graph), _facts(task, graph) - _facts(task, other)
        drawn: Any = networkx.Graph()
        texts: dict[tuple[int, int], list[str]] = {}
        drawn.add_nodes_from(sorted(task.listed))
        for a, relation, b in sorted(f for f in facts if len(f) == 3):
            if relation != "CLOSE" or CHARACTER in (a, b):
                pair = min(a, b), max(a, b)
                texts.setdefault(pair, []).append(relation)
                red = (a, relation, b) in fresh or drawn.get_edge_data(*pair, {}).get("red")
                drawn.add_edge(*pair, red=red)
        place = networkx.circular_layout(drawn)
        networkx.draw_networkx_edges(drawn, place, ax=panel, edge_color=[
            "#c00" if red else "#bbb" for *_, red in drawn.edges(data="red")])
        networkx.draw_networkx_edge_labels(drawn, place, {
            pair: ", ".join(words) for pair, words in texts.items()}, font_size=8, rotate=False,
            ax=panel)
        networkx.draw_networkx_nodes(drawn, place, node_size=40, node_color="black", ax=panel)
        for node, (x, y) in place.items():
            states = sorted(graph.states[node])
            panel.text(x, y + 0.06, graph.told((node,)), ha="center", weight="bold")
            panel.text(x, y - 0.12, " ".join(states), ha="center", fontsize=8, color="#c00" if any(
                (node, state) in fresh for state in states) else "#555")
        panel.set_title(title)
        panel.margins(0.15)
        panel.axis("off")
    figure.savefig(path)
