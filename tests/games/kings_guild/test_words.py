"""What a trace tells of a game: the auction when it is over, and at the end all that points come from."""

from __future__ import annotations

import pytest

from simcli.config.players.strategies import Strategy
from simcli.trace.trace import Setup, trace
from tests.games.kings_guild.tables import COMPONENTS, GAME, all_options, dealt

STEP = {"craft": 5.0, "hire": 3.0, "sell": -9.0, "play": -9.0}
KEEPS = Strategy("keeps", "heuristic", weights={"turn": STEP, "expand": STEP, "free": STEP, "bid": {"up_to_five": 1.0}})
AT_THE_AUCTION = {
    "guilds": {"all": "mercantile_trust"},
    "boards": {"all": "board_a"},
    "coins": {1: 2, 2: 5, 3: 5},
    "slots": ["crush_the_orc_rebellion"],
    "quest_deck": ["funeral"],
    "resources": {1: {"metal": 1, "wood": 1}},
}
AUCTIONS = {
    "the winner": (["bid 5", "bid 4", "bid 3"], "seat 1 wins the King's Statue for 5 coins; bids 5, 4, 3"),
    "a shared bid": (["bid 3", "bid 4", "bid 4"], "nobody wins the King's Statue, the highest bid is shared; bids 3, 4, 4"),
}


def ends(players: int, deal: int) -> list[str]:
    """The last paragraphs of a trace: houses, cards of the seats, the sheet."""
    told = "\n".join(trace(Setup(GAME, COMPONENTS, all_options({}), players, [KEEPS]), deal))
    return told.split("\n\n")[-3:]


@pytest.mark.parametrize("name", AUCTIONS)
def test_the_end_of_the_auction_is_told(name: str) -> None:
    bids, words = AUCTIONS[name]
    table = dealt(3, {"start_player": "fixed_seat"}, **AT_THE_AUCTION)
    for text in ["craft crush_the_orc_rebellion", *bids]:
        before = table.fields()
        table.apply(table.texts()[text])
    assert words in GAME.text.events(before, table.fields())
    assert f"  {words}" in GAME.text.score_sheet(table.s, table.t, table.names, *table.results()).splitlines()


def test_the_end_of_a_trace_shows_what_points_come_from() -> None:
    """Charms and relics lie in hands; quests and specialists are points by themselves and for rooms."""
    _, cards, sheet = ends(3, 0)
    assert [line for line in cards.splitlines() if line.startswith("  seat") and "Statue" not in line] == [f"  seat {p}" for p in (1, 2, 3)]
    for place in ("specialists", "quests", "hands"):
        assert f"    {place}: " in cards
    assert sheet.startswith(" ")


def test_alone_there_is_no_auction_to_tell_of() -> None:
    _, cards, _ = ends(1, 0)
    assert "King's Statue" not in cards
