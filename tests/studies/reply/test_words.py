"""How far players can be beaten, in words: what is certain, what is open, what to do next."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from simcli.config import load_config
from simcli.game import Beaten
from simcli.games import get_game
from simcli.report.answer import Answer
from simcli.stats.bounds import Interval
from simcli.stats.measured import ReplyResult, ReplySearch, ReplyShare
from simcli.studies.reply import words as reply_texts
from simcli.studies.reply.rider import known_players
from tests.cli.project import ROOT
from tests.report.limits import held

FOUR = ReplyShare(
    players=4, even_share=0.25, deals=2000, win_share=Interval(0.59, 0.612, 0.634), few_wins=False, gain=Interval(0.34, 0.362, 0.384)
)
FOUND = ReplyResult(
    start="denier",
    tuned=True,
    searched=30,
    games=97_920,
    searches=tuple(
        ReplySearch(start=start, distance=far, seed=seed, generations=10, games=16_320, share=0.3)
        for seed in (1, 0)
        for start, far in (("denier", 0.1), ("loner", 0.9), ("big_guilds", 0.8))
    ),
    against="balanced in all other seats",
    shares=(FOUR,),
    identity="x",
)
LONGER = "simcli tune guildes --budget 1000000"


TWO = ReplyShare(players=2, even_share=0.5, deals=9, win_share=Interval(0.4, 0.55, 0.7), few_wins=True, gain=Interval(-0.1, 0.05, 0.2))
SMALL = replace(FOUR, win_share=Interval(0.29, 0.3, 0.31), gain=Interval(0.04, 0.05, 0.06))
NARROW = replace(FOUR, win_share=Interval(0.2514, 0.253, 0.2546), gain=Interval(0.0014, 0.003, 0.0046))
VAIN = "no search is certain to win more than an even share"
EVEN = replace(FOUR, win_share=Interval(None, 0.25, None), gain=Interval(None, 0.0, None))


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (FOUND, "Players: a tuned player wins at least 59 % instead of 25 % against these."),
        (
            replace(FOUND, shares=(TWO, FOUR), variant="events"),
            "Players: a tuned player wins at least 59 % instead of 25 % against these in events with four players.",
        ),
        (replace(FOUND, shares=(SMALL,)), "Players: a tuned player wins at least 29 % instead of 25 % against these."),
        (replace(FOUND, shares=(NARROW,)), "Players: a tuned player wins at least 25.1 % instead of 25 % against these."),
        (replace(FOUND, tuned=False), "Players: denier wins at least 59 % instead of 25 % against these."),
        (replace(FOUND, shares=(TWO,)), f"Players: {VAIN} against these; how far they can be beaten is open."),
        (replace(FOUND, tuned=False, shares=(EVEN,)), f"Players: {VAIN} against these; how far they can be beaten is open."),
    ],
)
def test_what_the_best_player_found_wins_and_what_that_means(found: ReplyResult, says: str) -> None:
    assert held(Answer(reply_texts.sentence(found))).claim == says


def test_the_table_has_the_intervals_of_each_number_of_players() -> None:
    rows = reply_texts.view(replace(FOUND, shares=(TWO, FOUR))).rows
    assert rows[0] == ("2 players", "55.0 %", "[40.0, 70.0]", "50 %", "+5.0", "[−10.0, +20.0]", "9")
    assert rows[1] == ("4 players", "61.2 %", "[59.0, 63.4]", "25 %", "+36.2", "[+34.0, +38.4]", "2,000")


def test_each_search_is_a_row_with_its_start_and_how_it_fared() -> None:
    rows = reply_texts.searches_view(FOUND).rows
    assert (len(rows), rows[1]) == (6, ("loner", "1", "0.90", "16,320", "30.0 %"))
    lead = reply_texts.lead(FOUND)
    assert "searched 6 times" in lead
    assert "began with denier, which of all known plans wins most against these players, and with loner and big_guilds, far" in lead


@pytest.mark.parametrize(
    ("shares", "has_league", "says"),
    [
        ((FOUR,), True, "Stronger players: `strategies: {field: league}`, without `tables`."),
        ((TWO, FOUR), False, "Stronger players: `simcli league guildes --players 4`."),
        ((EVEN,), True, f"A longer search: `{LONGER}`."),
        ((TWO,), True, f"A longer search: `{LONGER}`."),
    ],
)
def test_the_next_step_is_named(shares: tuple[ReplyShare, ...], has_league: bool, says: str) -> None:
    assert reply_texts.next_step(replace(FOUND, shares=shares), "guildes", LONGER, has_league) == says


def test_what_is_known_of_shipped_plans_is_said_with_where_it_is_from_and_what_search_wins() -> None:
    ahead = {100: (0.76, 0.804, 0.849), 50: (0.662, 0.729, 0.797)}
    found = Beaten(4, (0.434, 0.454, 0.474), ahead, (0.3, 0.352, 0.4), "balanced", "docs/plans.md")
    first, second = reply_texts.known(found).split(" Among ")
    lead = "With four players look-ahead would win about 35 in 100 games more than balanced: see docs/plans.md."
    assert first == f"{lead} A tuned player wins at least 43 % instead of 25 %."
    assert held(Answer(lead)).claim == lead
    assert second == "them `search` wins 73 % ± 7 with 50 playouts and 80 % ± 4 with 100 playouts."
    vain = reply_texts.known(replace(found, tuned=(0.249, 0.257, 0.265), ahead={}))
    assert vain == f"{lead} {VAIN.capitalize()}. {reply_texts.NO_SEARCH}"


@pytest.mark.parametrize("game", ["guildes", "kingdom_builder", "kings_forge", "kings_guild"])
def test_every_number_of_players_of_a_shipped_game_is_told_with_what_search_wins(game: str) -> None:
    """A page has no players of whom nothing is known: a row for each number that can be beaten, in the order of the numbers."""
    about = get_game(game)
    assert [one.players for one in about.beaten] == list(range(max(2, about.min_players), about.max_players + 1))
    for one in about.beaten:
        assert (ROOT / one.page).is_file()
        assert all(0 <= low <= share <= high <= 1 for low, share, high in (one.tuned, *one.ahead.values()))
        assert one.look_ahead[0] <= one.look_ahead[1] <= one.look_ahead[2] < 1 - 1 / one.players
        text = reply_texts.known(one)
        assert re.search(r"Among them `search` wins .+ with 50 playouts and .+ with 100 playouts\.$", text), text


GAMES = {
    "Guildes": "guildes",
    "Kingdom Builder": "kingdom_builder",
    "King's Forge": "kings_forge",
    "Architects": "architects",
    "The King's Guild": "kings_guild",
}
CELL = re.compile(r"([\d.]+) \[([\d.]+), ([\d.]+)\]")


def told_in_docs() -> Iterator[tuple[str, int, list[tuple[float, float, float]]]]:
    """Game, number of players and shares of docs/players.md, "How far they can be beaten"."""
    game = ""
    for line in (ROOT / "docs/players.md").read_text("utf-8").splitlines():
        if found := re.match(r"\|([^|]*)\| (\d), .*\]", line):
            game = GAMES.get(found[1].strip(), game)
            yield (
                game,
                int(found[2]),
                [(float(low) / 100, float(share) / 100, float(high) / 100) for share, low, high in CELL.findall(line)],
            )


def test_pages_say_of_players_what_the_docs_say_and_what_learned_players_were_judged_by() -> None:
    rows = list(told_in_docs())
    assert {game for game, _, _ in rows} == set(GAMES.values())
    for game, players, (look_ahead, tuned, learned, *ahead) in rows:
        (one,) = [one for one in get_game(game).beaten if one.players == players]
        assert one.tuned == pytest.approx(tuned, abs=0.0011)
        assert [one.ahead[playouts] for playouts in (50, 100)] == [pytest.approx(row, abs=0.0001) for row in ahead]
        assert [bound + 1 / players for bound in one.look_ahead] == pytest.approx(look_ahead, abs=0.0016)
        against = "planner" if game == "kingdom_builder" else "league"
        judged = (ROOT / "strategies" / game / "learned.yaml").read_text("utf-8")
        low, share, high = learned
        assert f"# {players} players, 400 fresh deals: wins {100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]" in judged
        assert f"among {against}" in judged
        assert one.learned in (None, pytest.approx(learned, abs=0.0001)), (game, players)
        assert (one.learned is None) == ((game, players) == ("architects", 2))  # there its field is the league
        if one.learned:
            text = reply_texts.known_of_learned(one, one.learned)
            assert re.match(r"With \w+ players `learned` wins .* instead of .* among the league: see ", text)


def test_who_sits_at_a_table_decides_what_is_said_of_it() -> None:
    """With two players the learned field of Architects is the league."""
    run = load_config("architects/cards", deals=2, players=(2, 4))
    two, four = (known_players(run, one) for one in run.game.beaten if one.players in run.players)
    assert two.startswith("With two players look-ahead would win")
    assert four.startswith("With four players `learned` wins")


GOOD = re.compile(
    r"to be used|can be used|trusted? (these|the) (players|verdicts)|good enough|near perfect|(are|is) (strong|good) players"
    r"|close to (best|perfect) play"
    r"|(hold|holds|stands?) with any|(cannot|can not|can no longer|hardly) be beaten|unbeatable|no better plan exists"
    r"|as far as such a search shows|(nothing|little) (better|more) (is|was) to be had",
    re.IGNORECASE,
)
"""What calls players good, or their verdicts sound, because a search found nothing."""
FAILED = re.compile(r"no (better|much better|search|plan|reply)|nothing better|none (gains|found)|found no", re.IGNORECASE)
PRAISE = re.compile(r"\b(good|strong|sound|enough|optimal|safe|trust|reliable|settled)\b", re.IGNORECASE)
"""Words that no sentence has which tells of a search that found nothing."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence of the docs and the README, and every text of a module that holds words."""
    for file in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        for line in file.read_text("utf-8").splitlines():
            yield from ((file.name, one) for one in re.split(r"(?<=[.!?;]) ", line))
    for file in sorted((ROOT / "simcli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from ((str(file.relative_to(ROOT)), one) for one in re.split(r"(?<=[.!?;])\s", node.value))
    for file in sorted((ROOT / "strategies").rglob("*.yaml")):
        yield from ((str(file.relative_to(ROOT)), one) for one in re.split(r"(?<=[.!?;])\s", file.read_text("utf-8")))


def vouches(text: str) -> bool:
    """Whether a sentence calls players good because a search failed: by saying so, or by praise beside a search that found nothing."""
    about = re.search(r"player|plan|verdict|search|league|mix|reply", text, re.IGNORECASE)
    return bool(about and (GOOD.search(text) or (FAILED.search(text) and PRAISE.search(text))))


@pytest.mark.parametrize(
    "text",
    [
        "Verdicts are to be used where the reply gains at most 15 points.",
        "Players: a tuned player wins 30 % instead of 25 % against these; verdicts can be used as far as such a search shows.",
        "No much better plan was found: these players are good enough.",
        "The league is settled: no reply gains.",
        "A search found no better player, so that the plans are strong.",
    ],
)
def test_the_kind_is_known_by_what_was_said_before(text: str) -> None:
    assert any(map(vouches, re.split(r"(?<=[.!?;]) ", text)))


def test_no_sentence_calls_players_good_because_a_search_found_nothing() -> None:
    assert not [(where, text) for where, text in sentences() if vouches(text)]
