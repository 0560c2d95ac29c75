// The address of a view: `#/page/level?what else makes it up`. Whoever opens it sees the same.

import { Problem } from "./api.js";

/** @typedef {Record<string, string | number | null | undefined>} Query */

/**
 * @param {string} page
 * @param {string} [key] of a level
 * @param {URLSearchParams | Query} [query]
 */
export function address(page, key = "", query = {}) {
  const pairs = query instanceof URLSearchParams ? [...query] : Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  // Read by people too: what needs no escape gets none.
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%20/g, "+")}`).join("&");
  const path = [page, ...key.split("/").map((word) => encodeURIComponent(word).replace(/%23/g, "#"))].filter((word) => word !== "").join("/");
  return `#/${path}${text ? `?${text}` : ""}`;
}

/** @returns {{page: string, words: string[], query: URLSearchParams}} */
export function here() {
  const [path, ...query] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...words] = path.split("/").map(decoded);
  return { page, words, query: new URLSearchParams(query.join("?")) };
}

/** @param {string} word */
function decoded(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

// What a page was last like for a level, so that the way back leads there; and by which rules the level is played.
/** @type {Map<string, string>} */
const visited = new Map();
/** @type {Map<string, [string, string][]>} */
const rules = new Map();

/** @param {string} name of a part of an address */
const isRule = (name) => name === "objective" || name.startsWith("rule.");

/**
 * The way to another page for a level: as it was left there, but by the rules that were chosen last.
 * @param {string} page
 * @param {string} key
 */
export function wayTo(page, key) {
  const before = new URLSearchParams(visited.get(`${page}/${key}`) ?? "");
  const chosen = rules.get(key);
  if (!chosen) return address(page, key, before);
  const kept = [...before].filter(([name]) => !isRule(name));
  return address(page, key, new URLSearchParams([...kept, ...chosen]));
}

const WAIT = 200; // milliseconds; browsers refuse more than a few of these a second
let timer = 0;
let wanted = "";
let replaced = ""; // what the address said when that was noted

/**
 * Says what the view is now, in place of what the address said before.
 * @param {string} page
 * @param {string} key
 * @param {Query} query
 */
export function note(page, key, query) {
  if (here().page !== page) return; // the reader has gone on, and the page does not know yet
  wanted = address(page, key, query);
  replaced = location.hash;
  const said = new URLSearchParams(wanted.split("?").slice(1).join("?"));
  visited.set(`${page}/${key}`, said.toString());
  rules.set(key, [...said].filter(([name]) => isRule(name)));
  if (!timer) timer = window.setTimeout(write, WAIT);
}

function write() {
  timer = 0;
  if (wanted && wanted !== replaced && location.hash === replaced) history.replaceState(history.state, "", wanted);
  wanted = "";
}

/** Writes what was noted at once: another view comes. */
export function settle() {
  clearTimeout(timer);
  write();
}

/** What was noted of a view that is left already is nobody's. */
export function forget() {
  clearTimeout(timer);
  timer = 0;
  wanted = "";
}

// -- lists and texts in an address

/**
 * Moves: `right*3~up`.
 * @param {string[]} moves
 */
export function movesToText(moves) {
  /** @type {[string, number][]} */
  const runs = [];
  for (const move of moves) {
    const last = runs[runs.length - 1];
    if (last?.[0] === move) last[1]++;
    else runs.push([move, 1]);
  }
  return runs.map(([move, count]) => (count > 1 ? `${move}*${count}` : move)).join("~");
}

/** @param {string | null} text */
export function movesFromText(text) {
  return (text ?? "").split("~").filter(Boolean).flatMap((run) => {
    const [, move, count] = /** @type {RegExpMatchArray} */ (run.match(/^(.*?)(?:\*(\d{1,4}))?$/s));
    return Array(Number(count ?? 1)).fill(move);
  }).slice(0, 5000);
}

/**
 * A text made short enough for an address.
 * @param {string} text
 */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const MOST = 1_000_000; // characters; a short text can be made to unpack to a huge one

/**
 * What the text says that was packed; raises a Problem if there is none, or it does not say that.
 * @template T
 * @param {string} letters
 * @param {string} what
 * @param {(text: string) => T} read
 * @returns {Promise<T>}
 */
export async function unpacked(letters, what, read) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true });
      if (text.length > MOST) throw new Error("too large");
    }
    return read(text + decoder.decode());
  } catch {
    throw new Problem(404, `this address is not complete: the ${what} in it cannot be read`, []);
  }
}
