// The projector view turns its own pages. Space or the button stops it; arrow
// keys turn by hand. A table too long for the wall is shown part by part.
"use strict";
(() => {
  const { $, $$ } = window.nzgs;
  const seconds = 12;
  let page = 0, pages = 1, paused = matchMedia("(prefers-reduced-motion: reduce)").matches, timer = 0;

  const bar = document.createElement("div");
  bar.className = "wall-pages";
  const label = document.createElement("span");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "secondary small";
  bar.append(button, label);
  $("main").append(bar);

  function layOut() {
    const rows = $$("main table > tbody > tr").filter((tr) => !tr.closest("details"));
    rows.forEach((tr) => { tr.hidden = false; });
    if (rows.length === 0) { bar.hidden = true; return; }
    const table = rows[0].closest("table");
    const room = innerHeight - table.tBodies[0].getBoundingClientRect().top - scrollY - bar.offsetHeight - 24;
    // As many rows to a page as fit by their own heights.
    const pageOf = [];
    let used = 0, at = 0;
    for (const tr of rows) {
      if (used > 0 && used + tr.offsetHeight > room) { at += 1; used = 0; }
      used += tr.offsetHeight;
      pageOf.push(at);
    }
    pages = at + 1;
    page = ((page % pages) + pages) % pages;
    rows.forEach((tr, i) => { tr.hidden = pageOf[i] !== page; });
    bar.hidden = pages < 2;
    label.textContent = `Page ${page + 1} of ${pages}`;
    button.textContent = paused ? "Resume" : "Pause";
  }
  function turn(by) { page += by; layOut(); }
  function schedule() {
    clearInterval(timer);
    if (!paused) timer = setInterval(() => turn(1), seconds * 1000);
  }
  function pause() { paused = !paused; schedule(); layOut(); }

  button.addEventListener("click", pause);
  document.addEventListener("keydown", (e) => {
    if (e.key === "ArrowRight" || e.key === "PageDown") { turn(1); schedule(); }
    if (e.key === "ArrowLeft" || e.key === "PageUp") { turn(-1); schedule(); }
    if (e.key === " " && e.target !== button) { e.preventDefault(); pause(); }
  });
  window.addEventListener("resize", layOut);
  document.addEventListener("live:fresh", layOut);
  layOut();
  schedule();
})();
