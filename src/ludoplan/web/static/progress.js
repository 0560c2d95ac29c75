// What a player has done, kept in this browser: solved levels with the best cost of one's own, and the level of the day.

import { remember, stored } from "./levels.js";

const KEPT = "ludoplan-bests";

/** @returns {Record<string, number>} the least cost by the key of a level */
export const bests = () => stored(localStorage, KEPT, {});

/**
 * Keeps the cost of a solution; tells the best before it, if there was one.
 * @param {string} key
 * @param {number} cost
 * @returns {number | null}
 */
export function solved(key, cost) {
  const before = bests()[key] ?? null;
  if (before === null || cost < before) remember(localStorage, KEPT, key, cost, 1000);
  return before;
}

/**
 * The level of a day: the same for everybody, and one that can be solved without tears and at one sitting.
 * @template {{game: string, name: string, status: string, difficulty: number, best: number | null}} T
 * @param {T[]} levels
 * @param {Date} [day]
 * @returns {T | undefined}
 */
export function daily(levels, day = new Date()) {
  const fitting = levels.filter((level) => level.status === "optimal" && level.difficulty >= 0.15 && level.difficulty <= 0.6 && (level.best ?? 0) <= 60);
  const number = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
  const games = [...new Set(fitting.map((level) => level.game))].sort();
  const of = fitting.filter((level) => level.game === games[number % games.length]);
  return of[Math.floor(number / games.length) % of.length];
}

// -- sound: a few tones, off unless it is wanted

const SOUND = "ludoplan-sound";
/** @type {AudioContext | null} */
let audio = null;

export const hasSound = () => localStorage.getItem(SOUND) === "on";

/** @param {boolean} isOn */
export function setSound(isOn) {
  localStorage.setItem(SOUND, isOn ? "on" : "off");
}

const TONES = { move: [[330, 0, 0.06]], refused: [[150, 0, 0.1]], won: [[523, 0, 0.12], [659, 0.11, 0.12], [784, 0.22, 0.25]] };

/** @param {keyof typeof TONES} name */
export function sound(name) {
  if (!hasSound()) return;
  audio ??= new AudioContext();
  for (const [pitch, after, length] of TONES[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
