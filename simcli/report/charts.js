// Draws the charts of a page where they come into view; tabs choose the number of players for all of them at once.
const {config, charts} = JSON.parse(document.getElementById("chart-data").textContent);
const views = new Map();
document.documentElement.classList.add("live");
const isDark = matchMedia("screen and (prefers-color-scheme: dark)").matches;
const choose = panel => {
  for (const [box, view] of views) if (charts[box.dataset.chart].usermeta.panels.includes(panel)) view.signal("panel", panel).runAsync();
  for (const table of document.querySelectorAll("[data-panel]")) {
    const panels = [...table.parentNode.querySelectorAll(":scope > [data-panel]")].map(other => other.dataset.panel);
    if (panels.includes(panel)) table.hidden = table.dataset.panel !== panel;
  }
  for (const tab of document.querySelectorAll(".tabs button")) {
    const panels = [...tab.parentNode.children].map(other => other.textContent);
    if (panels.includes(panel)) tab.setAttribute("aria-pressed", tab.textContent === panel);
  }
};
const addTabs = box => {
  const {panels, first} = charts[box.dataset.chart].usermeta;
  if (panels.length < 2) return;
  const tabs = document.createElement("div");
  tabs.className = "tabs";
  for (const panel of panels) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = panel;
    tab.setAttribute("aria-pressed", panel === first);
    tab.addEventListener("click", () => choose(panel));
    tabs.append(tab);
  }
  box.before(tabs);
};
const draw = async box => {
  const spec = charts[box.dataset.chart];
  const {view} = await vegaEmbed(box, spec, {ast: true, actions: false, renderer: "svg", config, tooltip: {theme: isDark ? "dark" : "light"}});
  views.set(box, view);
  const chosen = box.previousElementSibling?.querySelector('[aria-pressed="true"]')?.textContent;
  if (chosen) await view.signal("panel", chosen).runAsync();
  box.dataset.drawn = "yes";
};
const inView = new IntersectionObserver(entries => {
  for (const {isIntersecting, target} of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    draw(target);
  }
}, {rootMargin: "600px"});
for (const box of document.querySelectorAll("[data-chart]")) {
  addTabs(box);
  inView.observe(box);
}
choose(charts[document.querySelector("[data-chart]").dataset.chart].usermeta.first);
addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll("[data-chart]:empty")) if (box.clientWidth) draw(box);
});
