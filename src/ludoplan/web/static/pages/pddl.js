// PDDL: domain and problem with errors at the line, any planner, plans with validation and on the level's board.

import { note, packed, unpacked } from "../address.js";
import { gameNamed, isOver, once, post, Problem, told, Work } from "../api.js";
import { CodeEditor } from "../code.js";
import { badge, counted, download, duration, figures, fill, h, inform, number, onLeave, settled } from "../dom.js";
import { fileButton, levelPicker, shareButton, wayButton } from "../forms.js";
import { find, spec } from "../levels.js";
import { STILL } from "../motion.js";
import { Player } from "../player.js";
import { solverChoice, solversFromText, solversToText } from "../solvers.js";

/** @type {Record<string, {title: string, domain: string, problem: string}>} */
const EXAMPLES = {
  lamps: {
    title: "Three lamps",
    domain: `(define (domain lights)
  (:requirements :strips :typing)
  (:types lamp)
  (:predicates (on ?l - lamp) (next ?a ?b - lamp))
  (:action switch-on
    :parameters (?a ?b - lamp)
    :precondition (and (on ?a) (next ?a ?b))
    :effect (on ?b)))
`,
    problem: `(define (problem three-lamps)
  (:domain lights)
  (:objects a b c - lamp)
  (:init (on a) (next a b) (next b c))
  (:goal (on c)))
`,
  },
  ferry: {
    title: "A ferry that carries one car",
    domain: `; A ferry goes between shores and carries one car at a time.
(define (domain ferry)
  (:requirements :strips :typing)
  (:types car shore)
  (:predicates (at ?c - car ?s - shore) (ferry-at ?s - shore) (empty) (on ?c - car))
  (:action sail
    :parameters (?from ?to - shore)
    :precondition (ferry-at ?from)
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action board
    :parameters (?c - car ?s - shore)
    :precondition (and (at ?c ?s) (ferry-at ?s) (empty))
    :effect (and (on ?c) (not (at ?c ?s)) (not (empty))))
  (:action leave
    :parameters (?c - car ?s - shore)
    :precondition (and (on ?c) (ferry-at ?s))
    :effect (and (at ?c ?s) (empty) (not (on ?c)))))
`,
    problem: `(define (problem three-cars)
  (:domain ferry)
  (:objects red green blue - car north south - shore)
  (:init (ferry-at south) (empty) (at red north) (at green north) (at blue south))
  (:goal (and (at red south) (at green south) (at blue north))))
`,
  },
  costs: {
    title: "Roads with lengths (action costs)",
    domain: `(define (domain roads)
  (:requirements :strips :typing :action-costs)
  (:types town)
  (:predicates (in ?t - town) (road ?a ?b - town))
  (:functions (length ?a ?b - town) - number (total-cost) - number)
  (:action drive
    :parameters (?a ?b - town)
    :precondition (and (in ?a) (road ?a ?b))
    :effect (and (in ?b) (not (in ?a)) (increase (total-cost) (length ?a ?b)))))
`,
    problem: `(define (problem the-long-way-is-shorter)
  (:domain roads)
  (:objects a b c d - town)
  (:init (in a) (road a d) (road a b) (road b c) (road c d) (= (total-cost) 0)
    (= (length a d) 9) (= (length a b) 2) (= (length b c) 3) (= (length c d) 2))
  (:goal (in d))
  (:metric minimize (total-cost)))
`,
  },
};

/**
 * @param {HTMLElement} place
 * @param {string[]} words
 * @param {URLSearchParams} query
 * @param {AbortSignal} visit
 */
