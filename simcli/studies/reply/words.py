"""How far the players of a run can be beaten, in words and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.game import Beaten
from simcli.report import formatting as fmt
from simcli.report.page import NOT_CHECKED, NOT_MEASURED
from simcli.report.table.view import TEXT, Column, View
from simcli.stats.bounds import Interval
from simcli.stats.measured import ReplyResult, ReplyShare

NOT = NOT_MEASURED
TOO_SHORT = f"{NOT} in a run this short."
NOT_YET = f"{NOT} yet."
TURNED_OFF = f"{NOT}: `measure` turns it off."
NOT_ASKED = f"{NOT}: the run measures"
NO_SEARCH = "What `search` wins among them is not measured."


def not_asked(measure: Sequence[str]) -> str:
    """Of a run that asks for other things, or for nothing."""
    return f"{NOT_ASKED} {fmt.listing(measure)} alone." if measure else TURNED_OFF


def cannot(what: str, hint: str) -> str:
    """Of a run where something stands in the way."""
    return f"{NOT}: {what} ({hint})."


def known(found: Beaten) -> str:
    """How far the plans that come with a game are known to be from good play, for runs that do not measure it of their own players."""
    share, even = Interval(*found.tuned), Interval(None, 1 / found.players, None)
    gain = f"about {round(100 * found.look_ahead[1])} in 100 games more"
    text = f"With {fmt.number_word(found.players)} players look-ahead would win {gain} than {found.against}: see {found.page}. "
    if is_above(share, even.known):
        text += f"A tuned player wins {fmt.instead(share, even, least=True)}."
    else:
        text += f"{fmt.capital(OPEN)}."
    ahead = fmt.listing([f"{fmt.spoken(Interval(*won))} with {playouts} playouts" for playouts, won in sorted(found.ahead.items())])
    return f"{text} {f'Among them `search` wins {ahead}.' if ahead else NO_SEARCH}"


def known_of_learned(found: Beaten, share: tuple[float, float, float]) -> str:
    """The same where learned players sit, who win this share among those plans."""
    wins = fmt.instead(Interval(*share), Interval(None, 1 / found.players, None))
    return f"With {fmt.number_word(found.players)} players `learned` wins {wins} among {found.against}: see {found.page}."


OPEN = "no search is certain to win more than an even share"
"""Of searches that found nothing, which bounds nothing."""


def is_above(share: Interval, even: float) -> bool:
    """Whether it is certainly more than an even share."""
    return share.low is not None and share.low > even


def is_by_choice(text: str) -> bool:
    """Whether it is only to be asked for."""
    return text.startswith((TOO_SHORT, NOT_YET, TURNED_OFF, NOT_ASKED))


def sentence(found: ReplyResult) -> str:
    """What the reply wins at least. Searches that found nothing say nothing of the players."""
    worst = _worst(found)
    where = f" in {found.variant}" if found.variant is not None else ""
    where += fmt.at_tables([worst.players], [row.players for row in found.shares])
    if not is_above(worst.win_share, worst.even_share):
        return f"Players: {OPEN} against these{where}; how far they can be beaten is open."
    who = "a tuned player" if found.tuned else found.start
    return f"Players: {who} wins {fmt.instead(worst.win_share, Interval(None, worst.even_share, None), least=True)} against these{where}."


def line(found: ReplyResult | None, why_not: str | None, width: int) -> str:
    """How good the players are, in a line of a terminal: the sentence where it fits, else in a word; '' while the run is not finished."""
    if found is None:
        return NOT_CHECKED if why_not else ""
    text, worst = sentence(found), _worst(found)
    if len(text) <= width:
        return text
    return "players: can be beaten" if is_above(worst.win_share, worst.even_share) else "players: no search beats them"


def _worst(found: ReplyResult) -> ReplyShare:
    """The number of players with which they are beaten by most, for certain."""
    return max(found.shares, key=lambda row: (-1.0 if row.gain.low is None else row.gain.low, row.gain.known))


def next_step(found: ReplyResult, game: str, longer: str, has_league: bool) -> str:
    """What to do next: play against stronger players, or search longer."""
    worst = _worst(found)
    if not is_above(worst.win_share, worst.even_share):
        return f"A longer search: `{longer}`."
    if has_league:
        return "Stronger players: `strategies: {field: league}`, without `tables`."
    return f"Stronger players: `simcli league {game} --players {worst.players}`."


def searches_view(found: ReplyResult) -> View:
    """How each search fared."""
    names = ("Seed", "Distance", "Games", "Wins where the best was chosen")
    rows = tuple((one.start, str(one.seed), f"{one.distance:.2f}", fmt.count(one.games), fmt.percent(one.share)) for one in found.searches)
    return View("The searches, by the plans they began with", (Column("Start", TEXT), *map(Column, names)), rows)


def view(found: ReplyResult) -> View:
    """What it wins, for each number of players."""
    names = ("Win share", "95 % interval", "Even share", "Gain, points", "95 % interval", "Fresh deals")
    rows = tuple(
        (
            fmt.players_text(row.players),
            *(fmt.percent(row.win_share.value), fmt.interval(row.win_share), fmt.even_percent(row.even_share)),
            *(fmt.signed(row.gain.value), fmt.signed_interval(row.gain), fmt.count(row.deals)),
        )
        for row in found.shares
    )
    return View("What the best player found wins against these", (Column("Players", TEXT), *map(Column, names)), rows)


def lead(found: ReplyResult) -> str:
    """How it was searched and judged."""
    starts = list(dict.fromkeys(one.start for one in found.searches))
    how = f"{fmt.count(found.searched)} weights of a strategy were searched {fmt.count(len(found.searches))} times, with {found.against}. "
    how += f"The searches began with {starts[0]}, which of all known plans wins most against these players"
    how += f", and with {fmt.listing(starts[1:])}, far from them in weights" * (len(starts) > 1)
    how += f"; the best went on. They had {fmt.count(found.games)} games in all. "
    how += "" if found.tuned else f"None found more than {found.start}, so that {found.start} itself was judged. "
    how += "What it wins was judged on deals that neither the searches nor the choice among them has seen. "
    how += "It is a lower bound: these players can be beaten so far at least, and a search that fails is no praise of them. "
    return how + "reply.yaml in the run folder is the player, as a strategy file."
