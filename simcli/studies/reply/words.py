"""How far the players of a run can be beaten, in words and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.config.run.measures import ALL_GAMES
from simcli.game import Beaten
from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, Column, View
from simcli.stats.bounds import Interval
from simcli.stats.measured import CARE, ENOUGH, USE, ReplyResult, ReplyShare
from simcli.studies.reply.estimate import is_even

POINTS = f"{100 * ENOUGH:.0f} points"
NOT = "How far these players can be beaten is not measured"
TOO_SHORT = f"{NOT} in a run this short: it takes about {round(ALL_GAMES, -3):,} games of its own."
NOT_YET = f"{NOT} yet."
TURNED_OFF = f"{NOT}: `measure` turns it off."
NOT_ASKED = f"{NOT}: the run asks for"


def not_asked(measure: Sequence[str]) -> str:
    """Of a run that asks for other things, or for nothing."""
    return f"{NOT_ASKED} {fmt.listing(measure)} alone." if measure else TURNED_OFF


def cannot(what: str, hint: str) -> str:
    """Of a run where something stands in the way."""
    return f"{NOT}: {what} ({hint})."


def known(found: Beaten) -> str:
    """How far the plans that come with a game are known to be beaten, for runs that do not measure it of their own players."""
    wins = f"{fmt.percent(found.share)} {fmt.interval(Interval(found.low, found.share, found.high))}"
    text = f"With {fmt.players_text(found.players)} a tuned player is known to win {wins} among copies of {found.against}, where "
    return text + f"{fmt.even_percent(1 / found.players)} is even ({found.page}). Read the verdicts here with care."


def is_by_choice(text: str) -> bool:
    """Whether it is only to be asked for."""
    return text.startswith((TOO_SHORT, NOT_YET, TURNED_OFF, NOT_ASKED))


def sentence(found: ReplyResult) -> str:
    """What the reply wins at least, and whether verdicts among these players are to be used."""
    games = f"{fmt.count(found.games)} games"
    where = f" under the rules of {found.variant}" if found.variant is not None else ""
    if all(map(is_even, found.shares)):
        return f"A search of {games}{where} found no player that wins more than an even share against these players. {_trust(found)}"
    several = len(found.shares) > 1
    wins = fmt.listing([_wins(row, several=several) for row in found.shares])
    if found.tuned:
        text = f"A player tuned for {games}{where} against these players wins {wins}"
    else:
        text = f"A search of {games}{where} found no player that wins more against these players than {found.start}, which wins {wins}"
    return f"{text}; a longer search may find one that wins more. {_trust(found)}"


def _wins(row: ReplyShare, *, several: bool) -> str:
    """`61.2 % [59.0, 63.4] with 4 players (an even share is 25 %)`."""
    few = " (few wins)" if row.few_wins else ""
    bounds = f" {fmt.interval(row.win_share)}" if row.win_share.bounds else ""
    players = f" with {fmt.players_text(row.players)}" if several else ""
    return f"{fmt.percent(row.win_share.value)}{bounds}{few}{players} (an even share is {fmt.even_percent(row.even_share)})"


def _trust(found: ReplyResult) -> str:
    """What that means for the verdicts of the run."""
    if found.trust == USE and not found.tuned:
        text = f"That is not more than {POINTS} above even, so it does not speak against the verdicts here; but a search that finds "
        return text + "nothing better than a known plan says little of the players."
    if found.trust == USE:
        return f"That is not more than {POINTS} above even: as far as such a search can tell, the verdicts here are to be used."
    if found.trust == CARE:
        return f"That is more than {POINTS} above even: read the verdicts here with care, since better players may turn them over."
    return f"Whether that is more than {POINTS} above even is open: read the verdicts here with care."


def next_step(found: ReplyResult, game: str, longer: str, has_league: bool) -> str:
    """What to do next: ask the same of stronger players, or search longer."""
    search = f"A longer search for such a player: `{longer}`."
    if found.trust == USE:
        return search
    if has_league:
        stronger = "The same question of stronger players: `strategies: {field: league}`, without `tables`."
    else:
        worst = max(found.shares, key=lambda row: row.gain.known)
        league = f"simcli league {game} --players {worst.players}"
        stronger = f"Stronger players to ask the same of: `{league}` makes a field of them."
    return f"{stronger} {search}"


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
