// Forms: options that games and solvers declare, the choice of a level, ways to other pages.

import { address, settle, wayTo } from "./address.js";
import { games } from "./api.js";
import { fill, h, put, toast } from "./dom.js";
import { bundled, isOwn, mine } from "./levels.js";

/** @typedef {import("./api.js").Option} Option */

/**
 * A form for declared options. Its values are those that are not the usual ones.
 * @param {Option[]} options
 * @param {() => void} [onChange]
 * @param {{sliders?: boolean, isTold?: boolean, given?: Record<string, any>}} [more] `given` are values to begin with; `isTold`: what each means is said beside it
 * @returns {{element: HTMLElement, values: () => Record<string, any>}}
 */
export function optionForm(options, onChange = () => undefined, { sliders = false, isTold = sliders, given = {} } = {}) {
  /** @type {Map<string, () => any>} */
  const readers = new Map();
  const element = h("div", { class: sliders ? "stack" : "row" });
  for (const option of options) {
    const make = option.choices.length || option.type === "bool" ? choice : sliders && option.type !== "str" ? slider : text;
    const [field, read] = make(option, onChange, given[option.name]);
    readers.set(option.name, read);
    put(element, h("label", { title: option.help }, isTold ? `${words(option.name)}: ${option.help}` : words(option.name), field));
  }
  return {
    element,
    values: () => Object.fromEntries([...readers].map(([name, read]) => [name, read()]).filter(([, value]) => value !== "" && value !== undefined)),
  };
}

/** @param {string} name */
const words = (name) => name.replaceAll("-", " ");

/** @param {any} value */
const spoken = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/**
 * @param {Option} option
 * @param {() => void} onChange
 * @param {any} given
 * @returns {[HTMLElement, () => any]}
 */
function choice(option, onChange, given) {
  const values = option.type === "bool" ? ["no", "yes"] : option.choices.map(spoken);
  const field = h("select", { onchange: onChange, name: option.name }, values.map((value) => h("option", { value }, value)));
  field.value = spoken(given ?? option.default);
  if (!field.value) field.value = spoken(option.default);
  return [field, () => (field.value === spoken(option.default) ? undefined : field.value)];
}

/**
 * @param {Option} option
 * @param {() => void} onChange
 * @param {any} given
 * @returns {[HTMLElement, () => any]}
 */
function text(option, onChange, given) {
  const field = h("input", { onchange: onChange, name: option.name, placeholder: option.default ?? "", size: 8, value: given ?? "",
    inputMode: option.type === "int" ? "numeric" : option.type === "float" ? "decimal" : "text" });
  return [field, () => field.value.trim()];
}

/**
 * A slider with its number, which takes values beyond the slider's end too; nothing stands for no wish.
 * @param {Option} option
 * @param {() => void} onChange
 * @param {any} given
 * @returns {[HTMLElement, () => any]}
 */
function slider(option, onChange, given) {
  const isShare = option.type === "float";
  const least = option.minimum ?? 0;
  const most = isShare ? 1 : Math.min(option.maximum ?? Infinity, Math.max(3 * (option.default ?? 0), least + 8));
  const value = given ?? option.default ?? "";
  const field = h("input", { type: "number", name: option.name, value, min: least, max: option.maximum ?? "", step: isShare ? 0.01 : 1, "aria-label": words(option.name),
    placeholder: option.default === null ? "any" : "", style: "width: 5.5rem" });
  if (option.default === null) {
    field.addEventListener("input", onChange);
    return [h("span", { class: "row middle" }, field), () => field.value];
  }
  const range = h("input", { type: "range", min: least, max: most, step: isShare ? 0.05 : 1, value, tabIndex: -1, "aria-hidden": "true",
    oninput: () => { field.value = range.value; onChange(); } });
  range.value = String(value);
  field.addEventListener("input", () => { range.value = field.value; onChange(); });
  return [h("span", { class: "row middle" }, range, field), () => field.value];
}

/**
 * A number that makes up a view. An address need not say the usual one, which is the field's default.
 * @param {URLSearchParams} query
 * @param {string} name
 * @param {string | number} usual
 * @param {() => void} onChange
 * @param {Record<string, any>} more
 */
export const numberField = (query, name, usual, onChange, more) =>
  h("input", { type: "number", name, defaultValue: usual, value: query.get(name) ?? usual, oninput: onChange, ...more });

/** What of such numbers an address has to say. @param {HTMLInputElement[]} fields */
export const unusual = (fields) => Object.fromEntries(fields.filter((field) => field.value !== field.defaultValue).map((field) => [field.name, field.value]));

/**
 * The levels of a game to choose from: one's own, and those that come with it.
 * @param {string} game
 * @param {import("./api.js").Level[]} all
 */
export function levelsOf(game, all) {
  const kept = mine().filter((each) => each.game === game);
  return [
    kept.length ? h("optgroup", { label: "Mine" }, kept.map((each) => h("option", { value: each.key }, each.title))) : null,
    h("optgroup", { label: "Bundled" }, all.filter((each) => each.game === game).map((each) => h("option", { value: `${each.game}/${each.name}` }, `${each.name} – ${each.title}`)))];
}

