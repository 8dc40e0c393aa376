// Counts down to the times of a page that are waited for. Without it they stand as they are.
// A phone's clock may be wrong: it counts by the server's, unless the page came from the phone's own store.
"use strict";
(() => {
  const { $$ } = window.nzgs;
  const visit = performance.getEntriesByType("navigation")[0];
  const fresh = Boolean(visit && visit.transferSize > 0);
  const offsets = new WeakMap();

  function offsetOf(time, live) {
    if (!offsets.has(time)) {
      const server = Number(time.dataset.countdown);
      offsets.set(time, server > 0 && (fresh || live) ? server - Date.now() : 0);
    }
    return offsets.get(time);
  }
  function left(ms) {
    const seconds = Math.ceil(ms / 1000);
    if (seconds <= 0) return "now";
    const h = Math.floor(seconds / 3600), m = Math.floor((seconds % 3600) / 60), s = seconds % 60;
    if (h >= 48) return `in ${Math.floor(h / 24)} days`;
    if (h > 0) return `in ${h} h ${m} min`;
    return m > 0 ? `in ${m} min ${String(s).padStart(2, "0")} s` : `in ${s} s`;
  }
  function tick(live) {
    for (const time of $$("time[data-countdown]")) {
      let box = time.nextElementSibling;
      if (!box?.classList.contains("countdown")) {
        box = document.createElement("span");
        box.className = "countdown";
        time.after(" ", box);
      }
      const text = left(Date.parse(time.dateTime) - Date.now() - offsetOf(time, live));
      if (box.textContent !== text) box.textContent = text;
    }
  }
  tick(false);
  setInterval(() => tick(false), 1000);
  document.addEventListener("live:fresh", () => tick(true));
})();
