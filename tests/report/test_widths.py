"""Every shipped config's tables at 60, 80, 100 and 120 columns, and without a terminal: the main figures stay, nothing is shredded."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from rich.console import Group

from simcli.config import load_config
from simcli.config.data.shipped import shipped_configs
from simcli.report.table.grid import Facts, Grid, Listing, _fold_name
from simcli.report.table.terminal import LEAVES, STAYS
from simcli.stats.balance import summarise
from simcli.stats.summary import VariantChanges
from simcli.studies.run import tables as views
from simcli.studies.run.findings import answer
from simcli.studies.run.terminal import BANS_STAY, terminal_table
from simcli.terminal import ui
from tests.stats.synthetic import META, fake_cell

WIDTHS = (60, 80, 100, 120)
CONFIGS = sorted(shipped_configs())
DOCS = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")


@lru_cache
def summary_like(config: str):
    """A summary with the strategies, player counts, variants, bans and categories of a shipped config; nobody played."""
    run = load_config(config)
    names = tuple(s.name for s in run.strategies)
    cells = []
    for variant in run.played_variants:
        known = run.game.catalogue(variant.components, variant.options)
        banned = {item for items in variant.restrictions.bans.values() for item in items}
        cards = tuple(item for item in known.items if item.id in banned)
        for players in run.players:
            cell = fake_cell(players, names, cards, known.categories, deals=40)
            rivals, bans = run.tables != "mirror", replace(variant.restrictions, grants={}, blind={})
            told = {"has_start_player": run.game.has_start_player, "has_rivals": rivals, "restrictions": bans}
            cells.append(replace(cell, variant=variant.name, **told))
    variants = tuple(VariantChanges(name=v.name, options={}, patch={}) for v in run.variants)
    return summarise(replace(META, variants=variants or None), cells)


def grids(summary):
    table = terminal_table(summary, answer(summary), wide=True)
    assert isinstance(table, Group)
    return [part for part in table.renderables if isinstance(part, Grid)]


def texts(table, width):
    return [line.plain for line in table.lines(width)]


def rows_of(lines):
    """For each block of a table its rows, each as one text; what is folded below a row belongs to it."""
    blocks = []
    for start in (i for i, line in enumerate(lines) if line.startswith("─")):
        blocks.append([])
        for line in lines[start + 1 :]:
            if not line or line.startswith("Left out"):
                break
            if line[0] == " ":
                blocks[-1][-1] += "  " + line.strip()
            else:
                blocks[-1].append(line)
    return blocks


def stand_in_order(figures, text):
    """Whether all figures stand in a text, one after the other."""
    at = 0
    for figure in figures:
        at = text.find("  " + figure, at) + 2 + len(figure)
        if at < 2 + len(figure):
            return False
    return True


def left_out(lines):
    told = " ".join(lines).partition("Left out at ")[2].partition(":")[2].partition(".")[0]
    return [name.strip() for name in told.split(";") if name.strip()]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("config", CONFIGS)
def test_the_tables_of_a_shipped_config_fit_and_keep_what_matters(config: str, width: int) -> None:
    for table in grids(summary_like(config)):
        lines = texts(table, width)
        assert max(map(len, lines)) <= width
        blocks = rows_of(lines)
        assert all(len(block) == len(table.rows) for block in blocks)
        for k, row in enumerate(table.rows):
            if table.leaves is None:
                assert stand_in_order(row[1:], "  ".join(block[k] for block in blocks))
                continue
            (block,) = blocks
            gone = left_out(lines)
            assert stand_in_order([row[i] for i in range(1, len(row)) if i not in table.folds and table.names[i] not in gone], block[k])
            intervals = [row[i].partition("]")[0] for i, name in enumerate(table.names) if "interval" in name and name not in gone]
            assert all(interval in block[k] for interval in intervals)
            assert all(word in block[k] for i in table.folds if table.names[i] not in gone for word in row[i].split())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("config", CONFIGS)
def test_columns_go_in_the_order_that_is_documented_and_are_named(config: str, width: int) -> None:
    for table in grids(summary_like(config)):
        if table.leaves is not None:
            gone = left_out(texts(table, width))
            order = [name for name in LEAVES if name in table.names[1:]]
            assert sorted(gone, key=order.index) == order[: len(gone)]
            stays = BANS_STAY if "interval of the difference" in table.names else (*STAYS, "interval of win share")
            assert not set(stays) & set(gone)


def test_the_order_is_the_documented_one() -> None:
    section = DOCS.split("\n## Width of tables\n")[1].split("\n## ")[0]
    places = [section.index(f"| {name} |") for name in LEAVES]
    assert places == sorted(places)


def test_without_a_terminal_the_width_is_unlimited_unless_columns_says_one(capsys, monkeypatch) -> None:
    table = terminal_table(summary_like("guildes/plans"), answer(summary_like("guildes/plans")), wide=True)
    monkeypatch.delenv("COLUMNS", raising=False)
    ui.write_table(table)
    wide = capsys.readouterr().out
    assert "Left out" not in wide
    assert "Seats played" in wide
    monkeypatch.setenv("COLUMNS", "60")
    ui.write_table(table)
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= 60
    assert "Left out at 60 columns: " in narrow


def test_plans_of_variants_stand_in_one_block_when_they_fit_and_in_several_when_not() -> None:
    (view,) = views.plans_views(summary_like("kings_forge/values"))
    plans = next(table for table in grids(summary_like("kings_forge/values")) if table.caption == view.caption)
    assert [len(rows_of(texts(plans, width))) for width in (60, 80, 100, 120, None)] == [3, 2, 2, 1, 1]


def test_a_long_name_is_folded_and_neither_it_nor_its_figures_are_cut() -> None:
    name = "stand-ins for dice cost one die more, and docks burn nothing at all"
    table = Grid(("Variant", "Margin", "Rounds"), ((name, "1,234.5", "[+10.1, +12.3]"), ("short", "1.0", "–")), right=frozenset((1, 2)))
    lines = texts(table, 60)
    first = next(line for line in lines if line.startswith("stand-ins for dice"))
    assert first.endswith("1,234.5  [+10.1, +12.3]")
    at = lines.index(first)
    rows = [line.strip() for line in (first.partition("1,234.5")[0], *lines[at + 1 : next(i for i, x in enumerate(lines) if "short" in x)])]
    assert " ".join(rows) == name
    assert name in "\n".join(texts(table, None))


def test_a_table_that_fits_at_no_rate_is_told_row_by_row() -> None:
    table = Grid(
        ("Change", "Verdict", "Shares"), (("knight copies 11 -> 12", "not yet known", "51.2345678901234567890 % [50.8, 51.6]"),), leaves=()
    )
    lines = texts(table, 30)
    assert max(map(len, lines)) <= 30
    assert lines[1:5] == ["knight copies 11 -> 12", "  Verdict: not yet known", "  Shares:", "    51.2345678901234567890 %"]


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("as printed", 10, ["as printed"]),
        ("abilities cost one die more", 16, ["abilities cost", "  one die more"]),
        ("setup.coins.3", 8, ["setup.", "  coins.", "  3"]),
        ("black_marketeer", 10, ["black_", "  marketee", "  r"]),
    ],
    ids=["fits", "spaces", "points", "a part longer than a line"],
)
def test_folded_names_keep_all_their_letters(name, width, expected) -> None:
    made = _fold_name(name, width, "  ")
    assert all(len(line) <= width for line in made)
    assert made == expected


def test_names_that_take_two_columns_a_letter_keep_the_table_straight() -> None:
    from rich.cells import cell_len

    table = Grid(("Variant", "Margin"), (("骑士" * 12, "1.0"), ("plain", "22.5")), right=frozenset((1,)))
    rows = [line for line in texts(table, 40) if line.endswith((".0", ".5"))]
    assert len({cell_len(line) for line in rows}) == 1


@pytest.mark.parametrize(
    "command",
    [
        "games",
        *(f"games {game} --{part}" for game in ("guildes", "kingdom_builder", "kings_forge") for part in ("features", "items", "options")),
        "strategies",
        *(f"run {config} --dry-run" for config in ("kings_forge/values", "guildes/plans")),
    ],
)
def test_listings_fold_at_words_only(command: str, capsys, monkeypatch) -> None:
    from simcli.cli.app import main

    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(command.split()) == 0
    words = set(re.findall(r"\S+", capsys.readouterr().out))
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        assert main(command.split()) == 0
        lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(("Identity", "──"))]
        assert max(map(len, lines)) <= width
        shown = {word for line in lines for word in line.split()}
        assert {word for word in shown if word not in words and not word.endswith(":")} <= {
            "Left",
            "out",
            "at",
            str(width),
        }, width


def test_bench_fits_80_columns_in_blocks_that_repeat_what_was_measured(capsys, monkeypatch) -> None:
    from simcli.cli.bench import _show

    monkeypatch.setenv("COLUMNS", "80")
    speed = {"games_per_second": 1_234_567, "decisions_per_second": 123_456_789}
    rows = [
        {"strategy": s, "bounds_checks": b, "one_core": speed, "all_cores": speed, "of_reference": 3.7}
        for s in ("random", "balanced")
        for b in (True, False)
    ]
    game = {"game": "kingdom_builder", "players": 4, "speeds": rows, "search": None, "first_game_seconds": {"cold": 19.94, "cached": None}}
    machine = {"cpus": 2, "processor": "x" * 30, "python": "3.11", "numba": "0.61", "numpy": "2.0"}
    _show({"machine": machine, "reference": {"kind": "c", "games_per_second": 331_074}, "games": [game]})
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("123,456,789") == 4
    assert shown.count("balanced") == 4


def test_facts_and_listings_never_break_a_word() -> None:
    fact = Facts((("Identity", "0" * 64), ("Strategies", "balanced, big_guilds, cheap_monopolies, militia_collector")))
    lines = texts(fact, 40)
    assert lines[0] == "Identity    " + "0" * 64
    assert lines[1:] == ["Strategies  balanced, big_guilds,", "            cheap_monopolies,", "            militia_collector"]
    listing = Listing(("Option", "Values"), (("a_long_option_name", "skip_remaining_builds or others"),), prose=frozenset((1,)))
    assert texts(listing, 30)[1:-1] == ["a_long_option_name", "    Values:", "      skip_remaining_builds or", "      others"]


def test_verdicts_have_colours_and_those_that_are_open_have_none() -> None:
    from simcli.report.table.terminal import COLOURS
    from simcli.report.words.verdicts import GRAVITY, WORDS

    assert {tone.removesuffix(" less").removesuffix(" more") for tone in COLOURS} == set(GRAVITY) - {"unknown"}
    assert len(set(COLOURS.values())) == len(COLOURS) - len(("uneven", "size-open"))  # without a direction the same as more
    table = next(table for table in grids(summary_like("guildes/demo")) if "Verdict" in table.titles)
    place = table.titles.index("Verdict")
    styles = {row[place]: table.styles[k, place] for k, row in enumerate(table.rows)}
    assert styles[WORDS["more"]] == "bold dark_orange3"
    assert styles[WORDS["not yet known"]] == "dim"
