"""The page: self-contained, escaped, accessible, reproducible, and whole whatever is missing."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib import resources

import pytest

from simcli.report.charts import files, vega
from simcli.stats.balance import summarise
from simcli.stats.summary import NO_INTERVAL, Interval
from simcli.studies.run import tables, use_charts
from simcli.studies.run.charts import charts, strategy_order
from simcli.studies.run.findings import answer
from simcli.studies.run.tables import items_view, seat_parts_view, uses_views
from simcli.studies.run.use_charts import use_order, used_kinds
from tests.conftest import count_calls
from tests.report.pages import markdown, page_text, write_page
from tests.report.samples import INFO
from tests.stats.synthetic import META, Card, fake_cell

VOID = {"meta", "br", "hr", "img", "link", "input", "path", "use", "rect"}


class Reader(HTMLParser):
    """Collects tags, attributes, ids and text, and checks that tags nest."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.words, self.open = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["script"]:
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def drawn(text):
    """The specs of the charts of a page by name."""
    (data,) = re.findall(r'<script type="application/json" id="chart-data">(.*?)</script>', text, re.DOTALL)
    return json.loads(data)["charts"]


def with_items(summary, **changes):
    """A summary of one cell whose items are changed so."""
    (cell,) = summary.cells
    return replace(summary, cells=(replace(cell, items=tuple(replace(item, **changes) for item in cell.items)),))


