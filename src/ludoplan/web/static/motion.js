// How one picture becomes the next: what moved glides to its place, what was shot or thrown flies there first.

import { svg } from "./dom.js";

export const CELL = 40; // units of the picture

/** @typedef {{thing: string, path: [number, number][], turn: number}} Flight */

export const STILL = matchMedia("(prefers-reduced-motion: reduce)");
export const GLIDE = 130; // milliseconds

/** @typedef {{thing: SVGGElement, name: string, box: DOMRect}} Place */

/**
 * Where the things that move are.
 * @param {SVGSVGElement} root
 * @param {SVGElement | null} [earlier] the picture that was there before, of which they are
 * @returns {Place[]}
 */
export function places(root, earlier = null) {
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
export const seen = (root) => [...root.children].filter((part) => part.getAttribute("visibility") !== "hidden" && !part.matches("defs, .earlier, .marks")).map((part) => part.cloneNode(true));

/**
 * Shows how a picture became another one: first what flies, through the picture as it was, then what moves.
 * @param {{places: Place[], parts: Node[]}} before
 * @param {SVGSVGElement} root
 * @param {SVGElement} marks
 * @param {Flight[]} flights
 * @param {number} duration
 */
export function go(before, root, marks, flights, duration) {
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
