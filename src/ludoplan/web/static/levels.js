// Levels by address: `roll/05` is bundled, `mine/ID` was kept in this browser.

import { get, once, Problem } from "./api.js";

/** A level and what is known of it. `key` is its address.
 * @typedef {{key: string, game: string, title: string, level: string, objective: string | null, best: number | null, status: string}} Chosen */

const KEPT = "ludoplan-levels";

/** @returns {Chosen[]} */
export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Keeps a level in this browser; the same text is kept once.
 * @param {{game: string, title: string, level: string, objective?: string | null, best?: number | null, status?: string}} level
 * @returns {Chosen}
 */
export function keep(level) {
  const others = mine();
  const same = others.find((other) => other.game === level.game && other.level === level.level);
  if (same) return same;
  const id = Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36);
  const kept = { objective: null, best: null, status: "", ...level, key: `mine/${id}` };
  localStorage.setItem(KEPT, JSON.stringify([kept, ...others].slice(0, 200)));
  return kept;
}

/** @param {string} key */
export function drop(key) {
  localStorage.setItem(KEPT, JSON.stringify(mine().filter((level) => level.key !== key)));
}

/**
 * The level of an address; the first bundled one if there is none.
 * @param {string[]} words
 * @param {string} [fallback]
 * @returns {Promise<Chosen>}
 */
export async function find(words, fallback = "roll/05") {
  const [game, name] = words.length >= 2 ? words : fallback.split("/");
  const key = `${game}/${name}`;
  if (game === "mine") {
    const found = mine().find((level) => level.key === key);
    if (!found) throw new Problem(404, "this level was not kept in this browser", []);
    return found;
  }
  const found = await get(`/api/levels/${encodeURIComponent(game)}/${encodeURIComponent(name)}`);
  return { key, ...found };
}

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
