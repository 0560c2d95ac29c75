"use strict";
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, place = head.cellIndex, table = head.closest("table");
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const each of table.querySelectorAll("th[aria-sort]")) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => {
      const cell = row.cells[place], text = cell.dataset.v ?? cell.textContent, value = Number(text.replace(/,/g, ""));
      return text === "-" || text === "" ? null : Number.isNaN(value) ? text : value;
    };
    const order = (a, b) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const less = typeof a === "number" && typeof b === "number" ? a - b
        : typeof a !== typeof b ? (typeof a === "number" ? -1 : 1) : a < b ? -1 : a > b ? 1 : 0;
      return up ? less : -less;
    };
    const rows = [...table.tBodies[0].rows].map(row => [key(row), row]);
    rows.sort((a, b) => order(a[0], b[0]));
    table.tBodies[0].append(...rows.map(pair => pair[1]));
  });
}
const filter = document.getElementById("filter");
if (filter) filter.addEventListener("input", () => {
  const wanted = filter.value.toLowerCase();
  for (const row of document.querySelector("#heat tbody").rows)
    row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
});
const data = JSON.parse(document.getElementById("data").textContent);
const [first, second] = ["first", "second"].map(id => document.getElementById(id));
if (first) {
  const place = (time, from, to, beyond) => time === null ? beyond
    : from + (to - from) * Math.log(Math.min(Math.max(time, data.low), data.high) / data.low) / Math.log(data.high / data.low);
  const draw = () => {
    const dots = document.getElementById("dots"), [x, y] = [data.x, data.y];
    document.getElementById("x-name").textContent = data.solvers[first.value] + ", seconds";
    document.getElementById("y-name").textContent = data.solvers[second.value] + ", seconds";
    dots.replaceChildren(...data.levels.flatMap(([name, times]) => {
      const a = times[first.value], b = times[second.value];
      if (a === undefined || b === undefined || a === -1 || b === -1) return [];
      const dot = document.createElementNS(dots.namespaceURI, "circle");
      const title = document.createElementNS(dots.namespaceURI, "title");
      title.textContent = name;
      dot.setAttribute("class", "dot c0");
      dot.setAttribute("r", 4);
      dot.setAttribute("cx", place(a, x[0], x[1], x[1] + 14));
      dot.setAttribute("cy", place(b, y[0], y[1], y[1] - 14));
      dot.append(title);
      return [dot];
    }));
  };
  first.addEventListener("change", draw);
  second.addEventListener("change", draw);
}
