// Walks along a record on its board, tries moves on it, and lets dead stones be chosen by
// clicking. Every position comes from the server: nothing here knows the rules.
"use strict";
(() => {
  const { announce } = window.nzgs || {};
  const say = announce || (() => {});
  const svg = "http://www.w3.org/2000/svg";
  const make = (name, attributes = {}, text = "") => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (text) e.textContent = text;
    return e;
  };
  const element = (name, attributes = {}, text = "") => {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (text) e.textContent = text;
    return e;
  };

  // ---- The marks of a record, as the page draws them ----
  const shapes = {
    TR: ["path", { d: "M0-.3l.27.46h-.54z" }], CR: ["circle", { r: ".24" }], SQ: ["path", { d: "M-.21-.21h.42v.42h-.42z" }],
    MA: ["path", { d: "M-.22-.22l.44.44m0-.44l-.44.44" }], SL: ["path", { class: "full", d: "M-.15-.15h.3v.3h-.3z" }],
    TB: ["path", { class: "black", d: "M-.15-.15h.3v.3h-.3z" }], TW: ["circle", { class: "white", r: ".24" }],
    DD: ["circle", { class: "full", r: ".09" }],
  };
  function marksOf(said, board) {
    const out = [];
    for (const m of (said && said.m) || []) {
      const stone = board.get(m.x + " " + m.y);
      const on = stone ? (stone.black ? "b" : "w") : "e";
      const g = make("g", { class: "mark on-" + on, transform: "translate(" + m.x + " " + m.y + ")" });
      if (m.k === "LB") {
        if (on === "e") g.append(make("circle", { class: "under", r: ".42" }));
        g.append(make("text", { class: "n" + m.t.length }, m.t));
      } else if (shapes[m.k]) g.append(make(...shapes[m.k]));
      out.push(g);
    }
    for (const [x, y, a, b, line] of (said && said.a) || []) {
      out.push(make("path", { class: "arrow", d: "M" + x + " " + y + "L" + a + " " + b }));
      if (!line) out.push(make("circle", { class: "head", cx: a, cy: b, r: ".16" }));
    }
    return out;
  }

  // ---- Positions ----
  function positionOf(frames, n) {
    const board = new Map();
    for (let i = 0; i <= n; i++) {
      for (const [x, y] of frames[i].r || []) board.delete(x + " " + y);
      for (const [x, y, black] of frames[i].p || []) board.set(x + " " + y, { x, y, black, number: frames[i].n || 0 });
    }
    return board;
  }

  let current = null; // the board that the keys lead along
  let playing = 0;
  let asks = 0; // of two answers only that to the later question is shown
  const stop = () => { clearInterval(playing); playing = 0; };

  function viewer(root) {
    const data = root.querySelector("[data-frames]");
    if (root.dataset.ready) return;
    root.dataset.ready = "1";
    const form = root.closest("form");
    const field = (name) => root.querySelector("[name=" + name + "]");
    const board = root.querySelector("svg.goban");
    const [columns, lines] = board.dataset.board.split(" ").map(Number);
    const labels = [...board.querySelectorAll(".coordinates text")].map((t) => t.textContent);
    const letter = (x) => labels[2 * x];
    let at = Number(root.dataset.at);

    // Another line, or moves that are tried: the server plays them.
    async function fetchBoard(asked) {
      stop();
      const mine = ++asks;
      const send = new FormData(form);
      send.delete("use");
      for (const [name, value] of Object.entries(asked)) send.set(name, value);
      for (const file of ["file", "record"]) send.delete(file);
      let answer;
      try {
        if (root.dataset.from) {
          const query = new URLSearchParams();
          for (const name of ["line", "numbered", "from", "counted", "try", "next", "node", "move", "stop"]) {
            if (send.has(name) && name !== "counted") query.set(name, send.get(name));
          }
          answer = await fetch(root.dataset.from + "?" + query, { credentials: "same-origin" });
        } else {
          send.set("part", "board");
          answer = await fetch(form.getAttribute("action"), { method: "POST", body: send, credentials: "same-origin" });
        }
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (mine !== asks) return;
        const fresh = page.querySelector("[data-record-board]");
        if (!fresh) throw new Error("no board");
        const open = ["data-outline", "data-try", "data-score", "data-rows"].filter((d) => root.querySelector("details[" + d + "][open]"));
        const counted = root.querySelector("input[name=counted]");
        const focused = root.contains(document.activeElement) ? document.activeElement : null;
        const again = focused && (focused.dataset.step ? "[data-step='" + focused.dataset.step + "']" : focused.name ? "[name='" + focused.name + "']" : "");
        const node = document.importNode(fresh, true);
        form.querySelector("[data-record-board]").replaceWith(node);
        for (const d of open) { const e = node.querySelector("details[" + d + "]"); if (e) e.open = true; }
        if (counted && !node.querySelector("input[name=counted]")) node.prepend(counted);
        viewer(node);
        if (focused) ((again && node.querySelector(again)) || node).focus({ preventScroll: true });
        const refused = node.querySelector("[role=alert]");
        say(refused ? refused.textContent.trim() : node.querySelector("[data-caption]").textContent);
      } catch {
        if (mine === asks) say("The line could not be fetched. Check the connection and try again.");
      }
    }

    // Branches and the outline.
    root.addEventListener("click", (event) => {
      const b = event.target.closest("button");
      if (!b || !root.contains(b)) return;
      if (b.name === "node") { event.preventDefault(); fetchBoard({ node: b.value }); }
      if (b.name === "go") { event.preventDefault(); fetchBoard({ go: "1" }); }
      if (b.name === "stop") { event.preventDefault(); fetchBoard({ stop: "1" }); }
    });
    const move = root.querySelector("[name=to]");
    for (const name of ["try", "to"]) {
      const input = root.querySelector("[name=" + name + "]");
      if (!input) continue;
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        root.querySelector(name === "to" ? "[name=jump]" : "[data-go]").click();
      });
    }
    if (!data) { // too long for a page: its buttons lead from step to step
      root.querySelector("[data-play]").hidden = true;
      root.querySelector(".slide").hidden = true;
      current = { root, step: null };
      return;
    }

    const frames = JSON.parse(data.textContent);
    const stones = board.querySelector(".stones");
    const marks = board.querySelector(".marks");
    const drawn = board.querySelector(".shapes");
    const caption = root.querySelector("[data-caption]");
    const taken = root.querySelector("[data-taken]");
    const count = root.querySelector("[data-count]");
    const said = root.querySelector("[data-said]");
    const ways = root.querySelector("[data-ways]");
    const slide = root.querySelector("[data-slide]");
    const here = root.querySelector("[data-here]");
    const rows = root.querySelector("[data-rows]");
    const chart = root.querySelector(".score-chart");
    const numbers = root.querySelector("[data-numbers]");
    const buttons = [...root.querySelectorAll("[data-step]")];
    const tried = frames.some((f) => f.v);

    function drawStones(position, f) {
      const last = f.l ? f.l.join(" ") : "";
      const numbered = field("numbered").value === "1";
      stones.replaceChildren(...[...position.values()].map((s) => {
        const key = s.x + " " + s.y;
        const g = make("g", { class: s.black ? "b" : "w", transform: "translate(" + key + ")" });
        g.append(make("circle", { r: ".47" }));
        if (numbered && s.number) g.append(make("text", { class: "number n" + String(s.number).length + (key === last ? " now" : "") }, String(s.number)));
        else if (key === last) g.append(make("circle", { class: "last", r: ".2" }));
        return g;
      }));
      marks.replaceChildren(...(f.w ? [make("circle", { class: "wrong", cx: f.w[0], cy: f.w[1], r: ".6" })] : []));
      drawn.replaceChildren(...marksOf(f.x, position));
    }
    function readOut(position) {
      if (!rows.open) return;
      const by = [];
      for (let y = 0; y < lines; y++) by.push([[], []]);
      for (const s of [...position.values()].sort((a, b) => a.x - b.x)) by[s.y][s.black ? 0 : 1].push(letter(s.x));
      const cells = rows.querySelectorAll("dd");
      by.forEach(([black, white], y) => {
        const text = [black.length ? "Black " + black.join(", ") : "", white.length ? "White " + white.join(", ") : ""].filter(Boolean).join("; ");
        cells[y].textContent = text || "empty";
      });
    }
    function saySaid(x) {
      const parts = [];
      if (x && x.k) { const p = element("p", { class: "clocks small" }); p.append(element("span", { class: "sr-only" }, "Time left: "), x.k); parts.push(p); }
      if (x && x.h) { const p = element("p"); p.append(element("strong", {}, x.h)); parts.push(p); }
      for (const line of (x && x.c) || []) parts.push(element("p", {}, line));
      said.replaceChildren(...parts);
    }
    function showWays(f) {
      if (!f.o) { ways.replaceChildren(); return; }
      const p = element("p", { class: "small" });
      p.append(element("span", { class: "muted" }, "Ways on:"), " ");
      for (const o of f.o) {
        const b = element("button", { class: "secondary small", name: "node", value: o.n }, o.t);
        if (o.h) b.setAttribute("aria-current", "true");
        p.append(b, " ");
      }
      if (f.q) p.append("and " + f.q + " more");
      ways.replaceChildren(p);
    }
    let keep = () => {};
    function show(n) {
      at = Math.max(0, Math.min(frames.length - 1, n));
      root.dataset.at = at;
      const f = frames[at], position = positionOf(frames, at);
      drawStones(position, f);
      readOut(position);
      saySaid(f.x);
      showWays(f);
      caption.textContent = f.t;
      taken.textContent = f.c;
      count.textContent = f.s || "";
      board.setAttribute("aria-label", "The board. " + f.t + ".");
      slide.value = at;
      slide.setAttribute("aria-valuetext", f.t);
      here.value = at;
      field("at").value = at;
      if (!tried) field("from").value = at;
      keep();
      if (f.n && move !== document.activeElement) { move.value = f.n; field("shown").value = f.n; }
      if (chart) {
        const left = Number(chart.dataset.left), width = chart.viewBox.baseVal.width - left - Number(chart.dataset.right);
        chart.querySelector(".now").setAttribute("d", "M" + (left + (at / (frames.length - 1)) * width) + " 0V" + chart.viewBox.baseVal.height);
      }
      const to = { First: 0, "Ten back": at - 10, Back: at - 1, On: at + 1, "Ten on": at + 10, Last: frames.length - 1 };
      for (const b of buttons) {
        b.value = Math.max(0, Math.min(frames.length - 1, to[b.dataset.step]));
        if (Number(b.value) === at) b.setAttribute("aria-disabled", "true");
        else b.removeAttribute("aria-disabled");
      }
    }
    for (const b of buttons) b.addEventListener("click", (event) => { event.preventDefault(); stop(); show(Number(b.value)); });
    for (const b of document.querySelectorAll("[data-jump]")) {
      if (b.dataset.leads) continue;
      b.dataset.leads = "1";
      b.addEventListener("click", (event) => {
        event.preventDefault();
        if (!current || !current.show) return;
        current.show(Number(b.dataset.jump));
        current.root.scrollIntoView({ block: "nearest" });
      });
    }
    root.querySelector("[name=jump]").addEventListener("click", (event) => {
      event.preventDefault();
      const n = Number(move.value);
      const i = n > 0 ? frames.findIndex((f) => f.n === n) : 0;
      show(i < 0 ? frames.length - 1 : i);
    });
    slide.addEventListener("input", () => { stop(); show(Number(slide.value)); });
    numbers.addEventListener("click", (event) => {
      event.preventDefault();
      const on = field("numbered").value !== "1";
      field("numbered").value = on ? "1" : "";
      numbers.textContent = on ? "Hide the numbers" : "Show the numbers";
      numbers.value = on ? "0" : "1";
      show(at);
    });
    const play = root.querySelector("[data-play]");
    play.addEventListener("click", (event) => {
      event.preventDefault();
      if (playing) { stop(); play.textContent = "Play"; return; }
      if (at === frames.length - 1) show(0);
      play.textContent = "Stop";
      playing = setInterval(() => {
        if (!root.isConnected || at >= frames.length - 1) { stop(); play.textContent = "Play"; return; }
        show(at + 1);
      }, 1000);
    });
    rows.addEventListener("toggle", () => readOut(positionOf(frames, at)));
    if (chart) {
      chart.addEventListener("click", (event) => {
        const box = chart.getBoundingClientRect();
        stop();
        show(Math.round(((event.clientX - box.left) / box.width) * (frames.length - 1)));
      });
    }

    // A move is tried by clicking its point.
    function tryAt(x, y) {
      const words = tried ? field("try").value.split(/[\s,;]+/).filter(Boolean) : [];
      let from = Number(field("from").value);
      if (!tried || at < from) { from = at; words.length = 0; } else words.length = Math.min(words.length, at - from);
      words.push(letter(x) + (lines - y));
      fetchBoard({ try: words.join(" "), from, next: tried && at >= from ? field("next").value : "", move: "" });
    }
    const pointOf = (event) => {
      const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
      return [Math.round(p.x), Math.round(p.y)];
    };
    let from = null;
    board.addEventListener("pointerdown", (event) => { from = event.isPrimary && event.button === 0 ? [event.clientX, event.clientY] : null; });
    board.addEventListener("pointerup", (event) => {
      if (!from) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      from = null;
      if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) { stop(); show(at + (dx < 0 ? 1 : -1)); return; }
      if (Math.abs(dx) > 6 || Math.abs(dy) > 6) return;
      const [x, y] = pointOf(event);
      if (x < 0 || y < 0 || x >= columns || y >= lines || positionOf(frames, at).has(x + " " + y)) return;
      tryAt(x, y);
    });
    board.addEventListener("pointercancel", () => { from = null; });
    keep = () => {
      const box = document.querySelector("[data-keep]");
      if (!box) return;
      const set = (name, value) => {
        const input = box.querySelector("[name=kept_" + name + "]");
        if (input.value !== value && (name === "line" || name === "after")) box.querySelector("[name=kept_disputed]").value = "";
        input.value = value;
      };
      set("line", field("line").value);
      set("after", tried ? field("from").value : String(at));
      set("next", tried ? field("next").value : "");
      set("moves", tried ? field("try").value : "");
    };
    keep();
    root.tabIndex = -1;
    current = { root, show, step: (by) => show(at + by), last: () => frames.length - 1 };
    if (!tried) field("from").value = at;
  }

  // ---- A board whose every step comes from the server ----
  function stepper(root) {
    if (root.dataset.ready) return;
    root.dataset.ready = "1";
    const form = root.closest("form");
    const buttons = [...root.querySelectorAll("[data-step], [name=node]")];
    async function go(button) {
      if (!button || button.getAttribute("aria-disabled")) return;
      const mine = ++asks;
      const send = new FormData(form);
      for (const name of ["file", "record"]) send.delete(name);
      send.set(button.name, button.value);
      send.set("part", "board");
      try {
        const to = form.getAttribute("action");
        const answer = form.method === "get"
          ? await fetch(to.split("#")[0] + "?" + new URLSearchParams(send), { credentials: "same-origin" })
          : await fetch(to, { method: "POST", body: send, credentials: "same-origin" });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (mine !== asks) return;
        const fresh = page.querySelector("[data-step-board='" + root.dataset.stepBoard + "']");
        if (!fresh) throw new Error("no board");
        const focused = root.contains(document.activeElement) ? document.activeElement : null;
        const open = ["data-outline", "data-rows"].filter((d) => root.querySelector("details[" + d + "][open]"));
        const node = document.importNode(fresh, true);
        form.querySelector("[data-step-board]").replaceWith(node);
        for (const d of open) { const e = node.querySelector("details[" + d + "]"); if (e) e.open = true; }
        stepper(node);
        const again = focused && (focused.dataset.step ? "[data-step='" + focused.dataset.step + "']" : ".ways [value='" + focused.value + "']");
        if (focused) (node.querySelector(again) || node).focus({ preventScroll: true });
        say(node.querySelector("[data-caption]").textContent);
      } catch {
        if (mine === asks) say("The step could not be fetched. Check the connection and try again.");
      }
    }
    const by = { 0: "First", "-10": "Ten back", "-1": "Back", 1: "On", 10: "Ten on", last: "Last" };
    const named = (name) => buttons.find((b) => b.dataset.step === name);
    for (const b of buttons) b.addEventListener("click", (event) => { event.preventDefault(); go(b); });
    root.tabIndex = -1;
    root.addEventListener("pointerdown", () => { current = own(); });
    const board = root.querySelector("svg.goban");
    let from = 0;
    board.addEventListener("pointerdown", (event) => { from = event.isPrimary ? event.clientX : 0; });
    board.addEventListener("pointerup", (event) => {
      if (from && Math.abs(event.clientX - from) > 30) go(named(event.clientX < from ? "On" : "Back"));
      from = 0;
    });
    board.addEventListener("pointercancel", () => { from = 0; });
    // Of several boards the keys lead along the one that was used last.
    function own() { return { root, step: (n) => go(named(by[n])), show: () => go(named("First")), last: () => 0, end: () => go(named("Last")) }; }
    current = own();
  }

  // ---- Keys lead along the board at once, wherever the focus is but in a field ----
  const inView = (e) => { const r = e.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; };
  document.addEventListener("keydown", (event) => {
    if (!current || !current.step || !current.root.isConnected || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.defaultPrevented || event.target.closest("input, select, textarea, [contenteditable], [role=listbox], dialog, .scroll")) return;
    if (!inView(current.root)) return;
    const keys = { ArrowLeft: () => current.step(-1), ArrowRight: () => current.step(1), ArrowUp: () => current.step(-10), ArrowDown: () => current.step(10), Home: () => current.show(0), End: () => (current.end ? current.end() : current.show(current.last())) };
    const go = keys[event.key];
    if (!go) return;
    event.preventDefault();
    stop();
    go();
  });

  // ---- Dead stones ----
  function chooser(form) {
    if (form.dataset.ready) return;
    form.dataset.ready = "1";
    form.addEventListener("click", async (event) => {
      const stone = event.target.closest("#end-board [data-chain]");
      const field = form.querySelector("[name=dead]");
      const again = form.querySelector("[data-again]");
      if (!stone || !field || !again) return;
      const chain = stone.dataset.chain;
      const dead = field.value.split(/[\s,;]+/).filter(Boolean);
      const alive = dead.includes(chain) || stone.classList.contains("dead");
      field.value = (alive ? dead.filter((p) => p !== chain) : [...dead, chain]).join(" ");
      again.setAttribute("formaction", "#ending"); // back to the stone
      form.requestSubmit(again);
    });
  }

  // After a chain was clicked the page says what is taken as dead.
  function sayDead() {
    const said = document.querySelector("[data-dead-said]");
    if (said && said.textContent && location.hash === "#ending") say(said.textContent);
  }

  function begin() {
    document.querySelectorAll("[data-record-board]").forEach(viewer);
    document.querySelectorAll("[data-step-board]").forEach(stepper);
    document.querySelectorAll("form[data-record]").forEach(chooser);
  }
  begin();
  sayDead();
  document.body.addEventListener("htmx:afterSwap", begin);
})();
