// Play any game: the server knows the rules, the page shows the state after the moves so far.

import { gameNamed, post, postForText, Problem, Work } from "../api.js";
import { Board } from "../board.js";
import { download, fill, h, toast } from "../dom.js";
import { levelPicker, levelSettings } from "../forms.js";
import { find, spec } from "../levels.js";
import { knownBadge } from "./library.js";
import { showMarks } from "./marks.js";

const ARROWS = { up: "▲", left: "◀", right: "▶", down: "▼" };
const KEYS = /** @type {Record<string, string>} */ ({ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", " ": "space" });

/** @typedef {{text: string, cells: [number, number][]}} Move */
/** @typedef {{svg: string, rows: number, columns: number, moves: Move[], played: string[], cost: number, solved: boolean, illegal: {move: string, reason: string} | null}} State */

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 */
export async function show(place, words) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, (key) => `#/play/${key}`);
  if (game.has_marks) return showMarks(place, game, level, picker);

  /** @type {string[]} */
  let played = [];
  /** @type {string[]} */
  let undone = [];
  /** @type {State | null} */
  let state = null;
  /** @type {Work | null} */
  let outlook = null;
  /** @type {{moves: string[] | null, is_shortest: boolean, is_lost: boolean, reason: string} | null} */
  let known = null;
  let asked = 0;

  const board = new Board({ label: `${game.title}: ${level.title}`, onCell: (cell) => point(cell), onSwipe: (direction) => press(direction) });
  board.element.tabIndex = 0;
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  const counter = h("strong", { class: "counter" });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Legal moves" });
  const buttons = {
    undo: h("button", { type: "button", onclick: () => undo() }, "↶ Undo ", h("kbd", {}, "U")),
    redo: h("button", { type: "button", onclick: () => redo() }, "↷ Redo ", h("kbd", {}, "R")),
    restart: h("button", { type: "button", onclick: () => restart() }, "Restart ", h("kbd", {}, "N")),
    hint: h("button", { type: "button", class: "main", onclick: () => hint() }, "Hint ", h("kbd", {}, "H")),
  };
  const pad = h("div", { class: "pad", role: "group", "aria-label": "Directions" },
    Object.entries(game.keys).map(([key, move]) => h("button", { type: "button", class: key, "aria-label": move, title: move, onclick: () => press(key) }, ARROWS[/** @type {"up"} */ (key)] ?? move)));
  pad.hidden = !Object.keys(game.keys).length;
  const settings = levelSettings(game, level.objective, () => restart());

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  function say(text, kind = "") {
    message.className = `message ${kind}`;
    message.textContent = text;
  }

  /**
   * Asks for the state after some moves and shows it.
   * @param {string[]} moves
   */
  async function go(moves) {
    const mine = ++asked;
    /** @type {State} */
    let answer;
    try {
      answer = await post("/api/play", { ...spec(level, settings.settings()), moves });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      say(error.message, "bad");
      return false;
    }
    if (mine !== asked) return false;
    if (answer.illegal && state) {
      say(`${answer.illegal.move}: ${answer.illegal.reason}`, "warn");
      return false;
    }
    state = answer;
    played = answer.played;
    draw();
    return true;
  }

  function draw() {
    if (!state) return;
    board.show(state.svg, state.columns);
    if (!state.solved) for (const move of state.moves) for (const cell of move.cells) board.mark(cell, "mark-move", 9);
    const best = level.best === null || settings.settings().objective !== level.objective && level.objective ? "" : ` · best ${level.best}`;
    counter.textContent = `${played.length} move${played.length === 1 ? "" : "s"}${state.cost === played.length ? "" : ` · cost ${state.cost}`}${best}`;
    buttons.undo.disabled = buttons.restart.disabled = !played.length;
    buttons.redo.disabled = !undone.length;
    buttons.hint.disabled = state.solved;
    const plain = state.moves.filter((move) => !Object.values(game.keys).includes(move.text)).slice(0, 60);
    fill(chips, plain.map((move, index) => h("button", { type: "button", class: "small", onclick: () => play(move.text) },
      index < 9 ? h("kbd", {}, index + 1) : null, move.text)));
    for (const [key, move] of Object.entries(game.keys)) {
      const button = /** @type {HTMLButtonElement | null} */ (pad.querySelector(`.${key}`));
      if (button) button.disabled = !state.moves.some((each) => each.text === move);
    }
    known = null;
    outlook?.cancel();
    if (state.solved) {
      const gap = level.best === null ? "" : state.cost <= level.best ? " That is the best there is." : ` The best is ${level.best}.`;
      say(`Solved with cost ${state.cost}.${gap}`, "good");
      return;
    }
    say(played.length ? "" : pad.hidden ? "Click on the board, or choose a move by its button or number." : "Arrow keys, swipes, the buttons, or a click on the board.");
    look();
  }

  /** Finds out in the background whether the game can still be won. */
  async function look() {
    const mine = asked;
    const work = new Work({ kind: "hint", ...spec(level, settings.settings()), moves: played, limits: { seconds: 10 } });
    outlook = work;
    const job = await work.done.catch(() => null);
    if (mine !== asked || !job?.result) return;
    known = job.result;
    if (job.result.is_lost) say(played.length ? "You can no longer win from here: undo." : "This level has no solution.", "bad");
  }

  /** @param {string} move */
  async function play(move) {
    if (!state || state.solved) return;
    if (await go([...played, move])) {
      undone = [];
      buttons.redo.disabled = true;
    }
  }

  /** @param {string} key */
  function press(key) {
    const move = game.keys[key];
    if (move) play(move);
  }

  /** @param {[number, number]} cell */
  function point(cell) {
    const meant = (state?.moves ?? []).filter((move) => move.cells.some(([row, column]) => row === cell[0] && column === cell[1]));
    if (meant.length === 1) play(meant[0].text);
    else if (meant.length > 1) say(`Which one? ${meant.map((move) => move.text).join(", ")}`);
  }

  async function undo() {
    if (!played.length) return;
    const move = played[played.length - 1];
    if (await go(played.slice(0, -1))) {
      undone.push(move);
      buttons.redo.disabled = false;
    }
  }

  async function redo() {
    const move = undone.pop();
    if (move !== undefined && !(await go([...played, move]))) undone.push(move);
  }

  async function restart() {
    const moves = played;
    if (await go([])) {
      undone = [...undone, ...moves.reverse()];
      buttons.redo.disabled = !undone.length;
    }
  }

  async function hint() {
    if (!known) {
      say("Thinking …");
      const mine = asked;
      const job = await outlook?.done.catch(() => null);
      if (mine !== asked) return;
      if (!job?.result) return say("No hint was found in time.", "warn");
      known = job.result;
    }
    if (!known) return;
    if (known.is_lost) return say("You can no longer win from here: undo.", "bad");
    if (!known.moves) return say("No hint was found in time.", "warn");
    const next = known.moves[0];
    const left = `${known.moves.length} move${known.moves.length === 1 ? "" : "s"} to the goal${known.is_shortest ? "" : ", or fewer"}`;
    say(`Hint: ${next} (${left})${known.reason ? `\n${known.reason}` : ""}`, "good");
    for (const cell of state?.moves.find((move) => move.text === next)?.cells ?? []) board.mark(cell, "mark-hint", 4);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea") || event.altKey) return;
    const pressed = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (pressed === "z") undo();
      else if (pressed === "y") redo();
      else return;
    } else if (event.key in KEYS) {
      if (event.key === " " && target.matches("button, a, summary")) return;
      press(KEYS[event.key]);
    } else if (pressed === "u") undo();
    else if (pressed === "r") redo();
    else if (pressed === "n") restart();
    else if (pressed === "h") hint();
    else if (/^[1-9]$/.test(pressed)) /** @type {HTMLElement | undefined} */ (chips.children[Number(pressed) - 1])?.click();
    else return;
    event.preventDefault();
  }

  const body = () => ({ ...spec(level, settings.settings()), moves: played });
  const file = level.key.replaceAll("/", "-");
  fill(place,
    h("div", { class: "spread head" },
      h("div", {}, h("h1", {}, level.title), h("p", { class: "row middle" }, game.title, knownBadge(level.status, level.best))),
      picker),
    h("div", { class: "two" },
      h("div", { class: "panel stack" }, board.element),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" },
          counter, message,
          h("div", { class: "row" }, Object.values(buttons)),
          pad, chips, settings.element),
        h("div", { class: "panel stack" },
          h("div", { class: "row" },
            h("a", { class: "button small", href: `#/solve/${level.key}` }, "Solve it"),
            game.can_be_watched ? h("a", { class: "button small", href: `#/watch/${level.key}` }, "Watch a search") : null,
            game.can_be_edited ? h("a", { class: "button small", href: `#/edit/${level.key}` }, "Edit") : null),
          h("div", { class: "row middle" }, h("span", { class: "soft small-text" }, "Save this session as"),
            h("button", { class: "small", type: "button", onclick: () => { download(`${file}.plan`, played.map((move) => `${move}\n`).join("")); toast("Plan saved"); } }, "Plan"),
            h("button", { class: "small", type: "button", onclick: async () => { download(`test_${file.replaceAll("-", "_")}.py`, await postForText("/api/session-test", body())); toast("Test saved"); } }, "Regression test"),
            h("button", { class: "small", type: "button", onclick: async () => download(`${file}.svg`, await postForText("/api/picture", body()), "image/svg+xml") }, "SVG"))))));
  document.addEventListener("keydown", key);
  await go([]);
  board.element.focus({ preventScroll: true });
  return () => {
    document.removeEventListener("keydown", key);
    outlook?.cancel();
    asked++;
  };
}
