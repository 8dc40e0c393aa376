// Every page works without this file; it makes them quicker and safer to use.
// Plain functions, no framework. results.js, chart.js, names.js, passkey.js, countdown.js and wall.js are fetched
// by the pages that have something for them.
"use strict";
(() => {
  const here = new URL(document.currentScript.src);
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // ---- Saying things to screen readers ----
  function announce(text) {
    const box = $("#announce");
    if (!box || !text) return;
    box.textContent = "";
    setTimeout(() => { box.textContent = text; }, 60);
  }

  // ---- Parts that only some pages need ----
  const parts = { "[data-results]": "results.js", "[data-chart]": "chart.js", "body.projector:not(:has(.turning))": "wall.js", "time[data-countdown]": "countdown.js", "[data-turn]": "turn.js", "[data-record-board], [data-step-board]": "board.js", "[data-passkey]": "passkey.js", "[data-names]": "names.js" };
  const loaded = new Set();
  function loadParts() {
    for (const [selector, file] of Object.entries(parts)) {
      if (loaded.has(file) || !$(selector)) continue;
      loaded.add(file);
      const script = document.createElement("script");
      script.src = new URL(file + here.search, here).href;
      document.head.append(script);
    }
  }

  // ---- Errors first: the summary takes the focus after a refused form ----
  function focusErrors() {
    const summary = $("[data-error-summary]");
    if (summary) summary.focus();
  }

  // ---- A form is sent once ----
  // aria-disabled instead of disabled: the button keeps the focus and its value.
  // Sending again after a while is safe, because the idempotency key stays.
  const sendAgainAfter = 10000;
  function release(form) {
    delete form.dataset.sent;
    for (const b of $$("[aria-disabled][data-guarded]", form)) {
      b.removeAttribute("aria-disabled");
      delete b.dataset.guarded;
    }
  }
  function guard(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[hx-post], [data-retry]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    const button = event.submitter;
    if (button) { button.setAttribute("aria-disabled", "true"); button.dataset.guarded = ""; }
    setTimeout(() => release(form), sendAgainAfter);
  }
  window.addEventListener("pageshow", () => $$("form[data-sent]").forEach(release));

  // ---- What was typed and not sent is kept for this tab (data-draft) ----
  const draftKey = (form) => "draft:" + location.pathname + ":" + (form.dataset.draft || "form");
  const draftable = (el) => el.name && !["hidden", "password", "file", "submit", "button"].includes(el.type)
    && el.autocomplete !== "one-time-code";
  function readDraft(form) {
    const values = {};
    for (const el of form.elements) {
      if (!draftable(el)) continue;
      const tick = el.type === "checkbox" || el.type === "radio";
      (values[el.name] ??= []).push(tick ? (el.checked ? el.value : null) : el.value);
    }
    return values;
  }
  function fillDraft(form, values) {
    const at = {};
    let changed = false;
    for (const el of form.elements) {
      if (!draftable(el)) continue;
      const i = at[el.name] = (at[el.name] ?? -1) + 1;
      const saved = values[el.name]?.[i];
      if (saved === undefined) continue;
      if (el.type === "checkbox" || el.type === "radio") {
        if (el.checked !== (saved !== null)) { el.checked = saved !== null; changed = true; }
      } else if (el.value !== saved) { el.value = saved; changed = true; }
    }
    return changed;
  }
  function draftNote(form, key) {
    const note = document.createElement("div");
    note.className = "note draft-note";
    note.setAttribute("role", "status");
    const text = document.createElement("p");
    text.textContent = "What you typed here earlier and did not send has been restored. ";
    const clear = document.createElement("button");
    clear.type = "button";
    clear.className = "secondary small";
    clear.textContent = "Start over";
    clear.addEventListener("click", () => { sessionStorage.removeItem(key); form.reset(); note.remove(); });
    text.append(clear);
    note.append(document.createElement("span"), text);
    form.prepend(note);
  }
  function drafts() {
    const done = $(".flash.kind-success");
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith("draft:")) continue;
      const path = key.slice(6, key.lastIndexOf(":"));
      if (sessionStorage.getItem("sent:" + key) && (done || path !== location.pathname)) {
        sessionStorage.removeItem(key);
        sessionStorage.removeItem("sent:" + key);
      }
    }
    for (const form of $$("form[data-draft]")) {
      const key = draftKey(form);
      let saved = null;
      try { saved = JSON.parse(sessionStorage.getItem(key)); } catch { sessionStorage.removeItem(key); }
      // After a refused form the server has put the values back already.
      if (saved && !$("[data-error-summary]") && fillDraft(form, saved)) draftNote(form, key);
      const keep = () => { try { sessionStorage.setItem(key, JSON.stringify(readDraft(form))); } catch { /* no room: no draft */ } };
      form.addEventListener("input", keep);
      form.addEventListener("change", keep);
      form.addEventListener("submit", () => { keep(); sessionStorage.setItem("sent:" + key, "1"); });
    }
    for (const form of $$("form[data-sign-out]")) form.addEventListener("submit", () => sessionStorage.clear());
  }

  // A page fetched with this is not shown whole, so the message for the next
  // page ("Saved.") is left for that.
  const part = { "X-Part": "1" };

  // ---- Live pages ----
  // Elements that come from the same address are refreshed by one request.
  const busy = new Map(); // address → asked for again while a request runs
  function keepOpen(from, to) {
    const open = $$("details", from).map((d) => d.open);
    $$("details", to).forEach((d, i) => { if (open[i]) d.open = true; });
  }
  async function refresh(src) {
    if (busy.has(src)) { busy.set(src, true); return; }
    busy.set(src, false);
    try {
      const answer = await fetch(src, { cache: "no-cache", headers: { "X-Part": "main" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const now of $$("[data-live-src]")) {
        if (now.dataset.liveSrc === src && now.id) replace(now, page.getElementById(now.id));
      }
    } catch { /* the next event or poll tries again */ } finally {
      const again = busy.get(src);
      busy.delete(src);
      if (again) refresh(src);
    }
  }
  function replace(now, fresh) {
    if (retrying && now.contains($("form[data-retry]"))) return; // its answer is on the way
    if (!fresh || now.outerHTML === fresh.outerHTML) return;
    const x = now.scrollLeft, y = now.scrollTop;
    const path = focusPath(now);
    keepOpen(now, fresh);
    now.replaceWith(document.adoptNode(fresh));
    fresh.scrollLeft = x;
    fresh.scrollTop = y;
    if (path) refocus(fresh, path);
    ready(fresh);
    if (window.htmx) window.htmx.process(fresh);
    fresh.dispatchEvent(new CustomEvent("live:fresh", { bubbles: true }));
  }
  // Where the focus is inside an element, as positions of children.
  function focusPath(root) {
    let el = document.activeElement;
    if (!el || !root.contains(el)) return null;
    const path = [];
    for (; el !== root; el = el.parentElement) path.unshift([...el.parentElement.children].indexOf(el));
    return path;
  }
  function refocus(root, path) {
    let el = root;
    for (const i of path) el = el?.children[i];
    el?.focus({ preventScroll: true });
  }
  // The server tells a full hall one after the other. What changes in a moment is fetched once; a change that comes
  // while the page waits for its moment does not put it off.
  let soon = 0;
  function refreshAll() {
    soon ||= setTimeout(() => {
      soon = 0;
      new Set($$("[data-live-src]").map((el) => el.dataset.liveSrc)).forEach(refresh);
    }, Math.random() * 100);
  }

  function liveState(state, text) {
    for (const el of $$("[data-live-state]")) { el.dataset.state = state; if (el.textContent !== text) el.textContent = text; }
  }
  function live() {
    const url = document.body.dataset.live;
    if (!url) return;
    let revision = document.body.dataset.revision;
    let source = null, failures = 0, timer = 0;
    const seen = (next) => {
      if (next === revision) return;
      revision = next;
      refreshAll();
    };
    const stop = () => { source?.close(); source = null; clearTimeout(timer); };
    const poll = async () => {
      clearTimeout(timer);
      try {
        const answer = await fetch(url.replace(/\/live$/, "/revision"), { cache: "no-store" });
        if (answer.ok) { seen((await answer.text()).trim()); liveState("on", "Updates automatically"); }
      } catch { liveState("off", "No connection; trying again"); }
      timer = setTimeout(failures > 5 ? listen : poll, 3000 + Math.random() * 2000);
    };
    function listen() {
      stop();
      failures = 0;
      if (!window.EventSource) { poll(); return; }
      source = new EventSource(url);
      source.addEventListener("revision", (e) => { failures = 0; liveState("on", "Updates automatically"); seen(e.data); });
      source.addEventListener("notice", (e) => announce(e.data));
      source.onerror = () => {
        failures += 1;
        liveState("off", "No connection; trying again");
        // The browser tries again by itself, unless the server has refused.
        if (source.readyState === EventSource.CLOSED || failures >= 3) { stop(); poll(); timerListen(); }
      };
    }
    let listenTimer = 0;
    function timerListen() { clearTimeout(listenTimer); listenTimer = setTimeout(listen, 30000); }
    // A page that is not being looked at gives its connection back.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) { stop(); clearTimeout(listenTimer); } else listen();
    });
    listen();
  }
  // Long jobs are looked at every few seconds until they are done.
  function jobs() {
    for (const el of $$("[data-live-every]")) {
      const tick = async () => {
        const now = document.getElementById(el.id);
        if (!now?.dataset.liveEvery) { announce(now?.textContent.trim()); return; }
        if (!document.hidden) await refresh(now.dataset.liveSrc);
        setTimeout(tick, 1000 * Number(now.dataset.liveEvery));
      };
      setTimeout(tick, 1000 * Number(el.dataset.liveEvery));
    }
  }

  // ---- A result from a phone in a room with bad reception (data-retry) ----
  // The same form with the same key is sent until the server has answered.
  let retrying = false;
  async function retry(event) {
    const form = event.target;
    if (!form.matches("[data-retry]")) return;
    event.preventDefault();
    if (retrying) return;
    retrying = true;
    const say = (text) => { const state = $("[data-retry-state]"); if (state) state.textContent = text; };
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const action = form.action;
    event.submitter?.setAttribute("aria-pressed", "true");
    say("Sending…");
    for (let wait = 1000; ; wait = Math.min(wait * 2, 15000)) {
      try {
        const answer = await fetch(action, { method: "POST", body, headers: part });
        if (answer.status < 500) { retrying = false; arrive(answer, await answer.text()); return; }
        say("The server could not save it just now. Trying again; please keep this page open.");
      } catch {
        say("No connection. Your result is not saved yet. Trying again; please keep this page open.");
      }
      await new Promise((done) => { setTimeout(done, wait); window.addEventListener("online", done, { once: true }); });
    }
  }
  function arrive(answer, text) {
    if (answer.ok && answer.redirected) { location.replace(answer.url); return; }
    showMain(text);
  }
  function showMain(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
    if (!fresh) { location.reload(); return; }
    $("#main").replaceWith(document.adoptNode(fresh));
    ready(fresh);
    fresh.focus();
    focusErrors();
  }

  // ---- Small things ----
  function dropzones(root) {
    for (const zone of $$("[data-dropzone]", root)) {
      const over = (on) => () => zone.classList.toggle("over", on);
      zone.addEventListener("dragenter", over(true));
      zone.addEventListener("dragleave", over(false));
      zone.addEventListener("dragover", (e) => e.preventDefault());
      zone.addEventListener("drop", (e) => {
        e.preventDefault();
        over(false)();
        const input = $("input[type=file]", zone);
        if (e.dataTransfer.files.length) { input.files = e.dataTransfer.files; input.focus(); }
      });
    }
  }
  // "/" leads to the search box, where no one is typing, unless this browser keeps that it is not to.
  function slashLeads() {
    try { return localStorage.getItem("nzgs.slash") !== "off"; } catch { return true; }
  }
  function offerSlash() {
    for (const choice of $$("[data-slash]")) {
      choice.closest("[hidden]")?.removeAttribute("hidden");
      choice.checked = slashLeads();
      choice.addEventListener("change", () => {
        try { localStorage.setItem("nzgs.slash", choice.checked ? "on" : "off"); } catch { choice.checked = true; }
      });
    }
  }
  offerSlash();
  document.addEventListener("keydown", (e) => {
    const box = $("[data-search]");
    if (!slashLeads()) return;
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || !box) return;
    if (e.target.closest?.("input, textarea, select, [contenteditable], [data-results], [data-record-board]")) return;
    e.preventDefault();
    box.focus();
  });
  // Small panels close with Escape and by a click beside them.
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    const open = e.target.closest?.("details[data-popup][open]") || $("details[data-popup][open]");
    if (open) { open.open = false; $("summary", open).focus(); }
  });
  document.addEventListener("click", (e) => {
    for (const d of $$("details[data-popup][open]")) if (!d.contains(e.target)) d.open = false;
  });
  document.addEventListener("submit", retry);
  document.addEventListener("submit", guard);
  document.addEventListener("htmx:afterSwap", (e) => {
    const count = $("[data-announce]", e.detail.elt?.isConnected ? e.detail.elt : document);
    if (count && e.detail.requestConfig?.verb === "get") announce(count.textContent);
  });
  // An answer without the part that was asked for is another page: signed out
  // since, a conflict, a fault. It is shown whole.
  document.addEventListener("htmx:beforeSwap", (e) => {
    const id = e.detail.requestConfig.elt.closest("[hx-select]")?.getAttribute("hx-select")?.slice(1);
    const { xhr } = e.detail;
    if (!id || !e.detail.shouldSwap || xhr.responseText.includes(`id="${id}"`)) return;
    e.detail.shouldSwap = false;
    if (xhr.status < 300) location.assign(xhr.responseURL);
    else showMain(xhr.responseText);
  });
  document.addEventListener("htmx:load", loadParts);

  function ready(root) {
    dropzones(root);
    loadParts();
  }

  window.nzgs = { announce, $, $$, vendor: new URL("vendor/", here) };
  ready(document);
  drafts();
  focusErrors();
  live();
  jobs();
})();
