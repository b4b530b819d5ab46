"""What a variant changes, in sentences and as a table: the answer to "what did it do", true at few deals and at many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simcli.report.words import differences as difference_texts
from simcli.stats.balance import summarise
from simcli.stats.summary import Cell, Difference, Interval, Summary, VariantChanges
from simcli.stats.verdicts import TestResult
from simcli.studies.run import tables as views
from simcli.studies.run.findings import headline
from simcli.studies.run.frames import frame
from simcli.studies.run.page import markdown
from simcli.studies.run.terminal import terminal_table
from tests.report.samples import INFO
from tests.report.test_ranking import printed
from tests.stats.synthetic import META, fake_cards, fake_cell

PATCH = {"guilds": {"card_02": {"copies": 12}}}


def row(about: str, of: str | None, figure: str, value: tuple[float, float, float] | None, verdict: str, **more: Any) -> Difference:
    needed = {"not yet known": (2_000, 9_000)}.get(verdict, (None, None))
    test = TestResult(0.01, 0.02, verdict, *needed, None)  # type: ignore[arg-type]
    kept: dict[str, Any] = {"part": None, "differing": 150, "few_differ": False, "saved": 4.25} | more
    return Difference(about=about, of=of, figure=figure, value=Interval(*(value or (None, 0.0, None))), test=test, **kept)  # type: ignore[arg-type]


ROWS = (
    row("games", None, "rounds", None, "not yet known", differing=0, saved=None),
    row("games", None, "margin", (-0.05, 0.03, 0.11), "not yet known"),
    row("games", None, "winning score", (-0.243, -0.137, -0.034), "less"),
    row("games", None, "shared victories", (-0.001, 0.001, 0.003), "even"),
    row("strategy", "balanced", "win share", (0.011, 0.021, 0.031), "more"),
    row("strategy", "greedy", "win share", (-0.031, -0.021, -0.011), "less"),
    row("strategy", "balanced", "score", (-0.3, -0.2, -0.1), "less"),
    row("strategy", "greedy", "score", (-0.1, 0.0, 0.1), "not yet known"),
    row("seat", "seat 1", "win share", (-0.004, 0.001, 0.006), "even"),
    row("seat", "seat 2", "win share", (-0.02, -0.001, 0.018), "not yet known", few_differ=True),
    row("seat", "seat 1", "points", (-0.3, -0.2, -0.1), "less", part="trade"),
    row("item", "card_01", "holders", (0.01, 0.02, 0.03), "more, size open"),
    row("item", "card_02", "holders", (0.02, 0.03, 0.04), "more"),
    row("item", "card_02", "win share if held", (-0.009, -0.007, -0.005), "even"),
    row("item", "card_03", "holders", (-0.01, 0.0, 0.01), "even"),
)


def run_with(*changed: tuple[Difference, ...], about_kind: str | None = None) -> Summary:
    """A run of a base and so many variants, each with these differences to it."""
    cells = [fake_cell(4, ("balanced", "greedy"), fake_cards(4), deals=150)] * (len(changed) + 1)
    names = ["as printed", *(f"change {i}" for i in range(1, len(changed) + 1))]
    variants = tuple(VariantChanges(name=name, options={}, patch=PATCH if i == 1 else {}) for i, name in enumerate(names))
    played = summarise(
        replace(META, variants=variants, about_kind=about_kind), [replace(c, variant=n) for c, n in zip(cells, names, strict=True)]
    )
    first, *others = played.cells
    compared: list[Cell] = [replace(cell, base="as printed", differences=rows) for cell, rows in zip(others, changed, strict=True)]
    return replace(played, cells=(first, *compared))


def test_one_variant_is_told_in_full() -> None:
    text = headline(run_with(ROWS))
    assert text.startswith(
        "What change 1 changes against as printed: "
        "Card 2: the win share of those who hold it changes by −0.7 points [−0.9, −0.5], within 1 point and "
        "the share of the players who hold it changes by +3.0 points [+2.0, +4.0]; "
        "the win share of balanced changes by +2.1 points [+1.1, +3.1] and greedy changes by −2.1 points [−3.1, −1.1]; "
        "whether the win share of seat 2 changes is not yet known; "
        "the mean score of balanced changes by −0.20 [−0.30, −0.10]; "
        "winning score −0.14 [−0.24, −0.03]; no change of rounds and shared victories by more than 1 point; "
        "not yet known: margin (+0.03 [−0.05, +0.11])."
    )
    assert "Of 4 changes of win shares 1 is not settled: each is with nine chances in ten after at most 9,000 deals (" in text
    assert "Card 1" not in text
    assert "Card 3" not in text
    assert "after at most 9,000 deals." in headline(run_with(ROWS), rerun="")


def test_several_variants_are_told_by_what_is_certain() -> None:
    text = headline(run_with(ROWS, ROWS[:2]))
    assert "what change 1 changes against as printed: Card 2: the share of the players who hold it changes by +3.0" in text.lower().replace(
        "card 2", "Card 2"
    )
    assert "not yet known: margin" not in text
    assert "What change 2 changes against as printed: nothing for certain in win shares, scores, margin, length or winning score." in text


def test_the_same_game_under_another_name_is_told_as_that() -> None:
    same = tuple(replace(one, value=Interval(0.0, 0.0, 0.0), differing=0) for one in ROWS)
    assert headline(run_with(same)).startswith(
        "What change 1 changes against as printed: nothing, the games are the same to the last figure."
    )


def test_a_question_about_a_kind_names_its_items() -> None:
    named = difference_texts.named_items
    with_kind, without = run_with(ROWS, about_kind="guild"), run_with(ROWS)
    assert [item.item for item in named(without, without.cells[1])] == ["card_02"]
    assert len(named(with_kind, with_kind.cells[1])) == 4


@pytest.mark.parametrize("seats", [0.0, 0.02])
def test_seats_that_do_not_change_are_said_not_to(seats: float) -> None:
    rows = [replace(one, value=Interval(seats - 0.005, seats, seats + 0.005)) for one in ROWS if one.about == "seat"]
    verdict = "more" if seats else "even"
    rows = [replace(one, test=replace(one.test, verdict=verdict)) for one in rows]
    text = headline(run_with(tuple(rows)))
    assert ("no seat's win share changes by more than 1 point" in text) is (seats == 0.0)
    assert ("the win share of seat 1 changes by +2.0 points" in text) is (seats > 0.0)


def test_the_table_has_what_is_named_and_what_is_certain() -> None:
    summary = run_with(ROWS)
    (view,) = views.differences_views(summary)
    assert view.caption == "change 1 against as printed with 4 players: 150 deals played by both; shares in points of 100"
    rows = {(line[0], line[1]): line[2:] for line in view.rows}
    assert rows["all games", "rounds"][:3] == ("the same", "0.00", "–")
    assert rows["all games", "winning score"][:3] == ("falls", "−0.14", "[−0.24, −0.03]")
    assert rows["balanced", "win share"] == ("rises", "+2.1", "[+1.1, +3.1]", "–", "4.2 x")
    assert rows["seat 2", "win share"][1:4] == ("−0.1", "[−2.0, +1.8], few differ", "2,000 / 9,000")
    assert ("Card 1", "holders") in rows
    assert ("Card 3", "holders") not in rows
    assert not any(figure == "points" for _, figure in rows)
    assert view.caption in markdown(summary, INFO)
    assert "What the variants change" in markdown(summary, INFO)


def test_the_terminal_prints_the_changes_of_one_or_two_variants() -> None:
    assert "change 1 against as printed" in printed(run_with(ROWS))
    for width in (60, 80, 100):
        text = printed(run_with(ROWS), width)
        assert all(len(line) <= width for line in text.splitlines())
        assert "winning score" in text
        assert "−0.14" in text
    assert "change 3 against as printed" not in printed(run_with(ROWS, ROWS, ROWS))
    assert terminal_table(run_with(ROWS)) is not None


def swept(*rows: tuple[Difference, ...]) -> Summary:
    """A number varied: every variant but the base has a patch."""
    summary = run_with(*rows)
    return replace(summary, variants=tuple(replace(v, patch=PATCH) for v in summary.variants or ()))


def test_a_number_that_was_varied_is_told_by_its_reach() -> None:
    far = tuple(
        replace(one, value=Interval(*(-2 * bound for bound in reversed(one.value)))) if None not in one.value else one for one in ROWS
    )
    text = headline(swept(ROWS, ROWS, far, far))
    assert text.startswith(("It is not yet known whether they are with ", "Some are not with ", "All win shares are even with "))
    assert (
        "Certain changes against as printed: holders of Card 2 −6.0 points [−8.0, −4.0] (change 3) to +3.0 points [+2.0, +4.0] (change 2); "
        "win share of balanced −4.2 points" in text
    )
    assert "score of seat" not in text
    nothing = headline(swept(*[ROWS[:2]] * 4))
    assert "No change against as printed is certain." in nothing


def test_many_variants_stand_in_one_table_by_what_they_change() -> None:
    tables = views.sweep_views(swept(ROWS, ROWS, ROWS, ROWS, ROWS, ROWS))
    assert all(len(table.columns) <= views.MOST_CHANGES + 1 for table in tables)
    assert [column.title for column in tables[0].columns][:4] == ["Variant", "Rounds", "Margin", "Winning score"]
    line = {column.title: text for table in tables for column, text in zip(table.columns, table.rows[0], strict=True)}
    assert line["Winning score"] == "−0.14 ± 0.10 *"
    assert line["Win share of balanced"] == "+2.1 ± 1.0 *"
    assert line["Card 2, holders"] == "+3.0 ± 1.0 *"
    assert line["Margin"] == "+0.03 ± 0.08"
    assert all([row[0] for row in table.rows] == [f"change {i}" for i in range(1, 7)] for table in tables)
    assert "Changes against as printed with 4 players" in printed(swept(*[ROWS] * 6))
    assert views.sweep_views(META) == ()


def test_frames_have_every_difference() -> None:
    table = frame(run_with(ROWS), "differences")
    assert len(table) == len(ROWS)
    assert list(table.columns[:8]) == ["variant", "players", "base", "about", "of", "figure", "part", "value_low"]
    assert table.loc[table["part"] == "trade", "value"].tolist() == [-0.2]
    assert frame(META, "differences").empty
