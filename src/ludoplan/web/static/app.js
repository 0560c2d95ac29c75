// The frame: which page is shown, and the theme.

import { Problem } from "./api.js";
import { fill, h } from "./dom.js";

/** @typedef {{show: (place: HTMLElement, words: string[], query: URLSearchParams) => Promise<(() => void) | void>}} Page */

/** @type {Record<string, [string, () => Promise<Page>]>} */
const PAGES = {
  "": ["Library", () => import("./pages/library.js")],
  play: ["Play", () => import("./pages/play.js")],
  solve: ["Solve", () => import("./pages/solve.js")],
  watch: ["Watch", () => import("./pages/watch.js")],
  edit: ["Edit", () => import("./pages/edit.js")],
  generate: ["Generate", () => import("./pages/generate.js")],
  pddl: ["PDDL", () => import("./pages/pddl.js")],
  campaigns: ["Campaigns", () => import("./pages/campaigns.js")],
};

const content = /** @type {HTMLElement} */ (document.getElementById("content"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
/** @type {(() => void) | void} */
let leave;
let visit = 0;

async function show() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...words] = path.split("/").map(decodeURIComponent);
  const [title, load] = PAGES[name] ?? PAGES[""];
  const mine = ++visit;
  leave?.();
  leave = undefined;
  document.title = name ? `${title} · ludoplan` : "ludoplan";
  fill(nav, Object.entries(PAGES).map(([key, [text]]) =>
    h("a", { href: `#/${key}`, "aria-current": key === (name in PAGES ? name : "") ? "page" : undefined }, text)));
  nav.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  const place = h("div");
  try {
    const page = await load();
    if (mine !== visit) return;
    fill(content, place);
    const leaving = await page.show(place, words, new URLSearchParams(query));
    if (mine === visit) leave = leaving;
    else leaving?.();
  } catch (error) {
    if (mine !== visit) return;
    const text = error instanceof Problem ? error.message : `Something went wrong here: ${error}`;
    fill(content, h("div", { class: "message bad", role: "alert" }, text), h("p", {}, h("a", { href: "#/" }, "To the library")));
    if (!(error instanceof Problem)) throw error;
  }
}

window.addEventListener("hashchange", () => {
  show();
  window.scrollTo(0, 0);
});
show();

// The theme: the system's, or one that was chosen.
const THEMES = ["auto", "light", "dark"];
const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

/** @param {string} theme */
function paint(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.textContent = { auto: "◐ Auto", light: "☀ Light", dark: "☾ Dark" }[theme] ?? "";
  button.title = "Theme: the system's, light or dark";
}

let theme = localStorage.getItem("theme") ?? "auto";
paint(theme);
button.addEventListener("click", () => {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  localStorage.setItem("theme", theme);
  paint(theme);
});
