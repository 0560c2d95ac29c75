// New levels: sliders for the game's generator, a gallery of what it finds.

import { address, note } from "../address.js";
import { gameNamed, games, isOver, Work } from "../api.js";
import { counted, download, duration, fill, h, inform, number, onLeave, picture, toast } from "../dom.js";
import { numberField, optionForm, shareButton, unusual } from "../forms.js";
import { keep, own } from "../levels.js";

/** @typedef {{level: string, cost: number, svg: string, objective: string | null}} Made */

// What was found, by what was asked for: whoever comes back finds it again.
/** @type {Map<string, {levels: Made[], seed: string, words: string}>} */
const made = new Map();

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const game = await gameNamed(words[0] || "roll");
  const known = (await games()).filter((each) => each.generator_options.length);
  const select = h("select", { onchange: () => { location.hash = address("generate", select.value); } }, known.map((each) => h("option", { value: each.name, selected: each.name === game.name }, each.title)));
  const given = Object.fromEntries([...query].filter(([name]) => name.startsWith("set.")).map(([name, value]) => [name.slice(4), value]));
  const form = optionForm(game.generator_options, () => changed(), { sliders: true, given });
  const usual = new Map(Object.entries(optionForm(game.generator_options, undefined, { sliders: true }).values()));
  /** @param {string} name @param {string | number} usual @param {Record<string, any>} more */
  const field = (name, usual, more) => numberField(query, name, usual, changed, { style: "width: 5.5rem", ...more });
  const count = field("count", 6, { min: 1, max: 24 });
  const seed = field("seed", 1, { min: 0 });
  const low = field("min-cost", "", { min: 0, placeholder: "any" });
  const high = field("max-cost", "", { min: 0, placeholder: "any" });
  const seconds = field("seconds", 30, { min: 1, max: 600 });
  const objective = h("select", { name: "objective", onchange: () => changed() }, game.objectives.map((name) => h("option", { value: name, selected: name === query.get("objective") }, name)));
  const difficulty = h("select", { name: "difficulty", onchange: () => changed() },
    ["any", "easy", "medium", "hard", "extreme"].map((word) => h("option", { value: word, selected: word === query.get("difficulty") }, word)));
  const unique = h("input", { type: "checkbox", name: "unique", checked: query.has("unique"), onchange: () => changed() });
  const minimise = h("input", { type: "checkbox", name: "minimise", checked: query.has("minimise"), onchange: () => changed() });
  // Some games have a measure of their own among their options.
  const grades = game.generator_options.every((option) => option.name !== "difficulty");
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" }, "Every level is solved exactly before it is shown.");
  const gallery = h("ul", { class: "gallery", id: "made" });
  const stop = h("button", { type: "button", hidden: true, onclick: () => work?.cancel() }, "Stop");
  const start = h("button", { type: "button", class: "main", onclick: () => run() }, "Generate");
  const more = h("button", { type: "button", hidden: true, onclick: () => { seed.value = String(Number(seed.value) + 1); run(); } }, "More: next seed");
  /** @type {Work | null} */
  let work = null;
  let shown = 0;

  /** What is wished for, as an address says it. */
  function wishes() {
    /** @type {import("../address.js").Query} */
    const found = unusual([count, seed, low, high, seconds]);
    for (const [name, value] of Object.entries(form.values())) if (String(value) !== String(usual.get(name))) found[`set.${name}`] = value;
    if (game.objectives.length && objective.value !== game.objectives[0]) found.objective = objective.value;
    if (grades && difficulty.value !== "any") found.difficulty = difficulty.value;
    if (unique.checked) found.unique = "yes";
    if (minimise.checked) found.minimise = "yes";
    return found;
  }

  function changed() {
    note("generate", game.name, wishes());
  }

  /** @param {Made[]} levels */
  function list(levels) {
    for (; shown < levels.length; shown++) gallery.append(h("li", {}, card(levels[shown], `${game.title} ${seed.value}-${shown + 1}`)));
  }

  /**
   * @param {Made} found
   * @param {string} title
   */
  function card(found, title) {
    const level = { game: game.name, title, level: found.level, objective: found.objective, best: found.cost, status: "optimal" };
    return h("div", { class: "card" }, h("div", { class: "thumb" }, picture(found.svg)),
      h("div", { class: "words" }, h("span", { class: "spread" }, h("strong", {}, title), h("span", { class: "badge good" }, `✓ best ${found.cost}`)),
        h("span", { class: "row middle" },
          h("button", { class: "small", type: "button", onclick: async () => { await keep(level); toast("Kept: see My levels in the library"); } }, "Keep"),
          h("button", { class: "small", type: "button", onclick: async () => { location.hash = address("play", (await own(level)).key); } }, "Play"),
          h("button", { class: "small", type: "button", onclick: async () => { location.hash = address("edit", (await own(level)).key); } }, "Edit"),
          h("button", { class: "small quiet", type: "button", "aria-label": "Download", onclick: () => download(`${title.replaceAll(" ", "-")}${game.suffixes[0]}`, found.level) }, "⤓"))));
  }

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  const say = (text, kind = "") => inform(message, text, kind);

  async function run() {
    work?.cancel();
    fill(gallery);
    shown = 0;
    stop.hidden = false;
    more.hidden = true;
    say("");
    changed();
    const asked = address("generate", game.name, wishes());
    /** @param {HTMLInputElement} input */
    const optional = (input) => (input.value === "" ? null : Number(input.value));
    const wanted = Number(count.value) || 1;
    const mine = new Work({
      kind: "generate", game: game.name, options: form.values(), count: wanted, seed: Number(seed.value) || 0,
      objective: game.objectives.length ? objective.value : null, min_cost: optional(low), max_cost: optional(high),
      difficulty: !grades || difficulty.value === "any" ? null : difficulty.value, unique: unique.checked, minimise: minimise.checked, limits: { seconds: Number(seconds.value) || 30 },
    }, (job) => {
      if (work !== mine && work !== null) return;
      const found = job.result ?? job.progress?.found;
      if (found) list(found.levels);
      if (!isOver(job)) say(job.status === "queued" ? "Waits for its turn …" : `${shown} found; ${job.progress?.note || "begins"} …`);
    });
    work = mine;
    const job = await mine.done;
    if (work !== mine) return;
    stop.hidden = true;
    more.hidden = job.status === "refused";
    if (job.status === "done") {
      const text = `${counted(shown, "level")} of ${number(job.result.tried)} tried, in ${duration(job.seconds)}.${shown < wanted ? " Ask for less, or give it more time." : ""}`;
      say(text, shown ? "good" : "warn");
      made.set(asked, { levels: job.result.levels, seed: seed.value, words: text });
    } else say(job.status === "cancelled" ? `Stopped; ${shown} found.` : job.message ?? job.status, job.status === "refused" ? "bad" : "warn");
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, "New levels"), h("p", {}, "The same seed gives the same levels.")), h("label", {}, "Game", select)),
    h("div", { class: "two" },
      h("div", { class: "stack" }, message, gallery),
      h("div", { class: "panel stack" }, h("div", { class: "row" }, start, stop, more, shareButton()), form.element,
        h("div", { class: "row" },
          game.objectives.length ? h("label", {}, "Objective", objective) : null,
          h("label", {}, "Cost from", low), h("label", {}, "to", high),
          grades ? h("label", {}, "Difficulty", difficulty) : null),
        h("div", { class: "stack" },
          h("label", { class: "row middle" }, h("span", { class: "row middle" }, unique, "a single shortest solution")),
          h("label", { class: "row middle" }, h("span", { class: "row middle" }, minimise, "nothing that it could do without"))),
        h("div", { class: "row" }, h("label", {}, "Levels", count), h("label", {}, "Seed", seed), h("label", {}, "Seconds", seconds)))));
  const before = made.get(address("generate", game.name, wishes()));
  if (before) {
    list(before.levels);
    more.hidden = false;
    say(before.words, "good");
  }
  onLeave(visit, () => work?.cancel());
}
