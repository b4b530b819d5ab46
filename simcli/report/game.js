"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const id = name => document.getElementById(name);
  const steps = [...document.querySelectorAll(".steps > li")], totals = [...document.querySelectorAll(".total")];
  const at = id("at"), board = id("board");
  // A line in each drawing of the points where the game stands; the places of the drawing have some room at both ends.
  const lines = [...document.querySelectorAll("svg.chart .mark-group.root > g > .background")].map(frame => {
    const box = /^M[\d.]+,[\d.]+h([\d.]+)v([\d.]+)/.exec(frame.getAttribute("d"));
    const line = frame.cloneNode(false);
    line.style.stroke = "var(--text)";
    frame.parentNode.append(line);
    return {line, width: box ? Number(box[1]) : 0, height: box ? Number(box[2]) : 0};
  });
  let isOpen = true;
  function show(n, isLinked) {
    n = Math.min(steps.length, Math.max(1, n));
    for (const step of steps) step.classList.remove("now");
    const step = steps[n - 1], details = step.querySelector("details");
    step.classList.add("now");
    details.open = isOpen;
    details.ontoggle = () => { if (step.classList.contains("now")) isOpen = details.open; };
    at.value = n;
    id("where").textContent = n < steps.length ? `decision ${n} of ${steps.length - 1}` : "the end";
    totals.forEach((total, p) => { total.textContent = data.points[n - 1][p]; });
    for (const {line, width, height} of lines) {
      const x = data.edge + (width - 2 * data.edge) * (n - 1) / Math.max(1, steps.length - 1);
      line.setAttribute("d", `M${x},0v${height}`);
    }
    if (board) board.innerHTML = data.boards[n - 1].map(i => data.lines[i]).join("\n");
    if (isLinked) history.replaceState(null, "", `#d${n}`);
  }
  const now = () => Number(at.value), linked = () => Number((/^#d(\d+)$/.exec(location.hash) || [0, 1])[1]);
  id("first").onclick = () => show(1, true);
  id("back").onclick = () => show(now() - 1, true);
  id("on").onclick = () => show(now() + 1, true);
  id("last").onclick = () => show(steps.length, true);
  at.oninput = () => show(now(), true);
  addEventListener("hashchange", () => show(linked()));
  addEventListener("keydown", event => {
    if (event.target === at || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 1, End: steps.length}[event.key];
    if (to !== undefined) { event.preventDefault(); show(to, true); }
  });
  document.documentElement.classList.add("js");
  show(linked());
})();
