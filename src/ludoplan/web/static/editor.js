// A text with line numbers, at which defects are shown.

import { fill, h } from "./dom.js";

/** What is wrong or odd in a text, in words; each leads to its place. */
export class DefectLists {
  /** @param {(defect: import("./api.js").Defect) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.wrong = h("ul", { class: "defects" });
    this.odd = h("ul", { class: "defects warnings" });
    this.element = h("div", {}, this.wrong, this.odd);
  }

  /**
   * @param {import("./api.js").Defect[]} defects
   * @param {import("./api.js").Defect[]} warnings
   */
  show(defects, warnings) {
    for (const [list, found] of /** @type {const} */ ([[this.odd, warnings], [this.wrong, defects]])) {
      fill(list, found.slice(0, 50).map((defect) => h("li", {}, h("button", { type: "button", onclick: () => this.goTo(defect) },
        [defect.line, defect.column].filter((place) => place !== null).join(":"), " ", defect.text))),
        found.length > 50 ? h("li", {}, `and ${found.length - 50} more`) : null);
    }
  }
}

/** The text of a level. */
export class Editor {
  /**
   * @param {string} name
   * @param {string} value
   * @param {() => void} onChange
   * @param {{rows?: number}} [more]
   */
  constructor(name, value, onChange, { rows = 12 } = {}) {
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.area = h("textarea", { rows, value, spellcheck: false, wrap: "off", autocapitalize: "off", "aria-label": name,
      oninput: () => { this.#number(); onChange(); },
      onscroll: () => { this.gutter.scrollTop = this.area.scrollTop; } });
    this.lists = new DefectLists((defect) => this.goTo(defect));
    this.element = h("div", {}, h("div", { class: "editor" }, this.gutter, this.area), this.lists.element);
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
   */
  mark(defects) {
    for (const line of this.gutter.children) line.className = "";
    for (const { line } of defects) if (line !== null && this.gutter.children[line - 1]) this.gutter.children[line - 1].className = "wrong";
    this.lists.show(defects, []);
    this.area.setAttribute("aria-invalid", String(defects.length > 0));
  }

  /** @param {import("./api.js").Defect} defect */
  goTo(defect) {
    const lines = this.area.value.split("\n");
    const line = Math.min(Math.max((defect.line ?? 1) - 1, 0), lines.length - 1);
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + Math.max((defect.column ?? 1) - 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (defect.column === null ? lines[line].length : 1));
    this.area.scrollTop = Math.max(0, (line - 4) * this.area.scrollHeight / lines.length);
  }
}
