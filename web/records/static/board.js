// Steps through a record on its board, and lets dead stones be chosen by
// clicking. Every position comes from the server: nothing here knows the rules.
"use strict";
(() => {
  const svg = "http://www.w3.org/2000/svg";
  const make = (name, attributes = {}) => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    return e;
  };

  // ---- The moves ----
  function viewer(root) {
    const data = root.querySelector("[data-frames]");
    if (!data || root.dataset.ready) return;
    root.dataset.ready = "1";
    const frames = JSON.parse(data.textContent);
    const stones = root.querySelector(".stones");
    const marks = root.querySelector(".marks");
    const caption = root.querySelector("[data-caption]");
    const taken = root.querySelector("[data-taken]");
    const buttons = [...root.querySelectorAll("[data-step]")];
    let at = Number(root.dataset.at);

    function position(n) {
      const board = new Map();
      for (let i = 0; i <= n; i++) {
        for (const [x, y] of frames[i].r || []) board.delete(x + " " + y);
        for (const [x, y, black] of frames[i].p || []) board.set(x + " " + y, black);
      }
      return board;
    }
    function show(n) {
      n = Math.max(0, Math.min(frames.length - 1, n));
      if (n === at && stones.dataset.drawn) return;
      at = n;
      stones.dataset.drawn = "1";
      const f = frames[at];
      const last = f.l ? f.l.join(" ") : "";
      stones.replaceChildren(...[...position(at)].map(([key, black]) => {
        const g = make("g", { class: black ? "b" : "w", transform: "translate(" + key + ")" });
        g.append(make("circle", { r: ".47" }));
        if (key === last) g.append(make("circle", { class: "last", r: ".2" }));
        return g;
      }));
      marks.replaceChildren(...(f.w ? [make("circle", { class: "wrong", cx: f.w[0], cy: f.w[1], r: ".6" })] : []));
      caption.textContent = f.t;
      taken.textContent = f.c;
      root.querySelector("svg").setAttribute("aria-label", "The board. " + f.t + ".");
      const to = { First: 0, "Ten back": at - 10, Back: at - 1, On: at + 1, "Ten on": at + 10, Last: frames.length - 1 };
      for (const b of buttons) {
        b.value = Math.max(0, Math.min(frames.length - 1, to[b.dataset.step]));
        if (Number(b.value) === at) b.setAttribute("aria-disabled", "true");
        else b.removeAttribute("aria-disabled");
      }
    }
    for (const b of buttons) {
      b.addEventListener("click", (event) => { event.preventDefault(); show(Number(b.value)); });
    }
    for (const b of document.querySelectorAll("[data-jump]")) {
      b.addEventListener("click", (event) => {
        event.preventDefault();
        show(Number(b.dataset.jump));
        root.scrollIntoView({ block: "nearest" });
      });
    }
    const keys = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, ArrowUp: () => at - 10, ArrowDown: () => at + 10, Home: () => 0, End: () => frames.length - 1 };
    root.tabIndex = 0;
    root.addEventListener("keydown", (event) => {
      const go = keys[event.key];
      if (!go || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(go());
    });
    let from = null;
    const board = root.querySelector("svg");
    board.addEventListener("pointerdown", (event) => { from = event.isPrimary ? [event.clientX, event.clientY] : null; });
    board.addEventListener("pointerup", (event) => {
      if (!from) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      from = null;
      if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) show(at + (dx < 0 ? 1 : -1));
    });
    board.addEventListener("pointercancel", () => { from = null; });
  }

  // ---- Dead stones ----
  function chooser(form) {
    const field = form.querySelector("[name=dead]");
    const again = form.querySelector("[data-again]");
    if (!field || !again || form.dataset.ready) return;
    form.dataset.ready = "1";
    for (const stone of form.querySelectorAll("[data-chain]")) {
      stone.addEventListener("click", () => {
        const chain = stone.dataset.chain;
        const dead = field.value.split(/[\s,;]+/).filter(Boolean);
        field.value = (dead.includes(chain) ? dead.filter((p) => p !== chain) : [...dead, chain]).join(" ");
        again.setAttribute("formaction", "#ending"); // back to the stone
        form.requestSubmit(again);
      });
    }
  }

  function begin() {
    document.querySelectorAll("[data-record-board]").forEach(viewer);
    document.querySelectorAll("form[data-record]").forEach(chooser);
  }
  begin();
  document.body.addEventListener("htmx:afterSwap", begin);
})();
