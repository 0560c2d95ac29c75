// Solve a level with one solver or several side by side; then look at the plan.

import { gameNamed, isOver, once, post, postForText, Problem, Work } from "../api.js";
import { Board, Player } from "../board.js";
import { badge, download, duration, figures, fill, h, number } from "../dom.js";
import { levelPicker, levelSettings, optionForm } from "../forms.js";
import { find, spec } from "../levels.js";
import { knownBadge } from "./library.js";

/** @typedef {import("../api.js").Solver} Solver */

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 */
export async function show(place, words, query) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  /** @type {Solver[]} */
  const solvers = await once(`/api/games/${game.name}/solvers`);
  const picker = await levelPicker(level, (key) => `#/solve/${key}`);
  const settings = levelSettings(game, level.objective, () => undefined);
  const preview = new Board({ label: level.title });
  post("/api/check", { game: level.game, level: level.level }).then((found) => preview.show(found.svg, found.columns));

  const player = new Player();
  /** @type {HTMLElement | null} */
  let chosen = null;
  /** @type {Work[]} */
  let running = [];
  /** @type {ReturnType<typeof solverChoice>[]} */
  const choices = [];
  const list = h("div", { class: "stack" });
  const seconds = h("input", { type: "number", value: "60", min: "0.1", max: "3600", step: "any", name: "seconds" });
  const megabytes = h("input", { type: "number", value: "2000", min: "100", max: "64000", step: "100", name: "megabytes" });
  seconds.style.width = megabytes.style.width = "6.5rem";
  const runs = h("div", { class: "runs" });
  const view = h("div", { class: "panel stack", id: "view" }, preview.element);
  const message = h("div", { class: "message bad", hidden: true, role: "alert" });

  /** @param {string} name */
  function add(name) {
    const choice = solverChoice(solvers, name, () => {
      choices.splice(choices.indexOf(choice), 1);
      choice.element.remove();
    });
    choices.push(choice);
    list.append(choice.element);
  }
  for (const name of (query.get("solvers") ?? "auto").split(",")) add(name);

  function run() {
    stop();
    running = [];
    message.hidden = true;
    player.pause();
    chosen = null;
    fill(view, preview.element);
    fill(runs);
    for (const choice of choices) {
      const card = runCard(choice.name(), (plan, result, isAsked) => {
        if (isAsked || !chosen) showPlan(card.element, plan, result);
      });
      runs.append(card.element);
      const work = new Work({
        kind: "solve", ...spec(level, settings.settings()), solver: choice.name(), solver_options: choice.values(),
        limits: { seconds: Number(seconds.value) || 60, megabytes: Number(megabytes.value) || 2000 },
      }, card.update);
      card.stop.addEventListener("click", () => work.cancel());
      work.done.catch((error) => {
        card.element.remove();
        message.hidden = false;
        message.textContent = error instanceof Problem ? error.message : String(error);
      });
      running.push(work);
    }
  }

  function stop() {
    for (const work of running) work.cancel();
  }

  /**
   * @param {HTMLElement} card
   * @param {string[]} plan
   * @param {any} result
   */
  async function showPlan(card, plan, result) {
    chosen?.classList.remove("chosen");
    chosen = card;
    card.classList.add("chosen");
    const body = { ...spec(level, settings.settings()), moves: plan };
    let pictures;
    try {
      pictures = await post("/api/steps", body);
    } catch (error) {
      fill(view, preview.element, h("div", { class: "message warn" }, error instanceof Problem ? error.message : String(error)), downloads(body, plan, result));
      return;
    }
    player.show(pictures, plan);
    fill(view,
      h("div", { class: "spread" }, h("h2", {}, `The plan of ${result.solver}`),
        h("span", { class: "small-text soft" }, `cost ${pictures.cost}, replayed by the rules: ${pictures.solved ? "valid" : "not valid"}`)),
      player.board.element, player.controls,
      h("details", { open: true }, h("summary", {}, `${plan.length} steps`), player.list),
      downloads(body, plan, result));
    player.play();
  }

  /**
   * @param {any} body
   * @param {string[]} plan
   * @param {any} result
   */
  function downloads(body, plan, result) {
    const name = level.key.replaceAll("/", "-");
    const { moves, ...plain } = body;
    return h("div", { class: "row middle" }, h("span", { class: "soft small-text" }, "Download"),
      h("button", { class: "small", type: "button", onclick: () => download(`${name}.plan`, plan.map((move) => `${move}\n`).join("") + `; cost ${result.cost}\n`) }, "Plan"),
      h("button", { class: "small", type: "button", onclick: async () => download(`${name}.svg`, await postForText("/api/picture", body), "image/svg+xml") }, "Animated SVG"),
      h("button", { class: "small", type: "button", onclick: async () => download(`${name}-level.svg`, await postForText("/api/picture", { ...plain, moves: [] }), "image/svg+xml") }, "SVG"),
      h("button", { class: "small", type: "button", onclick: () => download(`${name}.json`, JSON.stringify(result, null, 1), "application/json") }, "JSON"),
      game.has_pddl ? h("button", { class: "small", type: "button", onclick: async () => {
        const form = await post("/api/pddl/form", plain);
        download("domain.pddl", form.domain);
        download("problem.pddl", form.problem);
      } }, "PDDL") : null);
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Solve: ${level.title}`), h("p", { class: "row middle" }, game.title, knownBadge(level.status, level.best))), picker),
    h("div", { class: "two" },
      view,
      h("div", { class: "stack" },
        h("div", { class: "panel stack" },
          h("h2", {}, "Solvers"), list,
          h("div", { class: "row" }, h("button", { type: "button", class: "small", onclick: () => add(solvers.find((each) => each.is_search && !choices.some((other) => other.name() === each.name))?.name ?? "auto") }, "+ Another solver, side by side")),
          settings.element,
          h("div", { class: "row" }, h("label", {}, "Seconds", seconds), h("label", {}, "Megabytes", megabytes),
            h("button", { type: "button", class: "main", onclick: run }, "Solve")),
          message),
        runs)));
  if (query.has("run")) run();
  return () => {
    stop();
    player.pause();
  };
}

/**
 * The choice of a solver with its options.
 * @param {Solver[]} solvers
 * @param {string} name
 * @param {() => void} onRemove
 */
export function solverChoice(solvers, name, onRemove) {
  const select = h("select", { "aria-label": "Solver", onchange: () => settle() },
    h("option", { value: "auto" }, "auto – the game's best"),
    solvers.map((solver) => h("option", { value: solver.name, disabled: solver.missing !== null }, `${solver.name} – ${solver.summary}${solver.missing ? " (not installed)" : ""}`)));
  select.value = solvers.some((solver) => solver.name === name && !solver.missing) ? name : "auto";
  select.style.maxWidth = "24rem";
  select.style.flex = "1";
  const options = h("details", {}, h("summary", {}, "Options"));
  let form = optionForm([]);
  function settle() {
    const solver = solvers.find((each) => each.name === select.value);
    form = optionForm(solver?.options ?? []);
    options.hidden = !solver?.options.length;
    fill(options, h("summary", {}, "Options"), form.element);
  }
  settle();
  return {
    element: h("div", { class: "solver" }, h("div", { class: "row middle" }, select, h("button", { class: "quiet small", type: "button", "aria-label": "Remove this solver", onclick: onRemove }, "✕")), options),
    name: () => select.value,
    values: () => form.values(),
  };
}

/**
 * How one run gets on.
 * @param {string} name
 * @param {(plan: string[], result: any, isAsked: boolean) => void} onPlan
 */
function runCard(name, onPlan) {
  const title = h("h3", {}, name);
  const status = h("span", {});
  const bar = h("div", { class: "bar" });
  const facts = h("div");
  const words = h("p", { class: "small-text soft" });
  const stop = h("button", { type: "button", class: "small" }, "Stop");
  const look = h("button", { type: "button", class: "small", hidden: true }, "Show the plan");
  const element = h("div", { class: "panel run", "data-status": "queued" }, h("div", { class: "spread" }, title, status), bar, facts, words, h("div", { class: "row" }, stop, look));
  /** @param {import("../api.js").Job} job */
  function update(job) {
    const result = job.result;
    element.dataset.status = job.status;
    fill(status, badge(result?.status ?? job.status));
    if (!isOver(job)) {
      const now = job.progress ?? {};
      fill(facts, figures({
        time: now.seconds === undefined ? "–" : duration(now.seconds), expanded: number(now.expanded ?? 0), generated: number(now.generated ?? 0),
        stored: number(now.stored ?? 0), "at least": now.lower_bound ?? null, memory: now.megabytes ? `${Math.round(now.megabytes)} MB` : null }));
      words.textContent = job.status === "queued" ? "waits for its turn" : now.note ?? "";
      return;
    }
    bar.hidden = true;
    stop.hidden = true;
    title.textContent = result?.solver ?? name;
    words.textContent = result?.message ?? job.message ?? "";
    if (!result) return;
    const stats = result.stats;
    fill(facts, figures({
      cost: result.cost, moves: result.length, "at least": result.lower_bound === result.cost ? null : result.lower_bound, time: duration(stats.seconds),
      expanded: stats.expanded === null ? null : number(stats.expanded), generated: stats.generated === null ? null : number(stats.generated),
      stored: stats.stored === null ? null : number(stats.stored), memory: stats.peak_mb ? `${Math.round(stats.peak_mb)} MB` : null }));
    if (result.plan) {
      look.hidden = false;
      look.onclick = () => onPlan(result.plan, result, true);
      onPlan(result.plan, result, false);
    }
  }
  return { element, stop, update };
}
