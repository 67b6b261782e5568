"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  for (const anchor of Object.keys(data.lines)) {
    data.lines[anchor] = data.lines[anchor].map(([f, c, i, d, s, m, l]) =>
      // Where there is no room for states only their number is kept.
      ({ f, c, i, d, m, l, s: typeof s === "number" ? Array(s).fill([null, []]) : s }));
  }
  const panel = byId("panel");
  let line = null, place = 0, state = 0;

  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  // Pictures were escaped when they were written; what is frequent in them is one character.
  const picture = (number) =>
    data.pictures[number].replace(/[\ue000-\ue03f]/g, (c) => data.frequent[c.charCodeAt(0) - 0xe000]);

  const tabs = (list, count, chosen, name, choose) => {
    list.replaceChildren();
    list.hidden = count < 2;
    for (let index = 0; index < count; index++) {
      const selected = index === chosen;
      const tab = make("button", name(index), { type: "button", role: "tab", "aria-selected": selected, tabindex: selected ? 0 : -1 });
      tab.addEventListener("click", () => choose(index));
      list.append(tab);
    }
    list.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      choose((chosen + by + count) % count);
      list.querySelector("[aria-selected=true]").focus();
    };
  };

  const show = () => {
    const places = data.lines[line];
    const at = places[place];
    const where = at.i ? "each time the loop comes round" : "before";
    byId("panel-title").textContent = `Line ${line.split("l")[1]}, ${where}, in ${at.f}`;
    tabs(byId("panel-places"), places.length, place, (n) => (places[n].i ? "loop" : `column ${places[n].c}`), (n) => { place = n; state = 0; show(); });
    tabs(byId("panel-states"), at.s.length, state, (n) => `${n + 1}`, (n) => { state = n; show(); });
    const body = byId("panel-body");
    body.replaceChildren();
    if (at.l) body.append(make("p", `Anything can be here: ${at.l}.`, { class: "open" }));
    const [number, facts, text] = at.s[state] || [null, [], ""];
    if (at.s.length > 1) body.append(make("div", `state ${state + 1} of ${at.s.length + at.m}, each of which the heap can be in`, { class: "soft" }));
    if (number !== null) {
      const box = make("div", undefined, { class: "picture" });
      box.innerHTML = picture(number);
      body.append(box);
      // A little smaller is better than to scroll.
      const svg = box.firstElementChild;
      const wide = svg.viewBox.baseVal.width;
      const fits = Math.max(0.65, box.clientWidth / wide);
      if (fits < 1) {
        svg.setAttribute("width", wide * fits);
        svg.setAttribute("height", svg.viewBox.baseVal.height * fits);
      }
    } else if (text) {
      body.append(make("pre", text, { class: "excerpt" }));
    } else if (at.s.length) {
      body.append(make("p", "Not kept: the program is too large. Ask for the line with shapewright show."));
    } else if (!at.l) {
      body.append(make("p", "This is not reached."));
    }
    if (facts.length) {
      const list = make("div", undefined, { class: "facts" });
      facts.forEach((fact) => list.append(make("code", fact)));
      body.append(list);
    }
    body.append(make("div", `by ${at.d}`, { class: "soft" }));
  };

  const open = (anchor) => {
    if (line) byId(line)?.classList.remove("here");
    line = data.lines[anchor] ? anchor : null;
    panel.hidden = !line;
    document.body.classList.toggle("with-panel", !!line);
    if (!line) return;
    // Of a loop its invariant comes first.
    place = Math.max(0, data.lines[line].findIndex((at) => at.i));
    state = 0;
    byId(line).classList.add("here");
    show();
  };

  const follow = () => {
    const anchor = location.hash.slice(1);
    if (anchor.startsWith("finding")) {
      const finding = byId(anchor);
      if (finding) finding.open = true;
    }
    if (/^f\d+l\d+$/.test(anchor)) open(anchor);
  };
  addEventListener("hashchange", follow);

  byId("source").addEventListener("click", (event) => {
    const row = event.target.closest(".ln");
    if (row && !event.target.closest("a") && data.lines[row.id] && !String(getSelection())) location.hash = row.id;
  });
  byId("panel-close").addEventListener("click", () => close());
  const close = () => { if (line) byId(line).querySelector("a")?.focus(); open(""); };

  const lines = () => Array.from(document.querySelectorAll(".ln")).map((row) => row.id).filter((id) => data.lines[id]);
  const move = (by) => {
    const all = lines();
    const next = all[line ? all.indexOf(line) + by : 0];
    if (!next) return;
    location.hash = next;
    byId(next).scrollIntoView({ block: "center" });
  };
  const step = (by) => {
    const all = Array.from(document.querySelectorAll(".finding[open] .step"));
    const at = all.indexOf(document.activeElement.closest?.(".step"));
    const next = all[at < 0 ? 0 : at + by];
    if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
  };
  const turn = (by) => {
    if (!line) return;
    const count = data.lines[line][place].s.length;
    if (count) { state = (state + by + count) % count; show(); }
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const does = { j: () => move(1), k: () => move(-1), "[": () => turn(-1), "]": () => turn(1), n: () => step(1), p: () => step(-1), Escape: close }[event.key];
    if (does) { event.preventDefault(); does(); }
  });

  const filter = byId("filter");
  if (filter) filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const row of document.querySelectorAll("#functions tbody tr")) row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
  });
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  addEventListener("beforeprint", () => {
    // Paper is light, and nothing on it can be opened.
    document.documentElement.dataset.theme = "light";
    document.querySelectorAll("details").forEach((part) => { part.open = true; });
  });
  follow();
})();
