// Bars that follow sliders: shares of settings by the measured changes (simcli/studies/sensitivity/sliders.py does the same arithmetic).
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const {numbers, tables, refused} = data, id = name => document.getElementById(name);
  const inputs = [...document.querySelectorAll(".slider input")], words = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
  let shown = 0;
  const movedIn = setting => setting.map((to, i) => i).filter(i => setting[i] !== numbers[i].value);
  const isRefused = setting => refused.some(one => one.every(([i, to]) => setting[i] === to));
  const allows = setting => movedIn(setting).every(i => numbers[i].values.includes(setting[i])) && movedIn(setting).length <= data.most && !isRefused(setting);
  function ways(row, setting) {
    const found = [];
    for (const i of movedIn(setting)) {
      const far = setting[i] - numbers[i].value;
      const step = row.moved.find(one => one.to.length === 1 && one.to[0][0] === i && (one.to[0][1] - numbers[i].value) * far > 0);
      if (!step || Math.abs(far) > Math.abs(step.to[0][1] - numbers[i].value)) return null;
      found.push([far / (step.to[0][1] - numbers[i].value), step]);
    }
    return found;
  }
  function bandOf(row, found, hasPairs) {
    const weights = new Map(found.map(([w, one]) => [one, w]));
    let loose = 0;
    found.forEach(([w, one], a) => found.slice(a + 1).forEach(([v, other]) => {
      const name = JSON.stringify([one.to[0], other.to[0]]), pair = hasPairs && row.moved.find(both => JSON.stringify(both.to) === name);
      if (!pair) { loose += w * one.size * v * other.size; return; }
      for (const [to, sign] of [[pair, 1], [one, -1], [other, -1]]) weights.set(to, (weights.get(to) || 0) + sign * w * v);
    }));
    let value = row.share, slope = 1, rest = 0;
    for (const [one, weight] of weights) { value += weight * one.by; slope += weight * one.slope; rest += Math.abs(weight) * one.rest; }
    const curve = found.reduce((sum, [w, one]) => sum + 4 * w * (1 - w) * one.size, 0), {z, interaction, between} = data;
    return [value, Math.sqrt(z ** 2 * (slope ** 2 * row.se ** 2 + rest ** 2) + interaction ** 2 * loose + between ** 2 * curve ** 2)];
  }
  const wasPlayed = (row, setting) => row.moved.some(one => one.to.length === movedIn(setting).length && one.to.every(([i, to]) => setting[i] === to));
  function share(row, setting) {
    const found = row.share !== null && allows(setting) ? ways(row, setting) : null;
    if (!found) return null;
    const whole = bandOf(row, found, true), alone = bandOf(row, found, false);
    const [sum, half] = wasPlayed(row, setting) || whole[1] <= alone[1] ? whole : alone, value = Math.min(Math.max(sum, 0), 1);
    return [Math.max(value - half, 0), value, Math.min(value + half, 1)];
  }
  function status(setting) {
    const n = movedIn(setting).length, many = (words[n] || String(n)).replace(/^./, first => first.toUpperCase());
    if (!n) return "As it is: played.";
    if (isRefused(setting)) return "The game does not have these values together.";
    if (n > data.most) return `${many} numbers moved together: at most ${words[data.most]} were looked at.`;
    if (tables[shown].rows.some(row => wasPlayed(row, setting))) return n > 1 ? "Played together." : "Played.";
    return n > 1 ? `${many} numbers moved together: not played, the band is wider.` : "Between two steps: not played, the band is wider.";
  }
  const part = x => `${100 * Math.min(x / tables[shown].top, 1)}%`;
  function text([low, value, high]) {
    const half = 50 * (high - low), digits = half < 0.95 ? 1 : 0;
    return `${(100 * value).toFixed(digits)} % ± ${half.toFixed(digits)}`;
  }
  function draw() {
    const setting = inputs.map((input, i) => numbers[i].values[Number(input.value)]), moved = movedIn(setting);
    inputs.forEach((input, i) => {
      input.setAttribute("aria-valuetext", setting[i]);
      input.closest(".slider").querySelector("output").textContent = setting[i];
      input.closest(".slider").classList.toggle("moved", moved.includes(i));
    });
    id("setting").textContent = moved.map(i => numbers[i].say + setting[i]).join(", ") || "As it is";
    id("status").textContent = status(setting);
    document.querySelectorAll("[data-table]").forEach(table => { table.hidden = Number(table.dataset.table) !== shown; });
    document.querySelectorAll(`[data-table="${shown}"] .row`).forEach((box, i) => {
      const found = share(tables[shown].rows[i], setting);
      box.classList.toggle("grey", !found);
      box.querySelector(".value").textContent = found ? text(found) : "not measured";
      if (!found) return;
      box.querySelector(".bar").style.width = part(found[1]);
      box.querySelector(".band").style.left = part(found[0]);
      box.querySelector(".band").style.right = `${100 - parseFloat(part(found[2]))}%`;
    });
    const sets = moved.map(i => numbers[i].set + setting[i]);
    id("command").textContent = allows(setting) ? [moved.length ? data.whatif : data.run, ...sets, tables[shown].end].join(" ") : "";
    id("play").hidden = !allows(setting);
  }
  for (const input of inputs) input.addEventListener("input", draw);
  id("reset").addEventListener("click", () => { inputs.forEach((input, i) => { input.value = numbers[i].values.indexOf(numbers[i].value); }); draw(); });
  id("copy").addEventListener("click", () => navigator.clipboard?.writeText(id("command").textContent).then(() => { id("copy").textContent = "copied"; setTimeout(() => { id("copy").textContent = "copy"; }, 1500); }));
  const tabs = [...document.querySelectorAll(".tabs button")];
  tabs.forEach((tab, n) => tab.addEventListener("click", () => { shown = n; tabs.forEach(other => other.setAttribute("aria-pressed", other === tab)); draw(); }));
  id("reset").click();
  window.sliders = {share: (table, row, setting) => share(tables[table].rows[row], setting)};
})();
