// Building the page. Text always goes in as text; the only markup that goes in is the server's own pictures.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Properties that begin with `on` are listeners, those that the element has are set, the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && !name.includes("-") && name !== "list") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  put(element, ...children);
  return element;
}

/**
 * Appends children; nothing stands for what is not there.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function put(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Puts children in place of what was there.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  put(parent, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function svg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @type {{createHTML: (text: string) => any}} */
const door = /** @type {any} */ (window).trustedTypes?.createPolicy("ludoplan", { createHTML: (/** @type {string} */ text) => text })
  ?? { createHTML: (text) => text };

/**
 * A picture that the server has drawn. It is parsed as XML, and the page's policy runs no script.
 * @param {string} text
 * @param {string} [name] what it shows; without one it is for the eye only, as the words beside it say the same
 * @returns {SVGSVGElement}
 */
export function picture(text, name = "") {
  const parsed = new DOMParser().parseFromString(door.createHTML(text), "image/svg+xml");
  const node = /** @type {any} */ (document.importNode(parsed.documentElement, true));
  if (name) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", name);
  } else {
    node.setAttribute("aria-hidden", "true");
  }
  return node;
}

/**
 * Offers a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [kind]
 */
export function download(name, text, kind = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let hiding = 0;

/**
 * Says something for a moment.
 * @param {string} text
 */
export function toast(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toast"));
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = window.setTimeout(() => place.classList.remove("shown"), 2500);
}

/**
 * Puts words into a message's place.
 * @param {HTMLElement} place
 * @param {string} text
 * @param {string} [kind] good, warn or bad
 */
export function inform(place, text, kind = "") {
  place.className = `message ${kind}`;
  place.textContent = text;
}

/**
 * Calls a function when the page is left, or at once if it has been.
 * @param {AbortSignal} visit
 * @param {() => void} action
 */
export function onLeave(visit, action) {
  if (visit.aborted) action();
  else visit.addEventListener("abort", action);
}

/**
 * Hears of the keys of the page while it is there, by names such as `u`, `arrowup` and `ctrl+z`; those that belong to a
 * field in which something is written or chosen are not among them.
 * @param {AbortSignal} visit
 * @param {(pressed: string, target: HTMLElement) => unknown} act answers false to a key that means nothing
 */
export function onKeys(visit, act) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || target.isContentEditable || target.matches("input:not([type=checkbox]), select, textarea")) return;
    const pressed = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.key.toLowerCase()}`;
    if (act(pressed, target) !== false) event.preventDefault();
  }, { signal: visit });
}

/** Rows and columns to go, by the name of a key. @type {Record<string, [number, number]>} */
export const ARROWS = { arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1] };

/** @param {number | null | undefined} value */
export function number(value) {
  return value === null || value === undefined ? "–" : value.toLocaleString("en");
}

/** @param {number} count @param {string} word */
export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

/**
 * A list of figures with their names.
 * @param {Record<string, Child>} figures
 */
export function figures(figures) {
  const pairs = Object.entries(figures).filter(([, value]) => value !== null && value !== undefined);
  return h("dl", { class: "figures" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

const GOOD = ["optimal", "solved", "done", "valid"];
const BAD = ["error", "failed", "refused", "lost", "invalid", "memory"];

/** @param {string} status */
export function badge(status) {
  const kind = GOOD.includes(status) ? "good" : BAD.includes(status) ? "bad" : status === "queued" || status === "running" ? "" : "warn";
  return h("span", { class: `badge ${kind}` }, status);
}

/**
 * Calls a function when nothing has happened for a while.
 * @template {any[]} A
 * @param {(...args: A) => void} action
 * @param {number} wait
 * @returns {(...args: A) => void}
 */
export function settled(action, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), wait);
  };
}
