// The results board by keyboard: table number, key of the result, Enter, next.
// The form is htmx's; this file moves the focus and shows what is meant.
"use strict";
(() => {
  const { announce, $, $$ } = window.nzgs;
  const board = () => $("#results-board");
  const field = (name) => $(`.board-entry [name="${name}"]`);
  const row = (table) => $$("#board-rows tr[data-table]").find((tr) => tr.dataset.table === table.trim());
  const keys = () => $$("#board-keys [data-key]").map((li) => li.dataset.key);
  const meaning = (key) => $$("#board-keys [data-key]").find((li) => li.dataset.key === key)?.lastChild.textContent.trim();
  const text = (cell) => cell?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function say(strong, rest = "") {
    const box = $("#board-match");
    const head = document.createElement("strong");
    head.textContent = strong;
    box.replaceChildren(...(strong ? [head] : []), rest);
  }

  // Shows which table is meant. The version that goes back with the form is the
  // one of the row as it stood when the number was typed.
  function pick() {
    const table = field("table").value;
    $$("#board-rows tr.picked").forEach((tr) => tr.classList.remove("picked"));
    const tr = row(table);
    field("version").value = tr ? tr.dataset.version : "";
    if (!table.trim()) { say(""); return null; }
    if (!tr) { say("", `There is no table ${table.trim()} in this list.`); return null; }
    tr.classList.add("picked");
    tr.scrollIntoView({ block: "nearest" });
    const now = tr.dataset.code ? `Now: ${text(tr.querySelector(".result"))}` : "";
    say(`${text(tr.children[1])} – ${text(tr.children[2])}`, now);
    return tr;
  }

  function typed(event) {
    const el = event.target;
    if (el.name === "table") {
      // A letter typed into the table field is the result already.
      const letter = el.value.slice(-1).toLowerCase();
      if (/\D/.test(letter) && keys().includes(letter)) {
        el.value = el.value.slice(0, -1);
        field("result").value = letter;
        field("result").focus();
      }
      pick();
    }
    if (el.name === "result" || el.name === "table") check();
  }

  function check() {
    const result = field("result");
    const key = result.value.trim().toLowerCase();
    result.value = key;
    const known = !key || keys().includes(key);
    result.toggleAttribute("aria-invalid", !known);
    if (!known) { result.setAttribute("aria-invalid", "true"); say("", `“${key}” is not one of the keys below.`); return false; }
    if (key && row(field("table").value)) {
      const tr = pick();
      const before = tr.dataset.code && tr.dataset.code !== key ? ` (was: ${text(tr.querySelector(".result"))})` : "";
      say(`${text(tr.children[1])} – ${text(tr.children[2])}`, `${meaning(key)}${before}. Enter saves.`);
    }
    return true;
  }

  function sending(event) {
    if (!event.target.matches?.(".board-entry")) return;
    const [table, result] = [field("table"), field("result")];
    if (!row(table.value)) { event.preventDefault(); pick(); table.focus(); table.select(); return; }
    if (!result.value.trim() || !check()) { event.preventDefault(); result.focus(); result.select(); }
  }

  function arrived() {
    const entry = $(".board-entry");
    if (!entry) return;
    const bad = $("[aria-invalid]", entry);
    const to = bad || field("table");
    if (!bad) pick();
    to.focus({ preventScroll: true });
    to.select();
    if (board().dataset.saved) announce(`${board().dataset.saved} ${text($(".board-status strong"))}`);
  }

  document.addEventListener("input", (e) => { if (e.target.closest?.(".board-entry")) typed(e); });
  document.addEventListener("focusin", (e) => { if (e.target.matches?.(".board-entry input")) e.target.select(); });
  // Enter in the table field goes on to the result when there is none yet.
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !e.target.matches?.('.board-entry [name="table"]') || field("result").value) return;
    e.preventDefault();
    if (pick()) field("result").focus();
  });
  // Before htmx sees the submit.
  document.addEventListener("submit", sending, true);
  document.addEventListener("htmx:beforeRequest", (e) => { if (e.target.matches?.(".board-entry") && !row(field("table").value)) e.preventDefault(); });
  document.addEventListener("htmx:afterSettle", (e) => { if (e.target.id === "results-board" || e.target.closest?.("#results-board")) arrived(); });
  document.addEventListener("live:fresh", (e) => { if (e.target.id === "board-rows") row(field("table").value)?.classList.add("picked"); });
  const lost = (message) => (e) => {
    if (!e.target.closest?.("#results-board")) return;
    say("Not saved.", message);
    announce(`Not saved. ${message}`);
  };
  document.addEventListener("htmx:sendError", lost("The server cannot be reached. What you typed is still here; press Enter to try again."));
  document.addEventListener("htmx:responseError", lost("The server did not take it. What you typed is still here; press Enter to try again, or open the page afresh."));
  arrived();
})();
