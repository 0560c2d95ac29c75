// A picture of the server with cells that can be pointed at.

import { h, picture, svg } from "./dom.js";

export const CELL = 40; // units of the picture
const SMALL = 24; // columns that can be told apart without enlarging

/** @typedef {import("./api.js").Cell} Cell */
/** @typedef {{thing: string, path: [number, number][], turn: number}} Flight */

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
    this.columns = 0;
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
    this.columns = columns;
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

export const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = 130; // milliseconds

/** @typedef {{thing: SVGGElement, name: string, box: DOMRect}} Place */

/**
 * Where the things that move are.
 * @param {SVGSVGElement} root
 * @param {SVGElement | null} [earlier] the picture that was there before, of which they are
 * @returns {Place[]}
 */
function places(root, earlier = null) {
  const all = /** @type {NodeListOf<SVGGElement>} */ ((earlier ?? root).querySelectorAll("[data-thing]"));
  return [...all].filter((thing) => !thing.closest("[visibility=hidden]") && thing.closest(".earlier") === earlier)
    .map((thing) => ({ thing, name: thing.dataset.thing ?? "", box: thing.getBBox() }));
}

/** @param {DOMRect} a @param {DOMRect} b */
const apart = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/**
 * Where each thing came from. Of those that look alike (`name~place`) the ones that are where one was have not moved, and
 * the others came from the nearest, in a straight line.
 * @param {Place[]} before
 * @param {Place[]} now
 * @returns {[Place, Place][]} from, to
 */
function journeys(before, now) {
  const names = new Map(before.map((place) => [place.name, place]));
  /** @type {[Place, Place][]} */
  const found = [];
  /** @type {Place[]} */
  const arrived = [];
  for (const place of now) {
    const same = names.get(place.name);
    if (same) {
      names.delete(place.name);
      found.push([same, place]);
    } else if (place.name.includes("~")) arrived.push(place);
  }
  const kind = (/** @type {Place} */ place) => place.name.split("~")[0];
  const left = [...names.values()];
  const pairs = arrived.flatMap((to) => left.filter((from) => kind(from) === kind(to)).map((from) => ({ from, to, way: apart(from.box, to.box) })))
    .filter(({ from, to, way }) => way < 1.5 * CELL || Math.abs(from.box.x - to.box.x) < 1 || Math.abs(from.box.y - to.box.y) < 1)
    .sort((a, b) => a.way - b.way);
  const used = new Set();
  for (const { from, to } of pairs) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    found.push([from, to]);
  }
  return found;
}

/**
 * Lets things move from where they were to where they are; a block that lay and stands gets shorter on the way.
 * @param {Place[]} before
 * @param {SVGSVGElement} root
 * @param {number} duration
 */
function glide(before, root, duration) {
  for (const [{ box: from }, { thing, box: to }] of journeys(before, places(root))) {
    const [right, down] = [from.x - to.x, from.y - to.y];
    const [wide, high] = [to.width ? from.width / to.width : 1, to.height ? from.height / to.height : 1];
    if (Math.abs(right) + Math.abs(down) < 0.5 && Math.abs(wide - 1) + Math.abs(high - 1) < 0.02) continue;
    const way = `translate(${right + to.x}px, ${down + to.y}px) scale(${wide}, ${high}) translate(${-to.x}px, ${-to.y}px)`;
    thing.animate([{ transform: way }, { transform: "none" }], { duration, easing: "ease-in-out" });
  }
}

/**
 * What is to be seen in a picture, once more.
 * @param {SVGSVGElement} root
 */
const seen = (root) => [...root.children].filter((part) => part.getAttribute("visibility") !== "hidden" && !part.matches("defs, .earlier, .marks")).map((part) => part.cloneNode(true));

/**
 * Shows how a picture became another one: first what flies, through the picture as it was, then what moves.
 * @param {{places: Place[], parts: Node[]}} before
 * @param {SVGSVGElement} root
 * @param {SVGElement} marks
 * @param {Flight[]} flights
 * @param {number} duration
 */
function go(before, root, marks, flights, duration) {
  if (STILL.matches) return;
  if (!flights.length) return glide(before.places, root, duration);
  const earlier = svg("g", { class: "earlier", "aria-hidden": "true" });
  earlier.append(...before.parts);
  root.insertBefore(earlier, marks);
  /** @type {Animation | undefined} */
  let last;
  let start = 0;
  for (const { thing: name, path, turn } of flights) {
    const there = places(root, earlier);
    const thing = there.find((place) => place.name === name)?.thing;
    if (!thing) continue;
    earlier.append(thing);
    const length = path.slice(1).reduce((sum, cell, index) => sum + Math.abs(cell[0] - path[index][0]) + Math.abs(cell[1] - path[index][1]), 0);
    const time = Math.min(2.5, Math.max(1, length / 4)) * duration;
    /** @param {number} index */
    const when = (index) => index / Math.max(1, path.length - 1);
    const frames = [...path, ...(path.length === 1 ? path : [])].map(([row, column], index, all) => ({ offset: index / (all.length - 1),
      transform: `translate(${(column - path[0][1]) * CELL}px, ${(row - path[0][0]) * CELL}px) rotate(${turn * index / (all.length - 1)}deg)` }));
    for (const other of there) {
      const index = path.findIndex(([row, column]) => Math.floor((other.box.y + other.box.height / 2) / CELL) === row && Math.floor((other.box.x + other.box.width / 2) / CELL) === column);
      if (other.thing !== thing && index > 0 && index < path.length - 1) other.thing.animate([{ opacity: 0 }, { opacity: 0 }], { delay: start + when(index) * time, duration: 1, fill: "forwards" });
    }
    thing.style.transformBox = "fill-box";
    thing.style.transformOrigin = "center";
    last = thing.animate(frames, { delay: start, duration: time, fill: "forwards" });
    start += time;
  }
  const end = () => {
    earlier.remove();
    glide(before.places, root, duration);
  };
  if (!last) end();
  // Not when another picture has come meanwhile.
  else last.finished.then(() => (earlier.isConnected ? end() : undefined), () => undefined);
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
   * @param {{svg: string, steps: number, columns: number, flights: Record<number, Flight[]>}} pictures
   * @param {string[]} moves
   */
  show(pictures, moves) {
    this.pause();
    this.moves = moves;
    this.flights = pictures.flights;
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
    const root = this.board.svg;
    root?.querySelector(".earlier")?.remove();
    const flights = this.step === last + 1 ? this.flights?.[last] ?? [] : [];
    const before = root && Math.abs(this.step - last) === 1 ? { places: places(root), parts: flights.length ? seen(root) : [] } : null;
    for (const { group, first, end } of this.groups ?? []) group.setAttribute("visibility", first <= this.step && this.step < end ? "visible" : "hidden");
    const pace = Math.min(220, Number(this.speed.value) * 0.6);
    if (before && root) go(before, root, this.board.marks, flights, flights.length ? pace / 3 : pace);
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

  /** Plays what has just come, unless motion is unwelcome: then one starts it oneself. */
  begin() {
    if (!STILL.matches) this.play();
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
