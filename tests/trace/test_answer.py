"""The answer of a trace: who won and by how much, the points by round, and all of it on 30 lines."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace

import pytest

from simcli.config import load_config
from simcli.engine.header import ENDED, RUNNING, STOPPED
from simcli.report.answer import Answer
from simcli.trace.answer import MOST_ROUNDS, change_text, claim, points_by_round, points_table
from simcli.trace.decisive import Change, Decisive, decisive
from simcli.trace.trace import Decided, Played, Setup, trace
from tests.cli.project import Project
from tests.report.limits import held

GAMES = ("architects", "guildes", "kingdom_builder", "kings_forge", "kings_guild")
MOST_LINES, WIDTH = 30, 80
TOGETHER = SimpleNamespace(game=SimpleNamespace(together=True))


def played(config: str, deal: int, players: int | None = None) -> tuple[Played, list[str]]:
    """A game of a config and its log."""
    run = load_config(config)
    game = Played()
    setup = Setup.of(run, run.played_variants[0], players or run.players[-1])
    return game, list(trace(setup, deal, 0, played=game))


def one(number: int, round_: int, points: tuple[int, ...]) -> Decided:
    return Decided(number=number, seat=1, strategy="a", round=round_, text="go", choices=2, points=points, position=b"", action=0)


def game(points: tuple[int, ...], shares: tuple[int, ...], **more: object) -> Played:
    names = ("early_bird", "denier", "balanced", "loner", "thief", "planner")[: len(points)]
    return replace(Played("2 players", names, points=points, shares=shares, over=ENDED), **more)  # type: ignore[arg-type]


def test_a_choice_of_players_who_win_together_changes_their_points() -> None:
    change = Change(one(3, 1, (4, 4)), 3.6, 4.3, 0.5, 0.9, 2_000)
    by_points = game((22, 22), (30, 30), table=TOGETHER).is_by_points
    said = change_text(change, Decisive((change,), "", (0, 1)), by_points=by_points)
    assert said == "seats 1 and 2 then end with 4.3 points instead of 3.6 (0.5 to 0.9 more)"


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (game((33, 37), (0, 60)), "Seat 2, denier, won 37 to 33 against seat 1, early_bird."),
        (game((1, 37, 33), (0, 60, 0)), "Seat 2, denier, won 37 to 33 against seat 3, balanced."),
        (game((33, 37, 33), (0, 60, 0)), "Seat 2, denier, won 37 to 33 against two others."),
        (game((37, 37), (0, 60)), "Seat 2, denier, won on the tie-break against seat 1, early_bird: 37 points each."),
        (game((40, 37), (0, 60)), "Seat 2, denier, won by the rules, not by points: 37 to 40 against seat 1, early_bird."),
        (game((37, 37), (30, 30)), "Seat 1, early_bird and seat 2, denier, shared the win with 37 points each."),
        (game((36, 37, 1), (30, 30, 0)), "Seat 1, early_bird and seat 2, denier, shared the win."),
        (game((1,) * 6, (10,) * 6), "Six seats shared the win with 1 point each."),
        (game((74,), (60,)), "Seat 1, early_bird, ended with 74 points."),
        (game((74,), (0,)), "Seat 1, early_bird, lost with 74 points."),
        (game((0,), (60,), has_points=False), "Seat 1, early_bird, won."),
        (game((0, 0), (0, 60), has_points=False), "Seat 2, denier, won against seat 1, early_bird."),
        (game((0, 0, 0), (0, 60, 0), has_points=False), "Seat 2, denier, won against two others."),
        (game((0, 0), (0, 0)), "Nobody won."),
        (game((22, 22), (30, 30), table=TOGETHER), "All players ended with 22 points."),
        (game((5, 4), (60, 0), over=RUNNING), "The game did not end: it was stopped after 0 decisions."),
        (game((5, 4), (60, 0), over=STOPPED), "Nobody won: the game stalled and was ended after 0 decisions."),
    ],
)
def test_who_won_is_said_rightly(ended: Played, said: str) -> None:
    assert claim(ended) == said
    held(Answer(said), names=ended.seats)


@pytest.mark.parametrize("rounds", [1, MOST_ROUNDS, MOST_ROUNDS + 1, 100])
def test_of_many_rounds_some_are_shown_and_the_last(rounds: int) -> None:
    course = [one(k, k, (k, 0)) for k in range(1, rounds + 1)]
    table = points_table(game((999, 5), (60, 0), decisions=course), "Ones")
    shown = [int(column.title) for column in table.columns[1:]]
    assert (shown[-1], len(shown)) == (rounds, min(rounds, MOST_ROUNDS))
    assert shown == sorted(set(shown))
    gaps = {b - a for a, b in itertools.pairwise(shown)}
    assert not gaps or max(gaps) - min(gaps) <= 1
    assert [row[-1] for row in table.rows] == ["999", "5"]
    assert [row[1:-1] for row in table.rows] == [tuple(map(str, shown[:-1])), ("0",) * (len(shown) - 1)]


def test_points_of_a_round_are_those_after_its_last_decision() -> None:
    course = [one(1, 1, (1, 0)), one(2, 1, (1, 2)), one(3, 2, (4, 2))]
    assert points_by_round(game((9, 9), (30, 30), decisions=course)) == [(1, (1, 2)), (2, (9, 9))]


@pytest.mark.parametrize("deal", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_answer_and_table_are_those_of_the_score_sheet(name: str, deal: int) -> None:
    found, log = played(f"{name}/plans", deal, 3)
    said = held(Answer(claim(found)), names=found.seats).claim
    winners = [p + 1 for p, share in enumerate(found.shares) if share]
    assert ("shared" in said) == (len(winners) > 1)
    assert log[-1].split() == [*(["seat"] if len(winners) == 1 else ["seats"]), *log[-1].split()[1:]]
    assert [int(word.strip(",")) for word in log[-1].split() if word.strip(",").isdigit()] == winners
    assert all(f"{p}" in said for p in winners)
    totals = [row[-1] for row in points_table(found, "").rows]
    assert totals == [str(total) for total in found.points]
    last = [line.split()[1:] for line in log if line.split()[:1] in (["total"], ["prestige"], ["points"], ["crafts"])]
    assert totals in last
    numbers = [line.split(maxsplit=1)[0] for line in log if " seat " in line[:12] and line[:4].strip().isdigit()]
    assert len(numbers) == len(found.decisions)


@pytest.mark.parametrize("name", [*(f"{name}/demo" for name in GAMES), "kings_guild/solo"])
def test_the_terminal_has_at_most_thirty_lines_of_eighty(name: str, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    shown = project.here("trace", name, "--pick", "longest", "--among", 2)
    assert shown.code == 0, shown.err
    lines = shown.out.splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines[1:-1])) <= WIDTH
    assert lines[-1].startswith(f"simcli trace {name} ")
    wide = project.here(*lines[-1].split()[1:])
    assert (wide.code, wide.out.splitlines()[0]) == (0, lines[0])
    assert len(wide.out.splitlines()) > len(lines) + 50


@pytest.mark.parametrize("name", GAMES)
def test_the_choices_are_decisions_of_the_log(name: str) -> None:
    found, log = played(f"{name}/plans", 2, 3)
    choices = decisive(found).choices
    for choice in choices:
        made = choice.decided
        assert any(line.startswith(f"{made.number:4}  seat {made.seat} ({made.strategy}) {made.text}  (") for line in log)
        assert 0.0 < choice.low <= choice.change <= choice.high <= 1.0
    assert [choice.change for choice in choices] == sorted((choice.change for choice in choices), reverse=True)
    assert len({choice.decided.number for choice in choices}) == len(choices) <= 3
