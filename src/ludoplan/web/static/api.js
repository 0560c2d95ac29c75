// The HTTP API, and jobs with their events.

/** @typedef {[number, number]} Cell */
/** @typedef {{name: string, type: string, default: any, help: string, choices: any[], minimum: number | null, maximum: number | null}} Option */
/** @typedef {{name: string, title: string, summary: string, also_known_as: string[], how_to_play: string, suffixes: string[], objectives: string[], keys: Record<string, string>, level_options: Option[], generator_options: Option[], heuristics: string[], pddl_variants: string[], has_pddl: boolean, has_marks: boolean, can_be_watched: boolean, can_be_edited: boolean, has_blank: boolean, levels: number}} Game */
/** @typedef {{game: string, name: string, title: string, objective: string | null, best: number | null, status: string, difficulty: number}} Level */
/** @typedef {{line: number | null, column: number | null, text: string, file: string | null}} Defect */
/** @typedef {{name: string, summary: string, optimal: boolean, family: string, is_usual: boolean, is_search: boolean, missing: string | null, options: Option[]}} Solver */
/** @typedef {{id: string, kind: string, label: string, status: string, progress: any, result: any, message: string | null, created: number, seconds: number | null}} Job */

/** What is wrong with a request, for people. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {Defect[]} defects
   */
  constructor(status, detail, defects) {
    super(detail);
    this.status = status;
    this.defects = defects;
  }
}

/** What to say of an error. @param {unknown} error */
export const told = (error) => (error instanceof Problem ? error.message : String(error));

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function request(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new Problem(0, "the server does not answer: is `ludoplan serve` still running?", []);
  });
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({ detail: `the server failed (${answer.status})`, defects: [] }));
    throw new Problem(answer.status, told.detail, told.defects ?? []);
  }
  return answer;
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await request("GET", path)).json();
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  return (await request("POST", path, body)).json();
}

/**
 * @param {string} path
 * @param {object} body
 */
export async function postForText(path, body) {
  return (await request("POST", path, body)).text();
}

/** @param {string} path */
export async function remove(path) {
  return (await request("DELETE", path)).json();
}

/** @type {Map<string, Promise<any>>} */
const remembered = new Map();

/**
 * What does not change while the server runs is asked for once.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function once(path) {
  let answer = remembered.get(path);
  if (!answer) {
    answer = get(path);
    remembered.set(path, answer);
    answer.catch(() => remembered.delete(path));
  }
  return answer;
}

/** @returns {Promise<Game[]>} */
export const games = () => once("/api/games");

/** @param {string} name */
export async function gameNamed(name) {
  const found = (await games()).find((game) => game.name === name);
  if (!found) throw new Problem(404, `there is no game ${name}`, []);
  return found;
}

// -- jobs: one stream tells of all jobs of this page; when it ends, the server cancels them

const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @type {Map<string, (job: Job) => void>} */
const listeners = new Map();
/** @type {EventSource | null} */
let stream = null;
let closing = 0;

function listen() {
  clearTimeout(closing);
  if (stream) return;
  stream = new EventSource(`/api/events?session=${session}`);
  stream.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  // What ended while the stream was cut is asked for.
  stream.addEventListener("open", () => {
    for (const id of listeners.keys()) ask(id);
  });
}

/** @param {string} id */
function ask(id) {
  get(`/api/jobs/${id}`).then(hear, () => undefined);
}

// A browser has few connections to a server: a page that waits for nothing does not hold one.
function rest() {
  clearTimeout(closing);
  closing = window.setTimeout(() => {
    if (listeners.size) return;
    stream?.close();
    stream = null;
  }, 5000);
}

/** @param {Job} job */
function hear(job) {
  listeners.get(job.id)?.(job);
}

/** @param {Job} job */
export const isOver = (job) => job.status !== "queued" && job.status !== "running";

/** A job of this page. `done` is resolved however it ends, also if the server has refused it. */
export class Work {
  /**
   * @param {object} description
   * @param {(job: Job) => void} [onChange]
   */
  constructor(description, onChange = () => undefined) {
    this.isCancelled = false;
    this.id = "";
    /** @type {Promise<Job>} */
    this.done = this.#run(description, onChange);
  }

  /**
   * @param {object} description
   * @param {(job: Job) => void} onChange
   * @returns {Promise<Job>}
   */
  async #run(description, onChange) {
    listen();
    /** @type {Job} */
    const job = await post("/api/jobs", { ...description, session }).catch((error) => ({ status: "refused", result: null, message: told(error) }));
    if (isOver(job)) {
      rest();
      onChange(job);
      return job;
    }
    this.id = job.id;
    return new Promise((resolve) => {
      /** @param {Job} now */
      const heard = (now) => {
        onChange(now);
        if (!isOver(now)) return;
        listeners.delete(job.id);
        rest();
        resolve(now);
      };
      listeners.set(job.id, heard);
      listen();
      if (this.isCancelled) this.cancel();
      heard(job);
      // What the stream told, or would have told, before the job was known here.
      ask(job.id);
    });
  }

  cancel() {
    this.isCancelled = true;
    if (listeners.has(this.id)) request("DELETE", `/api/jobs/${this.id}`).catch(() => undefined);
  }
}
