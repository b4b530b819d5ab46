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
// What is typed above a long table leaves the rows that have it, in the tables of the other tabs too; sorted, they stay left out.
const LONG = 12;
const filters = [];
for (const table of document.querySelectorAll("table")) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= LONG) continue;
  const label = document.createElement("label"), field = document.createElement("input"), count = document.createElement("span");
  const place = table.closest("[data-panel]")?.parentNode || table;
  label.className = "filter";
  field.type = "search";
  field.placeholder = "filter";
  field.autocomplete = "off";
  field.setAttribute("aria-label", `Filter rows: ${table.caption.textContent}`);
  count.setAttribute("role", "status");
  const show = text => {
    const wanted = text.trim().toLowerCase();
    if (field.value !== text) field.value = text;
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    count.textContent = wanted && `${rows.filter(row => !row.hidden).length} of ${rows.length}`;
  };
  filters.push({place, show});
  field.addEventListener("input", () => filters.filter(other => other.place === place).forEach(other => other.show(field.value)));
  label.append(field, count);
  table.parentNode.before(label);
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
