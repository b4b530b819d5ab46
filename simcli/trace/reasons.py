"""Why a strategy chose as it did: what it saw of each action, what that weighed, and how likely the choice was."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.models import AGAINST_MEAN, MEAN_SCALE, PREFIXES, VALUE_SCALE, Trees
from simcli.config.players.weights import SCALE, decimal
from simcli.engine.loop.lineup import Strategy
from simcli.game import Decision

WHOLE = 60
"""A whole win in sixtieths."""
SPEAKING = 3
"""Columns listed that spoke for what a learned player took."""
SHOWN = 6
"""Actions listed of a decision; of more, the number and their chance together."""


@dataclass(frozen=True)
class Seen:
    """A feature of an action that is not 0; weight x1000, None for a strategy without weights."""

    feature: str
    value: int
    weight: int | None

    def __str__(self) -> str:
        if self.weight is None:
            return f"{self.feature} {self.value}"
        return f"{self.feature} {self.value} x {decimal(self.weight)} = {decimal(self.value * self.weight)}"


@dataclass(frozen=True)
class Tried:
    """What a search saw of an action it tried: `won` of its playouts are the win shares in sixtieths, `ahead` the leads in points (None
    where none differ); favourite_of: the strategy whose favourite the action is, else ''.
    """

    playouts: int
    won: int
    ahead: int | None
    favourite_of: str = ""

    def __str__(self) -> str:
        whose = f"the favourite of {self.favourite_of}, " if self.favourite_of else ""
        lead = "" if self.ahead is None else f", mean lead {self.ahead / self.playouts:+.1f}"
        return f"{whose}mean share {percent(self.won / (WHOLE * self.playouts))}{lead} of {self.playouts} playouts"


@dataclass(frozen=True)
class Spoke:
    """A column that spoke for an action of a learned player: its value, that of the runner-up (of one against the mean of the choice
    x MEAN_SCALE), and what the action would be worth less (x VALUE_SCALE) with the value of the runner-up."""

    column: str
    value: int
    other: int
    worth: int

    def __str__(self) -> str:
        name, own, other = self.column, f"{self.value}", f"{self.other}"
        if name.startswith(mean := PREFIXES[AGAINST_MEAN]):
            name = f"{name.removeprefix(mean)} against the mean"
            own, other = (f"{value / MEAN_SCALE:+.3g}" for value in (self.value, self.other))
        return f"{name} {own}, not {other}: {self.worth / VALUE_SCALE:+.2f}"


@dataclass(frozen=True)
class Action:
    """A legal action as a strategy sees it; score (x1000) and chance are None where the strategy keeps them to itself."""

    text: str
    is_chosen: bool
    seen: tuple[Seen | Tried | Spoke, ...]
    score: int | None
    chance: float | None

    @property
    def score_text(self) -> str:
        """The score, '' without one."""
        return "" if self.score is None else decimal(self.score)

    @property
    def chance_text(self) -> str:
        """The chance, '' without one."""
        return "" if self.chance is None else percent(self.chance)


@dataclass(frozen=True)
class Reasons:
    """A choice among several actions: those to be listed, how many more there were, and their chance together (None: not known).

    `plain` says in words of a choice that looks at nothing, where no action is listed, and how many actions a search has tried.
    """

    actions: tuple[Action, ...]
    more: int = 0
    chance_of_more: float | None = None
    plain: str = ""

    @property
    def rest(self) -> str:
        """`and 3 more, together with chance 2.1%`; '' where all are listed."""
        chance = "" if self.chance_of_more is None else f", together with chance {percent(self.chance_of_more)}"
        return f"and {self.more} more{chance}" if self.more else ""


def reasons(strategy: Strategy, decision: Decision, X: NDArray[np.int32], texts: Sequence[str], chosen: int) -> Reasons:
    """Why `strategy` took the action number `chosen` among those with these texts.

    X: int32[actions, features of the decision], what is seen of each. Actions come in the order of their scores, equals as the game
    lists them; the one chosen is always listed. Chances are those of the softmax by the strategy's temperature, at 0 of the best action,
    shared by equals.
    """
    n = len(texts)
    row = strategy.weights.get(decision.name, {})
    if strategy.kind == "random" or (strategy.kind == "heuristic" and not any(row.values())):
        why = "plays at random" if strategy.kind == "random" else f"has no weights for {decision.name}"
        return Reasons((), plain=f"{why}: each of {n} with chance {percent(1 / n)}")
    weights = None if strategy.kind == "function" else [row.get(feature.name, 0) for feature in decision.features]
    scores: list[int | None] = [None] * n
    chances: list[float | None] = [None] * n
    order = list(range(n))
    if weights is not None:
        sums = [sum(int(x) * w for x, w in zip(values, weights, strict=True)) for values in X.tolist()]
        order.sort(key=lambda i: (-sums[i], i))
        scores, chances = [*sums], [*softmax(sums, strategy.temperature)]
    listed = order[:SHOWN]
    if chosen not in listed:
        listed[-1] = chosen
    left = [i for i in order if i not in listed]
    shares = [chance for i in left if (chance := chances[i]) is not None]
    actions = (Action(texts[i], i == chosen, _seen(decision, X[i].tolist(), weights), scores[i], chances[i]) for i in listed)
    return Reasons(tuple(actions), len(left), sum(shares) if weights is not None else None)


def search_reasons(rollout: str, tried: Any, texts: Sequence[str], chosen: int) -> Reasons:
    """Why a search took the action number `chosen`: playouts, win shares and leads of each action, those tried longest first.

    rollout: name of the strategy whose favourite is tried first; tried: what `choose` has left of it (lineup.search_fields).
    """
    n, favourite = len(texts), int(tried["order"][0])
    playouts, won, ahead = (tried[name][:n].tolist() for name in ("playouts", "won", "ahead"))
    units = tried["units"].tolist()
    worth = [units[0] * share + units[1] * lead for share, lead in zip(won, ahead, strict=True)]
    order = sorted((i for i, tries in enumerate(playouts) if tries), key=lambda i: (-playouts[i], -worth[i], i != favourite, i))
    listed = [i for i in order if i in (chosen, favourite) or order.index(i) < SHOWN]
    seen = {i: Tried(playouts[i], won[i], ahead[i] if units[1] else None, rollout if i == favourite else "") for i in listed}
    plain = f"tried {len(order)} of {n} actions in {sum(playouts)} playouts"
    if len(listed) < len(order):
        plain += f"; those tried longest are listed, {len(order) - len(listed)} are not"
    return Reasons(tuple(Action(texts[i], i == chosen, (seen[i],), None, None) for i in listed), plain=plain)


def learned_reasons(
    names: Sequence[str], trees: Trees, order: Sequence[int], columns: Sequence[Sequence[int]], texts: Sequence[str], chosen: int
) -> Reasons:
    """Why a learned player took the action number `chosen`: what each action it judged is worth, and what spoke for the one taken.

    names: of the columns; order: numbers of the actions judged; columns: of each of these, as its trees saw them.
    """
    value = {i: trees.value(row) for i, row in zip(order, columns, strict=True)}
    seen = dict(zip(order, columns, strict=True))
    ranked = sorted(order, key=lambda i: (i != chosen, -value[i], i))
    spoke = _spoke(names, trees, seen[chosen], seen[ranked[1]]) if len(ranked) > 1 else ()
    listed = ranked[:SHOWN]
    actions = tuple(Action(texts[i], i == chosen, spoke if i == chosen else (), value[i] // (VALUE_SCALE // SCALE), None) for i in listed)
    lost = _lost((value[chosen] - value[ranked[1]]) / VALUE_SCALE) if len(ranked) > 1 else ""
    return Reasons(actions, len(ranked) - len(listed), plain=f"judged {len(order)} of {len(texts)} actions{lost}")


def _lost(ahead: float) -> str:
    """How far the action taken is ahead of the next; behind it is a plan's favourite that another one does not lead by enough."""
    if ahead < 0:
        return f"; kept the favourite of its plan, for the best is worth only {-ahead:.2f} more"
    return f"; the runner-up is worth {ahead:.2f} less"


