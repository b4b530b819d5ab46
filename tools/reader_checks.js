// What a reader does first: sees the answer and the picture, touches a mark, chooses another number of players. Returns what is wrong.
(async (height, tallest) => {
  const wrong = [], wait = ms => new Promise(done => setTimeout(done, ms));
  const head = document.querySelector(".headline"), plot = document.querySelector(".first .plot, header + .plot, p + .plot, div + .plot");
  if (!head) return wrong;
  const end = head.getBoundingClientRect().bottom;
  if (end > height) wrong.push(`the answer ends at ${Math.round(end)} px, below the first window`);
  if (innerWidth >= 1280 && document.documentElement.scrollHeight > tallest) {
    wrong.push(`the closed page is ${document.documentElement.scrollHeight} px high, at most ${tallest}`);
  }
  if (!plot) return wrong;
  const box = plot.getBoundingClientRect(), needed = Math.min(box.height, 200);
  if (box.top + needed > height) wrong.push(`the picture begins at ${Math.round(box.top)} px: it is not in the first window`);
  for (let i = 0; i < 40 && !plot.dataset.drawn; i++) await wait(50);
  if (!plot.dataset.drawn) return [...wrong, "the first chart is not drawn"];
  const marks = ["symbol path", "rect path", "line path", "rule line"].flatMap(kind => {
    const [of, shape] = kind.split(" ");
    return [...plot.querySelectorAll(`svg g.mark-${of}.role-mark ${shape}`)].slice(0, 12);
  });
  let told = false;
  for (const mark of marks) {
    const {left, top, width, height: tall} = mark.getBoundingClientRect();
    const at = {bubbles: true, clientX: left + width / 2, clientY: top + tall / 2};
    for (const kind of ["pointerover", "pointermove", "mouseover", "mousemove"]) mark.dispatchEvent(new PointerEvent(kind, at));
    await wait(60);
    const tip = document.querySelector("#vg-tooltip-element.visible");
    told = Boolean(tip && /\d/.test(tip.textContent));
    for (const kind of ["pointerout", "mouseout"]) mark.dispatchEvent(new PointerEvent(kind, at));
    if (told) break;
  }
  if (!told) wrong.push("a mark that is touched shows no figures");
  const tab = [...document.querySelectorAll(".tabs button")].find(one => plot.parentElement.contains(one) && one.getAttribute("aria-pressed") !== "true");
  if (tab) {
    const before = plot.textContent + plot.querySelector("svg").innerHTML.length;
    tab.click();
    await wait(300);
    if (tab.getAttribute("aria-pressed") !== "true") wrong.push("a click on a tab does not choose it");
    if (plot.textContent + plot.querySelector("svg").innerHTML.length === before) wrong.push("a click on a tab changes nothing");
  }
  return wrong;
})
