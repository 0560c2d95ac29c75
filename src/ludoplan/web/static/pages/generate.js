// New levels: sliders for the game's generator, a gallery of what it finds.

import { gameNamed, games, isOver, Problem, Work } from "../api.js";
import { download, duration, fill, h, number, picture, toast } from "../dom.js";
import { optionForm } from "../forms.js";
import { keep } from "../levels.js";

/** @typedef {{level: string, cost: number, svg: string, objective: string | null}} Made */

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 */
export async function show(place, words) {
  const game = await gameNamed(words[0] || "roll");
  const known = (await games()).filter((each) => each.generator_options.length);
  const select = h("select", { onchange: () => { location.hash = `#/generate/${select.value}`; } }, known.map((each) => h("option", { value: each.name, selected: each.name === game.name }, each.title)));
  const form = optionForm(game.generator_options, undefined, true);
  const objective = h("select", {}, game.objectives.map((name) => h("option", { value: name }, name)));
  /** @param {Record<string, any>} properties */
  const field = (properties) => {
    const input = h("input", { type: "number", ...properties });
    input.style.width = "5.5rem";
    return input;
  };
  const count = field({ value: 6, min: 1, max: 24, name: "count" });
  const seed = field({ value: 1, min: 0, name: "seed" });
  const low = field({ min: 0, name: "min-cost", placeholder: "any" });
  const high = field({ min: 0, name: "max-cost", placeholder: "any" });
  const difficulty = h("select", { name: "difficulty" }, ["any", "easy", "medium", "hard", "extreme"].map((word) => h("option", { value: word }, word)));
  const unique = h("input", { type: "checkbox", name: "unique" });
  const minimise = h("input", { type: "checkbox", name: "minimise" });
  // Some games have a measure of their own among their options.
  const grades = game.generator_options.every((option) => option.name !== "difficulty");
  const seconds = field({ value: 30, min: 1, max: 600, name: "seconds" });
  const message = h("div", { class: "message", role: "status", "aria-live": "polite" }, "Every level is solved exactly before it is shown.");
  const gallery = h("ul", { class: "gallery", id: "made" });
  const stop = h("button", { type: "button", hidden: true, onclick: () => work?.cancel() }, "Stop");
  const start = h("button", { type: "button", class: "main", onclick: () => run() }, "Generate");
  /** @type {Work | null} */
  let work = null;
  let shown = 0;

  /** @param {Made[]} levels */
  function list(levels) {
    for (; shown < levels.length; shown++) gallery.append(h("li", {}, card(levels[shown], `${game.title} ${seed.value}-${shown + 1}`)));
  }

  /**
   * @param {Made} made
   * @param {string} title
   */
  function card(made, title) {
    const level = () => keep({ game: game.name, title, level: made.level, objective: made.objective, best: made.cost, status: "optimal" });
    return h("div", { class: "card" }, h("div", { class: "thumb" }, picture(made.svg)),
      h("div", { class: "words" }, h("span", { class: "spread" }, h("strong", {}, title), h("span", { class: "badge good" }, `✓ best ${made.cost}`)),
        h("span", { class: "row middle" },
          h("button", { class: "small", type: "button", onclick: () => { level(); toast("Kept: see My levels in the library"); } }, "Keep"),
          h("button", { class: "small", type: "button", onclick: () => { location.hash = `#/play/${level().key}`; } }, "Play"),
          h("button", { class: "small quiet", type: "button", "aria-label": "Download", onclick: () => download(`${title.replaceAll(" ", "-")}${game.suffixes[0]}`, made.level) }, "⤓"))));
  }

  async function run() {
    work?.cancel();
    fill(gallery);
    shown = 0;
    stop.hidden = false;
    message.className = "message";
    /** @param {HTMLInputElement} input */
    const optional = (input) => (input.value === "" ? null : Number(input.value));
    const mine = new Work({
      kind: "generate", game: game.name, options: form.values(), count: Number(count.value) || 1, seed: Number(seed.value) || 0,
      objective: game.objectives.length ? objective.value : null, min_cost: optional(low), max_cost: optional(high),
      difficulty: !grades || difficulty.value === "any" ? null : difficulty.value, unique: unique.checked, minimise: minimise.checked, limits: { seconds: Number(seconds.value) || 30 },
    }, (job) => {
      if (work !== mine && work !== null) return;
      const found = job.result ?? job.progress?.found;
      if (found) list(found.levels);
      if (!isOver(job)) message.textContent = job.status === "queued" ? "Waits for its turn …" : `${shown} found; ${job.progress?.note || "begins"} …`;
    });
    work = mine;
    try {
      const job = await mine.done;
      if (work !== mine) return;
      stop.hidden = true;
      if (job.status === "done") {
        message.className = `message ${shown ? "good" : "warn"}`;
        message.textContent = `${shown} level${shown === 1 ? "" : "s"} of ${number(job.result.tried)} tried, in ${duration(job.seconds)}.${shown < Number(count.value) ? " Ask for less, or give it more time." : ""}`;
        seed.value = String(Number(seed.value) + 1);
      } else {
        message.className = "message warn";
        message.textContent = job.status === "cancelled" ? `Stopped; ${shown} found.` : job.message ?? job.status;
      }
    } catch (error) {
      stop.hidden = true;
      message.className = "message bad";
      message.textContent = error instanceof Problem ? error.message : String(error);
    }
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, "New levels"), h("p", {}, "The same seed gives the same levels.")), h("label", {}, "Game", select)),
    h("div", { class: "two" },
      h("div", { class: "stack" }, message, gallery),
      h("div", { class: "panel stack" }, form.element,
        h("div", { class: "row" },
          game.objectives.length ? h("label", {}, "Objective", objective) : null,
          h("label", {}, "Cost from", low), h("label", {}, "to", high),
          grades ? h("label", {}, "Difficulty", difficulty) : null),
        h("div", { class: "stack" },
          h("label", { class: "row middle" }, h("span", { class: "row middle" }, unique, "a single shortest solution")),
          h("label", { class: "row middle" }, h("span", { class: "row middle" }, minimise, "nothing that it could do without"))),
        h("div", { class: "row" }, h("label", {}, "Levels", count), h("label", {}, "Seed", seed), h("label", {}, "Seconds", seconds)),
        h("div", { class: "row" }, start, stop))));
  return () => work?.cancel();
}
