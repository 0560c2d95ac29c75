// A picture of the server with cells that can be pointed at.

import { h, picture, svg } from "./dom.js";
import { CELL, GLIDE, go, places, seen } from "./motion.js";

const SMALL = 24; // columns that can be told apart without enlarging

/** @typedef {import("./api.js").Cell} Cell */
/** @typedef {import("./motion.js").Flight} Flight */

export class Board {
  /**
   * @param {{label?: string, onCell?: (cell: Cell) => void, onSwipe?: (direction: string) => void, onStroke?: (cells: Cell[], isOver: boolean) => void}} [listeners]
   *   a stroke is told of while it is drawn and once it is over; it has one cell at least
   */
  constructor({ label = "Board", onCell, onSwipe, onStroke } = {}) {
    this.element = h("div", { class: `board${onCell || onStroke ? " clickable" : ""}${onSwipe || onStroke ? " swiped" : ""}`, "aria-label": label, role: "group" });
    this.label = label;
    this.text = "";
    this.glides = false; // whether things move to their places, where motion is welcome
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.marks = svg("g", { class: "marks" });
    this.scale = 1;
    this.window = h("div", { class: "window", role: "group", "aria-label": `Part of: ${label}` });
    this.zoom = h("div", { class: "zoom", hidden: true, role: "group", "aria-label": "Size of the board" },
      h("button", { type: "button", class: "small", "aria-label": "Smaller", onclick: () => this.enlarge(1 / 1.5) }, "−"),
      h("button", { type: "button", class: "small", "aria-label": "Larger", onclick: () => this.enlarge(1.5) }, "+"));
    // What is pressed here is no move.
    for (const kind of ["pointerdown", "pointerup"]) this.zoom.addEventListener(kind, (event) => event.stopPropagation());
    this.caption = h("p", { class: "caption", hidden: true });
    this.element.append(this.zoom, this.window, this.caption);
    if (onStroke) this.#draw(onStroke);
    else if (onCell || onSwipe) this.#listen(onCell, onSwipe);
  }

  /**
   * Shows a picture; marks are gone.
   * @param {string} text
   * @param {number} columns
   * @param {string} [caption]
   * @param {Flight[]} [flights] what flies through the picture that was there before
   */
  show(text, columns, caption = "", flights = []) {
    // The same once more: what glides is not cut short.
    if (text === this.text && this.svg) {
      this.clear();
      return;
    }
    this.text = text;
    this.svg?.querySelector(".earlier")?.remove();
    const before = this.svg && this.glides ? { places: places(this.svg), parts: flights.length ? seen(this.svg) : [] } : null;
    this.svg = picture(text, this.label);
    // Small boards are drawn larger, up to what fits beside the buttons.
    this.svg.style.maxWidth = `${Math.max(220, columns * 62, Math.min(columns * 110, 520))}px`;
    this.marks = svg("g", { class: "marks" });
    this.svg.append(this.marks);
    this.window.replaceChildren(this.svg);
    this.zoom.hidden = columns <= SMALL;
    this.caption.hidden = !caption;
    this.caption.textContent = caption;
    this.#size();
    if (before) go(before, this.svg, this.marks, flights, GLIDE);
  }

  /** @param {number} factor */
  enlarge(factor) {
    const { window, scale } = this;
    this.scale = Math.min(16, Math.max(1, scale * factor));
    const [x, y] = [window.scrollLeft + window.clientWidth / 2, window.scrollTop + window.clientHeight / 2];
    this.#size();
    window.scrollTo(x * this.scale / scale - window.clientWidth / 2, y * this.scale / scale - window.clientHeight / 2);
  }

  /**
   * Enlarges a board whose cells are too small to be seen.
   * @param {number} least pixels of a cell
   */
  magnify(least) {
    if (!this.svg || this.zoom.hidden) return;
    const unit = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width * CELL;
    if (unit && unit < least) this.enlarge(1.6 * least / unit);
  }

