"""What a run measures as well (`measure`), as its summary has it: how games feel, what a tuned player and a look-ahead win, how many
plans are viable.

The line below a field describes it; the schemas in docs are made from these lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from simcli.stats.bounds import Interval, Share
from simcli.stats.records import Said
from simcli.stats.verdicts import TestResult, Verdict

Unit = Literal["rounds", "decisions", "points", "times", "share"]


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A figure of the feel of play."""

    name: str
    """what it is called in tables and files"""
    unit: Unit
    """rounds, decisions, points or times; or a share, as a fraction of 1"""
    meaning: str
    """what it says"""
    value: Interval
    """the figure"""
    difference: Interval | None = None
    """the figure less that of the base, from the same deals; only in a variant that is compared, and not of quantiles"""
    change: Verdict | None = None
    """`more` or `less` where the difference is certain (Holm's correction over variants and numbers of players); with `difference`"""


@dataclass(frozen=True, kw_only=True)
class LeadPoint:
    """The lead after a part of the decisions of each game; a player leads who has more points than every other."""

    part: float
    """part of the decisions of a game that is played: 0 before the first, 1 after the last; rounded down to whole decisions"""
    lead: Interval
    """mean points of the best less those of the second, as the game's scoring would have them if it ended there; 0 where nobody leads"""
    led: Interval
    """share of the games that somebody leads"""
    leader_wins: Interval
    """of these, share that the leader wins or shares in the end"""


@dataclass(frozen=True, kw_only=True)
class FeelCell:
    """One number of players of one variant."""

    variant: str | None = None
    """name of the variant; only when the run has variants"""
    base: str | None = None
    """the variant it is compared with; only where there is one"""
    players: int
    """number of players"""
    deals: int
    """deals followed"""
    games: int
    """games followed: each deal in all rotations, several times"""
    unended: int
    """of these, games that did not end: in no figure but those of luck"""
    measures: tuple[Measure, ...]
    """the figures"""
    lead: tuple[LeadPoint, ...]
    """the lead over the game, after each tenth of its decisions"""

    def measure(self, name: str) -> Measure:
        """The figure of this name."""
        return next(row for row in self.measures if row.name == name)


@dataclass(frozen=True, kw_only=True)
class ReplyShare:
    """What the reply wins with one number of players."""

    players: int
    """number of players"""
    even_share: float
    """1 / players"""
    deals: int
    """fresh deals, each played in all rotations"""
    win_share: Share
    """its win share; a game that a stall rule ends counts as lost"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss: the interval errs on the wide side"""
    gain: Interval
    """the win share less the even share"""


@dataclass(frozen=True, kw_only=True)
class ReplySearch:
    """One of the searches for a reply."""

    start: str
    """the plan it began with"""
    distance: float
    """how far that is from the players in its weights: 0 for the same plan, 1 for one that has nothing in common, up to 2"""
    seed: int
    """its seed"""
    generations: int
    """its generations; those that went on have more"""
    games: int
    """its games"""
    share: float
    """what it found wins in the deals by which the best is chosen, on average over the numbers of players; the best of several is lucky
    there, so that it is judged on others"""


@dataclass(frozen=True, kw_only=True)
class ReplyResult:
    """A player tuned to beat the players of a run, the best of several searches: how far these can be beaten, at least."""

    SAID: ClassVar[tuple[Said, ...]] = (Said("sentence", "identity", "the answer in words"),)
    variant: str | None = None
    """the variant whose rules it was tuned under; only when the run has variants"""
    start: str
    """the plan that its search began with, or that is the reply itself"""
    tuned: bool
    """whether a search found better weights than those of all starts; if not, the best start itself was judged"""
    searched: int
    """how many weights were searched"""
    games: int
    """games of all searches"""
    searches: tuple[ReplySearch, ...]
    """the searches, two with different seeds from each start: the plan that wins most against the players, and the two farthest from these
    in their weights"""
    against: str
    """who sits in the other seats, in words"""
    shares: tuple[ReplyShare, ...]
    """what it wins, for each number of players"""
    identity: str
    """hash of everything the reply depends on"""


VIABLE = "viable plans"
"""The name of the figure, wherever figures have names."""


@dataclass(frozen=True, kw_only=True)
class VarietyCell:
    """How many of the plans are worth playing, with one number of players of one variant."""

    variant: str | None = None
    """name of the variant; only when the run has variants"""
    base: str | None = None
    """the variant it is compared with; only where there is one"""
    players: int
    """number of players"""
    plans: int
    """how many plans there are, each counted once"""
    line_ups: int
    """line-ups: every plan alone among each other plan; with two players every two plans"""
    deals: int
    """deals each line-up played"""
    games: int
    """games of all line-ups"""
    tolerance: float
    """advantage that still counts as even"""
    viable_plans: Interval
    """how many plans are worth playing: effective number of plans (exponential of the entropy) in the maximal lottery of what advantages
    exceed the tolerance by; 1 where one plan beats all others by more, n for n plans that are even or beat each other in turn alike"""
    difference: Interval | None = None
    """`viable_plans` less that of the base variant at the same number of players, from the same deals; only in the other variants"""
    change: Verdict | None = None
    """`more` or `less` where the difference is certain (Bonferroni's correction over variants and numbers of players), `even` where
    there is none however the deals are drawn again, else `not yet known`; with `difference`"""


@dataclass(frozen=True, kw_only=True)
class LookAhead:
    """What a look-ahead gains over a plan."""

    choices: float
    """choices of a game: decisions of one player with two legal actions or more"""
    looked: int
    """choices that were looked at"""
    gain: Interval
    """win share that the best action gains over the one taken, a choice"""
    game: Interval
    """win share that a player gains who looks ahead at all these choices of a game: each gain takes the same part of what is left to win,
    or to lose"""
    points: Interval
    """points of the lead over the best other player that the best action for these gains, a game"""
    test: TestResult
    """the verdict on the gain a game"""


@dataclass(frozen=True, kw_only=True)
class DecisionGain(LookAhead):
    """Of one kind of decision."""

    decision: str
    """which decision"""


@dataclass(frozen=True, kw_only=True)
class ActionGain(LookAhead):
    """Of the choices in which one action was taken."""

    decision: str
    """which decision"""
    action: str
    """the action taken, in words"""


@dataclass(frozen=True, kw_only=True)
class PlanGain(LookAhead):
    """Of a plan, at all its decisions."""

    strategy: str
    """name of the plan"""
    signal: float | None
    """correlation of the win shares of a choice's actions in one half of the worlds with those in the other half: 1 where all differences
    are worth, 0 where all are luck"""
    decisions: tuple[DecisionGain, ...]
    """by what is decided, in the order of the game"""
    actions: tuple[ActionGain, ...]
    """by the action taken: those that were looked at 30 times or more, the greatest gain a game first"""


@dataclass(frozen=True, kw_only=True)
class RegretCell:
    """One number of players of one variant."""

    variant: str | None = None
    """name of the variant; only when the run has variants"""
    players: int
    """number of players"""
    deals: int
    """deals looked at"""
    games: int
    """games, of each of which one choice was looked at"""
    playouts: int
    """games that were played on from them"""
    unended: int
    """of these, games that did not end: the stall rule says who wins"""
    every: LookAhead
    """all plans together"""
    plans: tuple[PlanGain, ...]
    """the plans, in the order of the run"""


@dataclass(frozen=True, kw_only=True)
class FieldMember:
    """A strategy of the field."""

    strategy: str
    """its name"""
    share: float
    """part of the seats it is drawn into"""
