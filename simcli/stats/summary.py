"""The summary of a run: frozen records that tables, charts and sentences read, and from which summary.json is written.

The line below a field describes it; docs/summary.schema.json and build/docs/records.md are made from these lines by
`tools/summary_docs.py`. A field that may be left out has None for its default: it is in the file only where it is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypedDict

from simcli.base.names import kinds_of
from simcli.base.restrictions import NOBODY, Restrictions
from simcli.stats.bounds import NO_INTERVAL as NO_INTERVAL
from simcli.stats.bounds import Interval as Interval
from simcli.stats.bounds import Share as Share
from simcli.stats.figures.registry import COMPARED
from simcli.stats.intervals import LEVEL
from simcli.stats.measured import FeelCell, RegretCell, ReplyResult, VarietyCell
from simcli.stats.records import Played, answered
from simcli.stats.records import Tolerance as Tolerance
from simcli.stats.records import dump_json as dump_json
from simcli.stats.records import to_json as to_json
from simcli.stats.verdicts import Fraction, OneOf, TestResult, Verdict

MANY_UNENDED = 0.05
"""Where more than this share of the games did not end, it is said first, and the rest of the games are not ranked."""
MANY_UNUSUAL = 0.02
"""Where more than this share of a plan's scores is not usual, it is said."""

Subject = Literal["stalls", "cards", "bans", "variants", "strategies", "seats", "items", "scores"]
Role = Literal["component", "marker", "situation"]

Quantiles = TypedDict("Quantiles", {"5": int | None, "25": int | None, "50": int | None, "75": int | None, "95": int | None})


@dataclass(frozen=True, kw_only=True)
class VariantChanges:
    """What a variant changes of the run's own rules."""

    name: str
    """name of the variant"""
    options: Mapping[str, Any]
    """options that differ from the run's"""
    patch: Mapping[str, Any]
    """patch applied on top of the run's"""
    restrictions: Restrictions = NOBODY
    """who is restricted, and how"""


@dataclass(frozen=True)
class ChangedValue:
    """A value that the run has otherwise than the game as printed."""

    variant: str | None
    """name of the variant; null where all variants have it"""
    path: str
    """where it stands, as in `patch`; `options` and a name for an option"""
    name: str
    """how it is spoken of, such as knight copies"""
    was: str
    """as printed"""
    now: str
    """as played"""


@dataclass(frozen=True)
class Histogram:
    """Final scores in bins, the same for all strategies of a cell."""

    low: int
    """score at the left end of the first bin"""
    width: int
    """points in a bin"""
    counts: tuple[int, ...]
    """player-games by bin, at most 60 bins"""


@dataclass(frozen=True)
class Level:
    """Those who held the same number of copies of an item at the end."""

    held: int
    """copies held"""
    or_more: bool
    """whether it is the last level the tally counts: that many or more"""
    player_games: int
    """player-games that ended so"""
    win_share: Fraction | None
    """their win share"""


@dataclass(frozen=True, kw_only=True)
class StrategyResult:
    """A strategy. With a single one, and at mirror tables, its win share is even by construction: bounds equal the estimate, no verdict."""

    name: str
    """name of the strategy"""
    even_share: float
    """1 / players"""
    player_games: int
    """seats it played, over all games"""
    unended: int
    """of these, seats in games that did not end: who wins them is for the stall rule to say, and they have no scores"""
    win_share: Share
    """its share of the wins, also of games that did not end; those of a shared victory share it"""
    win_share_se: float | None
    """standard error of the win share"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss: the interval errs on the wide side"""
    test: TestResult
    score_mean: Interval
    """points at the end of games that ended, as all that follows"""
    score_sd: float | None
    """standard deviation of single scores, in points"""
    score_quantiles: Quantiles
    """smallest score that at least this per cent of the player-games do not exceed"""
    score_histogram: Histogram | None
    """its scores in bins; null when no game ended"""
    unusual: int | None
    """player-games with a score that is not usual; null where the game does not say which are"""
    categories: Mapping[str, float | None]
    """mean points by score category"""
    held: Mapping[str, Interval] | None = None
    """mean copies held at the end, or how often it was done, by item id: of items counted by strategy; only with several strategies"""


