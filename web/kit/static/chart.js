// Draws the graphs from the tables below them. Lines differ by dashes as well
// as by colour; everything the graph shows can be read in the table.
"use strict";
(() => {
  const { $, $$, vendor } = window.nzgs;
  const dashes = [[], [8, 5], [2, 4], [12, 4, 2, 4]];
  const day = 86400;
  const number = (text) => {
    const n = Number(text.replace(/[\s,$]/g, "").replace("−", "-"));
    return text.trim() === "" || Number.isNaN(n) ? null : n;
  };
  const isDate = (x) => /^\d{4}-\d\d-\d\d$/.test(x);

  // Years, months or days, as the room allows, written as New Zealand does.
  const part = (options) => { const f = new Intl.DateTimeFormat("en-NZ", { ...options, timeZone: "UTC" }); return (ts) => f.format(ts * 1000); };
  const year = part({ year: "numeric" }), month = part({ month: "short" }), dayMonth = part({ day: "numeric", month: "short" });
  function dates(_, splits, __, ___, step) {
    if (step >= 360 * day) return splits.map(year);
    const label = step >= 28 * day ? month : dayMonth;
    return splits.map((ts, i) => (i === 0 || year(ts) !== year(splits[i - 1]) ? `${label(ts)}\n${year(ts)}` : label(ts)));
  }

  function figures(table) {
    const rows = $$("tbody tr", table);
    const xs = rows.map((tr) => tr.querySelector("[data-x]").dataset.x);
    const time = xs.length > 0 && xs.every(isDate);
    const names = $$("thead th", table).slice(1).map((th) => th.textContent.trim());
    const data = [xs.map((x) => (time ? Date.parse(x + "T00:00:00Z") / 1000 : Number(x)))];
    names.forEach((_, i) => data.push(rows.map((tr) => number($$("td", tr)[i]?.textContent ?? ""))));
    return { names, data, time, labels: rows.map((tr) => tr.querySelector("[data-x]").textContent.trim()) };
  }

  function draw(box) {
    const table = $(box.dataset.chart);
    if (!table || !window.uPlot) return;
    const css = getComputedStyle(document.documentElement);
    const token = (name) => css.getPropertyValue(name).trim();
    const colours = [token("--accent"), token("--ink"), token("--warn"), token("--info")];
    const { names, data, time, labels } = figures(table);
    const bars = box.dataset.kind === "bars";
    const axis = { stroke: token("--muted"), grid: { stroke: token("--line"), width: 1 }, ticks: { show: false }, font: "13px system-ui, sans-serif" };
    const path = { bars: () => window.uPlot.paths.bars({ size: [0.6, 48] }), step: () => window.uPlot.paths.stepped({ align: 1 }) }[box.dataset.kind];
    const series = names.map((label, i) => ({
      label,
      stroke: colours[i % colours.length],
      fill: bars ? colours[i % colours.length] : undefined,
      width: 2,
      dash: bars ? undefined : dashes[i % dashes.length],
      paths: path?.(),
      points: { show: !bars && data[0].length < 60, size: 6, fill: i % 2 ? token("--surface") : colours[i % colours.length] },
      value: (_, v) => (v === null || v === undefined ? "–" : v.toLocaleString("en-NZ", { maximumFractionDigits: 1 })),
    }));
    const pad = time ? 20 * day : 0.6;
    // A small change must not look like a large one.
    const span = (_, min, max) => {
      if (bars) return [Math.min(0, min), max * 1.1 || 1];
      const room = Math.max((max - min) * 0.08, (1 - (max - min)) / 2);
      return [min - room, max + room];
    };
    const options = {
      width: Math.max(240, box.clientWidth),
      height: Math.round(Math.min(320, Math.max(230, box.clientWidth * 0.42))),
      padding: [10, 12, 0, 0],
      legend: { markers: { dash: (_, i) => (bars || (i - 1) % dashes.length === 0 ? "solid" : "dashed") } },
      tzDate: time ? (ts) => window.uPlot.tzDate(new Date(ts * 1000), "Etc/UTC") : undefined,
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time, range: (_, a, b) => [a - pad, b + pad] }, y: { range: span } },
      axes: [
        { ...axis, ...(!time && { size: 34 }), ...(bars && { grid: { show: false } }), values: time ? dates : (_, splits) => splits.map((v) => (Number.isInteger(v) ? String(v) : "")) },
        { ...axis, size: 52 },
      ],
      series: [{ label: $("thead th", table).textContent, value: (_, __, ___, i) => (i === null || i === undefined ? "–" : labels[i]) }, ...series],
    };
    box.replaceChildren();
    new window.uPlot(options, data, box);
  }
  const boxes = () => $$("[data-chart]");
  // A graph is drawn when it comes near what is seen, and before the page is printed: until then the reader has the page sooner.
  const near = new IntersectionObserver((seen) => seen.filter((e) => e.isIntersecting).forEach(({ target }) => {
    near.unobserve(target);
    draw(target);
  }), { rootMargin: "50% 0px" });
  const undrawn = (box) => !box.firstElementChild;
  const drawSeen = () => boxes().forEach((box) => (undrawn(box) ? near.observe(box) : draw(box)));

  function fetchThen(then) {
    if (window.uPlot) { then(); return; }
    const css = document.createElement("link");
    css.rel = "stylesheet";
    css.href = new URL("uplot-1.6.32.min.css", vendor).href;
    const script = document.createElement("script");
    script.src = new URL("uplot-1.6.32.min.js", vendor).href;
    script.addEventListener("load", then);
    document.head.append(css, script);
  }
  let timer = 0;
  const soon = () => { clearTimeout(timer); timer = setTimeout(drawSeen, 150); };
  window.addEventListener("resize", soon);
  window.addEventListener("beforeprint", () => boxes().filter(undrawn).forEach(draw));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  document.addEventListener("htmx:afterSettle", soon);
  document.addEventListener("live:fresh", soon);
  fetchThen(drawSeen);
})();
