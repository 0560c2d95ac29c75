// Watch two searches side by side: the order of expansion as a wave of colour on the board.

import { note } from "../address.js";
import { gameNamed, once, post, Problem, Work } from "../api.js";
import { Board, CELL } from "../board.js";
import { badge, figures, fill, h, number, svg } from "../dom.js";
import { levelPicker, levelSettings } from "../forms.js";
import { find, spec } from "../levels.js";
import { solverChoice, solversFromText, solversToText } from "../solvers.js";

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 */
export async function show(place, words, query) {
  const level = await find(words, "maze/loops");
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, "watch", { fits: (each) => each.can_be_watched, query: () => how() });
  /** @type {import("../api.js").Solver[]} */
  const solvers = (await once(`/api/games/${game.name}/solvers`)).filter((/** @type {any} */ solver) => solver.is_search);
  const settings = levelSettings(game, level, query, () => start());
  const wanted = solversFromText(query.get("solvers") ?? "bfs,astar").slice(0, 2);
  const panels = wanted.map((each) => new Wave(solvers, each, () => start()));
  const how = () => ({ solvers: solversToText(panels.map((panel) => panel.choice.wanted())) });

  let at = 0;
  let isPlaying = false;
  let frame = 0;
  let before = 0;
  const slider = h("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Expansions", oninput: () => { pause(); go(Number(slider.value)); } });
  const button = h("button", { type: "button", class: "main", onclick: () => (isPlaying ? pause() : play()) }, "▶ Play");
  const speed = h("input", { type: "range", min: 0, max: 100, value: 45, "aria-label": "Speed" });
  const caption = h("span", { class: "soft small-text" });
  const most = () => Math.max(1, ...panels.map((panel) => panel.cells.length));

  /** @param {number} step */
  function go(step) {
    at = Math.min(Math.max(0, step), most());
    slider.value = String(Math.floor(at));
    caption.textContent = `${number(Math.floor(at))} of ${number(most())} expansions`;
    for (const panel of panels) panel.go(Math.floor(at));
  }

  /** @param {number} now */
  function tick(now) {
    if (!isPlaying) return;
    const perSecond = 3 * 10 ** (Number(speed.value) / 28);
    go(at + Math.min(0.1, (now - before) / 1000) * perSecond);
    before = now;
    if (at >= most()) pause();
    else frame = requestAnimationFrame(tick);
  }

  function play() {
    if (at >= most()) go(0);
    isPlaying = true;
    before = performance.now();
    button.textContent = "❚❚ Pause";
    frame = requestAnimationFrame(tick);
  }

  function pause() {
    isPlaying = false;
    cancelAnimationFrame(frame);
    button.textContent = "▶ Play";
  }

  async function start() {
    pause();
    note("watch", level.key, { ...how(), ...settings.query() });
    const body = spec(level, settings.settings());
    await Promise.all(panels.map((panel) => panel.search(body)));
    slider.max = String(most());
    go(0);
    place.dataset.ready = "yes";
    play();
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Watch a search: ${level.title}`),
      h("p", {}, "Where each search looks first (dark) and last (bright).")), picker),
    h("div", { class: "panel stack" }, h("div", { class: "row middle" }, button, slider, caption),
      h("div", { class: "row middle" }, h("span", { class: "soft small-text" }, "Speed"), speed, legend(), settings.element)),
    h("div", { class: "head" }),
    h("div", { class: "halves" }, panels.map((panel) => panel.element)));
  start();
  return () => {
    pause();
    for (const panel of panels) panel.work?.cancel();
  };
}

// From dark violet over green to yellow, even steps for the eye.
const STOPS = [[84, 24, 122], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/** @param {number} share */
function colour(share) {
  const place = Math.min(0.9999, Math.max(0, share)) * (STOPS.length - 1);
  const index = Math.floor(place);
  const [a, b] = [STOPS[index], STOPS[index + 1]];
  return `rgb(${a.map((value, each) => Math.round(value + (b[each] - value) * (place - index))).join(" ")})`;
}

function legend() {
  const bar = h("div", { class: "legend", role: "img", "aria-label": "Colours from the first expansion to the last" });
  bar.style.background = `linear-gradient(to right, ${STOPS.map((stop) => `rgb(${stop.join(" ")})`).join(", ")})`;
  return h("div", { class: "scale" }, h("span", {}, "first"), bar, h("span", {}, "last"));
}

/** One search. */
class Wave {
  /**
   * @param {import("../api.js").Solver[]} solvers
   * @param {import("../solvers.js").Wanted} wanted
   * @param {() => void} onChange
   */
  constructor(solvers, wanted, onChange) {
    this.choice = solverChoice(solvers, wanted, { onChange, hasAuto: false });
    this.board = new Board({ label: "Search" });
    this.facts = h("div");
    this.message = h("div", { class: "message", hidden: true, role: "status" });
    this.element = h("div", { class: "panel stack" }, this.choice.element, this.board.element, this.message, this.facts);
    /** @type {[number, number][][]} */
    this.cells = [];
    /** @type {[number, number][]} */
    this.path = [];
    this.shown = 0;
    /** @type {Map<string, SVGElement>} */
    this.squares = new Map();
    /** @type {Work | null} */
    this.work = null;
    this.wave = svg("g", {});
  }

  /**
   * @param {any} body
   */
  async search(body) {
    this.work?.cancel();
    this.cells = [];
    this.path = [];
    this.message.hidden = true;
    const picture = await post("/api/play", { ...body, moves: [] });
    this.board.show(picture.svg, picture.columns, picture.caption);
    this.wave = svg("g", { opacity: 0.82 });
    this.board.svg?.insertBefore(this.wave, this.board.marks);
    this.squares.clear();
    this.shown = 0;
    fill(this.facts);
    this.work = new Work({ kind: "watch", ...body, solver: this.choice.name(), solver_options: this.choice.values(), limits: { seconds: 10 } });
    let job;
    try {
      job = await this.work.done;
    } catch (error) {
      return this.say(error instanceof Problem ? error.message : String(error));
    }
    const result = job.result;
    if (!result) return this.say(job.message ?? "no answer");
    this.cells = result.cells;
    this.path = result.path ?? [];
    fill(this.facts, figures({ result: badge(result.status), cost: result.cost, expanded: number(result.stats.expanded), generated: number(result.stats.generated), stored: number(result.stats.stored) }));
    if (result.is_cut) this.say(`The first ${number(result.cells.length)} expansions are shown.`);
    else if (!result.cells.length) this.say(result.message ?? "nothing was expanded");
  }

  /** @param {string} text */
  say(text) {
    this.message.hidden = false;
    this.message.textContent = text;
  }

  /** @param {number} step */
  go(step) {
    const end = Math.min(step, this.cells.length);
    if (end < this.shown) {
      this.wave.replaceChildren();
      this.squares.clear();
      this.shown = 0;
    }
    for (; this.shown < end; this.shown++) {
      const paint = colour(this.shown / this.cells.length);
      for (const [row, column] of this.cells[this.shown]) {
        const key = `${row},${column}`;
        let square = this.squares.get(key);
        if (!square) {
          square = svg("rect", { x: column * CELL + 4, y: row * CELL + 4, width: CELL - 8, height: CELL - 8, rx: 5 });
          this.squares.set(key, square);
          this.wave.append(square);
        }
        square.setAttribute("fill", paint);
      }
    }
    this.board.clear();
    if (end === this.cells.length && end > 0 && this.path.length > 1) {
      const points = this.path.map(([row, column]) => `${column * CELL},${row * CELL}`).join(" ");
      this.board.marks.append(svg("polyline", { class: "mark-path", points }));
    }
  }
}
