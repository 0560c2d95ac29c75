// The frame: which page is shown, and the theme.

import { address, forget, here, settle, wayTo } from "./address.js";
import { games, Problem } from "./api.js";
import { fill, h, settled } from "./dom.js";
import { bundled, current, onCurrent } from "./levels.js";

// Nearly every page wants these: they are on their way while its script is.
for (const list of [games(), bundled()]) list.catch(() => undefined);

/** @typedef {{show: (place: HTMLElement, words: string[], query: URLSearchParams, visit: AbortSignal) => Promise<void>}} Page */

/** @type {Record<string, [string, () => Promise<Page>]>} */
const PAGES = {
  "": ["Library", () => import("./pages/library.js")],
  play: ["Play", () => import("./pages/play.js")],
  solve: ["Solve", () => import("./pages/solve.js")],
  watch: ["Watch", () => import("./pages/watch.js")],
  edit: ["Edit", () => import("./pages/edit.js")],
  game: ["Your game", () => import("./pages/game.js")],
  generate: ["Generate", () => import("./pages/generate.js")],
  pddl: ["PDDL", () => import("./pages/pddl.js")],
  campaigns: ["Campaigns", () => import("./pages/campaigns.js")],
};

const content = /** @type {HTMLElement} */ (document.getElementById("content"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
let visit = new AbortController(); // over when the page is left

// Pages that show a level show the same one; the generator takes its game.
const OF_LEVELS = ["play", "solve", "watch", "edit", "pddl"];

const tabs = Object.entries(PAGES).map(([key, [text]]) => ({ key, link: h("a", { "data-way": OF_LEVELS.includes(key) ? key : undefined }, text) }));
fill(nav, tabs.map((tab) => tab.link));

function pointTabs() {
  const level = current();
  for (const { key, link } of tabs) {
    if (level && OF_LEVELS.includes(key)) link.setAttribute("href", wayTo(key, level.key));
    else link.setAttribute("href", key === "generate" && level ? address(key, level.game) : address(key));
  }
}
onCurrent(pointTabs);

async function show() {
  const { page: name, words, query } = here();
  const [title, load] = PAGES[name] ?? PAGES[""];
  const scroll = history.state?.scroll ?? 0;
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  forget();
  document.title = name ? `${title} · ludoplan` : "ludoplan";
  pointTabs();
  for (const { key, link } of tabs) {
    link.ariaCurrent = key === (name in PAGES ? name : "") ? "page" : null;
  }
  nav.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  const place = h("div");
  try {
    const page = await load();
    if (signal.aborted) return;
    fill(content, place);
    await page.show(place, words, query, signal);
    if (!signal.aborted) window.scrollTo(0, scroll);
  } catch (error) {
    if (signal.aborted) return;
    visit.abort();
    const text = error instanceof Problem ? error.message : `Something went wrong here: ${error}`;
    fill(content, h("div", { class: "message bad", role: "alert" }, text), h("p", {}, h("a", { href: "#/" }, "To the library")));
    if (!(error instanceof Problem)) throw error;
  }
}

// Where the reader was on a page is kept with its entry in the history.
history.scrollRestoration = "manual";
const keepScroll = () => history.replaceState({ ...history.state, scroll: Math.round(window.scrollY) }, "");
window.addEventListener("scroll", settled(keepScroll, 150), { passive: true });
window.addEventListener("pagehide", settle);
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#/']") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  settle();
  keepScroll();
  // A way to another page of this level leads to what was noted there last, by the rules that hold here.
  const level = current();
  if (link.dataset.way && level) link.setAttribute("href", wayTo(link.dataset.way, level.key));
}, { capture: true });
window.addEventListener("hashchange", show);
show();

// The theme: the system's, or one that was chosen.
/** @type {Record<string, [string, string]>} */
const THEMES = { auto: ["◐", "Auto"], light: ["☀", "Light"], dark: ["☾", "Dark"] };
const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

/** @param {string} theme */
function paint(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const [sign, name] = THEMES[theme] ?? ["", ""];
  fill(button, sign, " ", h("span", {}, name));
  button.title = "Theme: the system's, light or dark";
}

let theme = localStorage.getItem("theme") ?? "auto";
paint(theme);
button.addEventListener("click", () => {
  const names = Object.keys(THEMES);
  theme = names[(names.indexOf(theme) + 1) % names.length];
  localStorage.setItem("theme", theme);
  paint(theme);
});
