"""What the report of a config asks about: a subject, or one plan, seat or item by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simcli.base.names import kinds_of, said
from simcli.config.data.restrictions import BAN
from simcli.config.run.models import ConfigFile
from simcli.config.run.resolved import ReportTexts
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.values import either
from simcli.errors import nearest
from simcli.game import MARKER, Game, Item

PLAN, SEAT = ("plan", "strategy"), ("seat", "place")
"""What stands before the name of a strategy, and the number of a seat."""


def names_an_item(config: ConfigFile) -> bool:
    """Whether the report asks about a kind of items, or one thing by its name that may be an item."""
    return bool(config.report.kind or config.report.item or " " in (config.report.about or ""))


@dataclass(frozen=True)
class Asks:
    """What a config asks about, and what there is to be asked about."""

    config: ConfigFile
    game: Game
    strategies: Sequence[str]
    """names of those that play"""
    players: Sequence[int]
    """numbers of players"""
    items: Sequence[Item]
    """of all variants; needed where an item may be named"""
    document: Document
    problems: Problems

    def texts(self) -> ReportTexts:
        """The texts of the report, its subject and the one that is named; a question about one by its name that is not written is made."""
        texts = ReportTexts(**{key: text or "" for key, text in self.config.report})
        if texts.kind or texts.item:
            _check_items(texts, self.game, self.items, self.document, self.problems)
        if " " not in texts.about:
            return texts
        about, item, name = self._named(texts.about)
        made = f"Does {name} win too often or too rarely?" if about in ("strategies", "seats") else f"What is {name} worth?"
        return replace(texts, about=about, item=item, question=texts.question or made)

    def _named(self, text: str) -> tuple[str, str, str]:
        """The subject that one thing belongs to, what it is called in results, and how a reader calls it."""
        kinds = list(dict.fromkeys(one.kind for one in self.items if one.role != MARKER))
        known = [*PLAN, *SEAT, *kinds]
        what = next((kind for kind in known if _plain(text).startswith(f"{_plain(kind)} ")), "")
        name = text[len(what) :].strip()
        if not what:
            first = text.split(" ", 1)[0]
            return self._refused(f"found '{text}', expected a name behind {either(known)}", nearest(first, known, " ").strip())
        if what in PLAN:
            found = next((one for one in self.strategies if _plain(one) == _plain(name)), "")
            if not found:
                return self._refused(f"no strategy '{name}' plays here", nearest(name, self.strategies))
            return "strategies", found, said(found)
        if what in SEAT:
            most = max(self.players, default=0)
            if not (name.isdecimal() and 1 <= int(name) <= most):
                return self._refused(f"found {what} '{name}', expected a number from 1 to {most}")
            return "seats", str(int(name)), f"{what} {int(name)}"
        named = [one for one in self.items if one.kind == what and _plain(name) in (_plain(one.id), _plain(one.name))]
        if not named:
            return self._refused(f"there is no {what} '{name}' here", nearest(name, [one.name for one in self.items if one.kind == what]))
        is_banned = self.config.every is not None and self.config.every.get(BAN) == what
        return "cards" if is_banned else "items", named[0].id, named[0].name

    def _refused(self, what: str, hint: str = "") -> tuple[str, str, str]:
        self.problems.add(self.document.value(("report", "about")), f"report.about: {what}", hint)
        return "", "", ""


def _plain(name: str) -> str:
    return said(name.casefold())


def _check_items(texts: ReportTexts, game: Game, items: Sequence[Item], document: Document, problems: Problems) -> None:
    """Kinds of items that players of this game can have or do, or else one item that can be denied."""
    about, kind, item = texts.about, texts.kind, texts.item
    place = document.value(("report", "kind" if kind else "item"))
    known = list(dict.fromkeys(one.kind for one in items if one.role != MARKER))
    bannable = list(dict.fromkeys(one.id for one in items if one.bannable))
    unknown = [one for one in kinds_of(kind) if one not in known]
    for one in unknown:
        problems.add(place, f"report.kind: {game.title} has no kind of items '{one}' here", nearest(one, known))
    if kind and not unknown and about not in ("items", "variants"):
        hint = "write `about: items` beside it"
        problems.add(place, "report.kind: a kind of items goes with a question about items or variants", hint)
    elif not kind and item not in bannable:
        problems.add(place, f"report.item: {game.title} has no item '{item}' here that can be banned", nearest(item, bannable))
    elif not kind and about != "cards":
        problems.add(place, "report.item: an item goes with a question about what each is worth", "write `about: cards` beside it")
