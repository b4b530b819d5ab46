"""The decisions of King's Forge and what a strategy may see of each."""

from __future__ import annotations

from simcli.game import Decision, Feature
from simcli.games.kings_forge.state import NONE

_GATHER = (
    Feature("pass", "1 for a pass"),
    Feature("first_pass", "1 for the first pass of the round, which brings the bonus"),
    Feature("metal", "metal dice gained, as far as the stock holds them"),
    Feature("wood", "the same for wood"),
    Feature("gem", "the same for gem"),
    Feature("magic", "the same for magic"),
    Feature("lacks", "gained dice that are missing for the display and the next two cards, summed over these cards", "future"),
    Feature("growth", "dice gained less dice burned, times the crafts the leader still needs", "future"),
    Feature("burns", "dice burned"),
    Feature("burns_dear", "burned dice that are not metal, when it is paid as cheaply as possible"),
    Feature("ties", "dice paid, which are not rolled this round"),
    Feature("odds", "change of the chances to make the cards of the display this round, in percent, summed over the cards", "odds"),
    Feature("pips", "pips of an ability, over all its dice"),
    Feature("reroll", "1 for a reroll"),
    Feature("ones", "1 for ones-to-sixes, if not held yet"),
    Feature("wakes", "dice on the own workshop, for roll-the-workshop"),
    Feature("token", "Automatic 6 tokens gained"),
    Feature("library", "library dice gained"),
    Feature("cemetery", "1 for rolling the cemetery die"),
    Feature("dock", "1 for a dock"),
    Feature("denies", "gem dice and twice the magic dice of the card, if the next player could pay for it", "rivals neighbours"),
    Feature("idle", "dice that abilities and tokens held could change beyond the dice left in hand, less those before the action", "turn"),
)

_GIVE_UP = (
    Feature("dear", "gem dice and twice the magic dice the card would bring"),
    Feature("mandatory", "1 for a mandatory card"),
    Feature("denies", "as `dear`, if the next player could pay for it", "rivals neighbours"),
)

_PAY = (
    Feature("metal", "1 for a metal die"),
    Feature("wood", "1 for wood"),
    Feature("gem", "1 for gem"),
    Feature("magic", "1 for magic"),
    Feature("library", "1 for a library die"),
    Feature("burns", "on a burn square: 1 for wood, 2 for gem, 3 for magic"),
    Feature("odds", "change of the chances to make the cards of the display this round, in percent, summed over the cards", "odds"),
    Feature("lacks", "on a burn square: planned cards for which a die of this colour is missing", "future"),
)

_BONUS = (Feature("die", "dice gained"), Feature("token", "tokens gained"))

_CEMETERY = (Feature("use", "1 for using something"), Feature("one", "1 while the die shows 1"))

_ABILITY = (
    Feature("use", "1 for using an ability, for raising a die, for rolling now"),
    Feature("enables", "cards that become possible, of the display and crafts of others, by the best single die", "turn"),
    Feature("closer", "pips by which the nearest card of the display comes closer", "turn"),
    Feature("high", "value of the die; 1 for a reroll among abilities"),
    Feature("low", "1 for a die of 3 or less; dice beyond the first that an ability may raise"),
    Feature("risks", "cards that are possible now and would not be without the die, or that a reroll could spoil", "turn"),
    Feature("wastes", "pips lost to the cap of 6"),
    Feature("reaches", "cards, of the display and crafts of others, that lack no more pips than what is then still held can add", "turn"),
)

_CRAFT = (
    Feature("stop", "1 for the end of the turn"),
    Feature("craft", "1 for making a card of the display"),
    Feature("steal", "1 for taking a craft"),
    Feature("rank", "place of the card among those of the game, from 1"),
    Feature("dice", "dice it takes"),
    Feature("finishes", "1 if the player then has as many crafts as end the game"),
    Feature("leads", "1 if the player then has more crafts than anybody else", "rivals"),
    Feature("from_leader", "for a theft: 1 if the robbed player has most crafts of all others", "rivals"),
    Feature("exposed", "for a craft: players who could still steal it this round", "rivals"),
    Feature("blocks", "for a theft: 1 if the robbed player would end the game", "rivals"),
    Feature(
        "allows", "other cards, of the display and crafts of others, that the dice left could make when it takes the lowest that do", "turn"
    ),
)

