"""The decisions of Guildes and what a strategy may see of each."""

from __future__ import annotations

from simcli.game import Decision, Feature, Setting

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


DECISIONS = (
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
)

CONTEXT = (
    Feature("votes", "votes so far"),
    Feature("lead", "votes ahead of the best other player"),
    Feature("step", "cards picked, or placed, in this round"),
    Feature("alone", "guilds of which the player has more cards, face down ones included, than any other shows", "rivals"),
    Feature("level", "guilds of which the player has as many as the best other shows", "rivals"),
    Feature("most", "own cards of one guild, at most"),
    Feature("kinds", "guilds of which the player has a card"),
    Feature("cards", "own cards, face down ones included"),
    Feature("hand", "cards in the hand"),
)