@dataclass(frozen=True, kw_only=True)
class SeatResult:
    """A seat at the table; in a game with a start player a place in turn order, counted from the player who begins.

    Where a seat is restricted there are no verdicts on seats: their shares show what the ban is worth.
    """

    seat: int
    """number of the seat or place, from 1"""
    label: str
    """as a reader sees it: `seat 1`, or `1st to move`"""
    even_share: float
    """1 / players"""
    win_share: Share
    """share of the games won from there"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss: the interval errs on the wide side"""
    test: TestResult
    score_mean: Interval
    """points at the end"""
    categories: Mapping[str, Interval]
    """mean points by score category"""
    held: Mapping[str, Interval]
    """mean number of items held at the end of a game, by kind of item"""


@dataclass(frozen=True, kw_only=True)
class BanResult:
    """A restricted player: what may not be had, must be taken, is dealt, is there at the start, or is not seen. What restricts all
    alike is no row here."""

    player: str
    """a strategy, or `seat N` counted round the table"""
    items: tuple[str, ...]
    """ids of what may not be taken or used"""
    names: tuple[str, ...]
    """their names"""
    granted: tuple[str, ...] | None = None
    """ids of what it starts with, each as often as it is given; only where that is something"""
    granted_names: tuple[str, ...] | None = None
    """their names"""
    must: tuple[str, ...] | None = None
    """ids of what it takes wherever it may; only where that is something"""
    must_names: tuple[str, ...] | None = None
    """their names"""
    dealt: tuple[str, ...] | None = None
    """ids of what chance deals it, each as often as it is named; only where that is something"""
    dealt_names: tuple[str, ...] | None = None
    """their names"""
    blind: tuple[str, ...] | None = None
    """sights it does not have; only where that is something"""
    blind_names: tuple[str, ...] | None = None
    """what these mean in the game"""
    unweighed: bool | None = None
    """true where it weighs no feature that needs these sights, and so plays as it would with them; left out otherwise"""
    even_share: float
    """1 / players"""
    win_share: Share
    """win share of the restricted player"""
    without_ban: Share | None = None
    """its win share in the same deals without any restriction, which the verdict compares it with; only where seats may differ without"""
    luck: float | None = None
    """what of its win share is luck of these deals, as the same deals without any restriction tell; only where all seats are even then"""
    difference: Interval
    """win share less that without the restriction; or less the even share and the luck; exactly 0 where it changes no game"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss: the interval errs on the wide side"""
    test: TestResult


@dataclass(frozen=True, kw_only=True)
class PerCopy:
    """What a copy is worth of the item that one player is denied, in win share of this player; the deals are those of the bans."""

    used: float | None
    """copies that the player uses in a game in which it is not denied: has at the end, or as often as it is used; only games that ended"""
    lost: Interval
    """win share lost for each copy used; no bounds where none is"""
    against_kind: Interval
    """that less the median of its kind, of items used 0.05 times a game or more, with the same number of players; no bounds of an item
    that is used less, and of the only one of its kind"""
    test: TestResult
    """of `against_kind` with the tolerance, of the only item of its kind of what is lost; none of an item that is seldom used; all items
    of a run are one family"""
    worth_verdict: Verdict | None = None
    """verdict on what is lost against nothing: of `less` who goes without wins more; left out of an item that is seldom used"""


@dataclass(frozen=True, kw_only=True)
class Forced:
    """What a copy brings of the item that one player must take wherever it may, in win share of this player."""

    used: float | None
    """copies that the player uses in a game in which it must take the item; only games that ended"""
    gained: Interval
    """win share gained for each copy used there, against the same deals with free choice; no bounds where none is"""
    against_kind: Interval
    """that less the median of its kind, of items used there 0.05 times a game or more, with the same number of players; no bounds of an
    item that is used less, and of the only one of its kind"""
    test: TestResult
    """of `against_kind` with the tolerance, of the only item of its kind of what is gained; none of an item that is used less; all items of
    a run are one family"""
    gain_verdict: Verdict | None = None
    """verdict on what is gained against nothing; left out of an item that is used less"""


