// Edit a level by clicks; the verdict follows.

import { address, note } from "../address.js";
import { gameNamed, isOver, post, Problem, Work } from "../api.js";
import { Board, CELL } from "../board.js";
import { badge, download, duration, figures, fill, h, number, settled, toast } from "../dom.js";
import { Editor, levelPicker, levelSettings } from "../forms.js";
import { choose, find, keep, own } from "../levels.js";

/** @typedef {{kind: string, where: string}} Brush */

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 */
export async function show(place, words, query) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, "edit", { fits: (each) => each.can_be_edited });
  let text = level.level;
  /** @type {string[]} */
  let past = [];
  /** @type {string[]} */
  let future = [];
  /** @type {Brush[]} */
  let brushes = [];
  let brush = "";
  /** @type {Promise<void>} */
  let busy = Promise.resolve();
  /** @type {Work | null} */
  let work = null;
  let asked = 0;
  let isGone = false;

  const board = new Board({ label: "Level", onCell: (cell) => paint(cell), onDrag: (cell) => paint(cell) });
  const palette = h("div", { class: "chips", role: "group", "aria-label": "What to put" });
  const actions = h("div", { class: "chips", role: "group", "aria-label": "Whole level" });
  const verdict = h("div", { class: "stack", id: "verdict", role: "status", "aria-live": "polite" });
  const message = h("div", { class: "message", role: "status" }, "Choose what to put, then click or drag on the board.");
  const title = h("input", { value: /^(own|mine)\//.test(level.key) ? level.title : `${level.title}, changed`, "aria-label": "Title" });
  const undo = h("button", { type: "button", onclick: () => back(past, future) }, "↶ Undo ", h("kbd", {}, "U"));
  const redo = h("button", { type: "button", onclick: () => back(future, past) }, "↷ Redo ", h("kbd", {}, "R"));
  const settings = levelSettings(game, level, query, () => judge());
  const editor = new Editor("Level text", text, settled(() => load(editor.value), 300), 14);
  /** @type {any} */
  let best = null;

  /** @param {any} found */
  function take(found) {
    text = found.level;
    brushes = found.brushes;
    board.show(found.svg, found.columns + 2);
    widen(board, found.rows, found.columns);
    const ofCells = brushes.filter((each) => each.where !== "level");
    if (!ofCells.some((each) => each.kind === brush)) brush = ofCells[0]?.kind ?? "";
    fill(palette, ofCells.map((each) => h("button", { type: "button", class: "small", "aria-pressed": String(each.kind === brush), onclick: () => hold(each.kind) },
      each.kind, each.where === "cell" ? "" : ` (${each.where})`)));
    const ofLevel = brushes.filter((each) => each.where === "level");
    fill(actions, ofLevel.map((each) => h("button", { type: "button", class: "small", onclick: () => change(each.kind, null, null) }, each.kind)));
    actions.hidden = !ofLevel.length;
    undo.disabled = !past.length;
    redo.disabled = !future.length;
  }

  /** The address holds the level as it is now, and so do the ways to other pages. */
  const tellWhere = settled(async () => {
    const now = text === level.level ? level : await own({ game: game.name, title: title.value.trim() || "My level", level: text, objective: level.objective });
    if (isGone) return;
    choose(now);
    note("edit", now.key, settings.query());
  }, 100);

  /** @param {string} kind */
  function hold(kind) {
    brush = kind;
    for (const button of palette.children) button.setAttribute("aria-pressed", String(button.textContent === kind || button.textContent?.startsWith(`${kind} (`)));
  }

  /** @param {[number, number]} cell */
  function paint([row, column]) {
    if (brush && row >= 0 && column >= 0) change(brush, row, column);
  }

  /**
   * Changes are made one after the other, also while the mouse is dragged.
   * @param {string} kind
   * @param {number | null} row
   * @param {number | null} column
   */
  function change(kind, row, column) {
    busy = busy.then(async () => {
      try {
        const found = await post("/api/edit", { game: game.name, level: text, kind, row, column });
        past.push(text);
        future = [];
        take(found);
        editor.value = text;
        editor.mark([]);
        say("");
        judge();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        say(error.message, "warn");
      }
    });
  }

  /** @param {string} wanted */
  async function load(wanted) {
    try {
      const found = await post("/api/edit", { game: game.name, level: wanted });
      if (text !== found.level) past.push(text);
      take(found);
      text = wanted;
      editor.mark([]);
      say("");
      judge();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      editor.mark(error.defects);
      say(error.defects.length ? `The text has ${error.defects.length} defect${error.defects.length === 1 ? "" : "s"}.` : error.message, "bad");
    }
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  async function back(from, to) {
    const wanted = from.pop();
    if (wanted === undefined) return;
    to.push(text);
    take(await post("/api/edit", { game: game.name, level: wanted }));
    text = wanted;
    editor.value = wanted;
    editor.mark([]);
    judge();
  }

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  function say(text, kind = "") {
    message.className = `message ${kind}`;
    message.textContent = text || "Choose what to put, then click or drag on the board.";
  }

  /** Asks the game's best solver, and takes back what was asked before. */
  function judge() {
    const mine = ++asked;
    work?.cancel();
    best = null;
    tellWhere();
    fill(verdict, h("div", { class: "row middle" }, badge("running"), "looking for a solution …"));
    work = new Work({ kind: "verdict", game: game.name, level: text, ...settings.settings(), limits: { seconds: 10 } }, (job) => {
      const result = job.result ?? job.progress?.found;
      if (mine === asked && result) tell(result);
      else if (mine === asked && isOver(job)) fill(verdict, badge(job.status), job.message ?? "");
    });
    work.done.catch((error) => {
      if (mine === asked) fill(verdict, h("div", { class: "message bad" }, error instanceof Problem ? error.message : String(error)));
    });
  }

  /**
   * The verdict: first whether there is a solution, then how hard it is.
   * @param {any} result
   */
  function tell(result) {
    best = result;
    const words = { optimal: "solvable", solved: "solvable", unsolvable: "not solvable" }[/** @type {"optimal"} */ (result.status)] ?? "not known";
    const traits = result.analysis;
    const grade = traits?.difficulty;
    fill(verdict,
      h("div", { class: "row middle" }, badge(result.status), h("strong", {}, words), grade ? h("span", { class: "badge", title: grade.reason }, grade.word) : null),
      figures({
        shortest: result.cost, moves: result.length, difficulty: grade ? grade.score : null,
        states: traits ? `${traits.exact ? "" : "over "}${number(traits.states)}` : null,
        solutions: traits?.solutions ? number(traits.solutions) : null,
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

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (/** @type {HTMLElement} */ (event.target).matches("input, select, textarea") || event.altKey) return;
    const pressed = event.key.toLowerCase();
    if (pressed === "u" || (pressed === "z" && (event.ctrlKey || event.metaKey))) back(past, future);
    else if (pressed === "r" || (pressed === "y" && (event.ctrlKey || event.metaKey))) back(future, past);
    else return cursor(event);
    event.preventDefault();
  }

  // By keyboard: arrows move a cursor over the board, space or Enter puts the brush.
  board.element.tabIndex = 0;
  /** @type {[number, number]} */
  let at = [0, 0];
  /** @param {KeyboardEvent} event */
  function cursor(event) {
    if (event.target !== board.element) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) at = [Math.max(0, at[0] + step[0]), Math.max(0, at[1] + step[1])];
    else if (event.key === " " || event.key === "Enter") paint(at);
    else return;
    event.preventDefault();
    board.clear();
    board.mark(at, "mark-cursor", 2);
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Edit: ${level.title}`), h("p", {}, game.title)), picker),
    h("div", { class: "two" },
      h("div", { class: "panel stack" }, palette, actions, board.element, message, h("div", { class: "row" }, undo, redo)),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" }, h("h2", {}, "Verdict"), verdict, settings.element),
        h("div", { class: "panel stack" },
          h("label", {}, "Title", title),
          h("div", { class: "row" },
            h("button", { type: "button", class: "main", onclick: () => go("") }, "Keep"),
            h("button", { type: "button", onclick: () => go("play") }, "Play"),
            h("button", { type: "button", onclick: () => go("solve") }, "Solve"),
            h("button", { type: "button", onclick: () => download(`${title.value.trim() || "level"}${game.suffixes[0]}`, text) }, "Download"))),
        h("details", { class: "panel" }, h("summary", {}, "As text"), editor.element))));
  document.addEventListener("keydown", key);
  take(await post("/api/edit", { game: game.name, level: text }));
  judge();
  return () => {
    document.removeEventListener("keydown", key);
    work?.cancel();
    isGone = true;
  };
}

/**
 * Room for one more row and column, with a grid to aim at.
 * @param {Board} board
 * @param {number} rows
 * @param {number} columns
 */
function widen(board, rows, columns) {
  const picture = /** @type {SVGSVGElement} */ (board.svg);
  const box = picture.viewBox.baseVal;
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${Math.max(box.width, (columns + 1) * CELL + 16)} ${Math.max(box.height, (rows + 1) * CELL + 16)}`);
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) board.mark([row, column], "mark-grid", 0);
  }
}
