"""Can't Stop: four dice make two pairs, runners climb the columns of their sums; three columns climbed to the top win.

Rules: Sid Sackson, Can't Stop (Parker Brothers 1980; rules of the edition of Eagle-Gryphon Games), for 2 to 4 players; counters may share
a space. The plan `rule_of_28` is Michael Keller's (solitairelaboratory.com/cantstop.html).
"""

from simcli.small import EACH, Int, next_player, roll

TITLE = "Can't Stop"
PLAYERS = 2, 4
SCORES = 0, 11
NUMBERS = {"runners": 3, "to_win": 3}
DECISIONS = {"go_on": ["roll", "stop"], "pair": ["both", "one"]}
GO_ON, PAIR = 0, 1

# sum: of two dice; steps: of the column; worth: of a step by the rule of 28.
COLUMNS = "cant_stop.csv"


class State:
    counter: Int(EACH, "columns")
    runner: Int("columns")
    climbed: Int("columns")
    dice: Int(4)


def height(s, column):
    """Where the player whose turn it is stands in a column: at the runner, or at the counter."""
    return s.counter[s.actor, column] + s.climbed[column]


def is_free(s, t, column):
    """Whether nobody has climbed a column to the top."""
    for p in range(t.players):
        if s.counter[p, column] == t.steps[column]:
            return False
    return height(s, column) < t.steps[column]


def runners_left(s, t):
    return t.runners - s.runner.sum()


def can_climb(s, t, column):
    return is_free(s, t, column) and (s.runner[column] > 0 or runners_left(s, t) > 0)


def can_climb_both(s, t, first, second):
    """Whether a runner is there for each; of twice the same column one will do."""
    if first == second:
        return can_climb(s, t, first)
    return is_free(s, t, first) and is_free(s, t, second) and 2 - s.runner[first] - s.runner[second] <= runners_left(s, t)


def is_rolled(s, t, first, second):
    """Whether the four dice make these two sums."""
    for k in range(1, 4):
        mine = s.dice[0] + s.dice[k]
        rest = s.dice[1] + s.dice[2] + s.dice[3] - s.dice[k]
        if (mine == t.sum[first] and rest == t.sum[second]) or (mine == t.sum[second] and rest == t.sum[first]):
            return True
    return False


def climb(s, t, column):
    s.runner[column] = 1
    if height(s, column) < t.steps[column]:
        s.climbed[column] += 1


def act_roll(s, t):
    """Four dice. Who can move no runner loses what was climbed this turn, and the next player is on."""
    for k in range(4):
        s.dice[k] = roll(s, 6) + 1
    s.phase = PAIR
    for column in range(t.n_columns):
        for other in range(t.n_columns):
            if can_climb(s, t, column) and is_rolled(s, t, column, other):
                return
    end_turn(s)


def legal_stop(s, t):
    return s.runner.sum() > 0


def act_stop(s, t):
    """Counters go where the runners stand, and the next player is on."""
    for column in range(t.n_columns):
        s.counter[s.actor, column] += s.climbed[column]
    end_turn(s)


def end_turn(s):
    s.runner[:] = 0
    s.climbed[:] = 0
    s.phase = GO_ON
    next_player(s)


def legal_both(s, t, first: "column", second: "column"):
    return first <= second and is_rolled(s, t, first, second) and can_climb_both(s, t, first, second)


def act_both(s, t, first: "column", second: "column"):
    """Both pairs of dice move a runner, two steps where they have the same sum."""
    climb(s, t, first)
    climb(s, t, second)
    s.phase = GO_ON


def legal_one(s, t, column):
    """One pair alone is used where the other cannot be."""
    if not can_climb(s, t, column):
        return False
    for other in range(t.n_columns):
        if is_rolled(s, t, column, other) and not can_climb_both(s, t, column, other):
            return True
    return False


def act_one(s, t, column):
    """One pair of dice moves a runner; the other can move none."""
    climb(s, t, column)
    s.phase = GO_ON


def over(s, t):
    for p in range(t.players):
        if points(s, t, p) >= t.to_win:
            return True
    return False


def points(s, t, p):
    """Columns climbed to the top."""
    count = 0
    for column in range(t.n_columns):
        count += s.counter[p, column] == t.steps[column]
    return count


def column_progress(s, t):
    """Progress of the turn by the rule of 28: a runner counts as one step more, and what goes together badly more than what goes well."""
    total, odd, low, high, count = 0, 0, 0, 0, 0
    for column in range(t.n_columns):
        if s.runner[column]:
            total += t.worth[column] * (s.climbed[column] + 1)
            odd += t.sum[column] % 2
            low += t.sum[column] <= 7
            high += t.sum[column] >= 7
            count += 1
    if count < t.runners:
        return total
    return total + 2 * (odd == count) - 2 * (odd == 0) + 4 * (low == count or high == count)


def column_tops(s, t):
    """Columns that the runners have climbed to the top this turn."""
    count = 0
    for column in range(t.n_columns):
        count += s.runner[column] and height(s, column) == t.steps[column]
    return count


def column_both_new(s, t, first: "column", second: "column"):
    """Runners that it takes to begin columns."""
    return (s.runner[first] == 0) + (first != second and s.runner[second] == 0)


def column_one_new(s, t, column):
    """1 where a runner begins a column."""
    return s.runner[column] == 0


# A pair is worth what its columns are on the way up; a runner that stays in hand is worth more.
MOVES = {"both_first_worth": 1, "both_second_worth": 1, "one_worth": 1, "both_new": -6, "one_new": -6}
PLANS = {
    "rule_of_28": {"idea": "stops at 28, or with a column climbed", "stop": -27.5, "stop_progress": 1, "stop_tops": 30} | MOVES,
    "until_a_top": {"idea": "stops with a column climbed alone", "stop": -0.5, "stop_tops": 1} | MOVES,
    "stop_after_one": {"idea": "rolls once a turn", "stop": 1} | MOVES,
    "never_stop": {"idea": "stops with three columns climbed at once alone", "stop": -2.5, "stop_tops": 1} | MOVES,
}
