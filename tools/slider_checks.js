// Moves each slider of a page to both of its ends and then all of them. Returns what does not follow, and leaves them moved.
(() => {
  const wrong = [], inputs = [...document.querySelectorAll(".slider input")];
  const seen = () => [...document.querySelectorAll("[data-table]:not([hidden]) .row")].map(row => row.textContent + (row.querySelector(".bar")?.style.width || "") + row.className).join();
  const move = (input, to) => { input.value = to; input.dispatchEvent(new Event("input", {bubbles: true})); };
  const command = () => document.getElementById("command")?.textContent || "";
  const before = seen(), typed = command();
  let follows = !inputs.length;
  for (const input of inputs) {
    const now = input.value;
    for (const end of [input.min, input.max]) {
      if (end === now) continue;
      move(input, end);
      follows = follows || seen() !== before;
      if (command() === typed) wrong.push(`slider ${input.id} at ${end} is in no command`);
    }
    move(input, now);
    if (seen() !== before || command() !== typed) wrong.push(`slider ${input.id} does not move back`);
  }
  if (!follows) wrong.push("no slider moves a bar");
  inputs.forEach((input, i) => move(input, i % 2 ? input.max : input.min));
  return wrong;
})
