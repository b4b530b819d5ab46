"""Pig: roll a die as often as you dare, a 1 loses the turn's points; first to 100 wins.

Rules as told by John Scarne, "Scarne on Dice" (1945), and by Todd W. Neller and Clifton G. M. Presser, "Optimal Play of the Dice Game
Pig", The UMAP Journal 25 (2004), from which the plans are: hold at 20, and "end race or keep pace" of their "Practical Play of the Dice
Game Pig", The UMAP Journal 31 (2010).
"""

from simcli.small import EACH, Int, next_player, roll

PLAYERS = 2, 4
NUMBERS = {"goal": 100, "faces": 6, "race": 71}


class State:
    bank: Int(EACH)
    at_risk: Int()


def act_roll(s, t):
    """A 1 ends the turn with nothing; any other face is added to what is at risk, and the same player goes on."""
    face = 1 + roll(s, t.faces)
    if face == 1:
        end_turn(s)
    else:
        s.at_risk += face


def legal_hold(s, t):
    return s.at_risk > 0


def act_hold(s, t):
    """What is at risk is banked, and the turn ends."""
    s.bank[s.actor] += s.at_risk
    if s.bank[s.actor] < t.goal:
        end_turn(s)


def end_turn(s):
    """Nothing is at risk, and the next player is on."""
    s.at_risk = 0
    next_player(s)


def over(s, t):
    """The game ends with the first player who has banked the goal."""
    return best_bank(s, -1) >= t.goal


def points(s, t, p):
    return s.bank[p]


def best_bank(s, without):
    """The most that a player has banked, one of them left out."""
    best = 0
    for p in range(s.n_players):
        if p != without:
            best = max(best, s.bank[p])
    return best


def column_hold_wins(s, t):
    """1 where holding reaches the goal."""
    return s.bank[s.actor] + s.at_risk >= t.goal


def column_hold_behind(s, t):
    """How far the best other player is ahead; below 0 where the player leads."""
    return best_bank(s, s.actor) - s.bank[s.actor]


def column_hold_in_race(s, t):
    """1 where anybody has banked enough to go for the goal in one turn."""
    return best_bank(s, -1) >= t.race


PLANS = {
    "hold_20": {"idea": "holds with 20 points", "hold": -19.5, "hold_at_risk": 1, "hold_wins": 100},
    "hold_10": {"idea": "holds with 10 points", "hold": -9.5, "hold_at_risk": 1, "hold_wins": 100},
    "hold_25": {"idea": "holds with 25 points", "hold": -24.5, "hold_at_risk": 1, "hold_wins": 100},
    "hold_30": {"idea": "holds with 30 points", "hold": -29.5, "hold_at_risk": 1, "hold_wins": 100},
    "keep_pace": {
        "idea": "holds with 21 points, an eighth of what it is behind more, and in the race for the goal only with the goal",
        "hold": -20.5,
        "hold_at_risk": 1,
        "hold_behind": -0.125,
        "hold_in_race": -1000,
        "hold_wins": 2000,
    },
}