@dataclass(frozen=True, kw_only=True)
class ItemResult:
    """An item of the catalogue: a card, a guild, a board."""

    item: str
    """its id in the component files"""
    kind: str
    """what it is: guild, quest, building"""
    name: str
    """as printed"""
    role: Role
    """component; marker, which says who has a place at the table; situation, which says what a game was like"""
    provenance: str
    """official, derived or reconstructed"""
    offered: float | None
    """mean copies offered to a player in a game"""
    held: float | None
    """mean copies a player holds at the end"""
    holders: Share
    """share of the player-games that ended with a copy held"""
    offer_differs: bool
    """whether chance ever offered one player more copies than another: if not, no number of deals tells what an offer is worth"""
    win_share_if_offered: Share
    """win share of those who were offered a copy"""
    win_share_if_held: Share
    """win share of those who held a copy at the end"""
    win_share_if_not_held: Share
    """win share of those who held none"""
    per_copy_offered: Interval
    """change of the win share with each further copy offered: an experiment, since the cards fall at random"""
    per_copy_held: Interval
    """the same for copies held at the end: an association, since winners hold more of many cards"""
    p_offered: Fraction | None
    """p-value of "one more copy offered changes nothing" """
    p_bh: Fraction | None
    """the same, Benjamini and Hochberg's over all items of the run"""
    levels: tuple[Level, ...]
    """win share by copies held, up to the most that anybody held"""
    offered_in_place: Interval | None = None
    """change of the win share with one more copy offered in place of a typical item of its kind, all of the kind judged together; only of
    items dealt in packs of one size, where a copy more of one is a copy less of another"""
    p_in_place_bh: Fraction | None = None
    """p-value of "it is worth as much as a typical item of its kind", Benjamini and Hochberg's over all such items of the run"""
    held_in_place: Interval | None = None
    """change of the win share with one more copy held in place of a typical item of its kind, all of the kind judged together: an
    association; only where a run has variants, of the kinds it judges so"""
    points_in_place: Interval | None = None
    """the same in points of the score"""

    @property
    def offer(self) -> Interval:
        """What an offer is worth as it is printed: in place of a typical item where packs have one size, else for itself."""
        return self.per_copy_offered if self.offered_in_place is None else self.offered_in_place

    @property
    def holding(self) -> Interval:
        """The association with a copy held, as shown: in place of a typical item where the kind is judged together, else by itself."""
        return self.per_copy_held if self.held_in_place is None else self.held_in_place

    @property
    def p_offer(self) -> float | None:
        """The corrected p-value that is associated with it."""
        return self.p_bh if self.offered_in_place is None else self.p_in_place_bh


About = Literal["games", "strategy", "seat", "item"]
Figure = Annotated[str, OneOf(COMPARED)]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A figure of a variant less the same figure of the base, from deals that both played."""

    about: About
    """whose figure it is"""
    of: str | None
    """the strategy, the place or the item's id; null for all games"""
    figure: Figure
    """which figure: of items `holders` is the share of the players who end with a copy, the others are as their field in `items`"""
    part: str | None
    """of `points` the score category, of `held` the kind of item"""
    value: Interval
    """the difference; of shares a difference of shares"""
    differing: int
    """deals (or batches) in which the variant and the base differ in it; of runs that share none all of the smaller run; of figures per
    copy held the groups of deals; of stalled games those that stalled in either"""
    few_differ: bool
    """fewer than 30 such deals, and less than half of all: the interval of a share errs on the wide side"""
    saved: float | None
    """how many times the deals it would take to know it as well from deals of its own for each of the two"""
    test: TestResult


@dataclass(frozen=True, kw_only=True)
class CardResult:
    """An item that one player is denied, must take, and is dealt in place of a random one: three causes, beside an association."""

    players: int
    """number of players"""
    item: str
    """its id in the component files"""
    kind: str
    """what it is: guild, quest, building"""
    name: str
    """as printed"""
    player: str
    """who may not take or use it: a strategy, or `seat N` counted round the table"""
    used: float | None
    """copies that the player uses in a game without any ban: has at the end, or as often as it is used"""
    lost_per_copy: Interval
    """win share lost by the ban for each copy that the player uses without it, from the same deals: what a copy is worth, and what items
    are ranked by; no bounds of an item that is never used"""
    against_kind: Interval
    """that less the median of its kind, of items used 0.05 times a game or more: what items are judged by; no bounds of an item that is
    used less, and of the only one of its kind, which is judged by what is lost"""
    test: TestResult
    """of `against_kind`: strong or weak among its kind, or within the tolerance of its middle; none of an item that is seldom used"""
    worth_verdict: Verdict | None = None
    """verdict on what is lost per copy against nothing: of `less` who goes without wins more; left out of an item that is seldom used"""
    lost_if_banned: Interval
    """win share that the player loses by the ban, from the same deals: all copies together, so an item counts for more that players come
    to more often; null of an item that never came"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss: the interval errs on the wide side"""
    held: float | None
    """mean copies a player holds at the end of the games without any ban"""
    per_copy_held: Interval
    """change of a player's own win share with each further copy held at the end, in place of a typical item of the kind, all of the kind
    judged together, without any ban: an association, since players choose what they hold"""
    points_per_copy_held: Interval
    """the same in points of the score"""
    used_if_forced: float | None = None
    """copies that the player uses in a game in which it must take the item wherever it may; left out where that was not asked"""
    gained_if_forced: Interval | None = None
    """win share gained for each of these copies, from the same deals; no bounds of one that is never used, left out where it was not
    asked"""
    forced_against_kind: Interval | None = None
    """that less the median of its kind: what items are judged by that are seldom used without force"""
    forced_verdict: Verdict | None = None
    """verdict on that distance, of the only item of its kind on the gain; left out of an item that is seldom used even by force"""
    gain_verdict: Verdict | None = None
    """verdict on the gain against nothing: of `more` the player takes it too seldom; left out of an item that is seldom used even by
    force"""
    dealt_instead: Interval | None = None
    """win share gained where chance deals the player a copy in place of a random card, from the same deals; left out where that was not
    asked"""
    dealt_verdict: Verdict | None = None
    """verdict on that against nothing, which is the mean of all cards dealt"""


