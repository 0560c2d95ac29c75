// Forms: options that games and solvers declare, the choice of a level, text with line numbers.

import { games } from "./api.js";
import { fill, h, put } from "./dom.js";
import { bundled, mine } from "./levels.js";

/** @typedef {import("./api.js").Option} Option */

/**
 * A form for declared options.
 * @param {Option[]} options
 * @param {() => void} [onChange]
 * @param {boolean} [sliders]
 * @returns {{element: HTMLElement, values: () => Record<string, any>}}
 */
export function optionForm(options, onChange = () => undefined, sliders = false) {
  /** @type {Map<string, () => any>} */
  const readers = new Map();
  const element = h("div", { class: sliders ? "stack" : "row" });
  for (const option of options) {
    const [field, read] = option.choices.length ? choice(option, onChange) : sliders && option.type !== "str" ? slider(option, onChange) : text(option, onChange);
    readers.set(option.name, read);
    put(element, h("label", { title: option.help }, sliders ? `${words(option.name)}: ${option.help}` : words(option.name), field));
  }
  return {
    element,
    values: () => Object.fromEntries([...readers].map(([name, read]) => [name, read()]).filter(([, value]) => value !== "" && value !== undefined)),
  };
}

/** @param {string} name */
const words = (name) => name.replaceAll("-", " ");

/**
 * @param {Option} option
 * @param {() => void} onChange
 * @returns {[HTMLElement, () => any]}
 */
function choice(option, onChange) {
  const field = h("select", { onchange: onChange, name: option.name },
    option.choices.map((value) => h("option", { value, selected: value === option.default }, value)));
  return [field, () => (field.value === String(option.default) ? undefined : field.value)];
}

/**
 * @param {Option} option
 * @param {() => void} onChange
 * @returns {[HTMLElement, () => any]}
 */
function text(option, onChange) {
  const field = h("input", { onchange: onChange, name: option.name, placeholder: option.default ?? "", size: 8,
    inputMode: option.type === "int" ? "numeric" : option.type === "float" ? "decimal" : "text" });
  return [field, () => field.value.trim()];
}

/**
 * A slider with its number, which takes values beyond the slider's end too.
 * @param {Option} option
 * @param {() => void} onChange
 * @returns {[HTMLElement, () => any]}
 */
function slider(option, onChange) {
  const isShare = option.type === "float";
  const least = option.minimum ?? 0;
  const most = isShare ? 1 : Math.max(3 * option.default, least + 8);
  const step = isShare ? 0.05 : 1;
  const value = option.default ?? least;
  const field = h("input", { type: "number", name: option.name, value, min: least, step: isShare ? 0.01 : 1, "aria-label": words(option.name) });
  field.style.width = "5.5rem";
  const range = h("input", { type: "range", min: least, max: most, step, value, tabIndex: -1, "aria-hidden": "true",
    oninput: () => { field.value = range.value; onChange(); } });
  range.value = String(value);
  field.addEventListener("input", () => { range.value = field.value; onChange(); });
  return [h("span", { class: "row middle" }, range, field), () => field.value];
}

/**
 * A choice of game and level that leads to an address.
 * @param {{key: string, game: string}} chosen
 * @param {(key: string) => string} address
 * @param {(game: import("./api.js").Game) => boolean} [fits]
 */
export async function levelPicker(chosen, address, fits = () => true) {
  const [known, all] = await Promise.all([games(), bundled()]);
  const game = h("select", { onchange: () => list(true) }, known.filter(fits).map((each) => h("option", { value: each.name }, each.title)));
  game.value = chosen.game;
  const level = h("select", { onchange: () => { location.hash = address(level.value); } });
  /** @param {boolean} go */
  const list = (go) => {
    const kept = mine().filter((each) => each.game === game.value);
    const shipped = all.filter((each) => each.game === game.value);
    fill(level,
      kept.length ? h("optgroup", { label: "Mine" }, kept.map((each) => h("option", { value: each.key }, each.title))) : null,
      h("optgroup", { label: "Bundled" }, shipped.map((each) => h("option", { value: `${each.game}/${each.name}` }, `${each.name} – ${each.title}`))));
    if (go) location.hash = address(level.value);
    else level.value = chosen.key;
  };
  list(false);
  level.style.maxWidth = "19rem";
  return h("div", { class: "row picker" }, h("label", {}, "Game", game), h("label", {}, "Level", level));
}

