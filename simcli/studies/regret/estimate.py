"""How far plans are from good play, from the choices that were looked at: a game, a decision, and by what is decided.

The line below a field describes it; docs/regret.schema.json is made from these lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from simcli.game import SIXTIETHS
from simcli.stats.bounds import DIGITS
from simcli.stats.intervals import FEW_DEALS, FEWEST_EFFECTIVE, LEVEL, Estimate, exact_dot, kish, ratio, ratio_row
from simcli.stats.measured import ActionGain, DecisionGain, LookAhead, PlanGain, RegretCell
from simcli.stats.records import Played, answered
from simcli.stats.shares import rounded_interval
from simcli.stats.summary import VariantChanges
from simcli.stats.verdicts import Hypothesis, TestResult, decide
from simcli.studies.regret.looked import EVERY, Ints, LookedGames

FEWEST_LOOKS = 30
"""Choices of an action that must have been looked at before it is listed."""


@dataclass(frozen=True, kw_only=True)
class Regret(Played):
    """What a look-ahead gains over the plans of a config."""

    SAID: ClassVar = answered("title", "how far the plans are from good play, in words")
    schema: Literal[1] = 1
    """version of this format"""
    kind: Literal["regret"] = field(default="regret", metadata={"after": "schema"})
    """what this is"""
    worlds: int = field(metadata={"after": "seed"})
    """worlds in which each action of a choice was played to the end"""
    tried: int = field(metadata={"after": "worlds"})
    """most actions of a choice that were tried"""
    tables: str = field(metadata={"after": "tried"})
    """how the plans were seated: mixed, mirror, fixed or drawn"""
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    variants: tuple[VariantChanges, ...] | None = None
    """what each variant changes; only when the run has variants"""
    cells: tuple[RegretCell, ...] = ()
    """one for each number of players; with variants one for each variant and number of players, variant by variant"""


def regret_cell(looked: LookedGames, strategies: Sequence[str], decisions: Sequence[str], tolerance: float) -> RegretCell:
    """The gains of all plans with one number of players; `tolerance`: of a win share."""
    own = looked.strategy
    masks: dict[tuple[int, str, str], NDArray[np.bool_]] = {(EVERY, "", ""): own != EVERY}
    for k in range(len(strategies)):
        if not looked.seats_of(k).any():
            continue
        masks[k, "", ""] = own == k
        for d in sorted(set(looked.decision[own == k].tolist())):
            masks[k, decisions[d], ""] = at = (own == k) & (looked.decision == d)
            masks |= {(k, decisions[d], text): one for text, one in _by_text(looked.taken, at)}
    gains = dict(zip(masks, _gains(looked, masks, tolerance), strict=True))
    return RegretCell(
        variant=looked.variant or None,
        players=looked.players,
        deals=looked.deals,
        games=len(looked.deal),
        playouts=int(looked.playouts.sum()),
        unended=int(looked.unended.sum()),
        every=LookAhead(**gains[EVERY, "", ""]),
        plans=tuple(
            _plan(looked, name, masks[k, "", ""], {key[1:]: gain for key, gain in gains.items() if key[0] == k})
            for k, name in enumerate(strategies)
            if (k, "", "") in masks
        ),
    )


def _ratio(looked: LookedGames, counts: Ints, values: Ints, unit: int) -> Estimate:
    """Values a count, with the deal as the unit of sampling; without an interval where too few deals tell something."""
    c, y = looked.by_deal(counts), looked.by_deal(values)
    estimate, sizes = ratio(ratio_row(c, y), unit), np.abs(y)
    told = kish(int(sizes.sum()), exact_dot(sizes, sizes))
    return estimate if told >= FEWEST_EFFECTIVE or not told else estimate._replace(se=None, lacking=FEW_DEALS)


def _by_text(texts: Sequence[str], at: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """The choices of one kind of decision by what was taken, where that was looked at often enough."""
    of = np.array(texts, object)
    names, counts = np.unique(of[at].astype(str), return_counts=True)
    for name, count in zip(names.tolist(), counts, strict=True):
        if count >= FEWEST_LOOKS:
            yield name, at & (of == name)


def _gains(looked: LookedGames, masks: Mapping[tuple[int, str, str], NDArray[np.bool_]], tolerance: float) -> Iterator[dict[str, Any]]:
    """The fields of a `LookAhead` for each part of the choices; plans, their decisions and their actions are a family each."""
    unit, made, family = SIXTIETHS * looked.judging, list[dict[str, Any]](), list[Hypothesis]()
    for (k, *_), mask in masks.items():
        seats, weight = looked.seats_of(k), np.where(mask, looked.choices, 0)
        game = _ratio(looked, seats, weight * looked.share, unit)
        made.append(
            {
                "choices": round(float(weight.sum()) / float(seats.sum()), DIGITS),
                "looked": int(mask.sum()),
                "gain": rounded_interval(_ratio(looked, weight, weight * looked.share, unit)._replace(most=1.0)),
                "game": rounded_interval(game).each(lambda bound: round(of_all(bound, looked.players), DIGITS)),
                "points": rounded_interval(_ratio(looked, seats, weight * looked.points, looked.judging)),
            }
        )
        family.append(Hypothesis(game, 0.0, tolerance, looked.deals))
    depths = [sum(map(bool, key[1:])) for key in masks]
    tests: dict[int, TestResult] = {}
    for depth in range(3):
        places = [i for i, d in enumerate(depths) if d == depth]
        tests |= dict(zip(places, decide([family[i] for i in places]), strict=True))
    return ({**fields, "test": tests[i]} for i, fields in enumerate(made))


def of_all(gains: float, players: int) -> float:
    """What the gains of all choices of a game, added up, bring together, from an even share: each takes the same part of what is left to
    win, or to lose, so that nobody wins more than all games or less than none."""
    left = 1.0 / players if gains < 0.0 else 1.0 - 1.0 / players
    return math.copysign(left * -math.expm1(-abs(gains) / left), gains)


def _plan(looked: LookedGames, name: str, mask: NDArray[np.bool_], gains: Mapping[tuple[str, str], dict[str, Any]]) -> PlanGain:
    alike, every = (int(part[mask].sum()) for part in (looked.alike, looked.every))
    actions = [ActionGain(decision=decision, action=text, **fields) for (decision, text), fields in gains.items() if text]
    return PlanGain(
        strategy=name,
        **gains["", ""],
        signal=round(2 * alike / every, DIGITS) if every else None,
        decisions=tuple(DecisionGain(decision=decision, **fields) for (decision, text), fields in gains.items() if decision and not text),
        actions=tuple(sorted(actions, key=lambda one: (-(one.game.value or 0.0), one.decision, one.action))),
    )