export async function show(place, words, query, visit) {
  const level = await find(words, "boxup/first");
  const game = await gameNamed(level.game);
  const settings = { objective: query.get("objective") ?? level.objective, options: Object.fromEntries([...query].filter(([name]) => name.startsWith("rule.")).map(([name, value]) => [name.slice(5), value])) };
  /** @type {import("../api.js").Solver[]} */
  const solvers = await once("/api/games/pddl/solvers");
  const picker = await levelPicker(level, "pddl", { fits: (each) => each.has_pddl });
  const check = settled(own, 300);
  const domain = new CodeEditor("Domain", "pddl", "", check);
  const problem = new CodeEditor("Problem", "pddl", "", check);
  const state = h("div", { class: "message", role: "status", "aria-live": "polite", id: "pddl-state" });
  const choice = solverChoice(solvers, solversFromText(query.get("solvers") ?? "planner")[0] ?? { name: "planner", options: {} }, { hasAuto: false, onChange: () => noteView() });
  const seconds = h("input", { type: "number", value: "60", min: "0.1", max: "3600", step: "any", style: "width: 6rem" });
  const facts = h("div", { class: "stack" });
  const plan = h("textarea", { rows: 10, "aria-label": "Plan", spellcheck: false, placeholder: "A plan: found by a planner, or typed, an action a line" });
  const verdict = h("div", { class: "message", role: "status", id: "verdict" }, "A plan can be validated here, wherever it comes from.");
  const stop = h("button", { type: "button", hidden: true, onclick: () => work?.cancel() }, "Stop");
  const player = new Player();
  const onBoard = h("div", { class: "panel stack", id: "on-board", hidden: true }, h("h2", {}, "The plan on the board"), player.board.element, player.controls);
  // What the texts are: those of the level, an example's, or one's own.
  const source = h("select", { "aria-label": "Text", onchange: () => load(source.value), style: "max-width: 14rem" },
    game.has_pddl ? h("option", { value: "level" }, `${game.title}: ${level.title}`) : null,
    h("optgroup", { label: "Examples" }, Object.entries(EXAMPLES).map(([name, each]) => h("option", { value: name }, each.title))),
    h("option", { value: "own" }, "My own text"));
  const variants = h("select", { "aria-label": "Variant", onchange: () => load("level") }, game.pddl_variants.map((name) => h("option", {}, name)));
  variants.value = query.get("variant") ?? game.pddl_variants[0] ?? "";
  const variantLabel = h("label", {}, "Variant", variants);
  /** @type {Work | null} */
  let work = null;
  let asked = 0;

  const texts = () => ({ domain: domain.value, problem: problem.value });
  const variant = () => (game.pddl_variants.length ? variants.value : null);

  /**
   * Puts a text into the editors.
   * @param {string} name
   */
  async function load(name) {
    let found = EXAMPLES[name] ?? { domain: "", problem: "" };
    if (name === "level") found = await post("/api/pddl/form", { ...spec(level, settings), variant: variant() });
    else if (name === "own") found = { domain: localStorage.getItem("pddl-domain") ?? "", problem: localStorage.getItem("pddl-problem") ?? "", title: "" };
    [domain.value, problem.value] = [found.domain, found.problem];
    become(name);
    plan.value = "";
    look();
    for (const editor of [domain, problem]) editor.begin();
  }

  /** @param {string} name what the texts are now */
  function become(name) {
    source.value = name;
    variantLabel.hidden = name !== "level" || !game.pddl_variants.length;
    onBoard.hidden = true;
    noteView();
  }

  /** What is typed is one's own text, and is kept. */
  function own() {
    look();
    become("own");
    localStorage.setItem("pddl-domain", domain.value.slice(0, 200_000));
    localStorage.setItem("pddl-problem", problem.value.slice(0, 200_000));
  }

  async function noteView() {
    const solvers = solversToText([choice.wanted()]);
    const task = source.value === "own" && domain.value.length + problem.value.length < 100_000 ? await packed(JSON.stringify([domain.value, problem.value])) : null;
    const isUsual = variant() === (game.pddl_variants[0] ?? null);
    note("pddl", level.key, { text: source.value === "level" ? null : source.value, task, variant: source.value === "level" && !isUsual ? variant() : null,
      solvers: solvers === "planner" ? null : solvers,
      objective: query.get("objective"), ...Object.fromEntries(Object.entries(settings.options).map(([name, value]) => [`rule.${name}`, value])) });
  }

  async function look() {
    const mine = ++asked;
    try {
      const found = await post("/api/pddl/check", texts());
      if (mine !== asked) return;
      /** @param {import("../api.js").Defect[]} list @param {string} file */
      const of = (list, file) => list.filter((defect) => defect.file === file);
      domain.mark(of(found.defects, "domain"), of(found.warnings, "domain"));
      problem.mark(of(found.defects, "problem"), of(found.warnings, "problem"));
      inform(state, found.defects.length
        ? `${counted(found.defects.length, "defect")}: click one to go there.`
        : `In order: ${counted(found.actions, "action schema")}, ${counted(found.objects, "object")}.`, found.defects.length ? "bad" : "good");
    } catch (error) {
      inform(state, told(error), "bad");
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
    const job = await work.done;
    stop.hidden = true;
    if (job.status === "refused") fill(facts, h("div", { class: "message bad" }, job.message));
    if (!job.result?.plan) return;
    plan.value = job.result.plan.map((/** @type {string} */ action) => `${action}\n`).join("");
    validate();
    if (source.value === "level") showOnBoard(job.result.plan);
  }

  /** @param {string[]} actions */
  async function showOnBoard(actions) {
    try {
      const { moves } = await post("/api/pddl/moves", { ...spec(level, settings), variant: variant(), plan: actions });
      player.show(await post("/api/steps", { ...spec(level, settings), moves }), moves);
      onBoard.hidden = false;
      // It is below the planner, and would not be seen.
      onBoard.scrollIntoView({ block: "nearest", behavior: STILL.matches ? "auto" : "smooth" });
      player.begin();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      onBoard.hidden = true;
    }
  }

  async function validate() {
    inform(verdict, "Replaying …");
    const { status, message, result } = await new Work({ kind: "validate", ...texts(), plan: plan.value, limits: { seconds: 10 } }).done;
    inform(verdict, !result ? message ?? status : result.valid ? `Valid: cost ${result.cost}, ${result.length} actions.`
      : `Not valid: ${result.step ? `step ${result.step}, ${result.action}: ` : ""}${result.reason}`, result?.valid ? "good" : "bad");
  }

  /** @param {string} name @param {CodeEditor} editor */
  const pane = (name, editor) => h("div", { class: "panel stack" }, h("div", { class: "spread" }, h("h2", {}, name),
    h("div", { class: "row" }, fileButton(`${name} file`, ".pddl,.txt", (text) => { editor.value = text.slice(0, 800_000); own(); }, "small quiet"),
      h("button", { class: "small quiet", type: "button", onclick: () => download(`${name.toLowerCase()}.pddl`, editor.value) }, "Download"))), editor.element);

  fill(place,
    h("div", { class: "spread head" }, h("div", {}, h("h1", {}, "PDDL"), h("p", {}, "Write a planning task, or take a level as one.")),
      h("div", { class: "row" }, h("label", {}, "Text", source), variantLabel, picker)),
    game.has_pddl ? null : h("div", { class: "message warn" }, `${game.title} has no PDDL form: choose another level, or an example.`),
    state, h("div", { class: "head" }),
    h("div", { class: "halves" }, pane("Domain", domain), pane("Problem", problem)),
    h("div", { class: "head" }),
    h("div", { class: "halves" },
      h("div", { class: "panel stack" }, h("h2", {}, "Planner"), choice.element, h("div", { class: "row" }, h("label", {}, "Seconds", seconds), h("button", { type: "button", class: "main", onclick: run }, "Plan"), stop, shareButton(), wayButton("play", level.key, "Play the level")), facts),
      h("div", { class: "panel stack" }, h("h2", {}, "Plan"), plan, h("div", { class: "row" }, h("button", { type: "button", onclick: validate }, "Validate"),
        h("button", { class: "quiet", type: "button", onclick: () => download("plan.txt", plan.value) }, "Download")), verdict)),
    h("div", { class: "head" }), onBoard);
  const given = query.get("task");
  if (given) {
    await unpacked(given, "task", (text) => { [domain.value, problem.value] = JSON.parse(text).map(String); });
    become("own");
    look();
  } else {
    const wanted = query.get("text") ?? "level";
    await load(wanted === "level" && !game.has_pddl ? "lamps" : wanted in EXAMPLES || wanted === "own" ? wanted : "level");
  }
  onLeave(visit, () => {
    work?.cancel();
    player.pause();
  });
}
