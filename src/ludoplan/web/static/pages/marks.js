// Games where a board is filled in: any digit may be written and taken back; the server says what clashes.

import { address, note } from "../address.js";
import { post, Work } from "../api.js";
import { Board } from "../board.js";
import { ARROWS, counted, fill, h, inform, onKeys } from "../dom.js";
import { shareButton, wayButton } from "../forms.js";
import { own, spec } from "../levels.js";
import { solved } from "../progress.js";

/** @typedef {{svg: string, size: number, box: number, symbols: string, digits: string, is_clue: boolean[], duplicates: number[], candidates: Record<number, string>, moves: string[], full: boolean}} State */
/** @typedef {{digits: string, notes: Record<number, string>}} Moment */

/**
 * @param {HTMLElement} place
 * @param {import("../api.js").Game} game
 * @param {import("../levels.js").Chosen} level
 * @param {HTMLElement} picker
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function showMarks(place, game, level, picker, query, visit) {
  const blank = () => post("/api/marks", { game: game.name, level: level.level });
  const begun = query.get("digits");
  /** @type {State} */
  let state = begun ? await post("/api/marks", { game: game.name, level: level.level, digits: begun }).catch(blank) : await blank();
  const { size, box, symbols, is_clue: isClue } = state;
  /** @type {Record<number, string>} */
  let notes = {};
  /** @type {Moment[]} */
  let past = [];
  /** @type {Moment[]} */
  let future = [];
  let cursor = Math.max(0, isClue.indexOf(false));
  let isNoting = false;
  let autoNotes = false;
  /** @type {number[]} */
  let wrong = [];
  /** @type {number | null} */
  let hinted = null;
  let hintedDigit = "";
  let drawn = state.digits; // on the server's picture
  const clues = [...state.digits].map((digit, cell) => (isClue[cell] ? digit : ".")).join("");
  let asked = 0;
  /** @type {Promise<import("../api.js").Job> | null} */
  let solution = null;

  const board = new Board({ label: `${game.title}: ${level.title}`, onCell: ([row, column]) => {
    if (row >= 0 && row < size && column >= 0 && column < size) move(row * size + column);
  } });
  board.element.tabIndex = 0;
  board.element.setAttribute("role", "application");
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  const where = h("span", { class: "soft small-text", "aria-live": "polite" });
  const counter = h("strong");
  const pencil = h("button", { type: "button", "aria-pressed": "false", onclick: () => toggleNotes() }, "✎ Pencil ", h("kbd", {}, "P"));
  const auto = h("input", { type: "checkbox", onchange: () => { autoNotes = auto.checked; draw(); } });
  const undoButton = h("button", { type: "button", onclick: () => back(past, future) }, "↶ Undo ", h("kbd", {}, "U"));
  const redoButton = h("button", { type: "button", onclick: () => back(future, past) }, "↷ Redo ", h("kbd", {}, "R"));
  const clearButton = h("button", { type: "button", onclick: () => clear() }, "Clear");
  const doIt = h("button", { type: "button", hidden: true, onclick: () => follow() }, "Do it, and go on ", h("kbd", {}, "Enter"));
  const grades = game.generator_options.find((option) => option.name === "difficulty")?.choices ?? ["any"];
  const hardness = h("select", { "aria-label": "Difficulty of a new board" }, grades.map((word) => h("option", { value: word }, word === "any" ? "any difficulty" : word)));
  const pads = h("div", { class: "digits", role: "group", "aria-label": "Digits" },
    [...symbols].map((symbol) => h("button", { type: "button", "data-digit": symbol, onclick: () => write(symbol) }, symbol)),
    h("button", { type: "button", "aria-label": "Clear the cell", onclick: () => write(".") }, "⌫"));

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  const say = (text, kind = "") => inform(message, text, kind);

  /** @param {number} cell @returns {[number, number]} */
  const at = (cell) => [Math.floor(cell / size), cell % size];

  /** @param {number} cell */
  const spoken = (cell) => `row ${at(cell)[0] + 1}, column ${at(cell)[1] + 1}`;

  function draw() {
    board.show(state.svg, Math.max(9, size));
    const digit = state.digits[cursor];
    const [row, column] = at(cursor);
    board.band([row, 0], 1, size, "mark-peers");
    board.band([0, column], size, 1, "mark-peers");
    board.band([row - row % box, column - column % box], box, box, "mark-peers");
    // What the server has not drawn yet.
    [...state.digits].forEach((each, cell) => {
      if (each === drawn[cell]) return;
      if (drawn[cell] !== ".") board.mark(at(cell), "mark-blank", 3);
      if (each !== ".") board.write(at(cell), each, 0.5, 0.5, 22, "s-path");
    });
    state.digits.split("").forEach((other, cell) => { if (digit !== "." && other === digit && cell !== cursor) board.mark(at(cell), "mark-same", 1); });
    for (const cell of new Set([...state.duplicates, ...wrong])) board.mark(at(cell), "mark-bad", 1);
    if (hinted !== null) board.mark(at(hinted), "mark-hint", 3);
    for (let cell = 0; cell < size * size; cell++) {
      if (state.digits[cell] !== ".") continue;
      for (const mark of notes[cell] ?? (autoNotes ? state.candidates[cell] ?? "" : "")) {
        const index = symbols.indexOf(mark);
        board.write(at(cell), mark, (index % box + 0.5) / box * 0.88 + 0.06, (Math.floor(index / box) + 0.5) / box * 0.88 + 0.06, 30 / box);
      }
    }
    board.mark(at(cursor), "mark-cursor", 2);
    const blanks = [...state.digits].filter((each) => each === ".").length;
    counter.textContent = blanks ? counted(blanks, "blank") : "full";
    where.textContent = `${spoken(cursor)}: ${digit === "." ? "blank" : digit}${isClue[cursor] ? ", a clue" : ""}`;
    for (const button of pads.querySelectorAll("button[data-digit]")) {
      const left = size - [...state.digits].filter((each) => each === /** @type {HTMLElement} */ (button).dataset.digit).length;
      fill(button, h("span", {}, /** @type {HTMLElement} */ (button).dataset.digit), h("small", { "aria-label": `${left} left` }, left > 0 ? left : "✓"));
      button.classList.toggle("done", left <= 0);
    }
    doIt.hidden = hinted === null;
    clearButton.disabled = !past.length && state.digits === clues;
    undoButton.disabled = !past.length;
    redoButton.disabled = !future.length;
    board.element.dataset.digits = state.digits;
    const isBegun = [...state.digits].some((each, cell) => each !== "." && !isClue[cell]);
    note("play", level.key, { digits: isBegun ? state.digits : null });
  }

  /** @param {number} cell */
  function move(cell) {
    cursor = cell;
    draw();
    board.element.focus({ preventScroll: true });
  }

  /** @param {string} digits */
  async function show(digits) {
    const mine = ++asked;
    const answer = await post("/api/marks", { game: game.name, level: level.level, digits });
    if (mine !== asked) return;
    state = answer;
    drawn = state.digits;
    wrong = [];
    hinted = null;
    if (state.full && !state.duplicates.length) {
      say("Solved.", "good");
      solved(level.key, state.moves.length);
    }
    else if (state.duplicates.length) say("A digit stands twice in a row, column or box.", "bad");
    else say("");
    draw();
  }

  /** @param {string} symbol */
  async function write(symbol) {
    if (isClue[cursor]) return say("This digit is a clue; it stays.", "warn");
    past.push({ digits: state.digits, notes: { ...notes } });
    future = [];
    if (isNoting && symbol !== "." && state.digits[cursor] === ".") {
      const marks = notes[cursor] ?? (autoNotes ? state.candidates[cursor] ?? "" : "");
      notes = { ...notes, [cursor]: marks.includes(symbol) ? marks.replace(symbol, "") : [...marks + symbol].sort().join("") };
      draw();
      return;
    }
    if (symbol === "." && state.digits[cursor] === ".") {
      notes = { ...notes };
      delete notes[cursor];
    }
    const digits = state.digits.slice(0, cursor) + symbol + state.digits.slice(cursor + 1);
    state = { ...state, digits };
    draw();
    await show(digits);
  }

  /** Takes back all that was written. */
  function clear() {
    past.push({ digits: state.digits, notes: { ...notes } });
    future = [];
    notes = {};
    show(clues);
  }

  /** A board that nobody has seen, as hard as is wished. */
  async function fresh() {
    say("Making a new board …");
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
    const job = await new Work({ kind: "generate", game: game.name, options: { box, difficulty: hardness.value }, count: 1, seed, limits: { seconds: 30 } }).done;
    const made = job.result?.levels?.[0];
    if (!made) return say(job.message ?? "No board was found in time: try another difficulty.", "warn");
    const title = `Sudoku ${seed}${hardness.value === "any" ? "" : `, ${hardness.value}`}`;
    location.hash = address("play", (await own({ game: game.name, title, level: made.level, best: made.cost, status: "optimal" })).key);
  }

  /**
   * @param {Moment[]} from
   * @param {Moment[]} to
   */
  function back(from, to) {
    const moment = from.pop();
    if (!moment) return;
    to.push({ digits: state.digits, notes });
    notes = moment.notes;
    show(moment.digits);
  }

  function toggleNotes() {
    isNoting = !isNoting;
    pencil.setAttribute("aria-pressed", String(isNoting));
    say(isNoting ? "Digits are pencil marks now." : "");
  }

  /** @param {string} move @returns {[number, string]} the cell and its digit */
  function placed(move) {
    const [, row, column, digit] = /** @type {RegExpMatchArray} */ (move.match(/^r(\d+)c(\d+)=(.)$/));
    return [(Number(row) - 1) * size + Number(column) - 1, digit];
  }

  /** Compares with the solution, which is found once. */
  async function check() {
    say("Checking …");
    solution ??= new Work({ kind: "solve", ...spec(level), solver: "native", limits: { seconds: 30 } }).done;
    const job = await solution;
    if (!job.result?.plan) return say(job.result?.status === "unsolvable" ? "This board has no solution." : "The solution was not found in time.", "warn");
    /** @type {Map<number, string>} */
    const right = new Map(job.result.plan.map(placed));
    wrong = [...right.keys()].filter((cell) => state.digits[cell] !== "." && state.digits[cell] !== right.get(cell));
    draw();
    if (wrong.length) say(`${wrong.length} digit${wrong.length === 1 ? " is" : "s are"} wrong.`, "bad");
    else say("All digits so far are right.", "good");
  }

  async function hint() {
    if (state.duplicates.length) return say("First mend what stands twice.", "bad");
    if (state.full) return;
    say("Thinking …");
    const mine = asked;
    const job = await new Work({ kind: "hint", ...spec(level), moves: state.moves, limits: { seconds: 10 } }).done;
    if (mine !== asked) return;
    if (job.result?.is_lost) return say("A digit is wrong: from here the board cannot be filled. Check shows which.", "bad");
    const next = job.result?.moves?.[0];
    if (!next) return say("No hint was found in time.", "warn");
    [cursor, hintedDigit] = placed(next);
    hinted = cursor;
    say(`Hint: ${hintedDigit} at ${spoken(cursor)}${job.result.reason ? `\n${job.result.reason}` : ""}`, "good");
    draw();
    board.element.focus({ preventScroll: true });
  }

  /** Writes what the hint says; with the next hint this is a walk through the techniques. */
  async function follow() {
    if (hinted === null) return;
    cursor = hinted;
    if (isNoting) toggleNotes();
    await write(hintedDigit);
    if (!state.full) hint();
  }

  onKeys(visit, (pressed, target) => {
    // On large boards letters are digits; then commands need Ctrl.
    const symbol = pressed.toUpperCase();
    const command = pressed.replace("ctrl+", "");
    if (command in ARROWS) {
      const [[row, column], [down, right]] = [at(cursor), ARROWS[command]];
      move(((row + down + size) % size) * size + (column + right + size) % size);
    } else if (symbol.length === 1 && symbols.includes(symbol)) write(symbol);
    else if (["backspace", "delete", "0", "."].includes(command)) write(".");
    else if (command === "p") toggleNotes();
    else if (command === "u" || pressed === "ctrl+z") back(past, future);
    else if (command === "r" || pressed === "ctrl+y") back(future, past);
    else if (command === "h") hint();
    else if (command === "enter" && hinted !== null && !target.matches("button, a, summary")) follow();
    else if (pressed === "c") check();
    else return false;
  });

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, level.title), h("p", {}, `${game.title}, ${size} × ${size}`)), picker),
    h("div", { class: "two" },
      // What is used again and again is under the board, where the hand is.
      h("div", { class: "panel stack" }, board.element, pads,
        h("div", { class: "row tools" }, pencil, undoButton, redoButton, h("button", { type: "button", class: "main", onclick: () => hint() }, "Hint ", h("kbd", {}, "H"))),
        message, doIt, where),
      h("div", { class: "panel stack" }, counter,
        h("label", { class: "row middle" }, h("span", { class: "row middle" }, auto, "show all candidates")),
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => check() }, "Check ", h("kbd", {}, "C")), clearButton),
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => fresh() }, "New board"), hardness),
        h("div", { class: "row" }, wayButton("solve", level.key, "Solve it", true), wayButton("edit", level.key, "Edit", true), shareButton(true)))));
  say(matchMedia("(pointer: coarse)").matches ? "Tap a cell, then a digit." : "Arrow keys and digits, or click. P switches to pencil marks.");
  draw();
  board.element.focus({ preventScroll: true });
}
