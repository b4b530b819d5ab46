// A click on a heading, or Enter on it, sorts its table; what has no number stays below. Without this the tables stand as they were made.
const valueOf = text => {
  const number = text.replace(/−/g, "-").replace(/,(?=\d{3})/g, "").match(/[-+]?\d+(\.\d+)?/);
  return number ? parseFloat(number[0]) : NaN;
};
const sortBy = (heading, place) => {
  const body = heading.closest("table").tBodies[0], rows = [...body.rows];
  const isNumber = heading.classList.contains("number");
  const first = isNumber ? "descending" : "ascending";
  const way = heading.getAttribute("aria-sort") === first ? (isNumber ? "ascending" : "descending") : first;
  for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", way);
  const sign = way === "ascending" ? 1 : -1;
  const compared = (one, two) => {
    const a = one.cells[place].textContent, b = two.cells[place].textContent;
    if (!isNumber) return sign * a.localeCompare(b, "en", {numeric: true});
    const x = valueOf(a), y = valueOf(b);
    if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
    return sign * (x - y);
  };
  body.append(...rows.sort(compared));
};
for (const table of document.querySelectorAll("table")) {
  if (table.tBodies[0].rows.length < 3) continue;
  [...table.tHead.rows[0].cells].forEach((heading, place) => {
    heading.tabIndex = 0;
    heading.title = "sort";
    heading.classList.add("sorts");
    heading.addEventListener("click", () => sortBy(heading, place));
    heading.addEventListener("keydown", event => { if (event.key === "Enter") sortBy(heading, place); });
  });
}
// A click puts the command that plays a run again where it can be pasted.
for (const code of document.querySelectorAll("#again code")) {
  if (!navigator.clipboard) continue;
  const button = document.createElement("button");
  button.className = "copy";
  button.textContent = "copy";
  button.addEventListener("click", () => navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = "copied"; }));
  code.parentNode.before(button);
}
