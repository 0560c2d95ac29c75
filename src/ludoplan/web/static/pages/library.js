// The library: all games with their levels, and levels of one's own.

import { address, note } from "../address.js";
import { games, post, Problem } from "../api.js";
import { counted, fill, h, inform, picture, settled, toast } from "../dom.js";
import { Editor } from "../editor.js";
import { knownBadge } from "../forms.js";
import { bundled, drop, keep, mine } from "../levels.js";
import { bests, daily } from "../progress.js";

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 */
export async function show(place, words, query) {
  const [known, all] = await Promise.all([games(), bundled()]);
  // What invites to play comes first: games that explain themselves, and no level that cannot be solved.
  const ordered = [...known].sort((a, b) => rank(a.name) - rank(b.name));
  const levels = [...all].sort((a, b) => Number(a.status === "unsolvable") - Number(b.status === "unsolvable"));
  const search = h("input", { type: "search", placeholder: "Search levels", "aria-label": "Search levels", value: query.get("q") ?? "", oninput: () => list() });
  const game = h("select", { onchange: () => list() }, h("option", { value: "" }, "All games"),
    known.map((each) => h("option", { value: each.name, selected: each.name === (query.get("game") ?? words[0]) }, each.title)));
  const status = h("select", { onchange: () => list() },
    [["", "Any status"], ["optimal", "Proven optimum"], ["solved", "Solved, no proof"], ["unsolvable", "Proven unsolvable"]].map(([value, text]) => h("option", { value, selected: value === query.get("status") }, text)));
  const hardness = h("select", { onchange: () => list() },
    [["", "Any difficulty"], ["0", "Easy third"], ["1", "Middle third"], ["2", "Hard third"]].map(([value, text]) => h("option", { value, selected: value === query.get("difficulty") }, text)));
  const results = h("div");
  const names = new Map(known.map((each) => [each.name, [each.name, each.title, ...each.also_known_as].join(" ")]));
  const count = h("p", { class: "soft small-text", role: "status" });
  const jumps = h("nav", { class: "jumps", "aria-label": "Games" });

  function list() {
    const wanted = search.value.trim().toLowerCase();
    note("", "", { q: search.value.trim(), game: game.value, status: status.value, difficulty: hardness.value });
    /** @param {{title: string, name?: string, game: string, status: string, difficulty?: number}} level */
    const fits = (level) =>
      (!game.value || level.game === game.value) &&
      (!status.value || level.status === status.value) &&
      (!hardness.value || (level.difficulty !== undefined && Math.min(2, Math.floor(level.difficulty * 3)) === Number(hardness.value))) &&
      wanted.split(/\s+/).every((word) => `${level.title} ${level.name ?? ""} ${names.get(level.game) ?? level.game}`.toLowerCase().includes(word));
    const own = mine().filter(fits);
    const found = levels.filter(fits);
    const sections = ordered.map((each) => ({ game: each, of: found.filter((level) => level.game === each.name) })).filter(({ of }) => of.length);
    count.textContent = counted(found.length + own.length, "level");
    // The way down is long: each game is one step away.
    fill(jumps, sections.map(({ game: { name, title }, of }) => h("button", { type: "button", class: "small", "data-game": name, onclick: () => jump(name) }, title, h("span", { class: "soft" }, of.length))));
    jumps.hidden = sections.length < 2;
    fill(results,
      own.length ? section("My levels", "kept in this browser", own.map((level) => ownCard(level, list))) : null,
      sections.map(({ game: { name, title, summary }, of }) => section(title, summary, of.map(card), name)),
      found.length + own.length ? null : h("p", { class: "message" }, "No level fits."));
  }

  /** @param {string} name of a game */
  function jump(name) {
    const head = /** @type {HTMLElement | null} */ (results.querySelector(`section[data-game="${name}"] h2`));
    head?.scrollIntoView({ block: "start" });
    head?.focus({ preventScroll: true });
  }

  fill(place,
    h("div", { class: "head spread" }, h("div", {}, h("h1", {}, "Levels"), h("p", {}, "Play them, solve them with a proof, watch searches at work, or bring your own.")), today(levels, known)),
    h("div", { class: "filters" }, search, h("label", {}, "Game", game), h("label", {}, "Status", status), h("label", {}, "Difficulty", hardness)),
    upload(known),
    h("div", { class: "row middle counted" }, count, jumps), results);
  list();
}

/**
 * @param {string} title
 * @param {string} summary
 * @param {HTMLElement[]} cards
 * @param {string} [game]
 */
function section(title, summary, cards, game) {
  return h("section", { "data-game": game }, h("div", { class: "game-head" }, h("h2", { tabIndex: -1 }, title), h("span", { class: "soft small-text" }, summary)),
    h("ul", { class: "gallery" }, cards.map((each) => h("li", {}, each))));
}

const FIRST = ["roll", "maze", "lara", "sudoku", "puzzlescript", "pipes", "plotting", "boxup"];

/** @param {string} game */
const rank = (game) => (FIRST.includes(game) ? FIRST.indexOf(game) : FIRST.length);

const VERSION = document.querySelector("meta[name=version]")?.getAttribute("content") ?? "";