@dataclass(frozen=True, kw_only=True)
class PairResult:
    """Two items that help each other: what holding both is associated with beyond each by itself, and beyond a typical pair."""

    items: tuple[str, str]
    """their ids in the component files"""
    names: tuple[str, str]
    """their names"""
    held_both: Fraction
    """share of the player-games that end with a copy of both"""
    points: Interval
    """points of the score beyond those of each by itself, less those of a typical pair: an association; where several copies are held
    (`copies`) what one copy more of the one adds to each copy of the other, beyond what their pairs with all others say"""
    win_share: Interval
    """the same in win share of one player"""
    p: Fraction | None
    """p-value of "the points are those of a typical pair", uncorrected"""
    p_bh: Fraction | None
    """the same after Benjamini and Hochberg's correction over all pairs judged in the run"""


@dataclass(frozen=True, kw_only=True)
class PairsResult:
    """The pairs of items of a kind that help each other, with one number of players, in the games without any ban."""

    players: int
    """number of players"""
    kind: str
    """what the items are: guild, quest, building"""
    judged: int
    """pairs of which enough is known; in a kind of more than 12 items only of items of which nobody ever holds two copies"""
    helping: int
    """of these, pairs that help each other for certain (false discoveries of 5 %), with half of the points of the strongest or more"""
    pairs: tuple[PairResult, ...]
    """those, the most points first, at most 20"""
    copies: Literal[True] | None = None
    """that points and win share are for each copy of both, as several are held; left out where nobody holds two"""


Tested = StrategyResult | SeatResult | BanResult
"""Whose win share is compared with the even share."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One number of players of one variant."""

    variant: str | None = None
    """name of the variant; only when the run has variants"""
    base: str | None = None
    """name of the variant, or run, it is compared with; only where it is"""
    paired_by: Literal["game", "deal", "batch", "nothing"] | None = None
    """what both have in common: every game (two runs of the same), deals, batches of deals (where nothing finer is kept), or nothing that
    could be paired; only where it is compared"""
    players: int
    """number of players"""
    tolerance: float
    """half width of the band called even, as a difference of win shares"""
    deals: int
    """deals played"""
    games: int
    """games played, all rotations of all deals"""
    capped: int
    """games ended by the limit on decisions"""
    stalled: int
    """games ended because nobody could make progress"""
    stalled_share: Share
    """share of those games; its bounds take all games of a deal as one"""
    unended_share: Share
    """share of the games that did not end, `capped` and `stalled` together. They are in win shares, and in no other figure; a verdict on a
    win share holds whoever would have won them"""
    usual_scores: tuple[int, int] | None
    """lowest and highest score of players who play to win; null where the game does not say"""
    rounds_mean: Interval
    """length of a game in rounds"""
    decisions_mean: float | None
    """decisions of all players in a game"""
    forced_share: Fraction | None
    """share of the decisions with one legal action"""
    tie_share: Share
    """share of the games with a shared victory"""
    shared_by_all: bool | None = None
    """whether all players shared every game; only where they did"""
    winning_score_mean: Interval
    """best score of a game"""
    margin_mean: Interval
    """best minus second best score, in points"""
    strategies: tuple[StrategyResult, ...]
    """the strategies"""
    seats: tuple[SeatResult, ...]
    """the seats, or places in turn order"""
    bans: tuple[BanResult, ...] | None = None
    """the restricted players; only when somebody is restricted"""
    per_copy: PerCopy | None = None
    """what each copy is worth of the item that is denied; only where one player is denied items one after the other"""
    forced: Forced | None = None
    """what each copy brings of the item that must be taken; only where one player must take items one after the other"""
    categories: Mapping[str, float | None]
    """mean points by score category, over all strategies"""
    items: tuple[ItemResult, ...]
    """the items of the catalogue"""
    differences: tuple[Difference, ...] | None = None
    """how its figures differ from those of the base; only where there is one"""

    @property
    def restricted(self) -> tuple[BanResult, ...]:
        """The restricted players, none where nobody is."""
        return self.bans or ()

    @property
    def unended(self) -> int:
        """Games that did not end."""
        return self.capped + self.stalled

    @property
    def ended(self) -> int:
        """Games that ended by the rules."""
        return self.games - self.unended

    @property
    def is_contest(self) -> bool:
        """Whether somebody can win against another: not a player alone, nor players who win and lose together."""
        return self.players > 1 and not self.shared_by_all

    @property
    def rests_on_unended(self) -> bool:
        """Whether too many games did not end for the others to say much."""
        return self.unended > MANY_UNENDED * self.games


