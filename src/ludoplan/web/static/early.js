// What the page of this address needs is asked for at once, before the scripts that would ask for it are there: each
// would otherwise be one more wait, one after the other.

/** Modules by page, as the server has found them in its files. @type {Record<string, string[]>} */
const modules = JSON.parse(/** @type {HTMLMetaElement} */ (document.querySelector("meta[name=modules]")).content);
const [page, game, name] = location.hash.replace(/^#\/?/, "").split("?")[0].split("/");
const OF_LEVELS = ["play", "solve", "watch", "edit", "pddl"];

/** @param {Record<string, string>} attributes */
function preload(attributes) {
  const link = document.createElement("link");
  for (const [key, value] of Object.entries(attributes)) link.setAttribute(key, value);
  document.head.append(link);
}

for (const module of modules[page in modules ? page : ""]) preload({ rel: "modulepreload", href: new URL(module, import.meta.url).href });
const asked = ["/api/games", "/api/levels"];
if (OF_LEVELS.includes(page) && name && game !== "own" && game !== "mine") {
  try {
    asked.push(`/api/levels/${encodeURIComponent(decodeURIComponent(game))}/${encodeURIComponent(decodeURIComponent(name))}`);
  } catch {
    // Not an address of ours: the page will say so.
  }
}
if (["solve", "watch"].includes(page) && game && game !== "own" && game !== "mine") asked.push(`/api/games/${encodeURIComponent(game)}/solvers`);
if (page === "pddl") asked.push("/api/games/pddl/solvers");
if (page === "game") asked.push(game === "python" ? "/api/python" : "/api/puzzlescript/examples");
if (page === "campaigns") asked.push("/api/suites", "/api/campaigns");
for (const path of asked) preload({ rel: "preload", as: "fetch", crossorigin: "anonymous", href: path });

export {};
