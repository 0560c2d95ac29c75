// Watch searches side by side: the order of expansion as a wave of colour on the board or, where a cell says little
// of a state, on the tree of states. What is found is shown while the search runs.

import { note } from "../address.js";
import { gameNamed, isOver, once, post, Work } from "../api.js";
import { Board } from "../board.js";
import { badge, figures, fill, h, number, onLeave, svg } from "../dom.js";
import { levelPicker, levelSettings } from "../forms.js";
import { find, spec } from "../levels.js";
import { CELL, STILL } from "../motion.js";
import { Tree } from "../tree.js";
import { solverChoice, solversFromText, solversToText } from "../solvers.js";

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const level = await find(words, "maze/loops");
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, "watch", { query: () => how() });
  /** @type {import("../api.js").Solver[]} */
  const solvers = (await once(`/api/games/${game.name}/solvers`)).filter((/** @type {any} */ solver) => solver.is_search || solver.family === "walk");
  const settings = levelSettings(game, level, query, () => start());
  const wanted = solversFromText(query.get("solvers") ?? "bfs,astar").slice(0, 2);
  const panels = wanted.map((each) => new Wave(solvers, each, () => start(), () => grow()));
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
    if (at >= most() && !panels.some((panel) => panel.isBusy)) pause();
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

  /** More has been found: the slider has room for it. */
  function grow() {
    const wasEmpty = slider.max === "0";
    slider.max = String(most());
    place.dataset.ready = "yes";
    // Where motion is unwelcome, the end is shown; who wants to see the way there presses Play.
    if (STILL.matches && !isPlaying) go(most());
    else if (wasEmpty) play();
    else if (!isPlaying) go(at);
  }

  async function start() {
    pause();
    at = 0;
    slider.max = "0";
    note("watch", level.key, { ...how(), ...settings.query() });
    const body = spec(level, settings.settings());
    await Promise.all(panels.map((panel) => panel.search(body, settings.isAsItCame() ? level.first : undefined)));
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Watch a search: ${level.title}`),
      h("p", {}, "Where each looks first, and where last. States of a tree can be clicked.")), picker),
    h("div", { class: "panel stack" }, h("div", { class: "row middle" }, button, slider, caption),
      h("div", { class: "row middle" }, h("span", { class: "soft small-text" }, "Speed"), speed, legend(), settings.element)),
    h("div", { class: "head" }),
    h("div", { class: "halves" }, panels.map((panel) => panel.element)));
  start();
  onLeave(visit, () => {
    pause();
    for (const panel of panels) panel.work?.cancel();
  });
}

// From violet over green to yellow, even steps for the eye, and none that is lost on a dark floor.
const STOPS = [[112, 48, 160], [72, 102, 180], [36, 152, 150], [94, 201, 98], [253, 231, 37]];

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
   * @param {() => void} onMore
   */
  constructor(solvers, wanted, onChange, onMore) {
    this.choice = solverChoice(solvers, wanted, { onChange, hasAuto: false });
    this.onMore = onMore;
    this.board = new Board({ label: "Search" });
    this.tree = new Tree((moves) => this.showState(moves));
    this.facts = h("div");
    this.message = h("div", { class: "message", hidden: true, role: "status" });
    this.stop = h("button", { type: "button", class: "small", hidden: true, onclick: () => this.work?.cancel() }, "Stop");
    /** @type {"" | "board" | "tree"} */
    this.view = "";
    this.views = h("div", { class: "row", role: "group", "aria-label": "Shown as" }, /** @type {const} */ (["board", "tree"]).map((view) =>
      h("button", { type: "button", class: "small", "data-view": view, onclick: () => { this.view = view; this.dress(); this.go(this.step); } }, view === "board" ? "On the board" : "As a tree")));
    this.element = h("div", { class: "panel stack watched" }, this.choice.element, h("div", { class: "row" }, this.views, this.stop), this.tree.svg, this.board.element, this.message, this.facts);
    /** @type {[number, number][][]} */
    this.cells = [];
    /** @type {[number, number][]} */
    this.path = [];
    this.shown = 0;
    this.step = 0;
    this.isBusy = false;
    /** @type {Map<string, SVGElement>} */
    this.squares = new Map();
    /** @type {Work | null} */
    this.work = null;
    this.wave = svg("g", {});
    /** @type {any} */
    this.body = null;
    this.asked = 0;
  }

  /**
   * @param {any} body
   * @param {import("../session.js").State} [first] how the level begins, if that is known
   */
  async search(body, first) {
    this.work?.cancel();
    this.body = body;
    this.first = first;
    this.cells = [];
    this.path = [];
    this.view = "";
    this.isBusy = true;
    this.tree.show({ order: [], parents: [], moves: [] });
    this.say("Searching …");
    this.stop.hidden = false;
    fill(this.facts);
    const mine = ++this.asked;
    await this.showState([]);
    this.work = new Work({ kind: "watch", ...body, solver: this.choice.name(), solver_options: this.choice.values(), limits: { seconds: 10 } }, (job) => {
      if (mine !== this.asked) return;
      const found = job.result ?? job.progress?.found;
      if (found?.cells?.length > this.cells.length) this.take(found);
      if (!isOver(job)) this.say(job.status === "queued" ? "Waits for its turn …" : `Searching: ${number(job.progress?.expanded ?? 0)} expansions so far …`);
    });
    const job = await this.work.done;
    if (mine !== this.asked) return;
    this.isBusy = false;
    this.stop.hidden = true;
    const result = job.result;
    if (!result) {
      this.say(job.status === "cancelled" ? `Stopped: the first ${number(this.cells.length)} expansions are shown.` : job.message ?? "no answer");
      return this.onMore();
    }
    this.path = result.path ?? [];
    this.take(result);
    fill(this.facts, figures({ result: badge(result.status), cost: result.cost, expanded: number(result.stats.expanded), generated: number(result.stats.generated), stored: number(result.stats.stored) }));
    const isUnfinished = !["optimal", "solved", "unsolvable", "incomplete"].includes(result.status);
    if (isUnfinished) this.say(`Not finished in time: ${result.cells.length ? `the first ${number(result.cells.length)} expansions are shown.` : "nothing was expanded."}`);
    else if (result.is_cut) this.say(`The first ${number(result.cells.length)} expansions are shown.`);
    else if (!result.cells.length || result.message) this.say(result.message ?? "nothing was expanded");
    else this.message.hidden = true;
  }

  /** @param {any} found */
  take(found) {
    this.cells = found.cells;
    this.tree.show(found.tree);
    // A cell says little of a state where many states share it.
    const places = new Set(found.cells.slice(0, found.tree.order.length).map(String));
    if (!this.view) this.view = places.size < 0.6 * found.tree.parents.length ? "tree" : "board";
    this.paint(0);
    this.dress();
    this.onMore();
    this.go(this.step);
  }

  dress() {
    const isTree = this.view === "tree";
    this.views.hidden = !this.cells.some((cells) => cells.length);
    for (const button of this.views.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.view === this.view));
    this.tree.svg.style.display = isTree ? "" : "none";
    this.element.classList.toggle("as-tree", isTree);
    if (isTree) this.paint(0);
    else if (this.body) this.showState([]);
  }

  /** @param {string[]} moves */
  async showState(moves) {
    const picture = !moves.length && this.first ? this.first : await post("/api/play", { ...this.body, moves });
    this.board.show(picture.svg, picture.columns, picture.caption);
    this.wave.remove();
    this.wave = svg("g", { opacity: 0.82 });
    this.board.svg?.insertBefore(this.wave, this.board.marks);
    this.squares.clear();
    this.shown = 0;
    if (this.view !== "tree") this.go(this.step);
  }

  /** @param {string} text */
  say(text) {
    this.message.hidden = false;
    this.message.textContent = text;
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    if (this.view === "tree") this.tree.go(step, colour);
    else this.paint(step);
  }

  /** @param {number} step */
  paint(step) {
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