def _spoke(names: Sequence[str], trees: Trees, own: Sequence[int], other: Sequence[int]) -> tuple[Spoke, ...]:
    """The columns in which an action differs from another, those that speak for it most."""
    whole, found = trees.value(own), list[Spoke]()
    for k, name in enumerate(names):
        if own[k] != other[k]:
            changed = [*own[:k], other[k], *own[k + 1 :]]
            found.append(Spoke(name, own[k], other[k], whole - trees.value(changed)))
    return tuple(sorted((one for one in found if one.worth > 0), key=lambda one: -one.worth)[:SPEAKING])


def _seen(decision: Decision, values: Sequence[int], weights: Sequence[int] | None) -> tuple[Seen, ...]:
    """Features of an action that are not 0, of a strategy with weights those it weighs."""
    return tuple(
        Seen(feature.name, values[j], None if weights is None else weights[j])
        for j, feature in enumerate(decision.features)
        if values[j] and (weights is None or weights[j])
    )


def softmax(sums: Sequence[int], temperature: int) -> list[float]:
    """Chance of each action by its sum, both x1000: proportional to exp(sum / temperature); at temperature 0 the best share it."""
    best = max(sums)
    parts = [math.exp((s - best) / temperature) if temperature else float(s == best) for s in sums]
    return [part / sum(parts) for part in parts]


def reason_lines(choice: Reasons) -> Iterator[str]:
    """The reasons in lines; `>` marks what was chosen."""
    if choice.plain:
        yield f"  {choice.plain}"
    width = max((len(action.text) for action in choice.actions), default=0)
    for action in choice.actions:
        seen = ", ".join(map(str, action.seen)) or "nothing"
        score = f"score {action.score_text}, chance {action.chance_text}: " if action.score_text and action.chance_text else ""
        if action.score_text and not action.chance_text:
            score, seen = f"worth {action.score_text}", "".join(f"; {one}" for one in action.seen)
        yield f"{'>' if action.is_chosen else ' '} {action.text:<{width}}  {score}{seen}"
    if choice.more:
        yield f"  {choice.rest}"


def percent(chance: float) -> str:
    """A chance to a tenth of a percent, which says so when it is less but not none, or more but not certain."""
    if 0 < chance < 0.0005:
        return "below 0.1%"
    return "above 99.9%" if 0.9995 <= chance < 1 else f"{100 * chance:.1f}%"