@dataclass(frozen=True, kw_only=True)
class Summary(Played):
    """A run."""

    SAID: ClassVar = answered("title", "the answer to the question of the run in a sentence")
    schema: Literal[2] = 2  # type: ignore[assignment]  # the one record of another version
    """version of this format"""
    deals: int = field(metadata={"after": "seed"})
    """most deals that any cell played"""
    games: int = field(metadata={"after": "deals"})
    """games of all cells"""
    stopped_by: str = field(metadata={"after": "games"})
    """the stop rule that ended the run"""
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    about: Subject | None = field(default=None, metadata={"after": "level"})
    """what the question of the run is about; only when the config says so"""
    about_kind: str | None = field(default=None, metadata={"after": "about"})
    """of which kind of items it asks, of several with a comma between; only when the config says so"""
    about_item: str | None = field(default=None, metadata={"after": "about_kind"})
    """the one it asks about: id of an item, name of a strategy, number of a seat; only when the config says so"""
    question: str | None = field(default=None, metadata={"after": "about_item"})
    """what it asks, in words; only when the config says so"""
    tables: str | None = field(default=None, metadata={"after": "behaviour"})
    """how the strategies are seated: mixed, mirror, fixed or drawn"""
    changes: tuple[ChangedValue, ...] | None = field(default=None, metadata={"after": "patch"})
    """every value that is not as printed, first those of all variants; only where there are any"""
    variants: tuple[VariantChanges, ...] | None = None
    """what each variant changes; only when the run has variants"""
    cards: tuple[CardResult, ...] | None = None
    """what each item is worth, for each number of players what is worth most first; only when each variant bans
    one item for one player, or makes it take one"""
    pairs: tuple[PairsResult, ...] | None = None
    """which of these items help each other; only where variants are nothing but bans"""
    feel: tuple[FeelCell, ...] | None = None
    """how the games feel to play, counted in games of their own, for each number of players from two and variant; only where it was asked
    for"""
    regret: tuple[RegretCell, ...] | None = None
    """how far the players are from good play, looked at in games of their own under the rules of the base, for each number of players from
    two; only where it was measured"""
    reply: ReplyResult | None = None
    """what a player wins who was tuned to beat the players of the run; only where it was measured"""
    no_reply: str | None = None
    """why that was not measured; of a run that was played, where there is no `reply`"""
    variety: tuple[VarietyCell, ...] | None = None
    """how many of the plans are worth playing, from matchups of their own, for each number of players from two and variant; only where it
    was asked for"""
    measured: Mapping[str, Any] | None = None
    """what studies of other packages have measured, by their names; only where any was asked for"""
    cells: tuple[Cell, ...] = ()
    """one for each number of players; with variants one for each variant and number of players, variant by variant"""

    @cached_property
    def played(self) -> tuple[Cell, ...]:
        """The cells with games."""
        return tuple(cell for cell in self.cells if cell.games)

    @property
    def about_kinds(self) -> tuple[str, ...]:
        """The kinds of items it asks about; none when it asks about any."""
        return kinds_of(self.about_kind or "")

    @property
    def has_variants(self) -> bool:
        """Whether the run played several variants."""
        return any(cell.variant is not None for cell in self.cells)
