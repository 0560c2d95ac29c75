// A race of solvers as a plot: how many positions each has looked at, and the bound that it has proven, over time.

import { isOver } from "./api.js";
import { fill, h, svg } from "./dom.js";

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 22;
// Told apart by the eye without colours too: by the pattern of the line.
const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3"];

/** @typedef {{name: string, points: {seconds: number, expanded: number, bound: number | null}[], end: string}} Line */

export class Race {
  constructor() {
    this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": "Positions looked at, over time" });
    this.names = h("ul", { class: "plot-names" });
    this.element = h("figure", { class: "panel race", hidden: true }, h("figcaption", { class: "small-text soft" }, "Positions looked at (logarithmic), over seconds"), this.picture, this.names);
    /** @type {Line[]} */
    this.lines = [];
  }

  begin() {
    this.lines = [];
    this.draw();
  }

  /** @param {string} name */
  add(name) {
    /** @type {Line} */
    const line = { name, points: [], end: "" };
    this.lines.push(line);
    return line;
  }

  /**
   * @param {Line} line
   * @param {import("./api.js").Job} job
   */
  tell(line, job) {
    const now = job.result?.stats ?? job.progress;
    const seconds = job.result ? job.result.stats.seconds : job.progress?.seconds;
    if (now && typeof seconds === "number" && typeof now.expanded === "number") {
      line.points.push({ seconds, expanded: now.expanded, bound: job.result?.lower_bound ?? now.lower_bound ?? null });
      if (line.points.length > 400) line.points = line.points.filter((_, index) => index % 2 === 0 || index === line.points.length - 1);
    }
    if (isOver(job)) line.end = job.result?.status ?? job.status;
    this.draw();
  }

  draw() {
    const points = this.lines.flatMap((line) => line.points);
    this.element.hidden = !points.some((point) => point.expanded > 0);
    if (this.element.hidden) return;
    const most = Math.max(0.1, ...points.map((point) => point.seconds));
    const top = Math.max(1, Math.ceil(Math.log10(1 + Math.max(...points.map((point) => point.expanded)))));
    /** @param {number} seconds */
    const x = (seconds) => LEFT + (WIDTH - LEFT - 8) * seconds / most;
    /** @param {number} expanded */
    const y = (expanded) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 8) * Math.log10(1 + expanded) / top;
    this.picture.replaceChildren();
    for (let power = 0; power <= top; power++) {
      const height = y(10 ** power - 1);
      this.picture.append(svg("line", { class: "plot-grid", x1: LEFT, x2: WIDTH - 8, y1: height, y2: height }),
        svg("text", { class: "plot-text", x: LEFT - 5, y: height + 4, "text-anchor": "end" }, power > 5 ? `${10 ** (power - 6)}M` : power > 2 ? `${10 ** (power - 3)}k` : String(10 ** power)));
    }
    for (const share of [0, 0.5, 1]) this.picture.append(svg("text", { class: "plot-text", x: x(most * share), y: HEIGHT - 6, "text-anchor": share === 1 ? "end" : share ? "middle" : "start" }, (most * share).toFixed(most < 10 ? 1 : 0)));
    this.lines.forEach((line, index) => {
      if (!line.points.length) return;
      const way = [{ seconds: 0, expanded: 0, bound: null }, ...line.points].map((point) => `${x(point.seconds).toFixed(1)},${y(point.expanded).toFixed(1)}`).join(" ");
      this.picture.append(svg("polyline", { class: `plot-line plot-${index % 5}`, points: way, "stroke-dasharray": DASHES[index % 5] }));
      const last = line.points[line.points.length - 1];
      if (line.end) this.picture.append(svg("circle", { class: `plot-end plot-${index % 5}`, cx: x(last.seconds), cy: y(last.expanded), r: 4 }));
    });
    fill(this.names, this.lines.map((line, index) => {
      const last = line.points[line.points.length - 1];
      const before = line.points[line.points.length - 2];
      const speed = !line.end && last && before && last.seconds > before.seconds ? (last.expanded - before.expanded) / (last.seconds - before.seconds) : last && last.seconds ? last.expanded / last.seconds : 0;
      const key = svg("svg", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" });
      key.append(svg("line", { class: `plot-line plot-${index % 5}`, x1: 0, x2: 28, y1: 4, y2: 4, "stroke-dasharray": DASHES[index % 5] }));
      return h("li", {}, key, h("strong", {}, line.name), ` ${Math.round(speed).toLocaleString("en")} a second${last?.bound !== null && last?.bound !== undefined ? `, at least ${last.bound}` : ""}${line.end ? `: ${line.end}` : ""}`);
    }));
  }
}
