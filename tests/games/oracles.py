"""What the oracles of all games have in common: how questions are asked and answered, what a seat must take, how a win is shared."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import ruamel.yaml

from simcli.base.files import kept_in_cache


def read_yaml(path: Path) -> Any:
    """A YAML file as it is written, by no reader of simcli's. It is parsed once for each content: every worker asks when it collects."""
    text = path.read_bytes()
    digest = hashlib.sha256(f"{ruamel.yaml.__version__} {sys.version} ".encode() + text).hexdigest()[:32]
    parse = ruamel.yaml.YAML(typ="safe", pure=True).load
    return pickle.loads(kept_in_cache("yaml", digest, lambda: pickle.dumps(parse(text))) or b"")


class Listed(dict[str, Any]):
    """Choices that a ban can take away, with how they are listed, so that they can be listed again under another ban."""

    def __init__(self, listing: Callable[..., Mapping[str, Any]], *of: Any) -> None:
        super().__init__(listing(*of))
        self.listing, self.of = listing, of

    def left_under(self, banned: set[str], more: set[str]) -> Mapping[str, Any]:
        """What would be listed now if more were banned; `banned` is what the oracle reads."""
        added = more - banned
        banned |= added
        try:
            return self.listing(*self.of)
        finally:
            banned -= added


class AskingOracle:
    """A game that asks its questions one after another: each has a `phase` and `choices`, what to resume by legal text."""

    NOBODY: Any
    """The question of a game that is over."""
    seats: Sequence[int]
    over = False
    decisions = 0
    _question: Any
    _game: Iterator[Any]
    _banned: Mapping[int, set[str]] = {}
    _musts: Mapping[int, set[str]] = {}
    forced: Counter[str]
    """How often a seat chose from a part of its legal texts, by the phase and the first word of these."""

    def play(self) -> Iterator[Any]:
        """The whole game as questions; `winning_seats` and `over` are set at its end."""
        raise NotImplementedError

    def begin(self) -> None:
        """Comes to the first question."""
        self.winning_seats: list[int] = []
        self._question = self.NOBODY
        self._game = self.play()
        self._advance(None)

    @property
    def phase(self) -> str:
        """Phase of the current decision."""
        return self._question.phase

    def force(self, banned: Mapping[int, set[str]], musts: Mapping[int, set[str]]) -> None:
        """Seats must take items and are not denied them: GO-23 of Guildes and Kingdom Builder, GO-21 of King's Forge, GO-30 of Architects,
        GO-39 of The King's Guild. `banned` is the record that the oracle was made with, with a set for each of these seats."""
        self._banned = banned
        self._musts = {seat: items - banned[seat] for seat, items in musts.items()}
        self.forced = Counter()

    def legal(self) -> list[str]:
        """The legal texts of the current decision; of a seat that must take items those that a ban of them takes away, if there are any."""
        choices = self._question.choices
        seat = self.view()["actor"] if self._musts and isinstance(choices, Listed) else 0
        if seat not in self._musts:
            return list(choices)
        left = choices.left_under(self._banned[seat], self._musts[seat])
        takers = [text for text in choices if text not in left]
        if 0 < len(takers) < len(choices):
            self.forced.update({f"{self.phase}: {text.split(' ')[0]}" for text in takers})
        return takers or list(choices)

    def view(self) -> dict[str, Any]:
        """The full position."""
        raise NotImplementedError

    def apply(self, text: str) -> None:
        """Gives one legal text."""
        if text not in self._question.choices:
            raise ValueError(f"{text!r} is not legal, legal are {self.legal()}")
        self.decisions += 1
        self._advance(self._question.choices[text])

    def points(self) -> dict[int, dict[str, int]]:
        """Points by seat and category."""
        raise NotImplementedError

    def totals(self) -> dict[int, int]:
        """Points by seat."""
        return {seat: sum(points.values()) for seat, points in self.points().items()}

    def shares(self) -> list[int]:
        """Win shares in sixtieths, in seat order."""
        if not self.over:
            raise ValueError("the game is not over")
        return [60 // len(self.winning_seats) if seat in self.winning_seats else 0 for seat in self.seats]

    def _advance(self, answer: object) -> None:
        try:
            self._question = self._game.send(answer)
        except StopIteration:
            self._question = self.NOBODY


class Unshuffled:
    """Chance that shuffles nothing; seat 1 starts."""

    def __init__(self) -> None:
        super().__init__(0, 0)  # type: ignore[call-arg]  # beside the Chance of a game

    def below(self, stream: int, n: int) -> int:
        """The first of them."""
        return 0

    def shuffled(self, stream: int, cards: Any) -> list[Any]:
        """The same order."""
        return list(cards)


class Played:
    """One run of a program that asks; `question` is the one open, None at the end."""

    def __init__(self, asking: Generator[Any, Any, Any]) -> None:
        self.asking = asking
        self.question: Any = None
        self._send(None)

    def _send(self, answer: Any) -> None:
        try:
            self.question = self.asking.send(answer)
        except StopIteration:
            self.question = None

    @property
    def legal(self) -> list[str]:
        """Texts of the open question."""
        return list(self.question.choices) if self.question else []

    @property
    def phase(self) -> str:
        """Its phase."""
        return self.question.phase if self.question else ""

    @property
    def actor(self) -> int:
        """Who is asked."""
        return self.question.actor if self.question else 0

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.question is None

    def say(self, *texts: str) -> Played:
        """Answers, one after another."""
        for text in texts:
            assert text in self.legal, (text, self.legal)
            self._send(self.question.choices[text])
        return self


def play(asking: Generator[Any, Any, Any], *texts: str) -> Played:
    """Runs with these answers."""
    return Played(asking).say(*texts)
