() => {
  // A click on a heading of numbers puts the largest first, another the smallest; rows without a number are last both times.
  const said = [];
  const number = text => parseFloat((text.replace(/−/g, "-").replaceAll(",", "").match(/[-+]?\d+(\.\d+)?/) || ["NaN"])[0]);
  for (const table of document.querySelectorAll("table")) {
    if (!table.tHead) continue;
    const rows = table.tBodies[0].rows;
    const headings = [...table.tHead.rows[0].cells];
    const place = headings.findIndex(heading => heading.classList.contains("number"));
    if (rows.length < 3 || place < 0) continue;
    const before = [...rows].map(row => row.textContent).sort().join("\n");
    for (const sign of [-1, 1]) {
      headings[place].click();
      const values = [...rows].map(row => number(row.cells[place].textContent));
      const known = values.filter(value => !isNaN(value));
      const inOrder = known.every((value, i) => i === 0 || sign * (value - known[i - 1]) >= 0);
      const dashesLast = values.slice(known.length).every(isNaN);
      if (!inOrder || !dashesLast) said.push(`a click on "${headings[place].textContent}" does not sort "${table.caption.textContent.slice(0, 60)}"`);
    }
    if ([...rows].map(row => row.textContent).sort().join("\n") !== before) said.push("sorting loses or changes rows");
    if (rows.length <= 12) continue;
    const field = table.parentNode.previousElementSibling?.querySelector?.("input[type=search]");
    if (!field) { said.push(`no field filters "${table.caption.textContent.slice(0, 60)}"`); continue; }
    const type = text => { field.value = text; field.dispatchEvent(new Event("input")); };
    const shown = () => [...rows].filter(row => !row.hidden);
    const word = rows[rows.length - 1].cells[0].textContent;
    type(word.toUpperCase());
    headings[place].click();
    const left = shown();
    if (!left.length || left.some(row => !row.textContent.toLowerCase().includes(word.toLowerCase()))) said.push(`"${word}" does not filter "${table.caption.textContent.slice(0, 60)}"`);
    type("");
    if (shown().length !== rows.length) said.push("an empty field does not show all rows");
  }
  return said;
}
