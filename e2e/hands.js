// What a person's eyes and hands need of a page: finds things by what they are
// called, tells where they are, and whether they can be seen. It is evaluated
// with (what, name, within) by hands_test.go, and leaves nothing behind.
(what, name, within) => {
  const plain = (s) => (s ?? "").replace(/\s+/g, " ").trim().toLowerCase();
  const seen = (el) => el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && el.getClientRects().length > 0;
  const called = (el) => {
    const by = el.getAttribute("aria-labelledby");
    if (by) return by.split(" ").map((id) => document.getElementById(id)?.textContent).join(" ");
    return el.getAttribute("aria-label") || el.textContent;
  };
  // The place named by within is the smallest part of the page with that text
  // around the thing looked for.
  const places = "tr, li, section, form, fieldset, details, article, search, nav, header, .panel-box, .field, dl > div, main";
  const place = (el) => {
    const text = plain(within);
    for (let p = el.closest(places); p; p = p.parentElement?.closest(places)) {
      if (plain(p.textContent).includes(text)) return plain(p.textContent).length;
    }
    return Infinity;
  };
  const candidates = {
    link: () => [...document.querySelectorAll("a[href]")],
    button: () => [...document.querySelectorAll("button, a.button, input[type=submit]")],
    fold: () => [...document.querySelectorAll("summary")],
    entry: () => [...document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio], [type=submit]), textarea")],
    tick: () => [...document.querySelectorAll("input[type=checkbox], input[type=radio]")],
    list: () => [...document.querySelectorAll("select, fieldset")],
    field: () => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")],
  };
  const nameOf = (el) => {
    if (el.matches("fieldset")) return el.querySelector("legend")?.textContent;
    if (el.labels?.length) return [...el.labels].map((l) => {
      const hint = l.querySelector("small");
      return hint ? l.textContent.replace(hint.textContent, "") : l.textContent;
    }).join(" ");
    return called(el);
  };
  const find = (kind) => {
    const wanted = plain(name);
    const all = candidates[kind]().filter(seen);
    const named = all.map((el) => [el, plain(nameOf(el))]);
    let hits = named.filter(([, n]) => n === wanted);
    if (!hits.length) hits = named.filter(([, n]) => n.startsWith(wanted));
    if (!hits.length) hits = named.filter(([, n]) => n.includes(wanted));
    hits = hits.map(([el]) => el);
    // The page itself goes before the head and foot around it.
    if (!within && hits.some((el) => el.closest("main"))) hits = hits.filter((el) => el.closest("main"));
    if (within) {
      const near = hits.map((el) => [el, place(el)]);
      const least = Math.min(...near.map(([, n]) => n));
      hits = near.filter(([, n]) => n === least && n < Infinity).map(([el]) => el);
    }
    const where = within ? ` at “${within}”` : "";
    if (!hits.length) {
      const others = [...new Set(named.map(([, n]) => n).filter((n) => n && n.length < 60))].slice(0, 60).join(" | ");
      throw new Error(`no ${kind} “${name}”${where}; there are: ${others}`);
    }
    const same = new Set(hits.map((el) => (kind === "link" ? (el.href.baseVal ?? el.href) : el)));
    if (same.size > 1) throw new Error(`${same.size} times ${kind} “${name}”${where}: say which`);
    return hits[0];
  };
  const spot = (el) => {
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const r = [...el.getClientRects()].find((r) => r.width > 1 && r.height > 1) ?? el.getBoundingClientRect();
    const x = r.left + r.width / 2, y = r.top + r.height / 2;
    const top = document.elementFromPoint(x, y);
    const free = top && (el.contains(top) || top.contains(el) || [...(el.labels ?? [])].some((l) => l.contains(top)));
    if (!free) throw new Error(`“${name}” is covered by ${top?.outerHTML.slice(0, 120)}`);
    // What scripts answer in place is told from what leads to a page.
    const inPlace = Boolean(el.closest("a[hx-get], form[hx-get], form[hx-post], form[data-retry]")) && el.localName !== "select" && Boolean(window.htmx);
    return { x, y, id: el.id, href: el.href?.baseVal ?? el.href ?? "", tag: el.localName, type: el.type ?? "", inPlace };
  };
  const pick = (select) => {
    const wanted = plain(name);
    const options = [...select.options];
    const option = options.find((o) => plain(o.label) === wanted) ?? options.find((o) => plain(o.label).startsWith(wanted))
      ?? options.find((o) => plain(o.label).includes(wanted));
    if (!option) throw new Error(`no choice “${name}”; there are: ${options.map((o) => o.label).join(" | ")}`);
    select.value = option.value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  switch (what) {
    case "text": return plain(document.body?.innerText);
    case "beside": { // what stands around a text, the closest first
      const close = "tr, li, fieldset, details, article, .panel-box, .field, dl > div, form";
      const around = [...document.querySelectorAll(close)].filter((el) => seen(el) && plain(el.innerText).includes(plain(name)));
      if (!around.length) throw new Error(`“${name}” is not to be seen`);
      return around.map((el) => plain(el.innerText)).sort((a, b) => a.length - b.length);
    }
    case "spot link": return spot(find("link"));
    case "spot button": return spot(find("button"));
    case "spot fold": return spot(find("fold"));
    case "spot entry": return spot(find("entry"));
    case "spot tick": return spot(find("tick"));
    case "spot list": return spot(find("list"));
    case "is open": return find("fold").parentElement.open;
    case "clear": { const el = document.activeElement; el.select?.(); return el.id; }
    case "date": { // a date picker is each browser's own: only its value counts
      const el = document.activeElement;
      el.value = name;
      el.dispatchEvent(new Event("input", { bubbles: true }));
      el.dispatchEvent(new Event("change", { bubbles: true }));
      return el.value === name;
    }
    case "pick": { pick(document.getElementById(within)); return true; }
    case "problem": { // what is said beside a field that was refused
      const el = within === "list" ? find("list") : find("entry");
      if (el.getAttribute("aria-invalid") !== "true" && el.localName !== "fieldset") return "";
      return (el.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id.endsWith("-error"))
        .map((id) => plain(document.getElementById(id)?.innerText)).join(" ");
    }
    case "focus": return document.activeElement === document.body ? "" : plain(nameOf(document.activeElement));
    case "value": { const el = find("field"); return el.type === "checkbox" ? String(el.checked) : el.localName === "select" ? el.selectedOptions[0]?.label ?? "" : el.value; }
    case "mark": // to see that an answer has come: a new page, or a new part of this one
      window.e2e = { main: document.getElementById("main"), settled: false };
      document.addEventListener("htmx:afterSettle", () => { if (window.e2e) window.e2e.settled = true; }, { once: true });
      return true;
    case "answered":
      if (document.readyState !== "complete") return false;
      if (!window.e2e) return true;
      return within === "in place" && (window.e2e.settled || window.e2e.main !== document.getElementById("main"));
    case "wide": { // how far the page reaches beyond its window, and what does
      const wide = document.documentElement.scrollWidth;
      if (wide <= Math.min(window.innerWidth, window.screen.width)) return "";
      const edge = document.documentElement.clientWidth;
      const over = [...document.body.querySelectorAll("*")].filter((el) => el.getBoundingClientRect().right > edge + 0.5 && !el.closest(".scroll"));
      return `the page is ${wide} px wide in a window of ${window.innerWidth}: ` + over.slice(0, 4).map((el) => el.outerHTML.slice(0, 100)).join(" … ");
    }
    case "hyphens": { // that stand for a minus, in what is read or typed
      const fields = [...document.querySelectorAll("main input:not([type=hidden], [type=date])")].map((el) => el.value);
      return [document.querySelector("main")?.innerText ?? "", ...fields].join("\n").match(/(^|[\s(“:→×])-\d\S*/gm)?.map(plain).join(", ") ?? "";
    }
    case "cut": { // choices of which less can be read than stands there; who a row of a list may be stands with the reasons
      const pen = document.createElement("canvas").getContext("2d");
      const out = [...document.querySelectorAll("main select:not(.pick > *)")].filter((el) => {
        const style = getComputedStyle(el);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const room = el.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return seen(el) && pen.measureText(el.selectedOptions[0]?.label ?? "").width > room + 1;
      });
      return [...new Set(out.map((el) => `“${el.selectedOptions[0].label}” is cut in ${el.clientWidth} px`))].join("; ");
    }
    case "crowded": { // names of columns, beside their cells, that run into the cell below
      const out = [...document.querySelectorAll(".stack td[data-label]")].filter((td) => {
        const name = getComputedStyle(td, "::before");
        return seen(td) && name.content !== "none" && parseFloat(getComputedStyle(td).paddingTop) + parseFloat(name.height) > td.clientHeight + 1;
      });
      return [...new Set(out.map((td) => `the name “${td.dataset.label}” runs out of its cell`))].join("; ");
    }
  }
  throw new Error(`hands.js does not know ${what}`);
}