def test_the_page_is_whole_whatever_is_missing(any_summary):
    text = page_text(any_summary, INFO)
    page = Reader(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert answer(any_summary).claim in page.text
    assert not re.search(r"\b(None|nan|NaN)\b", page.text)
    assert all(heading in page.text for heading in ("Keep in mind", "How it was played"))
    assert page_text(any_summary, {}).startswith("<!DOCTYPE html>")


def test_the_large_page_is_self_contained_and_below_two_megabytes(summary_of, tmp_path):
    file = write_page(tmp_path, summary_of("large"), INFO)
    text = file.read_text(encoding="utf-8")
    page = Reader(text)
    assert file.stat().st_size < 2_000_000
    assert {tag for tag, _ in page.tags}.isdisjoint({"link", "img", "iframe", "object", "embed"})
    links = [value for _, attrs in page.tags for name, value in attrs.items() if name in ("href", "src", "xlink:href", "action")]
    assert all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= set(page.ids)
    without_library = text.replace(vega.scripts(), "")
    assert len(text) - len(without_library) > 500_000
    assert not re.search(r"https?://|file:|@import|url\((?!#)", without_library)
    assert "default-src 'none'" in without_library  # so that the library asks for nothing either
    names = ["win_share", "seats", "scores", "categories", "items_guild", "levels_guild", "items_event_card", "levels_event_card"]
    names += ["uses_guild", "uses_event_card"]
    assert sorted(drawn(text)) == sorted(names)
    assert [f.name for f in tmp_path.iterdir()] == ["report.html"]


def test_charts_are_read_out_and_tables_have_captions(summary_of):
    page = Reader(page_text(summary_of("small"), INFO))
    charts = [attrs for tag, attrs in page.tags if attrs.get("role") == "img"]
    assert len(charts) == 7
    assert all(len(chart["aria-label"]) > 40 for chart in charts)
    drawings = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert [drawing["class"] for drawing in drawings] == ["chart wide", "chart narrow"]  # the first, for readers without scripts
    assert all(drawing["aria-hidden"] == "true" for drawing in drawings)
    assert charts[0]["aria-label"].startswith("Win share by plan. 4 players: hoarder 39 % ± 1, ")
    kinds = [tag for tag, _ in page.tags]
    assert kinds.count("caption") == kinds.count("table") > 4
    assert {attrs.get("scope") for tag, attrs in page.tags if tag == "th"} == {"col", "row"}


def test_charts_can_be_read_at_the_width_of_a_telephone(summary_of):
    text = page_text(summary_of("large"), INFO)
    ((width, narrow),) = re.findall(r'<svg class="chart narrow"[^>]*viewBox="0 0 ([\d.]+) [\d.]+"(.*?)</svg>', text, flags=re.DOTALL)
    assert len(re.findall(r'<svg class="chart wide".*?</svg>', text, flags=re.DOTALL)) == 1
    smallest = min(float(size) for size in re.findall(r'font-size="([\d.]+)px"', narrow))
    assert smallest * (400 - 2 * 16) / float(width) > 10  # CSS pixels, on a screen 400 wide with margins of 16
    assert all(spec["width"] == "container" for spec in drawn(text).values())  # the others: letters as they are, at any width
    assert "@media screen and (max-width: 52rem) {\n  .chart.wide { display: none; }\n  .chart.narrow { display: block; }" in text


def test_what_is_the_same_for_all_is_told_in_one_line():
    cell = fake_cell(4, ("a", "b"), (Card("x", "knight", "The Knight", "official"),), ("points",), deals=200)
    nobody_differs = {"per_copy_offered": NO_INTERVAL, "per_copy_held": NO_INTERVAL}
    summary = summarise(META, [cell])
    text = page_text(with_items(summary, **nobody_differs), INFO)
    section = text[text.index('<section id="items-knight">') :]
    section = section[: section.index("</section>")]
    assert "<figure" not in section
    assert "<table" not in section
    assert "The same for all players of a game" in section
    assert "The Knight." in section


def test_a_table_has_no_column_that_says_nothing(summary_of):
    cell = summary_of("small").cells[0]
    titles = [column.title for column in items_view(cell, "guild").columns]
    assert "Per copy offered" in titles
    same_offer = {"per_copy_offered": NO_INTERVAL, "p_offered": None, "p_bh": None}
    titles = [column.title for column in items_view(with_items(summary_of("small"), **same_offer).cells[0], "guild").columns]
    assert "Per copy held" in titles
    assert not {"Per copy offered", "p (BH)"} & set(titles)
    assert titles.count("95 % interval") == 1


def test_the_page_says_that_cards_of_packs_are_judged_together(summary_of):
    alone = summary_of("small")
    together = with_items(alone, offered_in_place=Interval(0.01, 0.02, 0.03), p_in_place_bh=0.5)
    assert "dealt in packs of one size, where a copy more of one" not in page_text(alone, INFO)
    assert "dealt in packs of one size, where a copy more of one" in page_text(together, INFO)
    assert {row[4] for row in items_view(together.cells[0], "guild").rows} == {"+2.0"}


def test_parts_of_seats_stand_in_columns_by_seat_so_that_paper_holds_them(summary_of):
    view = seat_parts_view(summary_of("large").cells[-1])
    assert [column.title for column in view.columns] == ["Points or things", *(f"seat {n}" for n in range(1, 7))]
    assert [row[0] for row in view.rows] == ["round 1", "round 2", "round 3", "Guilds held", "Event cards held"]


@pytest.mark.parametrize("role", ["situation", "marker"])
def test_what_a_player_did_and_a_marker_are_no_things_held(summary_of, role):
    cell = summary_of("large").cells[-1]
    items = tuple(replace(item, role=role) for item in cell.items)
    assert [row[0] for row in seat_parts_view(replace(cell, items=items)).rows] == ["round 1", "round 2", "round 3"]


def test_uses_stand_in_columns_by_strategy_most_frequent_first(summary_of):
    cell = summary_of("small").cells[0]
    (view,) = uses_views(cell, "guild")
    assert [column.title for column in view.columns[1:]] == [*strategy_order([cell]), "all"]
    by_name = {item.name: item for item in cell.items}
    held = [by_name[row[0]].held for row in view.rows]
    assert len(held) == 6
    assert held == sorted(held, reverse=True)
    best = next(row for row in cell.strategies if row.name == view.columns[1].title).held[by_name[view.rows[0][0]].item]
    assert view.rows[0][1] == f"{best.value:.2f} ± {best.half_width:.2f}"
    page = Reader(page_text(summary_of("small"), INFO))
    assert "uses" in page.ids
    assert "uses" not in Reader(page_text(summary_of("one strategy"), INFO)).ids


def test_uses_by_many_strategies_stand_in_several_tables(summary_of):
    cell = summary_of("large").cells[0]
    views = [*uses_views(cell, "guild")]
    names = strategy_order([cell])
    assert [len(view.columns) - 2 for view in views] == [4, 4, 4]
    assert [column.title for view in views for column in view.columns[1:-1]] == names
    assert [view.caption.rpartition(": ")[2] for view in views] == [f"{names[i]} to {names[i + 3]}" for i in (0, 4, 8)]
    assert len({tuple(row[0] for row in view.rows) for view in views}) == 1


def test_what_players_do_stands_before_what_they_hold(summary_of):
    cell = summary_of("large").cells[0]
    assert used_kinds([cell]) == ["guild", "event card"]
    done = replace(cell, items=tuple(replace(i, role="situation") if i.kind == "event card" else i for i in cell.items))
    assert used_kinds([done]) == ["event card", "guild"]
    assert [item.kind for item in use_order([done], "guild")] == ["guild"] * 13


def test_what_strategies_held_is_looked_up_as_often_for_many_as_for_two(summary_of, monkeypatch):
    cell = summary_of("large").cells[0]
    found = []
    for n in (2, len(cell.strategies)):
        calls = count_calls(monkeypatch, [(tables, "uses_of"), (use_charts, "uses_of")])
        few = replace(cell, strategies=cell.strategies[:n])
        assert list(uses_views(few, "guild"))
        assert list(use_charts.use_charts([few], [row.name for row in few.strategies]))
        found.append(calls["uses_of"])
    assert found[0] == found[1] > 0


def test_markers_and_situations_are_no_copies_and_have_no_section(summary_of):
    summary = summary_of("small")
    assert "items-guild" in Reader(page_text(summary, INFO)).ids
    for role in ("marker", "situation"):
        assert "items-guild" not in Reader(page_text(with_items(summary, role=role), INFO)).ids


def test_a_chart_of_what_is_held_alone_says_so(summary_of):
    same_offer = with_items(summary_of("small"), per_copy_offered=NO_INTERVAL)
    shown = {chart.name: chart for chart in charts(same_offer)}["items_guild"]
    assert "Offered" not in shown.caption
    assert shown.alt.startswith("Points of win share per extra copy held, 4 players: ")
    assert {row["series"] for row in shown.rows} == {"per copy held (association)"}


def test_one_strategy_has_no_section_about_strategies(summary_of):
    page = Reader(page_text(summary_of("one strategy"), INFO))
    assert "strategies" not in page.ids
    assert "seats" in page.ids


def test_the_page_says_what_was_asked_and_how_to_repeat_it(summary_of):
    page = Reader(page_text(summary_of("small"), INFO))
    for text in (
        INFO["title"],
        INFO["question"],
        INFO["note"],
        INFO["command"],
        META.identity,
        "guilds.militia.copies",
        "value_profile",
    ):
        assert text in page.text
    for text in ("second prizes", "Takes what scores most now.", "○ reconstructed", "Players with equal votes share the victory."):
        assert text in page.text


BOARD = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title id="board-title">A board</title></svg>\n',
    "game": "deal 0, rotation 2, with 3 players",
    "scores": ["seat 1, <greedy>: 40 (wins)", "seat 2, random: 30"],
    "command": "simcli trace my.yaml --deal 0 --rotation 2",
}


