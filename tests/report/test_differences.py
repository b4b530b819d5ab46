"""What a variant changes, in sentences and as a table: the answer to "what did it do", true at few deals and at many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simcli.report.words import differences as difference_texts
from simcli.stats.balance import summarise
from simcli.stats.summary import Cell, Difference, Interval, Summary, VariantChanges
from simcli.stats.verdicts import TestResult
from simcli.studies.run import tables as views
from simcli.studies.run.findings import answer
from tests.report.limits import held
from tests.report.pages import frame, markdown
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


def test_the_claim_is_the_largest_certain_change_of_a_win_share() -> None:
    found = answer(run_with(ROWS), "simcli run x")
    held(found, names=("change 1", "balanced"))
    assert found.claim.startswith("With change 1, balanced wins ")
    assert found.claim.endswith("; one more win share changes.")
    base = next(row.win_share.known for row in run_with(ROWS).cells[0].strategies if row.name == "balanced")
    assert f"wins {100 * (base + 0.021):.1f} % instead of {100 * base:.1f} %" in found.claim
    assert found.sure == "1 of 4 changes is unclear; about 9,000 deals would settle it."
    assert found.next == "simcli run x --deals 9000"
    assert answer(run_with(ROWS), rerun="").next == ""


def without(*about: str) -> tuple[Difference, ...]:
    """The rows except for win shares that change."""
    return tuple(one for one in ROWS if one.about not in about)


def test_where_no_win_share_changes_that_is_said_and_what_all_games_have_otherwise() -> None:
    """What holders of an item win or how many they are answers nothing."""
    fell = "With change 1, the winning score falls: at most 58.39 instead of 58.42 points; nobody's chances "
    assert answer(run_with(without("strategy"))).claim == f"{fell}are sure to change."
    even = tuple(replace(one, test=replace(one.test, verdict="even")) if one.about == "seat" else one for one in without("strategy"))
    assert answer(run_with(even)).claim == f"{fell}change beyond the tolerance."
    narrow = tuple(replace(one, value=Interval(-0.15, -0.14, -0.13)) if one.figure == "winning score" else one for one in even)
    assert answer(run_with(narrow)).claim.startswith("With change 1, the winning score falls: 58.3 instead of 58.4 points; ")
    seats = answer(run_with(tuple(one for one in even if one.about == "seat")))
    assert seats.claim == "With change 1, nobody's chances change by more than 1 in 100 games."
    open_ = tuple(one for one in ROWS if one.about == "seat" and one.part is None)
    assert answer(run_with(open_)).claim == "With change 1, nobody's chances are sure to change."
    assert answer(run_with(open_, open_)).claim == "Nobody's chances are sure to change."


def test_the_same_game_under_another_name_is_said_to_be_the_same() -> None:
    same = tuple(replace(one, value=Interval(0.0, 0.0, 0.0), differing=0) for one in ROWS)
    assert answer(run_with(same)).claim == "Change 1 changes nothing: the games are the same."
    deals = run_with(same).cells[1].deals
    seen = tuple(replace(one, value=Interval(-0.03, 0.0, 0.03), differing=0) for one in ROWS)
    found = held(answer(run_with(seen), "simcli run x"), names=("change 1",))
    assert found.said == (
        f"Change 1 changes nothing: the same in all {deals} deals.",
        f"At most {300 / deals:.1f} % of all deals can differ.",
    )
    assert found.next == ""
    assert "nothing" not in answer(run_with((replace(seen[0], differing=1), *seen[1:]))).claim


def test_a_question_about_a_kind_names_its_items() -> None:
    named = difference_texts.named_items
    with_kind, without = run_with(ROWS, about_kind="guild"), run_with(ROWS)
    assert [item.item for item in named(without, without.cells[1])] == ["card_02"]
    assert len(named(with_kind, with_kind.cells[1])) == 4


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


def swept(*rows: tuple[Difference, ...]) -> Summary:
    """A number varied: every variant but the base has a patch."""
    summary = run_with(*rows)
    return replace(summary, variants=tuple(replace(v, patch=PATCH) for v in summary.variants or ()))


def test_of_a_number_that_was_varied_the_values_with_fair_shares_are_named() -> None:
    def claim(*verdicts: str) -> str:
        summary = swept(*[ROWS] * (len(verdicts) - 1))
        cells = [
            replace(
                cell,
                **{
                    rows: tuple(replace(r, test=replace(r.test, verdict=v)) for r in getattr(cell, rows))
                    for rows in ("seats", "strategies")
                },
            )
            for cell, v in zip(summary.cells, verdicts, strict=True)
        ]
        return answer(replace(summary, cells=tuple(cells))).claim

    assert claim(*["even"] * 5) == "All win shares are fair with every value."
    assert claim("even", "even", "more", "more", "not yet known") == "All win shares are fair with as printed and change 1."
    assert claim(*["more"] * 5) == "With every value somebody wins too often or too rarely."
    assert claim("more", *["not yet known"] * 4) == "No value is certain to make all win shares fair; as printed certainly do not."


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
