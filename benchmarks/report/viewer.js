"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);

  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  function element(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function html(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // A narrow screen shows each row as a card: every cell carries the name of its column.
  function label(table) {
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
    for (const row of table.tBodies[0].rows) {
      [...row.cells].forEach((cell, index) => { cell.dataset.label = names[index]; });
    }
  }
  document.querySelectorAll("table").forEach(label);

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const shown = JSON.parse(await new Response(stream).text());
    let frame = {};
    for (const step of shown.steps) frame = step.frame = { ...frame, ...step.frame };
    return shown;
  }

  // ---- drawing one frame -------------------------------------------------------------------
  const KINDS = new Set(["wall", "free", "fire"]);

  function draw(svg, frame) {
    svg.replaceChildren();
    const grid = frame.grid ?? 1, cards = frame.plan === "cards";
    svg.classList.toggle("cards", cards);
    const left = (frame.left || 0) - grid / 2, top = (frame.top || 0) - grid / 2;
    const width = frame.width || 10, height = frame.height || 10;
    const crowded = (frame.objects || []).length > 40;
    const units = Math.min(crowded ? 48 : 30, (svg.clientWidth || 600) / 14);  // names of 11 px
    const unit = frame.unit || Math.max(width, height) / units;
    const margin = 1.5 * unit;
    const edges = [left - margin, left + width + margin];
    svg.setAttribute("viewBox",
      [left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(" "));
    for (const cell of frame.cells || []) {
      const kind = KINDS.has(cell.kind) ? cell.kind : "other";
      const wide = cell.width ?? grid, high = cell.height ?? grid;
      svg.append(element("rect", { x: cell.x - wide / 2, y: cell.y - high / 2, width: wide,
        height: high, class: `cell-${kind} level${cell.level || 0}` }));
    }
    if (!cards) drawAxes(svg, left, top, width, height, unit, frame.upward);
    if (frame.caption) svg.append(element("text", { x: left, y: top - 0.4 * unit, class: "name",
      "font-size": 0.9 * unit, "stroke-width": 0.15 * unit }, frame.caption));
    const held = new Map((frame.agents || []).filter((agent) => agent.holding)
      .map((agent) => [`${agent.x} ${agent.y}`, agent.holding]));
    const names = element("g", {});  // above all marks
    const placed = (frame.agents || []).map((agent) => ({ x: agent.x, y: agent.y + 1.45 * unit,
      half: 0.24 * unit * agent.name.length }));
    for (const thing of frame.objects || []) {
      const carried = (held.get(`${thing.x} ${thing.y}`) || "").includes(thing.name);
      drawObject(svg, thing, unit, carried, placed, cards, edges, names);
    }
    svg.append(names);
    (frame.agents || []).forEach((agent, index) =>
      drawAgent(svg, agent, index, unit, cards, edges));
  }

  // Coordinates along the left and the lower edge, at round numbers of the scene's unit; upward:
  // the scene's own grow towards the top.
  function drawAxes(svg, left, top, width, height, unit, upward) {
    const span = Math.max(width, height);
    const stride = [0.5, 1, 2, 5, 10, 20, 50, 100].find((n) => span / n <= 8) || 200;
    const style = { class: "axis", "font-size": 0.7 * unit };
    for (let x = Math.ceil(left / stride) * stride; x < left + width; x += stride) {
      svg.append(element("text", { ...style, x, y: top + height + 0.8 * unit,
        "text-anchor": "middle" }, String(x)));
    }
    for (let y = Math.ceil(top / stride) * stride; y < top + height; y += stride) {
      svg.append(element("text", { ...style, x: left - 0.15 * unit, y: y + 0.25 * unit,
        "text-anchor": "end" }, String(upward && y ? -y : y)));
    }
  }

  // A label that would lie on another one is tried below its thing, else left to the tooltip.
  function free(placed, x, y, text, size) {
    const half = 0.28 * size * text.length;
    const clear = placed.every((other) => Math.abs(other.y - y) > 1.1 * size ||
      Math.abs(other.x - x) > half + other.half);
    if (clear) placed.push({ x, y, half });
    return clear;
  }

  // A name is moved from the edge so far that all of it is seen.
  function middle(thing, label, unit, edges) {
    const half = 0.24 * unit * label.length;
    return Math.max(edges[0] + half, Math.min(thing.x, edges[1] - half));
  }

  function drawObject(svg, thing, unit, carried, placed, cards, edges, names) {
    if (thing.x === undefined || thing.x === null) return;
    const size = 0.75 * unit;
    const group = element("g", {});
    group.append(element("title", {}, [thing.name, thing.state, thing.in && `in ${thing.in}`]
      .filter(Boolean).join(", ")));
    group.append(element("rect", { x: thing.x - size / 2, y: thing.y - size / 2, width: size,
      height: size, rx: size / 6, class: `object k-${thing.kind || "other"}`,
      ...(thing.colour ? { style: `fill: ${thing.colour}; stroke: var(--ink)`,
        "stroke-width": 0.07 * unit } : {}) }));
    const label = thing.state ? `${thing.name} (${thing.state})` : thing.name;
    if (cards && !carried) beside(group, thing, unit, label);
    const x = middle(thing, label, unit, edges);
    const y = [thing.y - 0.65 * unit, thing.y + 1.25 * unit].find((place) =>
      !carried && !cards && free(placed, x, place, label, 0.8 * unit));
    if (y !== undefined) names.append(element("text", { x, y, class: "name",
      "font-size": 0.8 * unit, "stroke-width": 0.15 * unit, "text-anchor": "middle" }, label));
    svg.append(group);
  }

  // On a card, where things stand in rows, a name stands to the right of its mark.
  function beside(group, thing, unit, label) {
    group.append(element("text", { x: thing.x + 0.8 * unit, y: thing.y + 0.28 * unit, class: "name",
      "font-size": 0.8 * unit, "stroke-width": 0.15 * unit }, label));
  }

  function drawAgent(svg, agent, index, unit, cards, edges) {
    const group = element("g", { "data-agent": agent.name, "data-x": agent.x, "data-y": agent.y });
    group.append(element("title", {}, agent.name + (agent.holding ? ` holds ${agent.holding}` : "")));
    if (agent.heading !== undefined && agent.heading !== null) {
      const angle = agent.heading * Math.PI / 180;
      group.append(element("line", { x1: agent.x, y1: agent.y, class: "nose",
        x2: agent.x + Math.sin(angle) * unit * 1.1, y2: agent.y - Math.cos(angle) * unit * 1.1,
        "stroke-width": 0.25 * unit }));
    }
    group.append(element("circle", { cx: agent.x, cy: agent.y, r: 0.62 * unit,
      class: `mark s${index % 8}` }));
    group.append(element("text", { x: agent.x, y: agent.y + 0.3 * unit, class: "inside",
      "font-size": 0.85 * unit, "text-anchor": "middle" }, agent.name.slice(0, 1)));
    const label = agent.holding ? `${agent.name}: ${agent.holding}` : agent.name;
    if (cards) beside(group, agent, unit, agent.name);
    else group.append(element("text", { x: middle(agent, label, unit, edges),
      y: agent.y + 1.45 * unit, class: "name", "font-size": 0.8 * unit,
      "stroke-width": 0.15 * unit, "text-anchor": "middle" }, label));
    svg.append(group);
  }

  // ---- one side ----------------------------------------------------------------------------
  class Panel {
    constructor(root, changed) {
      this.root = root;
      this.select = root.querySelector("select");
      this.shown = null;
      const groups = new Map();
      data.replays.forEach((replay, index) => {
        const name = replay.algorithm + (replay.source === "recorded" ? " (recorded)" : "");
        if (!groups.has(name)) {
          const group = html("optgroup");
          group.label = name;
          groups.set(name, group);
          this.select.append(group);
        }
        const option = html("option", "", `${name}: ${replay.case_id} – ` +
          `${replay.success ? "solved" : "not solved"}, ${replay.steps} steps`);
        option.value = index;
        groups.get(name).append(option);
      });
      this.select.addEventListener("change", () => changed(this, Number(this.select.value)));
    }

    async load(index) {
      this.index = index;
      this.replay = data.replays[index];
      this.select.value = index;
      this.shown = await unpack(this.replay.packed);
      $("levels").hidden = !this.shown.steps.some(
        (step) => (step.frame.cells || []).some((cell) => cell.kind === "fire"));
      const note = this.shown.note ? ` ${this.shown.note}` : "";
      this.root.querySelector(".about").textContent = `${this.shown.instruction || ""}${note}`;
    }

    get steps() { return this.shown ? this.shown.steps.length - 1 : 0; }

    show(number) {
      if (!this.shown) return;
      const step = this.shown.steps[Math.min(number, this.steps)];
      draw(this.root.querySelector("svg"), step.frame || {});
      const list = this.root.querySelector(".actions");
      list.replaceChildren();
      this.root.dataset.step = Math.min(number, this.steps);
      if (number > this.steps) list.append(html("div", "", `ended at step ${this.steps}`));
      for (const [agent, action] of Object.entries(step.actions || {})) {
        const line = html("div");
        line.append(html("b", "", `${agent} `), html("span", "", action.text + " "),
          html("span", action.ok ? "worked" : "failed",
            action.ok ? "✓" : `✗ ${action.why || "failed"}`));
        const saw = (step.saw || {})[agent];
        if (saw) line.append(html("div", "saw", `saw ${saw}`));
        if (action.words) line.append(html("div", "words", action.words));
        list.append(line);
      }
      if (step.replan) list.append(html("div", "", `New plan: ${step.replan}`));
      for (const [name, text] of Object.entries(step.notes || {})) {
        list.append(html("div", "words", `${name}: ${text}`));
      }
    }
  }

  // ---- both sides --------------------------------------------------------------------------
  let now = 0, timer = null, left = null, right = null;

  function show(number) {
    const last = Math.max(left.steps, right.steps);
    now = Math.max(0, Math.min(number, last));
    $("slider").max = last;
    $("slider").value = now;
    $("now").textContent = `step ${now} of ${last}`;
    left.show(now);
    right.show(now);
  }

  function partner(index) {
    const mine = data.replays[index];
    const others = data.replays.map((replay, i) => [replay, i]).filter(([replay]) =>
      (replay.algorithm !== mine.algorithm || replay.source !== mine.source));
    const same = others.filter(([replay]) => replay.case_id === mine.case_id ||
      (replay.pair && replay.pair === mine.pair));
    const found = same.find(([replay]) => replay.language) || same[0];
    return found ? found[1] : index;
  }

  async function choose(panel, index) {
    await panel.load(index);
    if (panel === left) await right.load(partner(index));
    show(0);
    document.body.dataset.ready = "yes";
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => {
      if (now >= Math.max(left.steps, right.steps)) play(false);
      else show(now + 1);
    }, 700) : null;
    $("play").textContent = on ? "Pause" : "Play";
  }

  function turn(by) {
    const mine = left.replay;
    const same = data.replays.map((replay, i) => [replay, i]).filter(([replay]) =>
      replay.algorithm === mine.algorithm && replay.source === mine.source).map(([, i]) => i);
    const at = same.indexOf(left.index);
    choose(left, same[(at + by + same.length) % same.length]);
  }

  if (data.replays.length) {
    left = new Panel($("left"), choose);
    right = new Panel($("right"), choose);
    $("first").addEventListener("click", () => show(0));
    $("back").addEventListener("click", () => show(now - 1));
    $("forward").addEventListener("click", () => show(now + 1));
    $("last").addEventListener("click", () => show(1e9));
    $("play").addEventListener("click", () => play(timer === null));
    $("slider").addEventListener("input", () => show(Number($("slider").value)));
    $("names").addEventListener("change", () =>
      $("replay").classList.toggle("nonames", !$("names").checked));
    $("next-episode").addEventListener("click", () => turn(1));
    $("previous-episode").addEventListener("click", () => turn(-1));
    document.addEventListener("keydown", (event) => {
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) &&
          event.target.type !== "range" && event.target.type !== "checkbox") return;
      const keys = { ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1),
        Home: () => show(0), End: () => show(1e9), " ": () => play(timer === null),
        n: () => turn(1), p: () => turn(-1) };
      if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        keys[event.key]();
      }
    });
    choose(left, 0);
  }

  // ---- the list of episodes ----------------------------------------------------------------
  const LIMIT = 300;
  const byKey = new Map(data.replays.map((replay, index) => [replay.key, index]));
  const number = (value) => value === null ? "–" : String(Math.round(value * 100) / 100);

  function list() {
    const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = data.episodes.filter((episode) => {
      const text = `${episode[1]} ${episode[2]} agents-${episode[3]} ` +
        `${episode[4] === 1 ? "solved" : "failed"}`.toLowerCase();
      return words.every((word) => text.toLowerCase().includes(word));
    });
    const body = $("list").tBodies[0];
    body.replaceChildren();
    for (const episode of found.slice(0, LIMIT)) {
      const row = html("tr", episode[4] === 1 ? "" : "bad");
      const texts = [episode[1], episode[2], episode[3], episode[4] === 1 ? "solved" : "not solved",
        number(episode[5]), number(episode[6]), number(episode[7])];
      for (const text of texts) row.append(html("td", "", String(text)));
      const last = html("td");
      if (episode[8]) {
        const button = html("button", "", "Replay");
        button.type = "button";
        button.addEventListener("click", () => {
          choose(left, byKey.get(episode[0]));
          $("replay").scrollIntoView();
        });
        last.append(button);
      }
      row.append(last);
      body.append(row);
    }
    label($("list"));
    $("count").textContent = found.length > LIMIT
      ? `${found.length} episodes, the first ${LIMIT} are shown; filter to see others.`
      : `${found.length} episodes.`;
  }
  $("filter").addEventListener("input", list);
  list();
})();
