// Levels by address: `roll/05` is bundled, `own/TEXT` brings its text along, `mine/ID` was kept by an older page.

import { packed, unpacked } from "./address.js";
import { get, once, post, Problem } from "./api.js";

/** A level and what is known of it. `key` is its address; `options` are those that the level itself sets; `first` is how a
 * bundled one begins by them.
 * @typedef {{key: string, game: string, title: string, level: string, objective: string | null, options: Record<string, any>, best: number | null, status: string, first?: import("./session.js").State}} Chosen */

const KEPT = "ludoplan-levels";
const CURRENT = "ludoplan-level";
const FOUND = "ludoplan-found";

/**
 * @param {Storage} store
 * @param {string} name
 * @param {any} otherwise
 */
export function stored(store, name, otherwise) {
  try {
    return JSON.parse(store.getItem(name) ?? "") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Whether a level is none of those that come with ludoplan. @param {string} key */
export const isOwn = (key) => /^(own|mine)\//.test(key);

/**
 * Keeps a value in a stored table; of more than so many the oldest is forgotten.
 * @param {Storage} store
 * @param {string} name
 * @param {string} key
 * @param {any} value
 * @param {number} most
 */
export function remember(store, name, key, value, most) {
  const entries = Object.entries({ ...stored(store, name, {}), [key]: value }).slice(-most);
  store.setItem(name, JSON.stringify(Object.fromEntries(entries)));
}

/** @returns {Chosen[]} */
export const mine = () => stored(localStorage, KEPT, []);

/**
 * The level at an address of its own, which holds its text.
 * @param {{game: string, title: string, level: string, objective?: string | null, best?: number | null, status?: string}} level
 * @returns {Promise<Chosen>}
 */
export async function own({ game, title, level, objective = null, best = null, status = "" }) {
  const key = `own/${await packed(JSON.stringify([game, title, objective, level]))}`;
  // What a solver has said here is remembered here: an address proves nothing.
  if (status) remember(sessionStorage, FOUND, key, [best, status], 200);
  return { key, game, title, level, objective, options: {}, best, status };
}

/**
 * Keeps a level in this browser; the same text is kept once.
 * @param {{game: string, title: string, level: string, objective?: string | null, best?: number | null, status?: string}} level
 * @returns {Promise<Chosen>}
 */
export async function keep(level) {
  const kept = await own(level);
  const others = mine().filter((other) => other.game !== level.game || other.level !== level.level);
  localStorage.setItem(KEPT, JSON.stringify([kept, ...others].slice(0, 200)));
  return kept;
}

/** @param {string} key */
export function drop(key) {
  localStorage.setItem(KEPT, JSON.stringify(mine().filter((level) => level.key !== key)));
}

/**
 * The level of an address; else the one that was looked at last.
 * @param {string[]} words
 * @param {string} [fallback] if there was none
 * @returns {Promise<Chosen>}
 */
export async function find(words, fallback = "roll/01") {
  const key = (words.length >= 2 ? words : (current()?.key ?? fallback).split("/")).slice(0, 2).join("/");
  const found = await read(key);
  choose(found);
  return found;
}

/**
 * The level after one: of its game, in order of difficulty, and one that can be solved.
 * @param {Chosen} level
 * @returns {Promise<{key: string, title: string} | null>}
 */
export async function following(level) {
  const all = (await bundled()).filter((each) => each.game === level.game && each.status !== "unsolvable");
  const place = all.findIndex((each) => `${each.game}/${each.name}` === level.key);
  const next = all[place + 1];
  return next ? { key: `${next.game}/${next.name}`, title: next.title } : null;
}

/**
 * @param {string} key
 * @returns {Promise<Chosen>}
 */
async function read(key) {
  const [game, name] = key.split("/");
  if (game === "mine") {
    const found = mine().find((level) => level.key === key);
    if (!found) throw new Problem(404, "this level was not kept in this browser", []);
    return { ...found, options: {} };
  }
  if (game === "own") {
    const [of, title, objective, level] = await unpacked(name, "level", (text) => JSON.parse(text).map((/** @type {any} */ part) => (part === null ? null : String(part))));
    const [best, status] = stored(sessionStorage, FOUND, {})[key] ?? [null, ""];
    const kept = mine().find((other) => other.key === key);
    const checked = await post("/api/check", { game: of, level });
    return { key, game: of, title, objective, level, options: checked.options, best: kept?.best ?? best, status: kept?.status || status };
  }
  return { key, ...await get(`/api/levels/${encodeURIComponent(game)}/${encodeURIComponent(name)}`) };
}

/**
 * A level as it begins.
 * @param {Chosen} level
 * @returns {Promise<{svg: string, columns: number, caption: string}>}
 */
export const firstPicture = async (level) => level.first ?? post("/api/check", { game: level.game, level: level.level });

// -- the level that all pages show

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export const onCurrent = (listener) => listeners.add(listener);

/**
 * Makes a level the one that all pages show.
 * @param {{key: string, game: string}} level
 */
export function choose({ key, game }) {
  sessionStorage.setItem(CURRENT, JSON.stringify({ key, game }));
  for (const listener of listeners) listener();
}

/** @returns {{key: string, game: string} | null} */
export const current = () => stored(sessionStorage, CURRENT, null);

/**
 * What the API needs to know of a level.
 * @param {Chosen} level
 * @param {{objective?: string | null, options?: Record<string, any>}} [settings]
 */
export function spec(level, settings = {}) {
  return { game: level.game, level: level.level, objective: settings.objective ?? level.objective, options: settings.options ?? {} };
}

/** @returns {Promise<import("./api.js").Level[]>} */
export const bundled = () => once("/api/levels");