/**
 * Objective and options of a game's levels.
 * @param {import("./api.js").Game} game
 * @param {string | null} objective
 * @param {() => void} onChange
 * @returns {{element: HTMLElement, settings: () => {objective: string | null, options: Record<string, any>}}}
 */
export function levelSettings(game, objective, onChange) {
  const options = optionForm(game.level_options, onChange);
  const select = h("select", { onchange: onChange }, game.objectives.map((name) => h("option", { value: name, selected: name === objective }, name)));
  const element = h("div", { class: "row" },
    game.objectives.length ? h("label", {}, "Objective", select) : null,
    game.level_options.length ? options.element : null);
  element.hidden = !game.objectives.length && !game.level_options.length;
  return { element, settings: () => ({ objective: game.objectives.length ? select.value : null, options: options.values() }) };
}

/** A text with line numbers, at which defects are shown. */
export class Editor {
  /**
   * @param {string} name
   * @param {string} value
   * @param {() => void} onChange
   * @param {number} [rows]
   */
  constructor(name, value, onChange, rows = 12) {
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.area = h("textarea", { rows, value, spellcheck: false, wrap: "off", autocapitalize: "off", "aria-label": name,
      oninput: () => { this.#number(); onChange(); },
      onscroll: () => { this.gutter.scrollTop = this.area.scrollTop; } });
    this.list = h("ul", { class: "defects" });
    this.odd = h("ul", { class: "defects warnings" });
    this.text = h("div", { class: "editor" }, this.gutter, this.area);
    this.element = h("div", {}, this.text, this.list, this.odd);
    this.#number();
    // The gutter is as high as the text, which the reader may resize.
    new ResizeObserver(() => { this.gutter.style.height = `${this.area.offsetHeight}px`; }).observe(this.area);
  }

  get value() {
    return this.area.value;
  }

  set value(text) {
    this.area.value = text;
    this.#number();
  }

  #number() {
    const lines = this.area.value.split("\n").length;
    while (this.gutter.childElementCount > lines) this.gutter.lastElementChild?.remove();
    for (let line = this.gutter.childElementCount + 1; line <= lines; line++) this.gutter.append(h("span", {}, line));
  }

  /**
   * Shows what is wrong, at the line and in words.
   * @param {import("./api.js").Defect[]} defects
   * @param {import("./api.js").Defect[]} [warnings]
   */
  mark(defects, warnings = []) {
    for (const line of this.gutter.children) line.className = "";
    for (const [list, kind, found] of /** @type {const} */ ([[this.odd, "odd", warnings], [this.list, "wrong", defects]])) {
      for (const defect of found) {
        const line = defect.line === null ? null : this.gutter.children[defect.line - 1];
        if (line) line.className = kind;
      }
      fill(list, found.slice(0, 50).map((defect) => h("li", {}, h("button", { type: "button", onclick: () => this.goTo(defect) },
        [defect.line, defect.column].filter((place) => place !== null).join(":"), " ", defect.text))),
        found.length > 50 ? h("li", {}, `and ${found.length - 50} more`) : null);
    }
    this.area.setAttribute("aria-invalid", String(defects.length > 0));
  }

  /** @param {import("./api.js").Defect} defect */
  goTo(defect) {
    const lines = this.area.value.split("\n");
    const line = Math.min(Math.max((defect.line ?? 1) - 1, 0), lines.length - 1);
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + Math.max((defect.column ?? 1) - 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + 1);
  }
}
