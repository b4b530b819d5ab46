"""How far the players of a run can be beaten, in words and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.game import Beaten
from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, Column, View
from simcli.stats.bounds import Interval
from simcli.stats.measured import USE, ReplyResult
from simcli.studies.reply.estimate import is_even

NOT = "How far these players can be beaten is not measured"
TOO_SHORT = f"{NOT} in a run this short."
NOT_YET = f"{NOT} yet."
TURNED_OFF = f"{NOT}: `measure` turns it off."
NOT_ASKED = f"{NOT}: the run measures"
MAY_CHANGE = "better play may change verdicts"


def not_asked(measure: Sequence[str]) -> str:
    """Of a run that asks for other things, or for nothing."""
    return f"{NOT_ASKED} {fmt.listing(measure)} alone." if measure else TURNED_OFF


def cannot(what: str, hint: str) -> str:
    """Of a run where something stands in the way."""
    return f"{NOT}: {what} ({hint})."


def known(found: Beaten) -> str:
    """How far the plans that come with a game are known to be beaten, for runs that do not measure it of their own players."""
    share, even = Interval(found.low, found.share, found.high), Interval(None, 1 / found.players, None)
    text = f"With {fmt.number_word(found.players)} players a tuned player wins {fmt.instead(share, even)} against {found.against}"
    return f"{text}; {MAY_CHANGE}: see {found.page}."


def is_by_choice(text: str) -> bool:
    """Whether it is only to be asked for."""
    return text.startswith((TOO_SHORT, NOT_YET, TURNED_OFF, NOT_ASKED))


def sentence(found: ReplyResult) -> str:
    """What the reply wins at least, and whether verdicts among these players are to be used."""
    trusted = found.trust == USE
    where = f" in {found.variant}" if found.variant is not None else ""
    if all(map(is_even, found.shares)):
        return f"Players: no search{where} found one that wins more than an even share against these, which says little of better ones."
    worst = max(found.shares, key=lambda row: row.gain.known)
    wins = fmt.instead(worst.win_share, Interval(None, worst.even_share, None))
    where += fmt.at_tables([worst.players], [row.players for row in found.shares])
    if not found.tuned:
        lead = f"Players: {found.start} wins {wins} against these{where}, and no search found better"
        return f"{lead}; {'that says little of better ones' if trusted else MAY_CHANGE}."
    verdicts = "verdicts can be used as far as such a search shows" if trusted else MAY_CHANGE
    return f"Players: a tuned player wins {wins} against these{where}; {verdicts}."


def next_step(found: ReplyResult, game: str, longer: str, has_league: bool) -> str:
    """What to do next: play against stronger players, or search longer."""
    if found.trust == USE:
        return f"A longer search: `{longer}`."
    if has_league:
        return "Stronger players: `strategies: {field: league}`, without `tables`."
    worst = max(found.shares, key=lambda row: row.gain.known)
    return f"Stronger players: `simcli league {game} --players {worst.players}`."


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
    how = f"{fmt.count(found.searched)} weights of a strategy were searched in {fmt.count(found.generations)} generations, from those of "
    how += f"{found.start}, which of all known plans wins most against these players, with {found.against}. "
    how += "" if found.tuned else f"No better ones were found, so that {found.start} itself was judged. "
    how += "What it wins was judged on deals that the search has not seen. "
    how += "It is a lower bound: it says how badly the players play at least, not how badly at most. "
    return how + "reply.yaml in the run folder is the player, as a strategy file."
