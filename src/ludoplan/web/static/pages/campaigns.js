// Campaigns: start a suite, watch it, open its report.

import { get, once, post, Problem, remove } from "../api.js";
import { badge, fill, h, number } from "../dom.js";

/** @typedef {{name: string, title: string, description: string, levels: number, solvers: string[], runs: number}} Suite */
/** @typedef {{solver: string, runs: number, solved: number, proven: number, par: number | null, ends: Record<string, number>}} Summary */
/** @typedef {{name: string, title: string, running: boolean, done: number, wanted: number, solved: number, solvers: Summary[], contradictions: string[]}} Campaign */

/** @param {HTMLElement} place */
export async function show(place) {
  /** @type {Suite[]} */
  const suites = await once("/api/suites");
  const select = h("select", { onchange: () => describe() }, suites.map((suite) => h("option", { value: suite.name, selected: suite.name === "quick" }, `${suite.name} – ${suite.title}`)));
  const jobs = h("input", { type: "number", value: 1, min: 1, max: 16, name: "jobs" });
  jobs.style.width = "5rem";
  const about = h("p", { class: "small-text soft" });
  const message = h("div", { class: "message bad", role: "alert", hidden: true });
  const list = h("div", { class: "stack", id: "campaigns" });
  let timer = 0;
  let isHere = true;

  function describe() {
    const suite = suites.find((each) => each.name === select.value);
    about.textContent = suite ? `${suite.description.trim()} ${suite.levels} levels, ${suite.solvers.length} solvers, ${number(suite.runs)} runs.` : "";
  }

  /** @param {() => Promise<any>} action */
  async function attempt(action) {
    message.hidden = true;
    try {
      await action();
    } catch (error) {
      message.hidden = false;
      message.textContent = error instanceof Problem ? error.message : String(error);
    }
    await look();
  }

  async function look() {
    clearTimeout(timer);
    /** @type {Campaign[]} */
    const campaigns = await get("/api/campaigns");
    if (!isHere) return;
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
      about, h("p", { class: "small-text soft" }, "Suites of your own: ludoplan bench run FILE"), message),
    h("div", { class: "head" }), list);
  await look();
  return () => {
    isHere = false;
    clearTimeout(timer);
  };
}
