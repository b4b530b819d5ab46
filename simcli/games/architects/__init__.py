"""Architects of the West Kingdom (Shem Phillips, S J Macdonald, Garphill Games): workers, buildings, Cathedral, virtue; 2 to 5 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Effect, Game, Owed, Price, Sight
from simcli.games.architects.decisions import CONTEXT, DECISIONS

_PROMO = ("include_promo_cards", False)
_VARIABLE = ("player_boards", "standard")
_ROWS = (
    Effect("gain", "row: goods, coins, virtue, debts or cards gained"),
    Effect("lose", "row: the same lost"),
    Effect("pay", "row: a price paid"),
    Effect("count", "row: times an amount is there"),
    Effect("if", "row: goes on if an amount lies between"),
    Effect("most", "row: goes on for who alone has most"),
    Effect("each", "row: for every player"),
    Effect("release", "row: workers leave the Prison"),
    Effect("choose", "row: one of several gains"),
    Effect("forgive", "row: an unpaid debt may be destroyed"),
    Effect("discard", "row: a building of the hand is discarded"),
    Effect("let_go", "row: an apprentice is dismissed", (_PROMO,)),
    Effect("capture", "row: captures for nothing"),
    Effect("hire", "row: a hiring for nothing"),
    Effect("again", "row: another worker in the Guildhall", (_PROMO,)),
)
_MOMENTS = (
    Effect("at_quarry", "effect of a card at the quarry"),
    Effect("at_forest", "effect of a card at the forest"),
    Effect("at_silversmith", "effect of a card at the silversmith"),
    Effect("at_mines", "effect of a card at the mines"),
    Effect("at_tax_stand", "effect of a card at the tax stand"),
    Effect("at_market", "effect of a card or board at the market"),
    Effect("at_cathedral", "effect of a card at a step of the Cathedral"),
    Effect("at_debt_paid", "effect of a card when a debt is paid"),
    Effect("at_sending", "effect of a card or board when captives are sent", (_PROMO,)),
    Effect("at_reset", "effect of a card or board at a market reset"),
    Effect("at_storehouse", "trade of a card at the storehouse"),
    Effect("when_built", "effect of a building when it is constructed, or of a board"),
    Effect("end_virtue", "virtue of a building at the end"),
    Effect("end_points", "points of a building at the end"),
)
_STANDING = (
    Effect("capture_silver", "silver saved at a capture"),
    Effect("market_virtue", "virtue saved at the market"),
    Effect("market_silver", "silver saved at the market"),
    Effect("tax_stand_virtue", "virtue saved at the tax stand"),
    Effect("storehouse_workers", "one more worker at the storehouse", (_PROMO,)),
    Effect("tax_less", "less tax paid", (_VARIABLE,)),
    Effect("hire_silver", "silver saved at a hiring", (_VARIABLE,)),
    Effect("apprentice_room", "room for one more apprentice used", (_VARIABLE,)),
    Effect("no_sacrifice", "a step of the Cathedral without a card", (_VARIABLE,)),
    Effect("interchangeable", "gold paid for marble, or marble for gold", (_VARIABLE,)),
    Effect("saving_goods", "a wood or stone less", (_VARIABLE, _PROMO)),
    Effect("debt_silver", "silver paid instead of a debt taken", (_VARIABLE, _PROMO)),
)


GAME = Game(
    id="architects",
    title="Architects of the West Kingdom",
    authors="Shem Phillips and S J Macdonald, Garphill Games",
    min_players=2,
    max_players=5,
    behaviour=3,
    package="simcli.games.architects",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "what its next projects still need"),
        Sight("end", "how near the end is"),
        Sight("rivals", "the workers and points of the others"),
    ),
    decisions=DECISIONS,
    context=CONTEXT,
    max_decisions=100_000,
    prices={2: Price(100, 150, 250, 104), 3: Price(160, 220, 350, 156), 4: Price(220, 300, 450, 208), 5: Price(280, 380, 550, 260)},
    has_start_player=True,
    effects=(*_ROWS, *_MOMENTS, *_STANDING),
    beaten=(
        Beaten.of(2, "58.6 59.6 60.7", "59.0 70.0 79.1", "59.8 72.5 82.4", "49.8 49.9 49.9"),
        Beaten.of(3, "47.2 48.3 49.4", "70.0 78.3 84.9", "75.9 85.8 92.1", "63.6 64.5 65.1", "47.6 50.5 53.4"),
        Beaten.of(4, "39.8 40.9 42.0", "65.7 73.8 80.5", "74.8 81.9 87.3", "64.8 67.5 69.4", "47.2 49.8 52.3"),
        Beaten.of(5, "23.3 24.2 25.1", "50.5 57.0 63.3", "56.3 63.7 70.6", "57.4 63.2 67.6", "39.6 41.8 44.1"),
    ),
)

if TYPE_CHECKING:
    from simcli.games.architects import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
