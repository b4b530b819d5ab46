"""Guildes (Frederic Bizet, Bad Taste Games): draft, play and score majorities over three elections; 3 to 6 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Decision, Effect, Feature, Game, Owed, Price, Setting, Sight, Slowdown

# What one more card of a guild means to the player who is asked (D-01 to D-03, D-11).
_CARD = (
    Feature("votes_now", "votes gained in this round's scoring by one more card, against what lies face up", "rivals"),
    Feature("votes_rest", "the same, summed over this and all later scorings", "rivals future"),
    Feature("prize", "first prize of the guild in this round; 0 for militia"),
    Feature("militia", "1 for a militia card"),
    Feature("big", "1 for a guild that may pay for trick C (citizen, knight, noble, cleric, alchemist)"),
    Feature("own", "cards of it the player has already: played and, while drafting, in hand"),
    Feature("in_hand", "cards of it in the player's hand"),
    Feature("lead", "own minus the most any other player shows, cut to -3 .. 3", "rivals"),
    Feature("surplus", "cards more than needed to lead alone; 0 when not leading by two or more", "rivals"),
    Feature("place", "players who would still show more of it after one more own card", "rivals"),
    Feature("rivals", "other players who show at least one", "rivals"),
    Feature("neighbour", "votes_rest of the next player in passing direction for one more card of it", "rivals future neighbours"),
    Feature("left", "cards of it not yet seen by the player, in no tableau and not in the own hand", "rivals unseen"),
    Feature("contested", "votes_rest if every other player showed one card more of it", "rivals future answers"),
    Feature("lone", "first prize of the guild in this round, if the card would be the player's only one of it, played and in hand"),
)
# What a step of a dirty trick leads to; chains are judged by their best end.
_TRICK = (
    Feature("use", "1 for using the trick, 0 for leaving it"),
    Feature("own_votes", "votes the best end of this chain brings the player over the rest of the game", "rivals future"),
    Feature("swing", "the same minus the change of the other players' votes on average", "rivals future"),
)


def _card(name: str, rule: str, text: str, *never_under: Setting) -> Decision:
    return Decision(name, rule, text, _CARD, never_under)


def _trick(name: str, rule: str, text: str) -> Decision:
    return Decision(name, rule, text, _TRICK, (("tricks", "off"),))


def _used(name: str, text: str) -> Effect:
    return Effect(name, text, (("tricks", "off"),))


_PLANS_PAGE = "docs/players.md"

GAME = Game(
    id="guildes",
    title="Guildes",
    authors="Frederic Bizet, Bad Taste Games",
    min_players=3,
    max_players=6,
    behaviour=3,
    package="simcli.games.guildes",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "the scorings after this round's"),
        Sight("rivals", "the cards before the other players"),
        Sight("answers", "that others may add a card too"),
        Sight("neighbours", "what the next player wants"),
        Sight("unseen", "which cards are yet to come"),
    ),
    decisions=(
        _card("pick", "D-01", "draft a card from the pack held", ("draft", False)),
        _card("give", "D-02", "hand in a card for redistribution", ("events", "off")),
        _card("play", "D-03", "play a hand card"),
        _trick("use", "D-05", "use the dirty trick or leave it"),
        _trick("swap_first", "D-06", "trick B: first of the two players"),
        _trick("swap_give", "D-06", "trick B: the first player's card"),
        _trick("swap_second", "D-06", "trick B: second player"),
        _trick("swap_take", "D-06", "trick B: the second player's card"),
        _trick("pay", "D-07", "trick C: card to pay with"),
        _trick("remove_from", "D-07", "trick C: player who loses a card"),
        _trick("remove", "D-07", "trick C: card to remove"),
        _trick("exchange_out", "D-08", "trick D: card to take back from the tableau"),
        _trick("exchange_in", "D-08", "trick D: hand card to put down"),
        _trick("shift_seat", "D-09", "tricks E to H: player to shift"),
        _trick("shift_by", "D-09", "tricks E to H: one less or one more"),
        _card("keep", "D-11", "trick I: which drawn card to keep", ("tricks", "off")),
    ),
    max_decisions=400,
    prices={3: Price(4, 19, 43, 132), 4: Price(4, 23, 51, 176), 5: Price(5, 20, 44, 220), 6: Price(5, 21, 46, 264)},
    effects=(
        _used("protect", "trick A used: protection"),
        _used("swap", "trick B used: two cards swapped"),
        _used("costly_removal", "trick C used: a card paid, a card removed"),
        _used("exchange", "trick D used: a card exchanged with the hand"),
        _used("shift", "tricks E to H used: one more or one less"),
        _used("draw", "trick I used: two cards drawn, one kept"),
    ),
    slowed_by=(Slowdown("tricks", "off", {3: 2.2, 4: 2.9, 5: 4.2, 6: 6.0}),),
    beaten=(
        Beaten(3, "the league's plans", _PLANS_PAGE, (0.316, 0.328, 0.341), {50: (0.375, 0.435, 0.497), 100: (0.443, 0.513, 0.583)}),
        Beaten(4, "the league's plans", _PLANS_PAGE, (0.254, 0.265, 0.277), {50: (0.288, 0.336, 0.388), 100: (0.390, 0.446, 0.504)}),
        Beaten(5, "the league's plans", _PLANS_PAGE, (0.295, 0.307, 0.321), {50: (0.220, 0.270, 0.327), 100: (0.218, 0.265, 0.318)}),
        Beaten(6, "the league's plan", _PLANS_PAGE, (0.150, 0.158, 0.166), {50: (0.175, 0.228, 0.293), 100: (0.186, 0.237, 0.296)}),
    ),
)

if TYPE_CHECKING:
    from simcli.games.guildes import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
