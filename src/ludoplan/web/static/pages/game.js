// A game of one's own, written in PuzzleScript or, where the server runs that, in Python: the source with what is wrong
// at its lines, the board beside it, and for each level whether it can be solved, in how many moves, as one writes.

import { movesFromText, movesToText, note, packed, unpacked } from "../address.js";
import { gameNamed, get, isOver, once, post, Problem, told, Work } from "../api.js";
import { Board } from "../board.js";
import { CodeEditor } from "../code.js";
import { counted, download, fill, h, inform, onKeys, onLeave, picture, settled, toast } from "../dom.js";
import { fileButton, shareButton, wayButton } from "../forms.js";
import { choose, own } from "../levels.js";
import { Player } from "../player.js";
import { KEYS, Session } from "../session.js";

/** @type {Record<string, "undo" | "restart">} */
const WISHES = { u: "undo", z: "undo", "ctrl+z": "undo", n: "restart", r: "restart" };
/** @type {Record<string, string>} */
const MOVES = { ...KEYS, x: "x", t: "t" };
const SECONDS = 15; // for the verdict on a level

/** @typedef {{level: string, line: number, svg: string, rows: number, columns: number}} Map_ */
/** @typedef {{name: string, title: string, source: string}} Example */

/** What differs between the languages. `body` is a level as the API wants it.
 * @typedef {{name: string, words: string, draft: string, suffixes: string, mode: import("../code.js").LanguageName, examples: Example[],
 *   keys: Record<string, string>, paths: {compile: string, play: string, steps: string},
 *   body: (source: string, level: string) => object, solve: (source: string, level: string) => object}} Language */

/** @returns {Promise<Language>} */
async function puzzlescript() {
  const game = await gameNamed("puzzlescript");
  const body = (/** @type {string} */ _source, /** @type {string} */ level) => ({ game: "puzzlescript", level });
  return { name: "PuzzleScript", words: "Write it in PuzzleScript. Each level is solved as you write, with a proof.", draft: "ludoplan-puzzlescript",
    suffixes: ".ps,.puzzlescript,.txt", mode: "puzzlescript", examples: await once("/api/puzzlescript/examples"), keys: game.keys,
    paths: { compile: "/api/puzzlescript", play: "/api/play", steps: "/api/steps" },
    body, solve: (source, level) => ({ kind: "solve", solver: "auto", ...body(source, level) }) };
}

/**
 * @param {Example[]} examples
 * @returns {Language}
 */
function python(examples) {
  return { name: "Python", words: "A class with five methods, GAME and LEVELS. Each level is solved as you write, with a proof.", draft: "ludoplan-python",
    suffixes: ".py", mode: "python", examples, keys: {}, paths: { compile: "/api/python", play: "/api/python/play", steps: "/api/python/steps" },
    body: (source, level) => ({ source, level }), solve: (source, level) => ({ kind: "python", source, level }) };
}

/** @param {string} chosen */
const languages = (chosen) => h("nav", { class: "row languages", "aria-label": "Languages" }, [["PuzzleScript", "#/game"], ["Python", "#/game/python"]].map(([name, href]) =>
  h("a", { class: "button small", href, "aria-current": name === chosen ? "page" : undefined }, name)));
