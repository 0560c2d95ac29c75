// Solve a level with one solver or several side by side; then look at the plan.

import { note } from "../address.js";
import { gameNamed, isOver, once, post, postForText, told, Work } from "../api.js";
import { Board } from "../board.js";
import { badge, download, duration, figures, fill, h, number, onKeys, onLeave } from "../dom.js";
import { fileName, knownBadge, levelPicker, levelSettings, numberField, shareButton, unusual, wayButton } from "../forms.js";
import { find, firstPicture, spec } from "../levels.js";
import { Player } from "../player.js";
import { Race } from "../race.js";
import { solverList, solversFromText, solversToText } from "../solvers.js";

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const level = await find(words);
  const game = await gameNamed(level.game);
  /** @type {import("../api.js").Solver[]} */
  const solvers = await once(`/api/games/${game.name}/solvers`);
  // Another level is solved by the same solvers.
  const picker = await levelPicker(level, "solve", { query: () => how() });
  const settings = levelSettings(game, level, query, () => changed());
  const preview = new Board({ label: level.title });
  firstPicture(level).then((found) => preview.show(found.svg, found.columns, found.caption), () => undefined);

  const player = new Player();
  /** @type {HTMLElement | null} */
  let chosen = null;
  /** @type {Work[]} */
  let running = [];
  const list = solverList(changed);
  const seconds = numberField(query, "seconds", 60, changed, { min: 0.1, max: 3600, step: "any", style: "width: 6.5rem" });
  const megabytes = numberField(query, "megabytes", 2000, changed, { min: 100, max: 64_000, step: 100, style: "width: 6.5rem" });
  const seed = numberField(query, "seed", 0, changed, { min: 0, step: 1, style: "width: 5rem" });
  const race = new Race();
  const standing = h("span");
  const runs = h("div", { class: "runs" });
  const view = h("div", { class: "panel stack", id: "view" }, preview.element);
  const message = h("div", { class: "message bad", hidden: true, role: "alert" });

  for (const wanted of solversFromText(query.get("solvers") ?? "auto")) list.add(solvers, wanted);

  /** What of the view does not belong to the level. */
  function how() {
    const solvers = solversToText(list.choices.map((choice) => choice.wanted()));
    return { solvers: solvers === "auto" ? null : solvers, ...unusual([seconds, megabytes, seed]) };
  }

  function changed() {
    fill(standing, settings.isAsItCame() ? knownBadge(level.status, level.best) : null);
    note("solve", level.key, { ...how(), ...settings.query() });
  }

  /** A search that is not chosen yet, to be compared with. */
  const another = () => ["astar", "bfs", "greedy", "planner", ...solvers.map((each) => each.name)].find((name) =>
    solvers.some((each) => each.name === name && !each.missing) && !list.choices.some((choice) => choice.name() === name)) ?? "auto";

  function run() {
    stop();
    running = [];
    message.hidden = true;
    player.pause();
    chosen = null;
    fill(view, preview.element);
    fill(runs);
    race.begin();
    for (const choice of list.choices) {
      const card = runCard(choice.name(), (plan, result, isAsked) => {
        if (isAsked || !chosen) showPlan(card.element, plan, result);
      });
      const line = race.add(choice.name());
      runs.append(card.element);
      const work = new Work({
        kind: "solve", ...spec(level, settings.settings()), solver: choice.name(), solver_options: choice.values(),
        seed: Number(seed.value) || 0, limits: { seconds: Number(seconds.value) || 60, megabytes: Number(megabytes.value) || 2000 },
      }, (job) => {
        if (job.status === "refused") {
          card.element.remove();
          message.hidden = false;
          message.textContent = job.message;
          return;
        }
        card.update(job);
        race.tell(line, job);
      });
      card.stop.addEventListener("click", () => work.cancel());
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
    const pictures = await post("/api/steps", body).catch((error) =>
      fill(view, preview.element, h("div", { class: "message warn" }, told(error)), downloads(body, plan, result)));
    if (!pictures) return;
    player.show(pictures, plan);
    fill(view,
      h("div", { class: "spread" }, h("h2", {}, `The plan of ${result.solver}`),
        h("span", { class: "small-text soft" }, `cost ${pictures.cost}, replayed by the rules: ${pictures.solved ? "valid" : "not valid"}`)),
      player.board.element, player.controls,
      h("details", { open: innerWidth > 760 }, h("summary", {}, `${plan.length} steps`), player.list),
      downloads(body, plan, result));
    player.begin();
  }

  /**
   * @param {any} body
   * @param {string[]} plan
   * @param {any} result
   */
  function downloads(body, plan, result) {
    const name = fileName(level);
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
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, `Solve: ${level.title}`), h("p", { class: "row middle" }, game.title, standing)), picker),
    h("div", { class: "two" },
      view,
      h("div", { class: "stack" },
        h("div", { class: "panel stack" },
          h("h2", {}, "Solvers"), list.element,
          h("div", { class: "row" }, h("button", { type: "button", class: "small", onclick: () => { list.add(solvers, { name: another(), options: {} }); changed(); } }, "+ Another solver, side by side")),
          settings.element,
          h("div", { class: "row" }, h("label", {}, "Seconds", seconds), h("label", {}, "Megabytes", megabytes), h("label", {}, "Seed", seed)),
          h("div", { class: "row" }, h("button", { type: "button", class: "main", onclick: run }, "Solve"), wayButton("play", level.key, "Play it"), shareButton()),
          message),
        race.element, runs)));
  changed();
  if (query.has("run")) run();
  onKeys(visit, (pressed) => {
    const step = { arrowright: 1, arrowleft: -1 }[pressed];
    if (!step || !chosen) return false;
    player.stepBy(step);
  });
  onLeave(visit, () => {
    stop();
    player.pause();
  });
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
