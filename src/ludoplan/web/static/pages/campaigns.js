// Campaigns: start a suite, or chosen levels and solvers; watch it, open its report.

import { games, get, once, post, remove, told } from "../api.js";
import { badge, fill, h, number, onLeave } from "../dom.js";
import { levelsOf } from "../forms.js";
import { bundled, current, find, isOwn, mine } from "../levels.js";
import { solverList } from "../solvers.js";

/** @typedef {{name: string, title: string, description: string, levels: number, solvers: string[], runs: number}} Suite */
/** @typedef {{solver: string, runs: number, solved: number, proven: number, par: number | null, ends: Record<string, number>}} Summary */
/** @typedef {{name: string, title: string, running: boolean, done: number, wanted: number, solved: number, solvers: Summary[], contradictions: string[]}} Campaign */

/**
 * @param {HTMLElement} place
 * @param {string[]} _words
 * @param {URLSearchParams} _query
 * @param {AbortSignal} visit
 */
export async function show(place, _words, _query, visit) {
  /** @type {Suite[]} */
  const suites = await once("/api/suites");
  const select = h("select", { onchange: () => describe() }, suites.map((suite) => h("option", { value: suite.name, selected: suite.name === "quick" }, `${suite.name} – ${suite.title}`)));
  const jobs = h("input", { type: "number", value: 1, min: 1, max: 16, name: "jobs", style: "width: 5rem" });
  const about = h("p", { class: "small-text soft" });
  const message = h("div", { class: "message bad", role: "alert", hidden: true });
  const list = h("div", { class: "stack", id: "campaigns" });
  let timer = 0;

  function describe() {
    const suite = suites.find((each) => each.name === select.value);
    about.textContent = suite ? `${suite.description.trim()} ${suite.levels} levels, ${suite.solvers.length} solvers, ${number(suite.runs)} runs.` : "";
  }

  /** @param {() => Promise<any>} action */
  async function attempt(action) {
    message.hidden = true;
    message.textContent = await action().then(() => "", told);
    message.hidden = !message.textContent;
    await look();
  }

  async function look() {
    clearTimeout(timer);
    /** @type {Campaign[]} */
    const campaigns = await get("/api/campaigns");
    if (visit.aborted) return;
    fill(list, campaigns.length ? campaigns.map(card) : h("p", { class: "message" }, "No campaign yet."));
    if (campaigns.some((campaign) => campaign.running)) timer = window.setTimeout(() => look().catch(() => undefined), 1000);
  }

  /** @param {Campaign} campaign */
  function card(campaign) {
    const isDone = campaign.wanted > 0 && campaign.done >= campaign.wanted;
    const path = `/api/campaigns/${campaign.name}`;
    const bar = h("progress", { max: campaign.wanted || 1, value: campaign.done, "aria-label": "Runs done" });
    return h("div", { class: "panel stack", "data-state": campaign.running ? "running" : isDone ? "done" : "stopped" },
      h("div", { class: "spread" }, h("div", {}, h("h3", {}, campaign.title), h("span", { class: "small-text soft" }, campaign.name)),
        badge(campaign.running ? "running" : isDone ? "done" : "stopped")),
      bar, h("span", { class: "small-text" }, `${number(campaign.done)} of ${number(campaign.wanted)} runs, ${number(campaign.solved)} solved`),
      campaign.contradictions.map((text) => h("div", { class: "message bad" }, `Contradiction on ${text}`)),
      campaign.solvers.length ? h("div", { class: "scroll" }, h("table", { class: "plain" },
        h("thead", {}, h("tr", {}, ["Solver", "Solved", "Proven", "PAR2", "How runs ended"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, campaign.solvers.map((each) => h("tr", {}, h("td", {}, each.solver), h("td", {}, `${each.solved} of ${each.runs}`), h("td", {}, each.proven),
          h("td", {}, each.par === null ? "–" : `${each.par.toFixed(3)} s`), h("td", { class: "soft" }, Object.entries(each.ends).map(([end, count]) => `${count} ${end}`).join(", "))))))) : null,
      h("div", { class: "row" },
        campaign.done ? h("a", { class: "button small main", href: `${path}/report`, target: "_blank", rel: "noopener" }, "Open the report") : null,
        campaign.running ? h("button", { class: "small", type: "button", onclick: () => attempt(() => remove(path)) }, "Stop") : null,
        !campaign.running && !isDone ? h("button", { class: "small", type: "button", onclick: () => attempt(() => post(`${path}/resume`, {})) }, "Go on") : null));
  }

  describe();
  fill(place,
    h("div", { class: "head" }, h("h1", {}, "Campaigns"), h("p", {}, "Many solvers on many levels, each run in a process of its own. A campaign goes on when this page is closed; stopped, it can go on where it was.")),
    h("div", { class: "panel stack" },
      h("div", { class: "row" }, h("label", {}, "Suite", select), h("label", {}, "Runs at a time", jobs),
        h("button", { type: "button", class: "main", onclick: () => attempt(() => post("/api/campaigns", { suite: select.value, jobs: Number(jobs.value) || 1 })) }, "Start")),
      about, message),
    h("div", { class: "head" }), await ownCampaign(attempt), h("div", { class: "head" }), list);
  await look();
  onLeave(visit, () => clearTimeout(timer));
}

/**
 * A campaign of chosen levels and solvers.
 * @param {(action: () => Promise<any>) => Promise<void>} attempt
 */
async function ownCampaign(attempt) {
  const [known, all] = await Promise.all([games(), bundled()]);
  /** @typedef {{game: string, name: string, title: string, level: string | null, objective: string | null}} Entry */
  /** @type {Map<string, Entry>} */
  const chosen = new Map();
  const now = current();
  if (now) {
    const level = await find(now.key.split("/")).catch(() => null);
    if (level) chosen.set(level.key, entryOf(level.key, level));
  }

  /** @param {string} key @param {{game: string, title: string, level?: string, objective: string | null}} level @returns {Entry} */
  function entryOf(key, { game, title, level = "", objective }) {
    if (!isOwn(key)) return { game, name: key.split("/")[1], title, level: null, objective: null };
    return { game, name: title.slice(0, 60), title, level, objective };
  }

  const title = h("input", { value: "My campaign", maxLength: 80, "aria-label": "Title" });
  const game = h("select", { "aria-label": "Game", onchange: () => offer() }, known.map((each) => h("option", { value: each.name, selected: each.name === now?.game }, each.title)));
  const level = h("select", { "aria-label": "Level to add" });
  const chips = h("ul", { class: "chips", "aria-label": "Chosen levels" });
  const solvers = solverList();
  const seconds = h("input", { type: "number", value: 10, min: 0.1, max: 3600, step: "any", style: "width: 5.5rem" });

  const offer = () => fill(level, h("option", { value: "*" }, "all bundled levels"), ...levelsOf(game.value, all));

  function add() {
    const wanted = level.value === "*" ? all.filter((each) => each.game === game.value).map((each) => `${each.game}/${each.name}`) : [level.value];
    for (const key of wanted) {
      const found = mine().find((each) => each.key === key) ?? all.find((each) => `${each.game}/${each.name}` === key);
      if (found) chosen.set(key, entryOf(key, found));
    }
    list();
  }

  function list() {
    fill(chips, [...chosen].map(([key, each]) => h("li", {}, h("button", { type: "button", class: "small", title: "Remove", onclick: () => { chosen.delete(key); list(); } }, `${each.game}: ${each.title} ✕`))));
    start.disabled = !chosen.size;
  }

  /** @param {string} name */
  const addSolver = async (name) => solvers.add(await once(`/api/games/${game.value}/solvers`), { name, options: {} });

  const start = h("button", { type: "button", class: "main", onclick: () => attempt(() => post("/api/campaigns/own", {
    title: title.value.trim() || "My campaign", solvers: [...new Set(solvers.choices.map((choice) => choice.name()))], limits: { seconds: Number(seconds.value) || 10, megabytes: 1000 },
    levels: [...chosen.values()].map(({ title, ...level }) => level) })) }, "Start this campaign");
  offer();
  list();
  for (const name of ["auto", "bfs"]) await addSolver(name);
  return h("details", { class: "panel", id: "own-campaign" }, h("summary", {}, "Levels and solvers of your choice"),
    h("div", { class: "two" },
      h("div", { class: "stack" }, h("label", {}, "Title", title),
        h("div", { class: "row" }, h("label", {}, "Game", game), h("label", {}, "Level", level), h("button", { type: "button", onclick: add }, "Add")), chips),
      h("div", { class: "stack" }, solvers.element, h("div", { class: "row" }, h("button", { type: "button", class: "small", onclick: () => addSolver("astar") }, "+ Another solver"),
        h("label", {}, "Seconds", seconds), start))));
}
