// Play any game: the server knows the rules, the page shows the state after the moves so far.

import { address, movesFromText, movesToText, note } from "../address.js";
import { gameNamed, post, postForText, Work } from "../api.js";
import { Board } from "../board.js";
import { counted, download, fill, h, inform, onKeys, onLeave, picture, settled, toast } from "../dom.js";
import { fileName, knownBadge, levelPicker, levelSettings, shareButton, wayButton } from "../forms.js";
import { find, following, spec } from "../levels.js";
import { hasSound, setSound, solved, sound } from "../progress.js";
import { KEYS, Session } from "../session.js";
import { showMarks } from "./marks.js";

const ARROWS = { up: "▲", left: "◀", right: "▶", down: "▼" };
/** @type {Record<string, "undo" | "redo" | "restart">} */
const WISHES = { u: "undo", "ctrl+z": "undo", r: "redo", "ctrl+y": "redo", n: "restart" };
const READABLE = 9; // pixels of a cell

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  const picker = await levelPicker(level, "play");
  if (game.has_marks) return showMarks(place, game, level, picker, query, visit);

  /** @type {Work | null} */
  let outlook = null;
  /** @type {{moves: string[] | null, is_shortest: boolean, is_lost: boolean, reason: string} | null} */
  let known = null;
  let asked = 0;
  let moves = -1;

  const board = new Board({ label: `${game.title}: ${level.title}`, onCell: (cell) => point(cell), onSwipe: Object.keys(game.keys).length ? press : undefined });
  board.element.tabIndex = 0;
  board.glides = true;
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  const counter = h("strong", { class: "counter" });
  const standing = h("span");
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Legal moves" });
  const buttons = {
    undo: h("button", { type: "button", onclick: () => session.want("undo") }, "↶ Undo ", h("kbd", {}, "U")),
    redo: h("button", { type: "button", onclick: () => session.want("redo") }, "↷ Redo ", h("kbd", {}, "R")),
    restart: h("button", { type: "button", onclick: () => session.want("restart") }, "Restart ", h("kbd", {}, "N")),
    hint: h("button", { type: "button", class: "main", onclick: () => hint() }, "Hint ", h("kbd", {}, "H")),
  };
  const pad = h("div", { class: "pad", role: "group", "aria-label": "Directions" },
    Object.entries(game.keys).filter(([key]) => key in ARROWS || key === "space").map(([key, move]) => h("button", { type: "button", class: key, "aria-label": move, title: move, onclick: () => press(key) }, ARROWS[/** @type {"up"} */ (key)] ?? move)));
  pad.hidden = !Object.keys(game.keys).length;
  // Drawn along, it takes moves back and makes them again.
  const past = h("input", { type: "range", class: "past", min: 0, max: 0, value: 0, "aria-label": "Moves so far", oninput: () => session.want({ step: Number(past.value) }) });
  const victory = h("div", { class: "victory", hidden: true, role: "status" });
  const soundButton = h("button", { type: "button", class: "quiet", "aria-pressed": String(hasSound()), "aria-label": "Sound", title: "Sound", onclick: () => {
    setSound(!hasSound());
    soundButton.setAttribute("aria-pressed", String(hasSound()));
    sound("move");
  } }, "♪");
  const legend = h("ul", { class: "legend-list" });
  const help = h("details", { class: "panel help", open: innerWidth > 760 }, h("summary", {}, "How to play"), h("p", {}, game.how_to_play), legend, keysOf(game));
  post("/api/legend", { game: level.game, level: level.level, objective: level.objective }).then((found) => fill(legend, found.map((/** @type {any} */ each) =>
    h("li", {}, picture(each.svg), h("span", {}, each.words)))), () => undefined);
  const next = await following(level);
  const settings = levelSettings(game, level, query, () => {
    session.state = null;
    session.want({ to: [] });
  });
  const session = new Session(board, () => spec(level, settings.settings()), take, (problem) => say(problem, "bad"));

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  const say = (text, kind = "") => inform(message, text, kind);

  /**
   * @param {import("../session.js").State} state
   * @param {boolean} isNew
   */
  function take(state, isNew) {
    if (isNew) {
      // What a link begins with is nobody's move here.
      const isFirst = moves < 0;
      const isMove = !isFirst && session.played.length > moves;
      moves = session.played.length;
      draw(state);
      if (isFirst) board.magnify(READABLE);
      if (isFirst) board.follow(state.place[0]);
      if (state.solved && isMove) won(state);
      else if (isMove) sound("move");
    } else if (state.illegal) sound("refused");
    if (!isNew && session.waiting.length === 0) enable(state);
    if (state.illegal && !session.waiting.length) say(`${state.illegal.move}: ${state.illegal.reason}`, "warn");
    note("play", level.key, { moves: movesToText(session.played), ...settings.query() });
  }

  /** What is known of the level holds for its own rules only. */
  const best = () => (settings.isAsItCame() ? level.best : null);

  /** @param {import("../session.js").State} state */
  function enable(state) {
    buttons.undo.disabled = buttons.restart.disabled = !session.played.length;
    buttons.redo.disabled = !session.undone.length;
    past.max = String(session.played.length + session.undone.length);
    past.value = String(session.played.length);
    past.disabled = past.max === "0";
    buttons.hint.disabled = state.solved;
    for (const [key, move] of Object.entries(game.keys)) {
      const button = /** @type {HTMLButtonElement | null} */ (pad.querySelector(`.${key}`));
      // Not disabled: who taps ahead of the answer must not tap in vain.
      button?.classList.toggle("idle", !state.moves.some((each) => each.text === move));
    }
  }

  /** @param {import("../session.js").State} state */
  function draw(state) {
    asked++;
    board.follow(state.place[0]);
    const { played } = session;
    if (!state.solved) for (const move of state.moves) for (const cell of move.cells) board.mark(cell, "mark-move", pad.hidden ? 1 : 9);
    const goal = best();
    counter.textContent = `${counted(played.length, "move")}${state.cost === played.length ? "" : ` · cost ${state.cost}`}${goal === null ? "" : ` · best ${goal}`}`;
    const plain = state.moves.filter((move) => !Object.values(game.keys).includes(move.text)).slice(0, 60);
    fill(chips, plain.map((move, index) => h("button", { type: "button", class: "small", onclick: () => session.want({ move: move.text }) },
      index < 9 ? h("kbd", {}, index + 1) : null, move.text)));
    enable(state);
    fill(standing, settings.isAsItCame() ? knownBadge(level.status, level.best) : null);
    known = null;
    outlook?.cancel();
    outlook = null;
    victory.hidden = !state.solved;
    board.element.classList.remove("won");
    if (state.solved) {
      const gap = goal === null ? "" : state.cost <= goal ? " That is the best there is." : ` The best is ${goal}.`;
      say(`${state.told ? `${state.told}\n` : ""}Solved with cost ${state.cost}.${gap}`, "good");
      return;
    }
    const usage = pad.hidden ? "Click on the board, or choose a move by its button or number." : matchMedia("(pointer: coarse)").matches ? "Swipe, or tap the board." : "Arrow keys, swipes, the buttons, or a click on the board.";
    say(state.told || (played.length ? "" : usage));
    look();
  }

  /**
   * The moment of winning: the level is marked as solved, and the next one is a key away.
   * @param {import("../session.js").State} state
   */
  function won(state) {
    sound("won");
    board.element.classList.add("won");
    const before = settings.isAsItCame() ? solved(level.key, state.cost) : null;
    const goal = best();
    const stars = goal === null ? "" : state.cost <= goal ? "★★★" : state.cost <= 1.25 * goal ? "★★☆" : "★☆☆";
    const own = before === null ? "" : state.cost < before ? `Better than your ${before}.` : `Your best is ${before}.`;
    fill(victory, h("strong", { class: "stars", "aria-hidden": "true" }, stars), h("span", {}, `Solved in ${session.played.length} moves. ${own}`),
      next ? h("a", { class: "button main", href: address("play", next.key) }, `Next: ${next.title} `, h("kbd", {}, "Enter")) : null,
      goal !== null && state.cost > goal ? h("button", { type: "button", onclick: () => session.want("restart") }, "Try for the best") : null);
  }

  /** Asks, once for a position, how it can still be won; answers whether that is the position still. */
  async function ask() {
    const mine = asked;
    outlook ??= new Work({ kind: "hint", ...body(), limits: { seconds: 10 } });
    const job = await outlook.done;
    if (mine !== asked) return false;
    known = job.result;
    return true;
  }

  /** Finds out in the background whether the game can still be won, once the player pauses. */
  const look = settled(async () => {
    if (session.isOver || session.state?.solved || !await ask()) return;
    if (known?.is_lost) say(session.played.length ? "You can no longer win from here: undo." : "This level has no solution.", "bad");
  }, 120);

  /** @param {string} key */
  function press(key) {
    const move = game.keys[key];
    if (move) session.want({ move });
  }

  /** @param {[number, number]} cell */
  function point(cell) {
    const meant = (session.state?.moves ?? []).filter((move) => move.cells.some(([row, column]) => row === cell[0] && column === cell[1]));
    if (meant.length === 1) session.want({ move: meant[0].text });
    else if (meant.length > 1) say(`Which one? ${meant.map((move) => move.text).join(", ")}`);
  }

  async function hint() {
    if (!known) {
      say("Thinking …");
      if (!await ask()) return;
    }
    if (known?.is_lost) return say("You can no longer win from here: undo.", "bad");
    if (!known?.moves) return say("No hint was found in time.", "warn");
    const next = known.moves[0];
    const left = `${counted(known.moves.length, "move")} to the goal${known.is_shortest ? "" : ", or fewer"}`;
    say(`Hint: ${next} (${left})${known.reason ? `\n${known.reason}` : ""}`, "good");
    const cells = session.state?.moves.find((move) => move.text === next)?.cells ?? [];
    for (const cell of cells) board.mark(cell, "mark-hint", 4);
    if (session.state?.place.length && cells.length) board.arrow(session.state.place, cells);
  }

  onKeys(visit, (pressed, target) => {
    if (pressed in WISHES) session.want(WISHES[pressed]);
    else if (pressed === "h") hint();
    else if (pressed === "enter" && session.state?.solved && next && !target.matches("button, a, summary")) location.hash = address("play", next.key);
    else if (pressed === " " && target.matches("button, a, summary, input")) return false;
    else if (pressed in game.keys) press(pressed);
    else if (pressed in KEYS) press(KEYS[pressed]);
    else if (/^[1-9]$/.test(pressed)) /** @type {HTMLElement | undefined} */ (chips.children[Number(pressed) - 1])?.click();
    else return false;
  });

  const body = () => ({ ...spec(level, settings.settings()), moves: session.played });
  const file = fileName(level);
  fill(place,
    h("div", { class: "spread head" },
      h("div", {}, h("h1", {}, level.title), h("p", { class: "row middle" }, game.title, standing)),
      picker),
    h("div", { class: "two" },
      h("div", { class: "stack" }, h("div", { class: "panel stack" }, board.element, past, victory), help),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" },
          counter, message,
          h("div", { class: "row tools" }, Object.values(buttons), soundButton),
          pad, chips, settings.element),
        h("div", { class: "panel stack" },
          h("div", { class: "row" },
            wayButton("solve", level.key, "Solve it", true),
            wayButton("watch", level.key, "Watch a search", true),
            game.can_be_edited ? wayButton("edit", level.key, "Edit", true) : null,
            shareButton(true)),
          h("div", { class: "row middle" }, h("span", { class: "soft small-text" }, "Save this session as"),
            h("button", { class: "small", type: "button", onclick: () => { download(`${file}.plan`, session.played.map((move) => `${move}\n`).join("")); toast("Plan saved"); } }, "Plan"),
            h("button", { class: "small", type: "button", onclick: async () => { download(`test_${file.replaceAll("-", "_")}.py`, await postForText("/api/session-test", body())); toast("Test saved"); } }, "Regression test"),
            h("button", { class: "small", type: "button", onclick: async () => download(`${file}.svg`, await postForText("/api/picture", body()), "image/svg+xml") }, "SVG"))))));
  const begun = movesFromText(query.get("moves"));
  if (level.first && !begun.length && settings.isAsItCame()) session.start(level.first);
  else session.want({ to: begun });
  board.element.focus({ preventScroll: true });
  onLeave(visit, () => {
    session.close();
    outlook?.cancel();
    asked++;
  });
}

/**
 * The keys that this game is played by; a board that is pointed at has none for its moves.
 * @param {import("../api.js").Game} game
 */
function keysOf(game) {
  const hasArrows = "up" in game.keys || "left" in game.keys;
  const others = Object.entries(game.keys).filter(([key]) => !(key in ARROWS));
  /** @type {[string, string][]} */
  const listed = [["U", "one move back"], ["R", "one on"], ["N", "from the start"], ["H", "what next?"]];
  return h("p", { class: "keys small-text soft" }, hasArrows ? [h("kbd", {}, "← ↑ → ↓"), " or ", h("kbd", {}, "W A S D"), " move "] : [h("kbd", {}, "1"), " … ", h("kbd", {}, "9"), " the moves listed "],
    [...others.map(([key, move]) => [key === "space" ? "Space" : key.toUpperCase(), move]), ...listed].flatMap(([key, what]) => [h("kbd", {}, key), ` ${what} `]));
}
