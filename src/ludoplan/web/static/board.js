// A picture of the server with cells that can be pointed at.

import { h, picture, svg } from "./dom.js";

export const CELL = 40; // units of the picture
const SMALL = 24; // columns that can be told apart without enlarging

/** @typedef {import("./api.js").Cell} Cell */

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
    this.marks = svg("g", {});
    this.columns = 0;
    this.scale = 1;
    this.window = h("div", { class: "window" });
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
   */
  show(text, columns, caption = "") {
    // The same once more: what glides is not cut short.
    if (text === this.text && this.svg) {
      this.clear();
      return;
    }
    this.text = text;
    const before = this.svg ? places(this.svg) : null;
    this.svg = picture(text, this.label);
    // Small boards are drawn larger, up to what fits beside the buttons.
    this.svg.style.maxWidth = `${Math.max(220, columns * 62, Math.min(columns * 110, 520))}px`;
    this.marks = svg("g", {});
    this.svg.append(this.marks);
    this.columns = columns;
    this.window.replaceChildren(this.svg);
    this.zoom.hidden = columns <= SMALL;
    this.caption.hidden = !caption;
    this.caption.textContent = caption;
    this.#size();
    if (before && this.glides) glide(before, this.svg);
  }

  /** @param {number} factor */
  enlarge(factor) {
    const { window, scale } = this;
    this.scale = Math.min(16, Math.max(1, scale * factor));
    const [x, y] = [window.scrollLeft + window.clientWidth / 2, window.scrollTop + window.clientHeight / 2];
    this.#size();
    window.scrollTo(x * this.scale / scale - window.clientWidth / 2, y * this.scale / scale - window.clientHeight / 2);
  }

  #size() {
    this.element.classList.toggle("zoomed", this.scale > 1);
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
    const mark = svg("rect", { class: kind, x: column * CELL + inset, y: row * CELL + inset, width: side, height: side, rx: 5, "pointer-events": "none" });
    this.marks.append(mark);
    return mark;
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

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = 130; // milliseconds

/**
 * Where the things that move are.
 * @param {SVGSVGElement} root
 * @returns {Map<string, DOMRect>}
 */
function places(root) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const each of /** @type {NodeListOf<SVGGElement>} */ (root.querySelectorAll("[data-thing]"))) {
    const group = each.closest("[visibility=hidden]");
    if (!group) found.set(each.dataset.thing ?? "", each.getBBox());
  }
  return found;
}

/**
 * Lets things move from where they were to where they are; a block that lay and stands gets shorter on the way.
 * @param {Map<string, DOMRect>} before
 * @param {SVGSVGElement} root
 * @param {number} [duration]
 */
function glide(before, root, duration = GLIDE) {
  if (STILL.matches) return;
  for (const each of /** @type {NodeListOf<SVGGElement>} */ (root.querySelectorAll("[data-thing]"))) {
    const from = before.get(each.dataset.thing ?? "");
    if (!from || each.closest("[visibility=hidden]")) continue;
    const to = each.getBBox();
    const [right, down] = [from.x - to.x, from.y - to.y];
    const [wide, high] = [to.width ? from.width / to.width : 1, to.height ? from.height / to.height : 1];
    if (Math.abs(right) + Math.abs(down) < 0.5 && Math.abs(wide - 1) + Math.abs(high - 1) < 0.02) continue;
    const way = `translate(${right + to.x}px, ${down + to.y}px) scale(${wide}, ${high}) translate(${-to.x}px, ${-to.y}px)`;
    each.animate([{ transform: way }, { transform: "none" }], { duration, easing: "ease-in-out" });
  }
}

/** A plan as an animation: play, pause, one step, slider, list of steps. */
export class Player {
  /** @param {() => void} [onStep] */
  constructor(onStep = () => undefined) {
    this.board = new Board({ label: "Animation of the plan" });
    this.onStep = onStep;
    this.step = 0;
    this.count = 0;
    this.timer = 0;
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
    this.button = h("button", { type: "button", onclick: () => this.toggle() }, "▶ Play");
    this.speed = h("select", { "aria-label": "Speed", onchange: () => this.timer && this.play() },
      [["slow", 900], ["normal", 400], ["fast", 120]].map(([name, wait]) => h("option", { value: wait, selected: name === "normal" }, name)));
    this.caption = h("span", { class: "soft small-text" });
    this.list = h("ol", { class: "steps", "aria-label": "Steps" });
    this.controls = h("div", { class: "row middle" },
      this.button,
      h("button", { type: "button", "aria-label": "One step back", onclick: () => this.stepBy(-1) }, "◀"),
      h("button", { type: "button", "aria-label": "One step on", onclick: () => this.stepBy(1) }, "▶|"),
      this.slider, this.speed, this.caption);
  }

  /**
   * @param {{svg: string, steps: number, columns: number}} pictures
   * @param {string[]} moves
   */
  show(pictures, moves) {
    this.pause();
    this.moves = moves;
    this.count = pictures.steps;
    this.slider.max = String(this.count - 1);
    this.board.show(pictures.svg, pictures.columns);
    this.groups = [...(this.board.svg?.querySelectorAll("g[data-first]") ?? [])].map((group) => ({
      group, first: Number(group.getAttribute("data-first")), end: Number(group.getAttribute("data-end")) }));
    this.list.replaceChildren(...["start", ...moves].slice(0, this.count).map((move, step) =>
      h("li", {}, h("button", { type: "button", onclick: () => { this.pause(); this.go(step); } }, h("span", {}, step), move))));
    this.go(0);
  }

  /** @param {number} step */
  go(step) {
    const last = this.step;
    this.step = Math.min(Math.max(step, 0), this.count - 1);
    const before = this.board.svg && Math.abs(this.step - last) === 1 ? places(this.board.svg) : null;
    for (const { group, first, end } of this.groups ?? []) group.setAttribute("visibility", first <= this.step && this.step < end ? "visible" : "hidden");
    if (before && this.board.svg) glide(before, this.board.svg, Math.min(220, Number(this.speed.value) * 0.6));
    this.slider.value = String(this.step);
    this.caption.textContent = `step ${this.step} of ${this.count - 1}`;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | undefined} */ (this.list.children[this.step]);
    current?.firstElementChild?.setAttribute("aria-current", "step");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    this.onStep();
  }

  /**
   * One step on or back, by hand.
   * @param {number} steps
   */
  stepBy(steps) {
    this.pause();
    this.go(this.step + steps);
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    clearInterval(this.timer);
    if (this.step >= this.count - 1) this.go(0);
    this.timer = window.setInterval(() => {
      if (this.step >= this.count - 1) this.pause();
      else this.go(this.step + 1);
    }, Number(this.speed.value));
    this.button.textContent = "❚❚ Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "▶ Play";
  }
}
