// PDDL: domain and problem with errors at the line, any planner, plans with validation.

import { gameNamed, isOver, once, post, Problem, Work } from "../api.js";
import { badge, download, duration, figures, fill, h, number, settled } from "../dom.js";
import { Editor, levelPicker } from "../forms.js";
import { find, spec } from "../levels.js";
import { solverChoice } from "../solvers.js";

const DOMAIN = `(define (domain lights)
  (:requirements :strips :typing)
  (:types lamp)
  (:predicates (on ?l - lamp) (next ?a ?b - lamp) (free))
  (:action switch-on
    :parameters (?a ?b - lamp)
    :precondition (and (on ?a) (next ?a ?b))
    :effect (on ?b)))
`;
const PROBLEM = `(define (problem three-lamps)
  (:domain lights)
  (:objects a b c - lamp)
  (:init (on a) (next a b) (next b c))
  (:goal (on c)))
`;

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 */
export async function show(place, words) {
  let [start, goal] = [localStorage.getItem("pddl-domain") ?? DOMAIN, localStorage.getItem("pddl-problem") ?? PROBLEM];
  const level = await find(words, "boxup/second");
  const game = await gameNamed(level.game);
  if (words.length >= 2) {
    const form = await post("/api/pddl/form", spec(level));
    [start, goal] = [form.domain, form.problem];
  }
  /** @type {import("../api.js").Solver[]} */
  const solvers = await once("/api/games/pddl/solvers");
  const picker = await levelPicker(level, "pddl", { fits: (each) => each.has_pddl });
  const check = settled(() => look(), 300);
  const domain = new Editor("Domain", start, check, 18);
  const problem = new Editor("Problem", goal, check, 18);
  const state = h("div", { class: "message", role: "status", "aria-live": "polite", id: "pddl-state" });
  const choice = solverChoice(solvers, { name: "planner", options: {} }, { hasAuto: false });
  const seconds = h("input", { type: "number", value: "60", min: "0.1", max: "3600", step: "any" });
  seconds.style.width = "6rem";
  const facts = h("div", { class: "stack" });
  const plan = h("textarea", { rows: 10, "aria-label": "Plan", spellcheck: false, placeholder: "A plan: found by a planner, or typed, an action a line" });
  const verdict = h("div", { class: "message", role: "status", id: "verdict" }, "A plan can be validated here, wherever it comes from.");
  const stop = h("button", { type: "button", hidden: true, onclick: () => work?.cancel() }, "Stop");
  const variants = h("select", { "aria-label": "Variant", onchange: async () => {
    const form = await post("/api/pddl/form", { ...spec(level), variant: variants.value });
    [domain.value, problem.value] = [form.domain, form.problem];
    look();
  } }, game.pddl_variants.map((name) => h("option", {}, name)));
  variants.hidden = words.length < 2 || !game.pddl_variants.length;
  /** @type {Work | null} */
  let work = null;
  let asked = 0;

  const texts = () => ({ domain: domain.value, problem: problem.value });

  async function look() {
    const mine = ++asked;
    if (words.length < 2) {
      localStorage.setItem("pddl-domain", domain.value.slice(0, 200_000));
      localStorage.setItem("pddl-problem", problem.value.slice(0, 200_000));
    }
    try {
      const found = await post("/api/pddl/check", texts());
      if (mine !== asked) return;
      /** @param {import("../api.js").Defect[]} list @param {string} file */
      const of = (list, file) => list.filter((defect) => defect.file === file);
      domain.mark(of(found.defects, "domain"), of(found.warnings, "domain"));
      problem.mark(of(found.defects, "problem"), of(found.warnings, "problem"));
      state.className = `message ${found.defects.length ? "bad" : "good"}`;
      state.textContent = found.defects.length
        ? `${found.defects.length} defect${found.defects.length === 1 ? "" : "s"}: click one to go there.`
        : `In order: ${found.actions} action schema${found.actions === 1 ? "" : "s"}, ${found.objects} object${found.objects === 1 ? "" : "s"}.`;
    } catch (error) {
      state.className = "message bad";
      state.textContent = error instanceof Problem ? error.message : String(error);
    }
  }

  async function run() {
    work?.cancel();
    stop.hidden = false;
    work = new Work({ kind: "plan", ...texts(), solver: choice.name(), solver_options: choice.values(), limits: { seconds: Number(seconds.value) || 60 } }, (job) => {
      const now = job.result?.stats ?? job.progress ?? {};
      fill(facts, h("div", { class: "row middle" }, badge(job.result?.status ?? job.status), job.result?.solver ?? "", isOver(job) ? null : "…"),
        figures({ cost: job.result?.cost ?? null, actions: job.result?.length ?? null, time: duration(now.seconds), expanded: number(now.expanded), generated: number(now.generated),
          "at least": job.result?.lower_bound ?? now.lower_bound ?? null, memory: now.peak_mb || now.megabytes ? `${Math.round(now.peak_mb ?? now.megabytes)} MB` : null }),
        job.result?.message || job.message ? h("p", { class: "small-text soft" }, job.result?.message ?? job.message) : null);
    });
    try {
      const job = await work.done;
      stop.hidden = true;
      if (job.result?.plan) {
        plan.value = job.result.plan.map((/** @type {string} */ action) => `${action}\n`).join("");
        validate();
      }
    } catch (error) {
      stop.hidden = true;
      fill(facts, h("div", { class: "message bad" }, error instanceof Problem ? error.message : String(error)));
    }
  }

  async function validate() {
    verdict.className = "message";
    verdict.textContent = "Replaying …";
    try {
      const job = await new Work({ kind: "validate", ...texts(), plan: plan.value, limits: { seconds: 10 } }).done;
      const found = job.result;
      verdict.className = `message ${found?.valid ? "good" : "bad"}`;
      verdict.textContent = !found ? job.message ?? job.status : found.valid ? `Valid: cost ${found.cost}, ${found.length} actions.`
        : `Not valid: ${found.step ? `step ${found.step}, ${found.action}: ` : ""}${found.reason}`;
    } catch (error) {
      verdict.className = "message bad";
      verdict.textContent = error instanceof Problem ? error.message : String(error);
    }
  }

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, "PDDL"), h("p", {}, "Write a planning task, or take a level as one.")), h("div", { class: "row" }, picker, variants)),
    state, h("div", { class: "head" }),
    h("div", { class: "halves" },
      h("div", { class: "panel stack" }, h("div", { class: "spread" }, h("h2", {}, "Domain"), h("button", { class: "small quiet", type: "button", onclick: () => download("domain.pddl", domain.value) }, "Download")), domain.element),
      h("div", { class: "panel stack" }, h("div", { class: "spread" }, h("h2", {}, "Problem"), h("button", { class: "small quiet", type: "button", onclick: () => download("problem.pddl", problem.value) }, "Download")), problem.element)),
    h("div", { class: "head" }),
    h("div", { class: "halves" },
      h("div", { class: "panel stack" }, h("h2", {}, "Planner"), choice.element, h("div", { class: "row" }, h("label", {}, "Seconds", seconds), h("button", { type: "button", class: "main", onclick: run }, "Plan"), stop), facts),
      h("div", { class: "panel stack" }, h("h2", {}, "Plan"), plan, h("div", { class: "row" }, h("button", { type: "button", onclick: validate }, "Validate"),
        h("button", { class: "quiet", type: "button", onclick: () => download("plan.txt", plan.value) }, "Download")), verdict)));
  look();
  return () => work?.cancel();
}
