"""What the rules of a game draw: a stream of the deal, opened by its number, and then shuffles, draws and seats from `s.chance`.

A stream depends on the deal's key and its own number only: another strategy or a patched card leaves every other stream as it was.
"""

from __future__ import annotations

from simcli.engine import rng
from simcli.engine.kernel import hot, kernel


@kernel
def open_stream(s, stream):
    """Points the generator of the rules at one of the deal's streams."""
    rng.seed(s.chance, rng.derive(s.key, stream))


@kernel
def shuffle_in(s, cards, n, card):
    """Puts one more card at a random place of the `n` shuffled ones: called for one card after another, every order is equally likely."""
    j = rng.below(s.chance, n + 1)
    cards[n] = cards[j]
    cards[j] = card


@kernel
def shuffle_numbers(s, order, n):
    """Writes the numbers 0 to n - 1 in random order."""
    for number in range(n):
        shuffle_in(s, order, number, number)


@kernel
def shuffle(s, cards, first, end):
    """Shuffles cards[first:end] in place."""
    for i in range(first, end):
        j = first + rng.below(s.chance, i + 1 - first)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def shuffle_sorted(s, cards, first, end):
    """Shuffles cards[first:end] as if they had lain in order: what a redeal deals must not depend on how the hidden cards lay."""
    for i in range(first + 1, end):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    shuffle(s, cards, first, end)


@kernel
def shuffle_counted(s, cards, first, end, counts):
    """As `shuffle_sorted`, with a list of 0 for every card there is, left so: the cards are counted instead of compared."""
    for i in range(first, end):
        counts[cards[i]] += 1
    i = first
    for card in range(counts.shape[0]):
        for _ in range(counts[card]):
            cards[i] = card
            i += 1
        counts[card] = 0
    shuffle(s, cards, first, end)


@kernel
def draw_from_mask(s, mask, width):
    """Number of a uniform set bit among the lowest `width` of `mask`, which must not be empty."""
    n = 0
    for i in range(width):
        n += (mask >> i) & 1
    k = rng.below(s.chance, n)
    for i in range(width):
        if (mask >> i) & 1:
            if k == 0:
                return i
            k -= 1
    return width


@hot
def next_seat(s, p):
    """The seat to the left of seat p."""
    return 0 if p + 1 == s.n_players else p + 1
