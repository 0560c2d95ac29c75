// A game in progress. What the player wants is queued at once and done in order, so nothing is lost or done twice,
// however slowly the server answers; all moves that wait go in one request.

import { post, Problem } from "./api.js";

/** @typedef {{text: string, cells: [number, number][]}} Move */
/** @typedef {{svg: string, caption: string, told: string, rows: number, columns: number, place: [number, number][], moves: Move[], played: string[], cost: number, solved: boolean, illegal: {move: string, reason: string} | null, flights: import("./board.js").Flight[], ahead: Record<string, {svg: string, caption: string}>}} State */
/** @typedef {{move: string} | {to: string[]} | {step: number} | "undo" | "redo" | "restart"} Wish `step`: so many of all moves, taken back or not */

const MOST = 100; // moves in a request
/** Directions and actions by the names of keys. @type {Record<string, string>} */
export const KEYS = { arrowup: "up", arrowdown: "down", arrowleft: "left", arrowright: "right", " ": "space", w: "up", a: "left", s: "down", d: "right" };
const RETRY = 1000; // milliseconds

export class Session {
  /**
   * @param {import("./board.js").Board} board shows every state, and what a move leads to before it is answered
   * @param {() => object} body the level as the API wants it
   * @param {(state: State, isNew: boolean) => void} onState also of moves that were refused, which change nothing
   * @param {(problem: string) => void} onProblem
   * @param {string} [path] of the API
   */
  constructor(board, body, onState, onProblem, path = "/api/play") {
    this.board = board;
    this.path = path;
    this.body = body;
    this.onState = onState;
    this.onProblem = onProblem;
    /** @type {State | null} */
    this.state = null;
    /** @type {string[]} */
    this.played = [];
    /** @type {string[]} */
    this.undone = [];
    /** @type {Wish[]} */
    this.waiting = [];
    this.isOver = false;
    this.isBusy = false;
  }

  /**
   * Begins with a state that is known already.
   * @param {State} state
   */
  start(state) {
    this.state = state;
    this.played = state.played;
    this.#tell(state, true);
  }

  /** @param {State} state @param {boolean} isNew */
  #tell(state, isNew) {
    if (isNew) this.board.show(state.svg, state.columns, state.caption, state.flights);
    this.onState(state, isNew);
  }

  /** @param {Wish} wish */
  want(wish) {
    this.waiting.push(wish);
    if (this.isBusy) return;
    const ahead = typeof wish === "object" && "move" in wish ? this.state?.ahead[wish.move] : undefined;
    if (ahead && this.state) this.board.show(ahead.svg, this.state.columns, ahead.caption);
    this.#work();
  }

  close() {
    this.isOver = true;
  }

  /** Takes back what can be taken back here, and gives the moves that the server has to judge. */
  #take() {
    /** @type {string[]} */
    const then = [];
    let [played, undone] = [this.played, this.undone];
    while (this.waiting.length && then.length < MOST) {
      const wish = this.waiting[0];
      if (typeof wish === "object" && "move" in wish) then.push(wish.move);
      else if (then.length) break;
      else if (wish === "undo") [played, undone] = [played.slice(0, -1), [...undone, ...played.slice(-1)]];
      else if (wish === "redo") [played, undone] = [[...played, ...undone.slice(-1)], undone.slice(0, -1)];
      else if (wish === "restart") [played, undone] = [[], [...undone, ...[...played].reverse()]];
      else if ("step" in wish) {
        const all = [...played, ...[...undone].reverse()];
        [played, undone] = [all.slice(0, wish.step), all.slice(wish.step).reverse()];
      } else [played, undone] = [wish.to, []];
      this.waiting.shift();
    }
    return { played, undone, then };
  }

  async #work() {
    this.isBusy = true;
    while (this.waiting.length && !this.isOver) {
      const { played, undone, then } = this.#take();
      const answer = await this.#ask({ ...this.body(), moves: played, then, ahead: true });
      if (this.isOver || !answer) continue;
      const isNew = !this.state || answer.played.length !== this.played.length || answer.played.some((move, step) => move !== this.played[step]);
      this.undone = answer.played.length > played.length ? [] : undone;
      this.played = answer.played;
      this.state = answer;
      this.#tell(answer, isNew);
    }
    this.isBusy = false;
  }

  /**
   * @param {object} body
   * @returns {Promise<State | null>}
   */
  async #ask(body) {
    for (;;) {
      try {
        return await post(this.path, body);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.onProblem(error.message);
        if (error.status !== 0) return null;
        // The way to the server is cut: the moves wait until it is there again.
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        if (this.isOver) return null;
      }
    }
  }
}
