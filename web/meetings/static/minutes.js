// Shows how minutes read while they are written. Without it, the button
// "Preview" does.
"use strict";
(() => {
  const form = document.querySelector("form[data-preview]");
  const shown = document.getElementById("preview");
  if (!form || !shown) return;
  let waiting = 0, latest = 0;
  async function preview() {
    const turn = ++latest;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (!answer.ok || turn !== latest) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("preview");
      if (fresh && turn === latest) shown.replaceChildren(...fresh.childNodes);
    } catch { /* the preview stays as it was */ }
  }
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(preview, 700);
  });
})();
