"""Chance as RULES.md say: streams of a deal by number, uniform numbers below n, and shuffles."""

from collections.abc import Sequence
from typing import TypeVar

BITS = 2**64
GOLDEN = 0x9E3779B97F4A7C15
Card = TypeVar("Card")


def splitmix(z: int) -> int:
    """Output function of splitmix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % BITS
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % BITS
    return z ^ (z >> 31)


def derive(key: int, index: int) -> int:
    """Output number `index`, from 0, of splitmix64 seeded with `key`."""
    return splitmix((key + (index + 1) * GOLDEN) % BITS)


def rotated(x: int, k: int) -> int:
    """A 64-bit number turned left by k bits."""
    return (x << k | x >> (64 - k)) % BITS


class Generator:
    """xoshiro256**, seeded by four outputs of splitmix64."""

    def __init__(self, key: int) -> None:
        self.s = [derive(key, i) for i in range(4)]

    def next(self) -> int:
        """64 random bits."""
        s0, s1, s2, s3 = self.s
        result = rotated(s1 * 5 % BITS, 7) * 9 % BITS
        s2, s3 = s2 ^ s0, s3 ^ s1
        self.s = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17) % BITS, rotated(s3, 45)]
        return result

    def below(self, n: int) -> int:
        """A uniform whole number from 0 to n - 1 (Lemire 2019): upper half of a product, drawn again while the lower half is too small."""
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


class Chance:
    """Everything random of one deal of a run."""

    def __init__(self, seed: int, deal: int) -> None:
        self.key = derive(derive(seed % BITS, 0), deal)

    def below(self, stream: int, n: int) -> int:
        """The first uniform number below n of a stream."""
        return Generator(derive(self.key, stream)).below(n)

    def shuffled(self, stream: int, cards: Sequence[Card]) -> list[Card]:
        """The cards in random order: one after another is put at a random place, and the card that lay there goes to the end."""
        generator = Generator(derive(self.key, stream))
        order: list[Card] = []
        for card in cards:
            order.append(card)
            place = generator.below(len(order))
            order[place], order[-1] = card, order[place]
        return order