/** @param {import("../api.js").Level} level */
function card(level) {
  const filled = 1 + Math.round(level.difficulty * 4);
  return h("a", { class: "card", href: `#/play/${level.game}/${level.name}` },
    h("div", { class: "thumb" }, h("img", { loading: "lazy", decoding: "async", alt: "", src: `/api/levels/${level.game}/${encodeURIComponent(level.name)}/picture?v=${VERSION}` })),
    h("div", { class: "words" }, h("strong", {}, level.title),
      h("span", { class: "row middle" }, knownBadge(level.status, level.best), ownBadge(`${level.game}/${level.name}`, level.best),
        h("span", { class: "dots", title: "difficulty within its game", role: "img", "aria-label": `difficulty ${filled} of 5` }, "●".repeat(filled) + "○".repeat(5 - filled)))));
}

/**
 * How well one has solved a level oneself.
 * @param {string} key
 * @param {number | null} best
 */
function ownBadge(key, best) {
  const mine = bests()[key];
  if (mine === undefined) return null;
  return h("span", { class: "badge mine", title: "your best" }, mine === best ? "★ solved" : `☆ ${mine}`);
}

/**
 * @param {import("../api.js").Level[]} levels
 * @param {import("../api.js").Game[]} known
 */
function today(levels, known) {
  const level = daily(levels);
  if (!level) return null;
  return h("a", { class: "today panel", href: address("play", `${level.game}/${level.name}`) },
    h("img", { alt: "", width: 84, height: 64, src: `/api/levels/${level.game}/${encodeURIComponent(level.name)}/picture?v=${VERSION}` }),
    h("span", {}, h("strong", {}, "Today's level"), h("br"), level.title, h("br"), h("span", { class: "soft small-text" }, known.find((each) => each.name === level.game)?.title)), ownBadge(`${level.game}/${level.name}`, level.best));
}

/**
 * @param {import("../levels.js").Chosen} level
 * @param {() => void} list
 */
function ownCard(level, list) {
  const thumb = h("div", { class: "thumb" });
  post("/api/check", { game: level.game, level: level.level }).then((found) => fill(thumb, picture(found.svg)), () => fill(thumb, "?"));
  return h("div", { class: "card" }, thumb,
    h("div", { class: "words" }, h("a", { href: address("play", level.key) }, h("strong", {}, level.title)),
      h("span", { class: "row middle" }, knownBadge(level.status, level.best),
        h("a", { class: "small-text", href: address("edit", level.key) }, "Edit"),
        h("button", { class: "quiet small", type: "button", onclick: () => { drop(level.key); list(); } }, "Remove"))));
}

/** @param {import("../api.js").Game[]} known */
function upload(known) {
  const game = h("select", { onchange: () => check() }, known.map((each) => h("option", { value: each.name, selected: each.name === "roll" }, `${each.title} (${each.suffixes.join(", ")})`)));
  const title = h("input", { placeholder: "My level", "aria-label": "Title" });
  const message = h("div", { class: "message", role: "status" }, "Paste a level, or choose a file.");
  const preview = h("div", { class: "thumb" });
  const open = h("button", { class: "main", type: "button", disabled: true }, "Keep and play");
  /** @type {{level: string, objective: string | null} | null} */
  let ready = null;
  let asked = 0;
  const editor = new Editor("Level", "", settled(() => check(), 250), { rows: 10 });

  async function check() {
    const mineNow = ++asked;
    ready = null;
    open.disabled = true;
    if (!editor.value.trim()) {
      editor.mark([]);
      fill(preview);
      inform(message, "Paste a level, or choose a file.");
      return;
    }
    try {
      const found = await post("/api/check", { game: game.value, level: editor.value });
      if (mineNow !== asked) return;
      ready = found;
      open.disabled = false;
      editor.mark([]);
      fill(preview, picture(found.svg));
      inform(message, "The level is in order.", "good");
    } catch (error) {
      if (!(error instanceof Problem) || mineNow !== asked) return;
      editor.mark(error.defects);
      fill(preview);
      inform(message, error.defects.length ? `${counted(error.defects.length, "defect")}: click one to go there.` : error.message, "bad");
    }
  }

  open.addEventListener("click", async () => {
    if (!ready) return;
    const kept = await keep({ game: game.value, title: title.value.trim() || "My level", level: ready.level, objective: ready.objective });
    toast("Kept in this browser");
    location.hash = address("play", kept.key);
  });

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > 64_000) {
      inform(message, `${file.name} is too large for the page (64 kB at most); the command line takes it.`, "bad");
      return;
    }
    const of = known.find((each) => each.suffixes.some((suffix) => file.name.endsWith(suffix)));
    if (of) game.value = of.name;
    title.value ||= file.name.split(".")[0];
    editor.value = await file.text();
    check();
  }

  const chooser = h("input", { type: "file", "aria-label": "Level file", onchange: () => read(chooser.files?.[0]) });
  const box = h("details", { class: "panel", id: "upload" }, h("summary", {}, "Upload or paste a level"),
    h("div", { class: "two" },
      h("div", { class: "stack" }, h("div", { class: "row" }, h("label", {}, "Game", game), h("label", {}, "File", chooser)), editor.element),
      h("div", { class: "stack" }, message, preview, h("div", { class: "row" }, h("label", {}, "Title", title), open))));
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => { event.preventDefault(); read(event.dataTransfer?.files[0]); });
  return box;
}