/** @typedef {{work: Work | null, result: any, message: string}} Verdict */

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const isPython = words[0] === "python";
  const server = isPython ? await get("/api/python") : null;
  if (server && !server.allowed) {
    fill(place, h("h1", {}, "Your own game"), languages("Python"),
      h("div", { class: "message warn", id: "refused" }, "This server runs no Python of the page. Who started it can allow that: ", h("code", {}, "ludoplan serve --allow-python"),
        ". Then whoever may open the page can do on that machine what they can do."));
    return;
  }
  const language = server ? python(server.examples) : await puzzlescript();
  const { examples, paths } = language;
  let keys = language.keys;
  let source = examples[0]?.source ?? "";
  // Python is run: so none comes out of an address that somebody else may have made.
  const given = isPython ? null : query.get("source");
  if (given) source = await unpacked(given, "game", (text) => text);
  else if (words[0] && !isPython) source = examples.find((each) => each.name === words[0])?.source ?? source;
  else source = localStorage.getItem(language.draft) ?? source;

  /** @type {Map_[]} */
  let maps = [];
  let title = "";
  let compiled = ""; // the source that the levels are of
  let chosen = Math.max(0, Number(query.get("level") ?? 1) - 1);
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();
  let asked = 0;
  let isShowing = false;

  const editor = new CodeEditor(`${language.name} source`, language.mode, source, settled(() => compile(), isPython ? 600 : 350));
  const state = h("div", { class: "message", role: "status", "aria-live": "polite", id: "compiler" });
  const list = h("ol", { class: "maps", "aria-label": "Levels" });
  const board = new Board({ label: "Your game", onCell: () => board.element.focus({ preventScroll: true }), onSwipe: (direction) => press(direction) });
  board.element.tabIndex = 0;
  board.glides = true;
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  const counter = h("strong", { class: "counter" });
  const player = new Player();
  const stage = h("div", { class: "stack" }, board.element);
  const solution = h("button", { type: "button", class: "main", disabled: true, onclick: () => (isShowing ? play() : showSolution()) }, "Show the solution");
  const ways = h("div", { class: "row" });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Legal moves" });
  let usage = "Click on the board, then: arrow keys, X or space to act, U to undo, N to begin again.";
  const example = h("select", { "aria-label": "Examples", onchange: () => load(examples.find((each) => each.name === example.value)?.source ?? "") },
    h("option", { value: "" }, "Examples …"), [...examples].sort((a, b) => Number(b.name === "new") - Number(a.name === "new")).map((each) => h("option", { value: each.name }, each.title)));

  let session = begin([]);

  /** @param {string[]} moves */
  function begin(moves) {
    const mine = new Session(board, () => language.body(compiled, maps[chosen].level), (now, isNew) => {
      if (isNew) {
        counter.textContent = counted(mine.played.length, "move");
        say(now.solved ? `${now.told ? `${now.told}\n` : ""}Solved in ${mine.played.length} moves.` : now.told || usage, now.solved ? "good" : "");
        const plain = now.moves.filter((move) => !Object.values(keys).includes(move.text)).slice(0, 60);
        fill(chips, plain.map((move) => h("button", { type: "button", class: "small", onclick: () => session.want({ move: move.text }) }, move.text)));
      }
      tell();
    }, (problem) => say(problem, "bad"), paths.play);
    if (maps[chosen]) mine.want({ to: moves });
    return mine;
  }

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  const say = (text, kind = "") => inform(message, text, kind);

  /** @param {string} text */
  function load(text) {
    if (!examples.some((each) => each.source === editor.value)) toast("Ctrl+Z in the source brings back what was there");
    editor.value = text;
    chosen = 0;
    compile();
  }

  const tell = settled(async () => {
    const view = { level: chosen ? chosen + 1 : null, moves: movesToText(session.played) };
    const text = isPython ? null : await packed(editor.value);
    if (!visit.aborted) note("game", isPython ? "python" : "", { source: text, ...view });
  }, 100);

  /** Reads the source; what it cannot read stays as it was on the board. */
  async function compile(moves = session.played) {
    const mine = ++asked;
    const text = editor.value;
    localStorage.setItem(language.draft, text.slice(0, 200_000));
    try {
      const found = { warnings: [], ...await post(paths.compile, { source: text }) };
      if (mine !== asked || visit.aborted) return;
      editor.mark([], found.warnings);
      title = found.title || "My game";
      keys = found.keys ?? keys;
      if (found.how_to_play) usage = found.how_to_play;
      const before = `${isPython ? compiled : ""}${maps[chosen]?.level}`;
      // A game in Python is another one when any line of it is.
      if (isPython && text !== compiled) forget([]);
      compiled = text;
      maps = found.levels;
      chosen = Math.min(chosen, maps.length - 1);
      inform(state, `${title}: ${counted(maps.length, "level")}${found.warnings.length ? `, ${counted(found.warnings.length, "warning")}` : ""}.`, found.warnings.length ? "warn" : "good");
      judge();
      if (before !== `${isPython ? compiled : ""}${maps[chosen].level}`) select(chosen, moves);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (mine !== asked) return;
      editor.mark(error.defects);
      inform(state, error.defects.length ? `${counted(error.defects.length, "error")}: click one to go to its line. The board shows the game as it was.` : error.message, "bad");
    }
    tell();
  }

  /**
   * @param {number} index
   * @param {string[]} [moves]
   */
  function select(index, moves = []) {
    chosen = index;
    session.close();
    session = begin(moves);
    // The map came with the source: it is there before its first state is.
    if (!moves.length) board.show(maps[index].svg, maps[index].columns);
    play();
    draw();
    if (isPython) return;
    own({ game: "puzzlescript", title: `${title} ${index + 1}`, level: maps[index].level }).then((level) => {
      if (visit.aborted || chosen !== index) return;
      choose(level);
      fill(ways, wayButton("play", level.key, "Play in full", true), wayButton("solve", level.key, "Solve", true), wayButton("edit", level.key, "Edit", true), wayButton("watch", level.key, "Watch", true));
    });
  }

  /** Takes back what was asked for other levels. @param {string[]} kept */
  function forget(kept) {
    for (const [text, verdict] of verdicts) {
      if (kept.includes(text)) continue;
      verdict.work?.cancel();
      verdicts.delete(text);
    }
  }

  /** Asks for the verdict on every level that is new. */
  function judge() {
    forget(maps.map((each) => each.level));
    for (const { level } of maps) {
      if (verdicts.has(level)) continue;
      /** @type {Verdict} */
      const verdict = { work: null, result: null, message: "" };
      verdicts.set(level, verdict);
      verdict.work = new Work({ ...language.solve(compiled, level), limits: { seconds: SECONDS } }, (job) => {
        if (isOver(job)) Object.assign(verdict, { work: null, result: job.result, message: job.message ?? "" });
        if (!visit.aborted) draw();
      });
    }
    draw();
  }

  function draw() {
    fill(list, maps.map((each, index) => {
      const verdict = verdicts.get(each.level);
      return h("li", {}, h("button", { type: "button", class: "map", "data-level": index + 1, "data-status": verdict?.result?.status ?? "running", "aria-pressed": String(index === chosen), onclick: () => { select(index); editor.show(each.line); } },
        picture(each.svg), h("span", {}, h("strong", {}, `${index + 1}`), " ", spoken(verdict))));
    }));
    const result = maps[chosen] ? verdicts.get(maps[chosen].level)?.result : null;
    solution.disabled = !result?.plan && !isShowing;
  }

  /** @param {Verdict | undefined} verdict */
  function spoken(verdict) {
    const result = verdict?.result;
    if (!result) return verdict?.message ? h("span", { class: "badge bad", title: verdict.message }, "failed") : h("span", { class: "badge" }, "…");
    if (result.status === "optimal") return h("span", { class: "badge good", title: "proven: no solution has fewer moves" }, `✓ ${result.cost} moves`);
    if (result.status === "solved") return h("span", { class: "badge", title: "there may be a shorter one" }, `${result.cost} moves`);
    if (result.status === "unsolvable") return h("span", { class: "badge bad", title: "proven: there is no solution" }, "✗ no solution");
    return h("span", { class: "badge warn", title: result.message ?? `not decided in ${SECONDS} seconds` }, result.lower_bound ? `${result.lower_bound} moves or more` : "not decided");
  }

  async function showSolution() {
    const plan = verdicts.get(maps[chosen].level)?.result?.plan;
    if (!plan) return;
    const pictures = await post(paths.steps, { ...language.body(compiled, maps[chosen].level), moves: plan }).catch((error) => say(told(error), "bad"));
    if (!pictures) return;
    player.show(pictures, plan);
    isShowing = true;
    solution.textContent = "Back to playing";
    fill(stage, player.board.element, player.controls);
    player.play();
  }

  function play() {
    isShowing = false;
    solution.textContent = "Show the solution";
    player.pause();
    fill(stage, board.element);
  }

  /** @param {string} key */
  function press(key) {
    const move = keys[key];
    if (move && !isShowing) session.want({ move });
  }

  onKeys(visit, (pressed, target) => {
    if (pressed in WISHES) session.want(WISHES[pressed]);
    else if (isShowing && pressed === "arrowright") player.stepBy(1);
    else if (isShowing && pressed === "arrowleft") player.stepBy(-1);
    else if (pressed in MOVES && !(pressed === " " && target.matches("button, a, summary"))) press(MOVES[pressed]);
    else return false;
  });

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, "Your own game"), h("p", {}, language.words), languages(language.name)),
      h("div", { class: "row" }, example, fileButton("Source file", language.suffixes, (text) => load(text.slice(0, 64_000))),
        h("button", { type: "button", onclick: () => download(`${title.replace(/[^\p{L}\p{N}]+/gu, "-") || "game"}${language.suffixes.split(",")[0]}`, editor.value) }, "Download"), isPython ? null : shareButton())),
    h("div", { class: "workshop" },
      h("div", { class: "panel stack source" }, state, editor.element),
      h("div", { class: "stack" },
        h("div", { class: "panel stack" }, stage, message, h("div", { class: "row middle" }, counter,
          h("button", { type: "button", onclick: () => session.want("undo") }, "↶ Undo"), h("button", { type: "button", onclick: () => session.want("restart") }, "Restart"), solution), chips),
        h("div", { class: "panel stack" }, h("h2", {}, "Levels"), list, ways))));
  await compile(movesFromText(query.get("moves")));
  editor.begin();
  onLeave(visit, () => {
    session.close();
    player.pause();
    forget([]);
  });
}
