// The states of a search as a tree: each hangs below the one that it came from.

import { svg } from "./dom.js";

/** @typedef {{order: number[], parents: (number | null)[], moves: string[]}} Grown */

const WIDTH = 640;
const MOST_HEIGHT = 520;

export class Tree {
  /** @param {(moves: string[]) => void} onNode hears the moves that lead to a state that was pointed at */
  constructor(onNode) {
    this.svg = svg("svg", { class: "tree", role: "img", "aria-label": "The tree of the search" });
    this.onNode = onNode;
    /** @type {SVGElement[]} */
    this.dots = [];
    /** @type {Grown} */
    this.grown = { order: [], parents: [], moves: [] };
  }

  /** @param {Grown} grown */
  show(grown) {
    this.grown = grown;
    const { parents } = grown;
    /** @type {number[][]} */
    const children = parents.map(() => []);
    parents.forEach((parent, node) => parent !== null && children[parent].push(node));
    // Leaves side by side, and every other state above the middle of what hangs below it.
    const [x, depth] = [parents.map(() => 0), parents.map(() => 0)];
    let leaves = 0;
    /** @param {number} node @param {number} down */
    const place = (node, down) => {
      const below = children[node];
      depth[node] = down;
      for (const each of below) place(each, down + 1);
      x[node] = below.length ? (x[below[0]] + x[below[below.length - 1]]) / 2 : leaves++;
    };
    parents.forEach((parent, node) => parent === null && place(node, 0));
    const deepest = Math.max(1, ...depth);
    const height = Math.min(MOST_HEIGHT, 40 + 26 * deepest);
    const side = (WIDTH - 24) / Math.max(1, leaves - 1);
    const down = (height - 24) / deepest;
    const radius = Math.max(1.6, Math.min(7, side * 0.42, down * 0.36));
    /** @param {number} node */
    const at = (node) => [12 + (leaves > 1 ? x[node] * side : (WIDTH - 24) / 2), 12 + depth[node] * down];
    this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    this.svg.replaceChildren();
    let lines = "";
    parents.forEach((parent, node) => {
      if (parent === null) return;
      const [[x1, y1], [x2, y2]] = [at(parent), at(node)];
      lines += `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`;
    });
    this.svg.append(svg("path", { class: "tree-lines", d: lines }));
    this.dots = parents.map((_, node) => {
      const [cx, cy] = at(node);
      const dot = svg("circle", { class: "tree-dot", cx: cx.toFixed(1), cy: cy.toFixed(1), r: radius.toFixed(1) });
      dot.addEventListener("click", () => this.onNode(this.movesTo(node)));
      return dot;
    });
    this.svg.append(...this.dots);
  }

  /** @param {number} node */
  movesTo(node) {
    const moves = [];
    for (let at = node, up = this.grown.parents[at]; up !== null; at = up, up = this.grown.parents[at]) moves.unshift(this.grown.moves[at]);
    return moves;
  }

  /**
   * Shows what was expanded up to a step.
   * @param {number} step
   * @param {(share: number) => string} colour
   */
  go(step, colour) {
    const { order } = this.grown;
    const end = Math.min(step, order.length);
    /** @type {Map<number, number>} */
    const seen = new Map();
    for (let each = 0; each < end; each++) if (!seen.has(order[each])) seen.set(order[each], each);
    this.dots.forEach((dot, node) => {
      const when = seen.get(node);
      dot.setAttribute("fill", when === undefined ? "var(--sunken)" : colour(when / order.length));
      dot.setAttribute("class", end > 0 && order[end - 1] === node ? "tree-dot now" : "tree-dot");
    });
  }
}