def test_a_board_stands_on_the_page_with_the_game_it_is_from(summary_of):
    text = page_text(summary_of("small"), INFO | {"picture": BOARD})
    page = Reader(text)
    assert page.open == []
    assert {"board", "board-title"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert not re.search(r"https?:", text.replace(vega.scripts(), ""))
    for said in (BOARD["game"], "; ".join(BOARD["scores"]), BOARD["command"]):
        assert said in page.text
    assert 'id="board"' in text
    assert 'id="board"' not in page_text(summary_of("small"), INFO)


def test_markdown_names_the_game_of_the_board(summary_of):
    text = markdown(summary_of("small"), INFO | {"picture": BOARD})
    assert f"## One game\n\n- {BOARD['game']}\n- seat 1, \\<greedy\\>: 40 (wins)\n" in text
    assert BOARD["command"] in text


def test_two_writes_give_equal_bytes(summary_of, tmp_path):
    for folder in ("a", "b"):
        write_page(tmp_path / folder, summary_of("small"), INFO)
    files = sorted(file.relative_to(tmp_path / "a") for file in (tmp_path / "a").rglob("*.*"))
    assert [str(file) for file in files] == ["report.html"]
    assert all((tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes() for file in files)


def test_a_users_matplotlib_settings_change_nothing(summary_of):
    import matplotlib

    def pictures():
        return [files.file(chart, "png") for chart in charts(summary_of("one strategy"))]

    before = pictures()
    strange = {"font.size": 20, "text.antialiased": False, "text.hinting": "none", "path.snap": False, "path.effects": ["x"]}
    with matplotlib.rc_context(strange):
        assert pictures() == before


HOSTILE = '<script>alert(\'1.23456\')</script> $x^2$ & "q" id="y" --> </svg> #010201'


def hostile_summary():
    card = Card("c", "<b>kind</b>", HOSTILE, "official")
    return summarise(replace(META, title=HOSTILE), [fake_cell(3, ("a", HOSTILE), (card,), (HOSTILE, "b"), deals=100)])


def test_names_from_users_are_escaped_everywhere():
    info = dict.fromkeys(("command", "title", "question", "note", "version"), HOSTILE)
    info |= {"rules": [HOSTILE], "options": {HOSTILE: HOSTILE}, "patch": {HOSTILE: {"x": HOSTILE}}, "provenance": {"derived": [HOSTILE]}}
    info |= {"strategies": [{"name": HOSTILE, "kind": HOSTILE, "idea": HOSTILE}]}
    page = Reader(page_text(hostile_summary(), info))
    assert page.open == []
    assert "b" not in {tag for tag, _ in page.tags}
    assert [tag for tag, _ in page.tags].count("script") == 4
    assert page.text.count(HOSTILE) > 10
    assert HOSTILE[:10] in page.text[page.text.index("Win share") :]  # in the first chart, on lines as wide as a label
    labels = {row.get("label") for spec in drawn(page_text(hostile_summary(), info)).values() for row in spec["data"]["values"]}
    assert HOSTILE in labels


def test_names_from_users_stay_letters_in_the_first_chart():
    text = vega.svg(charts(hostile_summary())[0])
    page = Reader(text)
    assert page.open == []
    assert {tag for tag, _ in page.tags} <= {"svg", "g", "path", "rect", "text", "tspan", "line"}
    assert "&lt;script&gt;" in text


def test_the_scripts_of_a_page_are_known_and_no_other_may_run(summary_of):
    text = page_text(summary_of("small"), INFO)
    scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
    sort, charts_own = (resources.files("simcli.report").joinpath(name).read_text("utf-8") for name in ("sort.js", "charts.js"))
    assert scripts == [sort, vega.scripts(), charts_own]
    allowed = [f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts]
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src {' '.join(allowed)}" in [
        attrs.get("content") for _, attrs in Reader(text).tags
    ]


def test_a_page_without_charts_has_no_library(summary_of):
    text = page_text(summary_of("no cells"), INFO)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.S)
    assert script == resources.files("simcli.report").joinpath("sort.js").read_text("utf-8")
    assert len(text) < 100_000


