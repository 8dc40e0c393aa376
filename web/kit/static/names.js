// Names are proposed as one types, in fields that say where to ask (data-names). The
// field takes what is typed either way; without this file it takes a name or a number.
"use strict";
(() => {
  const pause = 150; // milliseconds after a key
  const least = 2; // characters

  function attach(input) {
    const list = document.createElement("datalist");
    list.id = input.id + "-names";
    input.after(list);
    input.setAttribute("list", list.id);
    let timer, asked = "";
    async function ask() {
      const typed = input.value.trim();
      if (typed.length < least || typed === asked || [...list.options].some((o) => o.value === typed)) return;
      asked = typed;
      try {
        const answer = await fetch(input.dataset.names + "?q=" + encodeURIComponent(typed), { credentials: "same-origin" });
        if (!answer.ok || input.value.trim() !== typed) return;
        const names = await answer.json();
        list.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
      } catch { /* no connection: what is typed is enough */ }
    }
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, pause); });
  }

  document.addEventListener("focusin", (event) => {
    const input = event.target;
    if (input.matches?.("input[data-names]") && !input.list) attach(input);
  });
  if (document.activeElement?.matches("input[data-names]")) attach(document.activeElement);
})();
