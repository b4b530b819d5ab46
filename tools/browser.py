"""Reads pages in headless Chromium as readers do: on a phone and a desk, light and dark, and on paper.

    python tools/browser.py                       # the example pages, and pages of a few configs made again
    python tools/browser.py reports/demo/report.html --shots shots

Fails (exit 1) when a page is wider than its window, cuts text off or hides it without a sign, lets texts of a drawing overlap, leave it
or become too small to read, when a click on a heading does not sort its table, when a long table has no field that filters it, when it
writes to the console, or asks for anything but itself; when the answer or the picture is not in the first window, a closed page is too
tall or takes more than three sheets of A4, a mark that is touched shows no figures, a tab changes nothing, or bars do not follow a
slider. Before that it reads pages with these faults, and fails when one of them passes. Exit 2: there is no Chromium.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from chromium import Browser, BrowserError, Medium

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "reports" / "examples"
CHECKS = Path(__file__).with_name("page_checks.js").read_text(encoding="utf-8")
READS = Path(__file__).with_name("reader_checks.js").read_text(encoding="utf-8")
SLIDES = Path(__file__).with_name("slider_checks.js").read_text(encoding="utf-8")
SORTS = Path(__file__).with_name("sort_checks.js").read_text(encoding="utf-8")
TALLEST = 3000  # CSS pixels of a closed page on a desk
SHEETS = 3  # of A4, of a page with its folds closed
PAPER = 718  # CSS pixels between Chromium's margins on A4
MEDIA = (
    Medium(400, "light"),
    Medium(400, "dark"),
    Medium(1280, "light"),
    Medium(1280, "dark"),
    Medium(PAPER, "print"),
)
FRESH = (
    ("run guildes/ban", 60),
    ("run guildes/variants", 20),
    ("run guildes/cards", 60),
    ("run guildes/plans", 30),
    ("run kingdom_builder/seats", 30),
    ("run kingdom_builder/triples", 2),
    ("run kings_forge/values", 20),
    ("cards guildes/cards guild --set players=4", 60),
    ("cards kings_forge/gather gather_action --set players=4", 20),
    ("sensitivity guildes/plans guilds.knight.prizes.round_3 setup.rounds --set players=[3,4] --page --pairs", 60),
    ("cards architects/cards apprentice --set players=4", 20),
)
"""Pages made again, and of how many deals: a ban, variants, one strategy, several numbers of players, a game's longest names, cards."""

LINE = "white-space: nowrap'>a line that is longer than its box"
TABLE = "<table><caption>t</caption><thead><tr><th>a</th><th class='number'>b</th></tr></thead><tbody>"
TABLE += "".join(f"<tr><th>x</th><td>{n}</td></tr>" for n in (1, 3, 2)) + "</tbody></table>"
LONG_TABLE = TABLE.replace("</tbody>", "<tr><th>y</th><td>4</td></tr>" * 10 + "</tbody>")
FAR, SAID = "<div style='height: 2000px'></div>", "<p class='headline'>answer</p>"
DOT = "<g class='mark-symbol role-mark'><path d='M0 0h9v9z'/></g>"
FAULTS = {
    "wide": ("<p style='width: 2000px'>wide</p>", "px too many"),
    "cut": (f"<p style='width: 9em; overflow: hidden; {LINE}</p>", "cut off"),
    "cut-below": ("<p style='height: 1em; overflow: hidden'>a line<br>and another</p>", "cut off below"),
    "no-sign": (f"<div style='width: 9em; overflow: auto; {LINE}</div>", "nothing shows it"),
    "out-of-box": (f"<p style='width: 9em; {LINE}</p>", "out of its box"),
    "drawing-edge": ("<svg width='90' height='20'><text x='70' y='15'>too long</text></svg>", "px out"),
    "drawing-overlap": ("<svg width='90' height='20'><text x='5' y='15'>one</text><text x='9' y='15'>two</text></svg>", "overlap"),
    "drawing-small": ("<svg width='90' height='9' viewBox='0 0 900 90'><text x='5' y='50'>small</text></svg>", "px high"),
    "script-error": ("<script>missing()</script>", "script error"),
    "console": ("<script>console.error('said')</script>", "console error: said"),
    "request": ("<img src='http://example.invalid/x.png' alt='' width='1' height='1'>", "request for http://example.invalid"),
    "neighbour-file": ("<link rel='stylesheet' href='other.css'>", "request for file:"),
    "no-sort": (TABLE, "does not sort"),
    "no-filter": (LONG_TABLE, "no field filters"),
    "answer-below": (f"{FAR}<p class='headline'>late</p>", "below the first window"),
    "picture-below": (f"{SAID}{FAR}<div class='plot' data-drawn='yes'></div>", "not in the first window"),
    "no-figures": (f"{SAID}<div class='plot' data-drawn='yes'><svg>{DOT}</svg></div>", "shows no figures"),
    "no-slide": (
        "<div class='slider'><input type='range' id='n0' max='2' value='1'></div><p class='row'>25 %</p>",
        "no slider moves a bar",
    ),
    "many-sheets": (f"{SAID}{FAR * 3}", "sheets of A4"),
    "not-printed": ("<details class='printed'><summary>more</summary><p>folded</p></details>", "not printed"),
}
"""Pages nobody may make: what stands in each, and a part of what is said of it."""