/**
 * A choice of game and level for a page.
 * @param {{key: string, game: string, title: string}} chosen
 * @param {string} page
 * @param {{fits?: (game: import("./api.js").Game) => boolean, query?: () => import("./address.js").Query}} [more]
 *   `query` is what of the view stays when the level is another one
 */
export async function levelPicker(chosen, page, { fits = () => true, query = () => ({}) } = {}) {
  const [known, all] = await Promise.all([games(), bundled()]);
  const game = h("select", { onchange: () => { list(); go(); } }, known.filter((each) => fits(each) || each.name === chosen.game).map((each) => h("option", { value: each.name }, each.title)));
  game.value = chosen.game;
  const level = h("select", { onchange: () => go(), style: "max-width: 19rem" });
  const go = () => {
    settle();
    location.hash = address(page, level.value, query());
  };
  const list = () => fill(level, ...levelsOf(game.value, all));
  list();
  level.value = chosen.key;
  if (level.value !== chosen.key) level.prepend(h("option", { value: chosen.key, selected: true }, chosen.title));
  /** @param {-1 | 1} way @param {string} sign @param {string} name */
  const step = (way, sign, name) => h("button", { type: "button", class: "step", "aria-label": name, title: name, disabled: !level.options[level.selectedIndex + way],
    onclick: () => { level.selectedIndex += way; go(); } }, sign);
  return h("div", { class: "row picker" }, h("label", {}, "Game", game), h("label", { class: "level" }, "Level", level), step(-1, "‹", "Previous level"), step(1, "›", "Next level"));
}

/**
 * Objective and options of a game's levels: what the level says, unless the address or the reader says otherwise.
 * @param {import("./api.js").Game} game
 * @param {import("./levels.js").Chosen} level
 * @param {URLSearchParams} query
 * @param {() => void} onChange
 */
export function levelSettings(game, level, query, onChange) {
  const own = game.level_options.map((option) => ({ ...option, default: level.options[option.name] ?? option.default }));
  const given = Object.fromEntries(own.map((option) => [option.name, query.get(`rule.${option.name}`) ?? undefined]));
  const options = optionForm(own, onChange, { given, isTold: true });
  const usual = level.objective ?? game.objectives[0];
  const select = h("select", { onchange: onChange, name: "objective" }, game.objectives.map((name) => h("option", { value: name }, name)));
  select.value = query.get("objective") ?? usual ?? "";
  if (!select.value) select.value = usual ?? "";
  const element = h("div", { class: "row settings" },
    game.objectives.length ? h("label", {}, "Objective", select) : null,
    game.level_options.length ? options.element : null);
  element.hidden = !game.objectives.length && !game.level_options.length;
  const said = () => ({
    objective: game.objectives.length && select.value !== usual ? select.value : null,
    ...Object.fromEntries(Object.entries(options.values()).map(([name, value]) => [`rule.${name}`, value])),
  });
  return {
    element,
    settings: () => ({ objective: game.objectives.length ? select.value : null, options: options.values() }),
    /** What of it an address has to say. */
    query: said,
    /** Whether the level is as it came, so that what is known of it holds. */
    isAsItCame: () => Object.values(said()).every((value) => value === null),
  };
}

/**
 * A way to another page of the level that is shown.
 * @param {string} page
 * @param {string} key
 * @param {string} text
 */
export function wayButton(page, key, text, isSmall = false) {
  return h("a", { class: `button${isSmall ? " small" : ""}`, "data-way": page, href: wayTo(page, key) }, text);
}

/** Copies the address, which holds all of the view. */
export function shareButton(isSmall = false) {
  return h("button", { class: isSmall ? "small" : "", type: "button", onclick: async () => {
    settle();
    try {
      await navigator.clipboard.writeText(location.href);
      toast("Link copied");
    } catch {
      toast("The link is in the address bar");
    }
  } }, "Copy link");
}

/**
 * Opens a text file. The field itself is out of sight, beside its button.
 * @param {string} label
 * @param {string} accept
 * @param {(text: string) => void} onText
 */
export function fileButton(label, accept, onText, look = "") {
  const field = h("input", { type: "file", accept, "aria-label": label, class: "hidden-file", onchange: async () => {
    const file = field.files?.[0];
    if (file) onText(await file.text());
  } });
  return [field, h("button", { class: look, type: "button", onclick: () => field.click() }, "Open a file")];
}

/** @param {{key: string, title: string}} level */
export function fileName(level) {
  if (!isOwn(level.key)) return level.key.replaceAll("/", "-");
  return level.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 40) || "level";
}

/**
 * What is known of a level.
 * @param {string} status
 * @param {number | null} best
 */
export function knownBadge(status, best) {
  if (status === "optimal") return h("span", { class: "badge good", title: "proven: nothing is cheaper" }, `✓ best ${best}`);
  if (status === "unsolvable") return h("span", { class: "badge warn", title: "proven: there is no solution" }, "✓ unsolvable");
  if (best !== null) return h("span", { class: "badge", title: "the best that is known; no proof" }, `best known ${best}`);
  return h("span", { class: "badge" }, "not solved yet");
}
