"""Nim: take any number of stones from one heap; who takes the last stone wins.

Rules and the perfect plan: Charles L. Bouton, "Nim, a Game with a Complete Mathematical Theory", Annals of Mathematics 3 (1901).
"""

from simcli.small import EACH, Int, next_player, total

PLAYERS = 2
SCORES = (0, 1)

# Up to 15 stones a heap. Of 1, 4 and 5 the binary sum is 0, and the second player wins: `--set patch.heaps.a.size=1`.
HEAPS = """
id  size
a   3
b   4
c   5
"""


class State:
    left: Int("heaps")
    won: Int(EACH)


def setup(s, t):
    """Heaps are laid out."""
    for heap in range(t.n_heaps):
        s.left[heap] = t.size[heap]


def legal_take(s, t, heap, stones):
    return stones <= s.left[heap]


def act_take(s, t, heap, stones: range(1, 16)):
    """Stones are taken from one heap, all of it if the player likes."""
    s.left[heap] -= stones
    if total(s.left) == 0:
        s.won[s.actor] = 1
    else:
        next_player(s)


def over(s, t):
    """The game ends with the last stone."""
    return total(s.left) == 0


def points(s, t, p):
    """Who took the last stone has won."""
    return s.won[p]


def column_take_unbalanced(s, t, heap, stones):
    """1 where the heaps that are left have another binary sum without carry than 0: then the other player can win."""
    balance = s.left[heap] ^ (s.left[heap] - stones)
    for other in range(t.n_heaps):
        balance ^= s.left[other]
    return balance != 0


def column_take_last_of_heap(s, t, heap, stones):
    """1 where the whole heap is taken."""
    return stones == s.left[heap]


def column_take_level(s, t, heap, stones):
    """1 where the heap is as large as another afterwards."""
    level = 0
    for other in range(t.n_heaps):
        if other != heap and s.left[other] == s.left[heap] - stones:
            level = 1
    return level


PLANS = {
    "perfect": {"idea": "leaves heaps whose binary sum is 0", "take_unbalanced": -1},
    "one_by_one": {"idea": "takes as few stones as it may", "take_stones": -1},
    "grabber": {"idea": "takes whole heaps, and the larger the better", "take_last_of_heap": 1, "take_stones": 1},
    "copycat": {"idea": "makes two heaps alike, else takes one stone", "take_level": 20, "take_stones": -1},
}
