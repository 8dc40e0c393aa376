// What accessible (axe_test.go) needs beside axe, in the page that it looks at.
var e2eAxe = (() => {
  const visible = (el) => el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const elements = () => [...document.body.querySelectorAll("*")];

  // Rules whose checks read elements, attributes and ids, and neither style, size
  // nor text; the rest of axe's may find something else at another width.
  const markup = ["aria-allowed-attr", "aria-conditional-attr", "aria-deprecated-role", "aria-required-attr", "aria-roles",
    "aria-valid-attr", "autocomplete-valid", "avoid-inline-spacing", "definition-list", "dlitem", "document-title",
    "duplicate-id-aria", "frame-title", "frame-title-unique", "html-has-lang", "html-lang-valid", "html-xml-lang-mismatch",
    "list", "listitem", "meta-refresh", "meta-viewport", "server-side-image-map", "td-headers-attr", "valid-lang"];
  const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

  // newlyShown is what is visible and was not when it was last asked.
  let shown = new Set();
  const newlyShown = () => {
    const now = elements().filter(visible);
    const fresh = now.filter((el) => !shown.has(el));
    shown = new Set(now);
    return fresh;
  };

  const brief = (violations) => violations.map((v) => ({
    rule: v.id, help: v.help,
    nodes: v.nodes.map((n) => ({ html: n.html, where: n.target.join(" "), why: n.failureSummary })),
  }));

  const run = async (where, runOnly, without = []) => {
    const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
    return brief((await axe.run(where, { runOnly, rules, resultTypes: ["violations"] })).violations);
  };

  // shape tells how a row or an item is built: its tags, attributes and classes,
  // and which of its texts and values are empty.
  const telling = new Set(["class", "type", "role", "scope", "tabindex", "autocomplete", "aria-hidden", "aria-expanded", "aria-current"]);
  const shape = (el) => el.outerHTML
    .replace(/\s([a-z-]+)="([^"]+)"/g, (all, name) => (telling.has(name) ? all : ` ${name}="…"`))
    .replace(/>\s+</g, "><").replace(/>[^<]+</g, ">…<");

  // thin leaves three of the rows and items that are built alike and follow in one
  // table or list: axe says of the fourth what it said of the first.
  const thin = () => {
    for (const list of document.querySelectorAll("main tbody, main ul, main ol")) {
      const count = new Map();
      for (const el of [...list.children]) {
        const like = shape(el);
        count.set(like, (count.get(like) ?? 0) + 1);
        if (count.get(like) > 3) el.remove();
      }
    }
  };

  // check runs the rules for a look, but for contrast. The phone comes first and has every rule. On a
  // wide screen, what reads sizes, styles, texts or what is visible may come out in
  // another way; what reads only markup says again what it said, but of what the
  // phone hid, which axe passed over. In dark only colours are others, and measure
  // asks of those.
  const check = async (look) => {
    const fresh = newlyShown();
    if (look === "first") return run(document, { type: "tag", values: wcag }, ["color-contrast"]);
    const found = await run(document, { type: "tag", values: wcag }, ["color-contrast", ...markup]);
    if (fresh.length) found.push(...await run({ include: fresh }, { type: "rule", values: markup }));
    return found;
  };

  // paint tells how a text is painted: itself, and all that lies under it or
  // changes it. What is taken out of the flow may lie upon anything, so that it
  // counts with its classes.
  const paint = () => {
    const grounds = new Map();
    const ground = (el) => {
      if (!el) return "";
      if (grounds.has(el)) return grounds.get(el);
      const s = getComputedStyle(el);
      let own = "";
      if (s.backgroundColor !== "rgba(0, 0, 0, 0)" || s.backgroundImage !== "none") own += `${s.backgroundColor} ${s.backgroundImage};`;
      if (s.opacity !== "1" || s.filter !== "none" || s.mixBlendMode !== "normal") own += `${s.opacity} ${s.filter} ${s.mixBlendMode};`;
      if (!["static", "relative"].includes(s.position)) own += `${s.position} ${el.localName}.${el.className};`;
      const all = ground(el.parentElement) + own;
      grounds.set(el, all);
      return all;
    };
    return (el) => {
      const s = getComputedStyle(el);
      return `${s.color} ${s.fontSize} ${s.fontWeight} ${s.textShadow} ${s.webkitTextStroke} on ${ground(el)}`;
    };
  };

  const inBlock = (painted) => (el) => `${painted(el)} ${getComputedStyle(el).textDecorationLine} ${getComputedStyle(el).borderBottom} in ${painted(el.parentElement)}`;

  // judge runs a rule of colours over what is not painted as something that was
  // found good, and tells what is painted in a good way now: what axe could not
  // judge is no more than not known, and is tried again on the next page.
  const judge = async (rule, all, key, known) => {
    const include = all.filter((el) => visible(el) && !known.has(key(el)));
    if (!include.length) return { violations: [], good: [] };
    const found = await axe.run({ include }, { runOnly: { type: "rule", values: [rule] }, resultTypes: ["violations", "passes"], elementRef: true });
    const passed = found.passes.flatMap((r) => r.nodes).map((n) => key(n.element));
    return { violations: brief(found.violations), good: [...new Set(passed)] };
  };

  // measure judges the contrast of texts and, in dark, links by their colour: for
  // the other looks check has done that.
  const measure = async (look, good) => {
    const known = new Set(good);
    const painted = paint();
    const hasText = (el) => el.matches("input, select, textarea") || [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    const texts = await judge("color-contrast", elements().filter(hasText), painted, known);
    if (look !== "dark") return texts;
    const links = await judge("link-in-text-block", [...document.querySelectorAll("a[href], [role=link]")], inBlock(painted), known);
    return { violations: [...texts.violations, ...links.violations], good: [...texts.good, ...links.good] };
  };
  return { thin, check, measure };
})();
