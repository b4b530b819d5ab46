// Run in an open page by tools/browser.py: everything a reader could not read, as a list of sentences.
// `medium` is "print" or "screen"; on paper nothing scrolls, so nothing may be wider than its box.
(medium) => {
  const problems = [];
  const SLACK = 1.5;                       // CSS pixels, for rounding
  const SMALLEST = medium === "print" ? 7.5 : 9;
  const root = document.documentElement;
  const short = (text) => JSON.stringify(text.replace(/\s+/g, " ").trim().slice(0, 60));
  const name = (element) => {
    const about = element.id ? "#" + element.id : element.classList.length ? "." + [...element.classList].join(".") : "";
    return `<${element.tagName.toLowerCase()}${about}> ${short(element.getAttribute("aria-label") || element.textContent)}`;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });

  // For readers of screens only: in a box of one pixel.
  const isHiddenOnPurpose = (element) => {
    for (let box = element; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === "absolute" && style.clipPath.startsWith("inset(")) return true;
    }
    return false;
  };

  // Shadows at the edges, layers that stay (scroll), covered at either end by layers that go along (local); or a line above that says so.
  const hasScrollSign = (element, style) => {
    const above = element.previousElementSibling, kinds = style.backgroundAttachment;
    const hasShadows = style.backgroundImage.includes("gradient") && kinds.includes("local") && kinds.includes("scroll");
    return hasShadows || Boolean(above?.classList.contains("hint") && isShown(above));
  };

  const checkPage = () => {
    if (root.scrollWidth <= root.clientWidth) return;
    const out = [...document.body.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > root.clientWidth + SLACK);
    const first = out.find((element) => !out.some((other) => other !== element && other.contains(element))) || out[0];
    problems.push(`the page is ${root.scrollWidth} px wide, ${root.scrollWidth - root.clientWidth} px too many: ${first ? name(first) : "?"}`);
  };

  const checkBox = (element) => {
    const style = getComputedStyle(element);
    if (!element.clientWidth || isHiddenOnPurpose(element)) return;      // inline boxes have no width of their own
    const wide = element.scrollWidth - element.clientWidth, tall = element.scrollHeight - element.clientHeight;
    if (wide > SLACK) {
      if (medium === "print") problems.push(`${wide} px would be missing on paper: ${name(element)}`);
      else if (style.overflowX === "visible") problems.push(`text runs ${wide} px out of its box: ${name(element)}`);
      else if (style.overflowX === "hidden" || style.overflowX === "clip") problems.push(`${wide} px are cut off: ${name(element)}`);
      else if (!hasScrollSign(element, style)) problems.push(`${wide} px can be scrolled to, but nothing shows it: ${name(element)}`);
    }
    if (tall > SLACK && (style.overflowY === "hidden" || style.overflowY === "clip")) problems.push(`${tall} px are cut off below: ${name(element)}`);
  };

  // The middle of the line: letters rarely touch the upper and lower fifth.
  const middle = (text, { left, right, top, bottom }) => {
    const inset = (bottom - top) * 0.2;
    return { text, left, right, top: top + inset, bottom: bottom - inset };
  };

  // A text, or each letter of one whose letters are placed one by one.
  const boxesOf = (text) => {
    if (text.x.baseVal.numberOfItems < 2) return [middle(text, text.getBoundingClientRect())];
    const scale = text.getScreenCTM();
    return Array.from({ length: text.getNumberOfChars() }, (_, i) => {
      const { x, y, width, height } = text.getExtentOfChar(i);
      const from = new DOMPoint(x, y).matrixTransform(scale), to = new DOMPoint(x + width, y + height).matrixTransform(scale);
      return middle(text, { left: from.x, right: to.x, top: from.y, bottom: to.y });
    });
  };
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

  const size = (text) => {
    const scale = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
  };
  const drawing = (svg) => short((svg.closest("[aria-label]") || svg.querySelector("title") || svg).getAttribute?.("aria-label") || svg.textContent);

  const checkDrawing = (svg) => {
    const frame = svg.getBoundingClientRect(), where = `in drawing ${drawing(svg)}`;
    const boxes = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() && isShown(text)).flatMap(boxesOf);
    boxes.sort((a, b) => a.top - b.top);
    boxes.forEach((box, i) => {
      const beyond = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
      if (beyond > SLACK) problems.push(`text runs ${beyond.toFixed(0)} px out, ${where}: ${short(box.text.textContent)}`);
      for (let j = i + 1; j < boxes.length && boxes[j].top < box.bottom; j++) {
        if (overlap(box, boxes[j])) problems.push(`two texts overlap, ${where}: ${short(box.text.textContent)}, ${short(boxes[j].text.textContent)}`);
      }
    });
    const small = boxes.filter((box) => size(box.text) < SMALLEST);
    const least = Math.min(...small.map((box) => size(box.text))).toFixed(1);
    if (small.length) problems.push(`${small.length} texts are less than ${SMALLEST} px high, the smallest ${least}, ${where}: ${short(small[0].text.textContent)}`);
  };

  const checkFolded = (details) => {
    if (medium !== "print") details.open = true;
    if (medium !== "print" ? !isShown(details) : details.closest("[hidden], details:not([open]):not(.printed)")) return;
    for (const part of details.children) if (!part.matches(".filter, .unprinted") && !isShown(part)) problems.push(`folded text is not printed: ${name(part)}`);
  };

  document.querySelectorAll("details").forEach(checkFolded);
  checkPage();
  document.body.querySelectorAll("*").forEach((element) => {
    if (element instanceof SVGElement || !isShown(element)) return;
    checkBox(element);
  });
  document.querySelectorAll("svg").forEach((svg) => { if (isShown(svg)) checkDrawing(svg); });
  return problems;
}
