"""What strategies see of a card, worked out by hand."""

from __future__ import annotations

from simcli.testing.under_test import seen
from tests.games.guildes.tables import table


def test_a_card_is_lone_if_it_would_be_the_only_one_of_its_guild() -> None:
    """While drafting, cards in hand count; a prize is told for guilds of which there is none yet."""
    game, lone, backed = table(4), 0, 0
    game.deal(0, 1)
    while not game.s["over"] and game.game.decisions[int(game.s["phase"])].name == "pick":
        for row in seen(game).values():
            assert row.get("lone", 0) == (0 if row.get("own") else row.get("prize", 0))
            lone, backed = lone + ("lone" in row), backed + ("own" in row)
        texts = game.texts()
        game.apply(next(iter(texts.values())))
    assert min(lone, backed) > 0