def main() -> int:
    """Reads the arguments and the pages; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, help="pages to read; without any, the examples and pages made anew")
    parser.add_argument("--shots", type=Path, metavar="DIR", help="keep a picture of every page in every medium, and its print as PDF")
    options = parser.parse_args()
    try:
        with Browser() as browser, tempfile.TemporaryDirectory(prefix="simcli-pages-") as scratch:
            missed = list(_missed_faults(browser, Path(scratch)))
            pages = {str(page): page for page in options.pages} or dict(_all_pages(Path(scratch)))
            found = {name: _read(browser, name, page, options.shots) for name, page in pages.items()}
    except BrowserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for said in missed:
        print(f"the check is blind: {said}", file=sys.stderr)
    for name, problems in found.items():
        print(f"{name}: {f'{len(problems)} problems' if problems else 'good'}")
        for problem, media in problems.items():
            print(f"  {problem} ({'; '.join(map(str, media))})")
    return 1 if missed or any(found.values()) else 0


def _missed_faults(browser: Browser, folder: Path) -> Iterator[str]:
    """Faults that pass unseen, and complaints about a page that has none."""
    sound = _write(folder / "sound.html", "<h1>Sound</h1><p>Nothing is wrong here.</p>")
    for medium in MEDIA:
        if said := _problems(browser, sound, medium):
            yield f"a sound page at {medium}: {said}"
    for name, (body, expected) in FAULTS.items():
        page = _write(folder / f"{name}.html", body)
        said = [problem for medium in (MEDIA[0], MEDIA[-1]) for problem in _problems(browser, page, medium)]
        if not any(expected in problem for problem in said):
            yield f"{name}: {said or 'passes'}"


def _write(file: Path, body: str) -> Path:
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>t</title>{body}", encoding="utf-8")
    return file


def _all_pages(folder: Path) -> Iterator[tuple[str, Path]]:
    """The example pages and pages made again, by name."""
    for page in sorted(EXAMPLES.glob("*/*.html")):
        yield f"examples/{page.parent.name}/{page.stem}", page
    for line, deals in FRESH:
        verb, config, *_ = line.split()
        out = folder / f"{verb}-{config.replace('/', '-')}"
        command = [sys.executable, "-m", "simcli", *line.split(), "--deals", str(deals), "--seed", "1", "--out", str(out), "--quiet"]
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": path})
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
        for page in filter(Path.exists, (out / "report.html", out / "sliders.html")):
            yield f"{verb}-{config}" + f"/{page.stem}" * (page.name == "sliders.html"), page


def _read(browser: Browser, name: str, page: Path, shots: Path | None) -> dict[str, list[Medium]]:
    """What is wrong with a page, and in which media."""
    found: dict[str, list[Medium]] = {}
    shot = shots and shots / name.removesuffix(".html").strip("/").replace("/", "-")
    for medium in MEDIA:
        for problem in dict.fromkeys(_problems(browser, page, medium, shot)):
            found.setdefault(problem, []).append(medium)
    return found


def _problems(browser: Browser, page: Path, medium: Medium, shot: Path | None = None) -> list[str]:
    """What is wrong with a page in one medium; `shot` is the beginning of the pictures' names."""
    said = browser.open(page, medium)
    if shot:
        shot.parent.mkdir(parents=True, exist_ok=True)
        browser.picture(shot.with_name(f"{shot.name}-{medium.width}-{medium.look}.png"), medium)
        if medium.look == "print":
            shot.with_name(f"{shot.name}.pdf").write_bytes(browser.print())
        said = browser.open(page, medium)
    is_screen = medium.look != "print"
    said += browser.run(f"{READS}({medium.height}, {TALLEST})") if is_screen else []
    said += browser.run(f"({SLIDES})()") if is_screen else []
    said += browser.run(f"({CHECKS})({'screen' if is_screen else 'print'!r})")
    return said + (browser.run(f"({SORTS})()") if is_screen else list(_too_long(browser)))


def _too_long(browser: Browser) -> Iterator[str]:
    """A page with an answer that takes too much paper."""
    if browser.run("Boolean(document.querySelector('.headline'))"):
        sheets = len(re.findall(rb"/Type\s*/Page\b", browser.print()))
        if sheets > SHEETS:
            yield f"takes {sheets} sheets of A4, at most {SHEETS}"


if __name__ == "__main__":
    sys.exit(main())