  #size() {
    this.element.classList.toggle("zoomed", this.scale > 1);
    // What can be scrolled can be reached by keyboard.
    if (this.scale > 1) this.window.tabIndex = 0;
    else this.window.removeAttribute("tabindex");
    if (!this.svg) return;
    if (this.scale === 1) {
      this.svg.style.width = this.svg.style.height = "";
      return;
    }
    const { width, height } = this.svg.viewBox.baseVal;
    const fit = Math.min(this.window.clientWidth / width, globalThis.innerHeight * 0.66 / height);
    this.svg.style.width = `${width * fit * this.scale}px`;
    this.svg.style.height = `${height * fit * this.scale}px`;
  }

  /**
   * Keeps a cell in the middle of a board that is larger than its window.
   * @param {Cell | undefined} cell
   */
  follow(cell) {
    if (!cell || this.scale === 1 || !this.svg) return;
    const { width } = this.svg.viewBox.baseVal;
    const unit = this.svg.clientWidth / width * CELL;
    this.window.scrollTo((cell[1] + 0.5) * unit - this.window.clientWidth / 2, (cell[0] + 0.5) * unit - this.window.clientHeight / 2);
  }

  /**
   * A frame or a filling in a cell.
   * @param {Cell} cell
   * @param {string} kind
   * @param {number} [inset]
   */
  mark([row, column], kind, inset = 3) {
    const side = CELL - 2 * inset;
    this.marks.append(svg("rect", { class: kind, x: column * CELL + inset, y: row * CELL + inset, width: side, height: side, rx: 5, "pointer-events": "none" }));
  }

  /**
   * A filling over several cells.
   * @param {Cell} first
   * @param {number} rows
   * @param {number} columns
   * @param {string} kind
   */
  band([row, column], rows, columns, kind) {
    this.marks.append(svg("rect", { class: kind, x: column * CELL, y: row * CELL, width: columns * CELL, height: rows * CELL, "pointer-events": "none" }));
  }

  /**
   * A text in a cell, at a share of its width and height.
   * @param {Cell} cell
   * @param {string} text
   * @param {number} right
   * @param {number} down
   * @param {number} size
   * @param {string} [kind]
   */
  write([row, column], text, right, down, size, kind = "mark-note") {
    this.marks.append(svg("text", { class: kind, x: (column + right) * CELL, y: (row + down) * CELL + size * 0.35, "font-size": size, "text-anchor": "middle", "pointer-events": "none" }, text));
  }

  /**
   * An arrow from the middle of some cells to the middle of others.
   * @param {Cell[]} from
   * @param {Cell[]} to
   */
  arrow(from, to) {
    /** @param {Cell[]} cells @param {0 | 1} axis */
    const middle = (cells, axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length * CELL;
    const [x1, y1, x2, y2] = [middle(from, 1), middle(from, 0), middle(to, 1), middle(to, 0)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 4) return;
    const [right, down] = [(x2 - x1) / length, (y2 - y1) / length];
    this.marks.append(
      svg("line", { class: "mark-arrow", x1, y1, x2: x2 - 8 * right, y2: y2 - 8 * down, "pointer-events": "none" }),
      svg("path", { class: "mark-head", "pointer-events": "none", d: `M${x2} ${y2}L${x2 - 13 * right - 8 * down} ${y2 - 13 * down + 8 * right}L${x2 - 13 * right + 8 * down} ${y2 - 13 * down - 8 * right}z` }));
  }

  clear() {
    this.marks.replaceChildren();
  }

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Cell | null}
   */
  cellAt(event) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [Math.floor(point.y / CELL), Math.floor(point.x / CELL)];
  }

  /**
   * A line that is drawn over cells, without gaps however quick the hand.
   * @param {(cells: Cell[], isOver: boolean) => void} onStroke
   */
  #draw(onStroke) {
    /** @type {Cell[] | null} */
    let stroke = null;
    this.element.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (event.button > 0 || !cell) return;
      stroke = [cell];
      this.element.setPointerCapture(event.pointerId);
      onStroke(stroke, false);
    });
    this.element.addEventListener("pointermove", (event) => {
      const cell = stroke && this.cellAt(event);
      if (!stroke || !cell) return;
      const [row, column] = stroke[stroke.length - 1];
      const steps = Math.max(Math.abs(cell[0] - row), Math.abs(cell[1] - column));
      for (let step = 1; step <= steps; step++) stroke.push([Math.round(row + (cell[0] - row) * step / steps), Math.round(column + (cell[1] - column) * step / steps)]);
      if (steps) onStroke(stroke, false);
    });
    this.element.addEventListener("pointerup", () => {
      if (stroke) onStroke(stroke, true);
      stroke = null;
    });
    this.element.addEventListener("pointercancel", () => {
      if (stroke) onStroke([], true);
      stroke = null;
    });
  }

  /**
   * A short press is a click on a cell, a long way is a swipe.
   * @param {((cell: Cell) => void) | undefined} onCell
   * @param {((direction: string) => void) | undefined} onSwipe
   */
  #listen(onCell, onSwipe) {
    /** @type {PointerEvent | null} */
    let down = null;
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button === 0) down = event;
    });
    this.element.addEventListener("pointerup", (event) => {
      if (!down) return;
      const [right, below] = [event.clientX - down.clientX, event.clientY - down.clientY];
      const far = Math.max(Math.abs(right), Math.abs(below)) > 24;
      down = null;
      if (far && onSwipe) {
        onSwipe(Math.abs(right) > Math.abs(below) ? (right > 0 ? "right" : "left") : below > 0 ? "down" : "up");
      } else if (!far && onCell) {
        const cell = this.cellAt(event);
        if (cell) onCell(cell);
      }
    });
    this.element.addEventListener("pointercancel", () => { down = null; });
  }
}