_PLACE = (
    Feature("surplus", "pips above what is due"),
    Feature("protects", "the same while others can still steal", "rivals"),
    Feature("keeps", "other cards of the display that the dice left could make, each by itself", "turn"),
    Feature("wild", "1 for a library die"),
    Feature("exposed", "pips above what is due, times the players who can still steal", "rivals"),
)


DECISIONS = (
    Decision("gather", "D1", "use half of a gather card, use a dock or pass", _GATHER),
    Decision("give_up", "D2", "gather card to give up for a dock", _GIVE_UP),
    Decision("pay", "D3", "die for the next square", _PAY),
    Decision("bonus", "D4", "bonus of the first pass", _BONUS, (("first_pass_bonus", False),)),
    Decision("cemetery", "D5", "change the cemetery die or keep it", _CEMETERY, (("cemetery_die_manipulation", False),)),
    Decision("modify", "D6", "ability or token to use on the rolled dice", _ABILITY),
    Decision("target", "D7", "die to raise", _ABILITY),
    Decision("reroll", "D8", "die to roll anew", _ABILITY),
    Decision("craft", "D9", "card to make or steal, or the end of the turn", _CRAFT),
    Decision("place", "D10", "die to place", _PLACE),
)

CONTEXT = (
    Feature("metal", "own metal dice as the next round begins: in hand, rolled, gained, paid or on unsecured crafts, but not burned"),
    Feature("wood", "the same for wood"),
    Feature("gem", "the same for gem"),
    Feature("magic", "the same for magic"),
    Feature("dice", "the same for all four"),
    Feature("hand", "dice that will be rolled in this round, or are rolled, with library dice; 0 after the own craft turn"),
    Feature("lacks_metal", "own metal dice missing for the display and the next two cards, summed over these cards", "future"),
    Feature("lacks_wood", "the same for wood", "future"),
    Feature("lacks_gem", "the same for gem", "future"),
    Feature("lacks_magic", "the same for magic", "future"),
    Feature("nearest", "own dice missing for the card of the display that lacks fewest"),
    Feature("enough", "cards of the display and the next two for which no die is missing", "future"),
    Feature("odds", "chances that the roll of this round makes a card of the display, in percent, summed over the cards", "odds"),
    Feature("best_odds", "the chance of the likeliest of them", "odds"),
    Feature("next_odds", "as `odds`, of a roll of all own dice", "odds"),
    Feature("next_best", "as `best_odds`, of a roll of all own dice", "odds"),
    Feature("help", "pips that the abilities and tokens that may still be used can add"),
    Feature("rerolls", "rerolls that may still be used"),
    Feature("ones", "ones-to-sixes in force"),
    Feature("wakes", "dice on the own workshop that will be rolled as well"),
    Feature("idle", "dice that abilities and tokens could change beyond those there are", "turn"),
    Feature("makes", "in the own craft turn: cards of the display and crafts of others that the rolled dice can make", "turn"),
    Feature("near", f"in the own craft turn: pips that the nearest card of the display lacks; {NONE} if none lacks any", "turn"),
    Feature("reaches", "in the own craft turn: cards and crafts of others that lack no more pips than `help`", "turn"),
    Feature("crafts", "own crafts, those not secured yet too"),
    Feature("exposed", "own unsecured crafts, times the players who can still steal", "rivals"),
    Feature("threats", "the same, only players who have as many dice of each colour as lie on the craft", "rivals"),
    Feature("surplus", "pips on own unsecured crafts above what the cards ask for"),
    Feature("rank", "place of the own best craft among the cards of the game, from 1; 0 for none"),
    Feature("lead", "own crafts less those of who has most of the others", "rivals"),
    Feature("ahead", "1 if the player would win with the crafts as they are", "rivals"),
    Feature("rival_crafts", "crafts of who has most of the others, those not secured yet too", "rivals"),
    Feature("crafts_left", "crafts that who has most still needs to end the game", "future"),
    Feature("rival_dice", "most dice that one of the others has as the next round begins", "rivals"),
    Feature("rival_odds", "the largest `odds` of the others", "rivals odds"),
    Feature("rival_next", "the largest `next_odds` of the others", "rivals odds"),
    Feature("place", "place in this round, from 0 for who starts it"),
    Feature("gathering", "other players who have not passed", "rivals"),
    Feature("cards", "gather cards not taken yet in this round"),
    Feature("stock_gem", "gem dice in the stock"),
    Feature("stock_magic", "magic dice in the stock"),
)
