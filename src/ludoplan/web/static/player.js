// The plan of a level, step by step.

import { Board } from "./board.js";
import { h } from "./dom.js";
import { go, places, seen, STILL } from "./motion.js";

/** @typedef {import("./motion.js").Flight} Flight */

/** A plan as an animation: play, pause, one step, slider, list of steps. */
export class Player {
  constructor() {
    this.board = new Board({ label: "Animation of the plan" });
    this.step = 0;
    this.count = 0;
    this.timer = 0;
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
    this.button = h("button", { type: "button", onclick: () => (this.timer ? this.pause() : this.play()) }, "▶ Play");
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
  }

  /**
   * One step on or back, by hand.
   * @param {number} steps
   */
  stepBy(steps) {
    this.pause();
    this.go(this.step + steps);
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
