// Draw a level: brushes as pictures, strokes that are undone as a whole, and the verdict as one draws.

import { address, note } from "../address.js";
import { gameNamed, isOver, post, Problem, Work } from "../api.js";
import { Board } from "../board.js";
import { ARROWS, badge, counted, download, duration, figures, fill, h, inform, number, onKeys, onLeave, picture, settled, toast } from "../dom.js";
import { Editor } from "../editor.js";
import { levelPicker, levelSettings, shareButton } from "../forms.js";
import { choose, find, isOwn, keep, own } from "../levels.js";
import { CELL } from "../motion.js";

/** @typedef {{kind: string, where: string, only: [number, number] | null}} Brush */
/** @typedef {[number, number]} Cell */

const TOOLS = /** @type {const} */ ({ pencil: "✎ Draw", box: "▭ Rectangle", fill: "◨ Fill" });
const MOST = 256; // cells of a stroke
// What a floor is made of comes first.
const PLAIN = ["floor", "wall", "hole", "blank", "empty", "fragile", "food", "start", "player", "target"];

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, "edit", { fits: (each) => each.can_be_edited });
  let text = level.level;
  /** @type {string[]} */
  let past = [];
  /** @type {string[]} */
  let future = [];
  /** @type {Map<string, Brush>} */
  const brushes = new Map();
  /** @type {Map<string, string>} */
  const pictures = new Map();
  let brush = "";
  /** @type {keyof typeof TOOLS} */
  let tool = "pencil";
  /** @type {Promise<void>} */
  let busy = Promise.resolve();
  /** @type {Work | null} */
  let work = null;
  let asked = 0;
  /** @type {any} */
  let best = null;
  /** @type {any} */
  let before = null;

  const board = new Board({ label: "Level", onStroke: (cells, isDone) => stroke(cells, isDone) });
  const palette = h("div", { class: "brushes", role: "group", "aria-label": "What to put" });
  const tools = h("div", { class: "row", role: "group", "aria-label": "How to put it" }, Object.entries(TOOLS).map(([name, words]) =>
    h("button", { type: "button", class: "small", "data-tool": name, "aria-pressed": String(name === tool), onclick: () => takeUp(/** @type {"pencil"} */ (name)) }, words)));
  const actions = h("details", { class: "more" });
  const verdict = h("div", { class: "stack", id: "verdict", role: "status", "aria-live": "polite" });
  const message = h("div", { class: "message", role: "status" });
  const title = h("input", { value: isOwn(level.key) ? level.title : `${level.title}, changed`, "aria-label": "Title" });
  const undo = h("button", { type: "button", class: "small", onclick: () => back(past, future) }, "↶ Undo ", h("kbd", {}, "U"));
  const redo = h("button", { type: "button", class: "small", onclick: () => back(future, past) }, "↷ Redo ", h("kbd", {}, "R"));
  const settings = levelSettings(game, level, query, () => judge());
  const editor = new Editor("Level text", text, settled(() => load(editor.value), 300), { rows: 14 });

  /**
   * A level that is in order, as it is written.
   * @param {any} found
   * @param {string} [wanted]
   */
  function settle(found, wanted = found.level) {
    text = wanted;
    if (editor.value !== text) editor.value = text;
    editor.mark([]);
    // A board that is filled in is as large as it is; any other has room for one more row and column.
    const more = game.has_marks ? 0 : 1;
    board.show(found.svg, found.columns + 2 * more, found.caption);
    widen(board, found.rows + more, found.columns + more);
    // A brush for many cells stays, also while there is no place for it.
    const now = new Set(found.brushes.map((/** @type {Brush} */ each) => each.kind));
    for (const [kind, each] of brushes) if (!now.has(kind) && (each.where !== "cell" || each.only)) brushes.delete(kind);
    for (const each of /** @type {Brush[]} */ (found.brushes)) brushes.set(each.kind, each);
    if (found.brushes.some((/** @type {Brush} */ each) => each.where === "cell" && !pictures.has(each.kind))) paintBrushes();
    list();
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    say("");
    judge();
  }

  function list() {
    const all = [...brushes.values()];
    const ofCells = all.filter((each) => each.where === "cell" && !each.only).sort((a, b) => rank(a.kind) - rank(b.kind) || a.kind.localeCompare(b.kind, "en", { numeric: true }));
    const rest = all.filter((each) => each.where !== "cell" || each.only);
    if (!all.some((each) => each.kind === brush && isHeld(each))) brush = ofCells[0]?.kind ?? "";
    palette.classList.toggle("many", ofCells.length > 24);
    fill(palette, ofCells.map((each) => {
      const svg = pictures.get(each.kind);
      return h("button", { type: "button", class: "brush", title: each.kind, "data-kind": each.kind, "aria-pressed": String(each.kind === brush), onclick: () => hold(each.kind) },
        svg ? picture(svg) : null, h("span", {}, each.kind));
    }));
    const groups = { cell: "What stands there", link: "What joins two places: choose, then point at the other", row: "Rows: choose, then point at one", column: "Columns: choose, then point at one", level: "The whole level" };
    fill(actions, h("summary", {}, "More changes"), Object.entries(groups).map(([where, heading]) => {
      const of = rest.filter((each) => each.where === where).sort((a, b) => a.kind.localeCompare(b.kind, "en", { numeric: true }));
      return of.length ? h("div", {}, h("h3", {}, heading), h("div", { class: "chips" }, of.map((each) =>
        h("button", { type: "button", class: "small", "data-kind": each.kind, "aria-pressed": isHeld(each) ? String(each.kind === brush) : undefined,
          onclick: () => (isHeld(each) ? hold(each.kind) : change(each.kind, each.only ? [each.only] : [])) }, each.kind)))) : null;
    }));
    actions.hidden = !rest.length;
  }

  async function paintBrushes() {
    const found = await post("/api/brushes", { game: game.name, level: text }).catch(() => []);
    for (const each of found) pictures.set(each.kind, each.svg);
    if (!visit.aborted) list();
  }

  /** @param {string} kind */
  function hold(kind) {
    brush = kind;
    for (const button of place.querySelectorAll("[data-kind][aria-pressed]")) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.kind === kind));
    say("");
  }

  /** @param {keyof typeof TOOLS} name */
  function takeUp(name) {
    tool = name;
    for (const button of tools.children) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.tool === name));
  }

  /**
   * @param {Cell[]} cells
   * @param {boolean} isDone
   */
  function stroke(cells, isDone) {
    const inside = covered(cells).filter(([row, column]) => row >= 0 && column >= 0);
    for (const mark of board.marks.querySelectorAll(".mark-brush")) mark.remove();
    if (isDone && inside.length && brush) change(brush, inside.slice(0, MOST), tool === "fill");
    else for (const cell of inside) board.mark(cell, "mark-brush", 3);
  }

  /**
   * The cells that a stroke means.
   * @param {Cell[]} cells
   * @returns {Cell[]}
   */
  function covered(cells) {
    if (!cells.length) return [];
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (tool === "fill") return [last];
    if (tool === "pencil") return cells.filter((cell, index) => cells.findIndex((other) => String(other) === String(cell)) === index);
    /** @type {Cell[]} */
    const found = [];
    for (let row = Math.min(first[0], last[0]); row <= Math.max(first[0], last[0]); row++) {
      for (let column = Math.min(first[1], last[1]); column <= Math.max(first[1], last[1]); column++) found.push([row, column]);
    }
    return found;
  }

  /**
   * Changes are made one after the other, each to what the one before has made.
   * @param {() => Promise<void>} action
   * @param {(problem: Problem) => void} [refuse]
   */
  function queue(action, refuse = ({ message }) => say(message, "bad")) {
    busy = busy.then(action).catch((error) => {
      if (!(error instanceof Problem)) throw error;
      refuse(error);
    });
  }

  /** What there is will be another level, from which no way leads on. */
  function changing() {
    past.push(text);
    future = [];
  }

  /** @param {object} more */
  const edited = (more) => post("/api/edit", { game: game.name, level: text, ...more });

  /**
   * A stroke is one change.
   * @param {string} kind
   * @param {Cell[]} cells
   * @param {boolean} [isFill]
   */
  function change(kind, cells, isFill = false) {
    queue(async () => {
      const found = await edited({ kind, cells, fill: isFill });
      changing();
      settle(found);
    }, ({ message }) => say(`${message[0].toUpperCase()}${message.slice(1)}.`, "warn"));
  }

  /**
   * Takes a whole text.
   * @param {string} wanted
   */
  function load(wanted) {
    queue(async () => {
      const found = await edited({ level: wanted });
      if (text !== found.level) changing();
      settle(found, wanted);
    }, ({ defects, message }) => {
      editor.mark(defects);
      say(defects.length ? `The text has ${counted(defects.length, "defect")}.` : message, "bad");
    });
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  function back(from, to) {
    queue(async () => {
      const wanted = from.pop();
      if (wanted === undefined) return;
      to.push(text);
      settle(await edited({ level: wanted }), wanted);
    });
  }

  /**
   * @param {string} words
   * @param {string} [kind]
   */
  const say = (words, kind = "") => inform(message, words || `Click or drag on the board to put: ${brush}.`, kind);

  /** The address holds the level as it is now, and so do the ways to other pages. */
  const tellWhere = settled(async () => {
    const now = text === level.level ? level : await own({ game: game.name, title: title.value.trim() || "My level", level: text, objective: level.objective });
    if (visit.aborted) return;
    choose(now);
    note("edit", now.key, settings.query());
  }, 100);

  /** Asks the game's best solver, and takes back what was asked before. */
  function judge() {
    const mine = ++asked;
    work?.cancel();
    if (best?.status) before = best;
    best = null;
    tellWhere();
    fill(verdict, h("div", { class: "row middle" }, badge("running"), "looking for a solution …"));
    work = new Work({ kind: "verdict", game: game.name, level: text, ...settings.settings(), limits: { seconds: 10 } }, (job) => {
      const result = job.result ?? job.progress?.found;
      if (mine === asked && result) tell(result);
      else if (mine === asked && isOver(job)) fill(verdict, badge(job.status), job.message ?? "");
    });
  }

  /**
   * The verdict: first whether there is a solution, then how hard it is, and what the last change did.
   * @param {any} result
   */
  function tell(result) {
    best = result;
    const spoken = { optimal: "solvable", solved: "solvable", unsolvable: "not solvable" };
    const words = spoken[/** @type {"optimal"} */ (result.status)] ?? "not known";
    const was = before ? spoken[/** @type {"optimal"} */ (before.status)] ?? "not known" : null;
    const traits = result.analysis;
    const grade = traits?.difficulty;
    const solutions = result.solutions === null || result.solutions === undefined ? null : result.solutions > 1 ? "2 or more" : number(result.solutions);
    /** @type {string[]} */
    const news = [];
    if (was !== null && was !== words) news.push(`${words}; before: ${was}`);
    else if (before && before.cost !== null && result.cost !== null && before.cost !== result.cost) news.push(`${result.cost > before.cost ? "longer" : "shorter"}: ${result.cost} instead of ${before.cost}`);
    fill(verdict,
      h("div", { class: "row middle" }, badge(result.status), h("strong", {}, words), grade ? h("span", { class: "badge", title: grade.reason }, grade.word) : null),
      news.length ? h("p", { class: "small-text changed" }, `The last change: ${news.join(", ")}`) : null,
      figures({
        shortest: result.cost, moves: result.length === result.cost ? null : result.length, difficulty: grade ? grade.score : null,
        states: traits ? `${traits.exact ? "" : "over "}${number(traits.states)}` : null,
        solutions, "shortest ways": solutions === null && traits?.solutions ? number(traits.solutions) : null,
        "dead ends": traits && traits.dead_share !== null ? `${Math.round(100 * traits.dead_share)} %` : null,
        "spoiled after": traits && traits.first_dead !== null ? `${traits.first_dead} moves` : null,
        "choices a step": traits?.branching ? traits.branching.toFixed(1) : null,
        time: duration(result.stats.seconds) }),
      result.message ? h("p", { class: "small-text soft" }, result.message) : null);
  }

  /** @param {string} page */
  async function go(page) {
    const kept = await keep({ game: game.name, title: title.value.trim() || "My level", level: text, objective: settings.settings().objective,
      best: best?.cost ?? null, status: ["optimal", "solved", "unsolvable"].includes(best?.status) ? best.status : "" });
    toast("Kept in this browser");
    if (page) location.hash = address(page, kept.key, settings.query());
  }

  const rows = h("input", { type: "number", min: 1, max: 60, value: 8, "aria-label": "Rows", style: "width: 4.5rem" });
  const columns = h("input", { type: "number", min: 1, max: 60, value: 8, "aria-label": "Columns", style: "width: 4.5rem" });
  const blank = h("div", { class: "row middle" }, "New level,", rows, "×", columns,
    h("button", { type: "button", class: "small", onclick: () => queue(async () => {
      const found = await post("/api/blank", { game: game.name, level: text, rows: Number(rows.value), columns: Number(columns.value) });
      editor.value = found.level;
      load(found.level);
    }, (problem) => say(problem.message, "warn")) }, "Start"));
  blank.hidden = !game.has_blank;

  // By keyboard: arrows move a cursor over the board, space or Enter puts the brush.
  board.element.tabIndex = 0;
  /** @type {Cell} */
  let at = [0, 0];
  onKeys(visit, (pressed, target) => {
    if (["u", "ctrl+z"].includes(pressed)) return back(past, future);
    if (["r", "ctrl+y"].includes(pressed)) return back(future, past);
    if (target !== board.element) return false;
    const step = ARROWS[pressed];
    if (step) at = [Math.max(0, at[0] + step[0]), Math.max(0, at[1] + step[1])];
    else if (pressed === " " || pressed === "enter") stroke([at], true);
    else return false;
    for (const mark of board.marks.querySelectorAll(".mark-cursor")) mark.remove();
    board.mark(at, "mark-cursor", 2);
  });

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Edit: ${level.title}`), h("p", {}, game.title)), picker),
    h("div", { class: "two" },
      h("div", { class: "panel stack" }, palette, h("div", { class: "spread" }, tools, h("div", { class: "row" }, undo, redo)), board.element, message, actions),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" }, h("h2", {}, "Verdict"), verdict, settings.element),
        h("div", { class: "panel stack" },
          h("label", {}, "Title", title),
          h("div", { class: "row" },
            h("button", { type: "button", class: "main", onclick: () => go("") }, "Keep"),
            h("button", { type: "button", onclick: () => go("play") }, "Play"),
            h("button", { type: "button", onclick: () => go("solve") }, "Solve"),
            h("button", { type: "button", onclick: () => download(`${title.value.trim() || "level"}${game.suffixes[0]}`, text) }, "Download"), shareButton()),
          blank),
        h("details", { class: "panel" }, h("summary", {}, "As text"), editor.element))));
  settle(await edited({}));
  onLeave(visit, () => work?.cancel());
}

/**
 * Whether it is put where one points next; else there is one place only, or none.
 * @param {Brush} brush
 */
const isHeld = (brush) => brush.where !== "level" && !brush.only;

/** @param {string} kind */
const rank = (kind) => (PLAIN.includes(kind) ? PLAIN.indexOf(kind) : PLAIN.length);

/**
 * Room for so many rows and columns, with a grid to aim at.
 * @param {Board} board
 * @param {number} rows
 * @param {number} columns
 */
function widen(board, rows, columns) {
  const picture = /** @type {SVGSVGElement} */ (board.svg);
  const box = picture.viewBox.baseVal;
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${Math.max(box.width, columns * CELL + 16)} ${Math.max(box.height, rows * CELL + 16)}`);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) board.mark([row, column], "mark-grid", 0);
  }
}