def test_the_page_names_commands_that_tell_games_worth_a_look(summary_of):
    info = INFO | {"picks": [("a typical game", "simcli trace x --pick median")]}
    page = Reader(page_text(summary_of("small"), info))
    assert "Games worth a look" in page.text
    assert "simcli trace x --pick median" in page.text
    assert "- a typical game: simcli trace x --pick median" in markdown(summary_of("small"), info)
    assert "Games worth a look" not in Reader(page_text(summary_of("small"), INFO)).text


def test_markdown_has_the_same_tables_and_keeps_names_literal(summary_of):
    text = markdown(summary_of("small"), INFO)
    assert "## Strategies" in text
    assert "| Strategy | Verdict | Win share | 95 % interval | Even share |" in text
    assert text.endswith("    simcli run configs/guildes/militia.yaml --seed 7\n")
    assert "<script>" not in markdown(hostile_summary(), {}).replace("\\<script\\>", "")


def test_markdown_is_whole_whatever_is_missing(any_summary):
    text = markdown(any_summary, {})
    assert answer(any_summary).claim in text
    assert not re.search(r"\b(None|nan)\b", text)


def test_a_page_without_scripts_has_no_field_that_does_nothing(summary_of):
    names = {tag for tag, _ in Reader(page_text(summary_of("variants"), INFO)).tags}
    assert names & {"input", "button"} == set()
