// The results board by keyboard: table number, key of the result, Enter, next.
// The form is htmx's; this file moves the focus and shows what is meant.
"use strict";
(() => {
  const { announce, $, $$ } = window.nzgs;
  const board = () => $("#results-board");
  const field = (name) => $(`.board-entry [name="${name}"]`);
  const row = (table) => $$("#board-rows tr[data-table]").find((tr) => tr.dataset.table === table.trim());
  const keys = () => $$("#board-keys [data-key]").map((li) => li.dataset.key);
  const meaning = (key) => $$("#board-keys [data-key]").find((li) => li.dataset.key === key)?.dataset.meaning;
  const text = (cell) => cell?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function say(strong, rest = "") {
    const box = $("#board-match");
    const head = document.createElement("strong");
    head.textContent = strong;
    box.replaceChildren(...(strong ? [head] : []), rest);
  }

  // Shows which table is meant. The version that goes back with the form is the
  // one of the row as it stood when the number was typed: what another director
  // saved since then must come up as a conflict.
  let meant = null;
  function pick() {
    const table = field("table").value;
    $$("#board-rows tr.picked").forEach((tr) => tr.classList.remove("picked"));
    const tr = row(table);
    if (table !== meant) field("version").value = tr ? tr.dataset.version : "";
    meant = table;
    if (!table.trim()) { say(""); return null; }
    if (!tr) { say("", `There is no table ${table.trim()} in this list.`); return null; }
    tr.classList.add("picked");
    if (getComputedStyle($(".board-entry")).position === "sticky") tr.scrollIntoView({ block: "nearest" });
    const now = tr.dataset.code ? `Now: ${text(tr.querySelector(".result"))}` : "";
    say(tr.dataset.names, now);
    return tr;
  }

  function typed(event) {
    const el = event.target;
    if (el.name === "table") pick();
    check();
  }

  // A key of the legend typed into the table field is the result already.
  function letter(event) {
    const key = event.data?.toLowerCase();
    if (event.target.name !== "table" || !/^\D$/.test(key ?? "") || !keys().includes(key)) return;
    event.preventDefault();
    field("result").value = key;
    field("result").focus();
    pick();
    check();
  }

  function check() {
    const result = field("result");
    const key = result.value.trim().toLowerCase();
    result.value = key;
    const known = !key || keys().includes(key);
    if (known) result.removeAttribute("aria-invalid");
    else result.setAttribute("aria-invalid", "true");
    if (!known) { say("", `“${key}” is not one of the keys below.`); return false; }
    if (key && row(field("table").value)) {
      const tr = pick();
      const before = tr.dataset.code && tr.dataset.code !== key ? ` (was: ${text(tr.querySelector(".result"))})` : "";
      say(tr.dataset.names, `${meaning(key)}${before}. Enter saves.`);
    }
    return true;
  }

  function sending(event) {
    if (!event.target.matches?.(".board-entry")) return;
    const [table, result] = [field("table"), field("result")];
    const wrong = !row(table.value) ? table : !result.value.trim() || !check() ? result : null;
    if (!wrong) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // htmx would send it anyway
    pick();
    check();
    wrong.focus();
    wrong.select();
  }

  function arrived() {
    const entry = $(".board-entry");
    if (!entry) return;
    meant = null;
    const bad = $("[aria-invalid]", entry);
    const to = bad || field("table");
    if (!bad) pick();
    to.focus({ preventScroll: true });
    to.select();
    if (board().dataset.saved) announce(`${board().dataset.saved} ${text($(".board-status strong"))}`);
  }

  document.addEventListener("beforeinput", (e) => { if (e.target.closest?.(".board-entry")) letter(e); });
  document.addEventListener("input", (e) => { if (e.target.closest?.(".board-entry")) typed(e); });
  // By mouse or finger: a row picks its table, a key's button saves.
  document.addEventListener("click", (e) => {
    const number = !e.target.closest?.("a, button, summary") && e.target.closest?.("#board-rows tr[data-table]");
    const key = e.target.closest?.("#board-keys button");
    if (number) {
      field("table").value = number.dataset.table;
      pick();
      field("result").value = "";
      field("result").focus();
    }
    if (key) {
      field("result").value = key.closest("[data-key]").dataset.key;
      if (check()) $(".board-entry").requestSubmit();
    }
  });
  document.addEventListener("focusin", (e) => { if (e.target.matches?.(".board-entry input")) e.target.select(); });
  // Enter in the table field goes on to the result when there is none yet.
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !e.target.matches?.('.board-entry [name="table"]') || field("result").value) return;
    e.preventDefault();
    if (pick()) field("result").focus();
  });
  // Before htmx sees the submit.
  document.addEventListener("submit", sending, true);
  document.addEventListener("htmx:afterSettle", (e) => { if (e.target.id === "results-board" || e.target.closest?.("#results-board")) arrived(); });
  document.addEventListener("live:fresh", (e) => { if (e.target.id === "board-rows") row(field("table").value)?.classList.add("picked"); });
  const lost = (message) => (e) => {
    if (!e.target.closest?.("#results-board")) return;
    say("Not saved.", message);
    announce(`Not saved. ${message}`);
  };
  document.addEventListener("htmx:sendError", lost("The server cannot be reached. What you typed is still here; press Enter to try again."));
  document.addEventListener("htmx:responseError", lost("The server did not accept it. What you typed is still here; press Enter to try again, or reload the page."));
  arrived();
})();
