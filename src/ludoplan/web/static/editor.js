// A text with line numbers and colours, at which defects are shown.

import { fill, h } from "./dom.js";

/** A text with line numbers, at which defects are shown. */
export class Editor {
  /**
   * @param {string} name
   * @param {string} value
   * @param {() => void} onChange
   * @param {{rows?: number, paint?: import("./highlight.js").Painter}} [more] `paint` tells the parts of the text apart
   */
  constructor(name, value, onChange, { rows = 12, paint } = {}) {
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.area = h("textarea", { rows, value, spellcheck: false, wrap: "off", autocapitalize: "off", "aria-label": name,
      oninput: () => { this.#number(); onChange(); },
      onscroll: () => this.#follow() });
    this.paint = paint;
    this.colours = h("pre", { class: "colours", "aria-hidden": "true" });
    this.list = h("ul", { class: "defects" });
    this.odd = h("ul", { class: "defects warnings" });
    this.text = h("div", { class: `editor${paint ? " painted" : ""}` }, this.gutter, h("div", { class: "page" }, paint ? this.colours : null, this.area));
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

  #follow() {
    this.gutter.scrollTop = this.area.scrollTop;
    this.colours.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  #number() {
    // The colours lie below the text, letter by letter; a long text goes without.
    if (this.paint) {
      const isLong = this.area.value.length > 60_000;
      this.text.classList.toggle("painted", !isLong);
      fill(this.colours, isLong ? [] : this.paint(this.area.value).map(([kind, text]) => (kind ? h("span", { class: `t-${kind}` }, text) : text)), "\n");
    }
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

  /**
   * Brings a line into view, unless someone writes here.
   * @param {number} line
   */
  show(line) {
    if (document.activeElement === this.area) return;
    const height = this.area.scrollHeight / Math.max(1, this.gutter.childElementCount);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
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
