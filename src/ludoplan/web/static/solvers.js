// The choice of solvers, in groups and in words.

import { fill, h } from "./dom.js";
import { optionForm } from "./forms.js";

/** @typedef {import("./api.js").Solver} Solver */
/** @typedef {{name: string, options: Record<string, string>}} Wanted */

/** @type {[string, string, string][]} */
const FAMILIES = [
  ["game", "Made for this game", "knows this game's rules by heart"],
  ["search", "Search", "looks at one position after the other"],
  ["planner", "Planner", "takes the level as a PDDL task; knows nothing of the game but that"],
  ["sat", "SAT", "asks a SAT solver for a plan of so many steps"],
  ["cp", "Constraints", "states the level as constraints or as a mixed integer program"],
  ["models", "Models", "states the level in first-order logic and looks for a model"],
  ["external", "External planners", "programs that other people wrote, run on the PDDL task"],
  ["walk", "Walkers", "walk without a map, as in a maze"],
];

/** @param {string} family */
const familyOf = (family) => FAMILIES.find(([name]) => name === family) ?? ["", "Others", ""];

/**
 * `astar;heuristic=blind,bfs` names two solvers, one with an option.
 * @param {string} text
 * @returns {Wanted[]}
 */
export function solversFromText(text) {
  return text.split(",").filter(Boolean).map((each) => {
    const [name, ...options] = each.split(";");
    return { name, options: Object.fromEntries(options.map((option) => option.split("=").map(decodeURIComponent)).filter((pair) => pair.length === 2)) };
  });
}

/** @param {Wanted[]} wanted */
export function solversToText(wanted) {
  return wanted.map(({ name, options }) => [name, ...Object.entries(options).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)].join(";")).join(",");
}

/**
 * The choice of a solver with its options.
 * @param {Solver[]} solvers
 * @param {Wanted} wanted
 * @param {{onRemove?: () => void, onChange?: () => void, hasAuto?: boolean}} [more]
 */
export function solverChoice(solvers, wanted, { onRemove, onChange = () => undefined, hasAuto = true } = {}) {
  const usual = solvers.filter((solver) => solver.is_usual).map((solver) => solver.name);
  const families = [...new Set([...FAMILIES.map(([name]) => name), ...solvers.map((solver) => solver.family)])];
  const select = h("select", { "aria-label": "Solver", onchange: () => { settle({}); onChange(); } },
    hasAuto ? h("option", { value: "auto" }, `auto – the best exact way known${usual.length === 1 ? ` (${usual[0]})` : ""}`) : null,
    families.map((family) => {
      const of = solvers.filter((solver) => solver.family === family);
      return of.length ? h("optgroup", { label: familyOf(family)[1] }, of.map((solver) => h("option", { value: solver.name, disabled: solver.missing !== null },
        `${solver.name}${solver.optimal ? " ✓" : ""} – ${solver.summary}${solver.missing ? " (not installed)" : ""}`))) : null;
    }));
  const isThere = solvers.some((solver) => solver.name === wanted.name && !solver.missing);
  select.value = isThere ? wanted.name : hasAuto ? "auto" : usual[0] ?? solvers[0]?.name ?? "";
  select.style.flex = "1";
  const about = h("p", { class: "small-text soft" });
  const options = h("details", {}, h("summary", {}, "Options"));
  let form = optionForm([]);
  /** @param {Record<string, string>} given */
  function settle(given) {
    const solver = solvers.find((each) => each.name === select.value);
    form = optionForm(solver?.options ?? [], onChange, { given });
    options.hidden = !solver?.options.length;
    options.open = Object.keys(given).length > 0;
    fill(options, h("summary", {}, "Options"), form.element);
    about.textContent = !solver ? "Proves that its answer is the best." : `${solver.optimal ? "✓ Proves that its answer is the best." : "Its answer may not be the best."} ${familyOf(solver.family)[1]}: ${familyOf(solver.family)[2]}.`;
  }
  settle(isThere ? wanted.options : {});
  return {
    element: h("div", { class: "solver" }, h("div", { class: "row middle" }, select,
      onRemove ? h("button", { class: "quiet small", type: "button", "aria-label": "Remove this solver", onclick: onRemove }, "✕") : null), about, options),
    name: () => select.value,
    values: () => form.values(),
    /** @returns {Wanted} */
    wanted: () => ({ name: select.value, options: Object.fromEntries(Object.entries(form.values()).map(([name, value]) => [name, String(value)])) }),
  };
}

/**
 * Solvers to choose, one below the other; each can be removed.
 * @param {() => void} [onChange]
 */
export function solverList(onChange = () => undefined) {
  /** @type {ReturnType<typeof solverChoice>[]} */
  const choices = [];
  const element = h("div", { class: "stack" });
  return {
    element,
    choices,
    /** @param {Solver[]} solvers @param {Wanted} wanted */
    add(solvers, wanted) {
      const choice = solverChoice(solvers, wanted, { onChange, onRemove: () => {
        choices.splice(choices.indexOf(choice), 1);
        choice.element.remove();
        onChange();
      } });
      choices.push(choice);
      element.append(choice.element);
    },
  };
}
