"""The run that says what the items of a config are worth: each of a kind banned, forced and dealt in turn, beside the games with free
choice."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from simcli.base.several import Assignments
from simcli.config.data.components import read_components
from simcli.config.data.options import read_options
from simcli.config.data.restrictions import BAN, MUST, SWAP
from simcli.config.run.each_item import FIRST_SEAT, kinds_to_ban, listing_option
from simcli.config.run.resolve import load_config, read_config
from simcli.config.run.resolved import ResolvedRun
from simcli.config.run.sets import refuse_variants
from simcli.config.yaml.problems import Problems
from simcli.errors import UserError, nearest
from simcli.game import Item
from simcli.report import formatting as fmt


def load_cards(
    config: str | Path | Mapping[str, object],
    kind: str = "",
    *,
    player: str = FIRST_SEAT,
    tolerance: str = "",
    sets: Assignments = (),
    deals: int | None = None,
    seed: int | None = None,
    players: int | Sequence[int] = (),
) -> ResolvedRun:
    """Run of a config in which each item of `kind` is banned in turn for `player` (a seat, or a strategy that meets others), must be taken
    in turn, and where chance deals the kind to players is dealt to it in turn.

    Without `kind` it is the one the config's report is about, or the only one that can be banned. The name (or id) of one item stands for
    its kind: the same games, with an answer about that item. `tolerance` stands for the config's own.
    The rest is as in `load_config`. UserError with every problem found.
    """
    problems = Problems()
    document = read_config(config, sets, deals, seed, problems, players)[1]
    refuse_variants(document, problems, "`simcli run` answers what it asks; name a config without")
    problems.raise_any()
    run = load_config(config, sets, deals, seed, players=players)
    asked = _item(run, kind)
    chosen = _kind(run, kind) if asked is None else asked.kind
    is_dealt = chosen in kinds_to_ban(run.game.catalogue(run.components, run.options).items, SWAP)
    every = {BAN: chosen, MUST: chosen} | ({SWAP: chosen} if is_dealt else {}) | ({} if player == FIRST_SEAT else {"for": player})
    who = "a seat" if player == FIRST_SEAT else player
    what = chosen.replace("_", " ")
    report = {"about": "cards", "question": f"What is each {what} worth to {who}?"}
    if asked is not None:
        report |= {"question": f"Is {asked.name} worth as much to {who} as other {fmt.plural(what)}?", "item": asked.id}
    laid = [f"every={json.dumps(every, ensure_ascii=False)}", f"report={json.dumps(report, ensure_ascii=False)}"]
    laid += [f"tolerance={tolerance}"] if tolerance else []
    return load_config(config, (*sets, *laid), deals, seed, players=players)


def _item(run: ResolvedRun, name: str) -> Item | None:
    """The item in question by its id or name; None for a kind. UserError for the name of several."""
    items = run.game.catalogue(run.components, run.options).items
    kinds = kinds_to_ban(items)
    able = [item for item in items if item.id in kinds.get(item.kind, ())]
    found = [item for item in able if item.id == name] or [item for item in able if _plain(name) in (_plain(item.id), _plain(item.name))]
    if name in kinds or not found:
        return None
    if len(found) > 1:
        ids = ", ".join(f"{item.id} ({item.kind})" for item in found)
        raise UserError.of(
            f"KIND {name}", f"{len(found)} items of {run.game.title} are called '{found[0].name}'", f"name one by its id: {ids}"
        )
    return found[0]


def _plain(name: str) -> str:
    """A name as it may be typed: any case, spaces or underscores."""
    return " ".join(name.replace("_", " ").casefold().split())


def _kind(run: ResolvedRun, kind: str) -> str:
    """The kind in question. UserError for one that no player can be denied, and where several come into question."""
    kinds, known, can = _able(run)
    wanted = kind or (run.report.kind if run.report.kind in kinds else "") or (next(iter(kinds)) if len(kinds) == 1 else "")
    if wanted in kinds:
        return wanted
    if not wanted:
        have = "several kinds of items that can be banned" if kinds else "no items that players take or use by choice"
        what = f"{run.game.title} has {have}"
        raise UserError.of("KIND", what, f"name one: {known}" if kinds else can)
    raise UserError.of(f"KIND {wanted}", *not_bannable(run, wanted))


def _able(run: ResolvedRun) -> tuple[dict[str, list[str]], str, str]:
    """The kinds that a player can be denied, with their items; their names with numbers; and that these can be asked about."""
    kinds = kinds_to_ban(run.game.catalogue(run.components, run.options).items)
    known = ", ".join(f"{name} ({len(ids)})" for name, ids in kinds.items())
    return kinds, known, f"can be asked about: {known}" if kinds else "nothing can be banned in this game"


def not_bannable(run: ResolvedRun, kind: str) -> tuple[str, str]:
    """Why a kind cannot be asked about, and what can be done instead."""
    items, (kinds, _, can) = run.game.catalogue(run.components, run.options).items, _able(run)
    option = listing_option(kind, items, read_options(read_components(run.game).get("options"), Problems()), run.components)
    if option is not None:
        what = (
            f"what '{option.id}' of {run.game.title} lists lies open for all players: it is compared as variants, with each of them in play"
        )
        every = f"every={{{option.id}: {max(1, option.list_min)}}}"
        return what, shlex.join(["simcli", "run", run.config or "CONFIG", "--set", every, "--set", "report={about: variants}"])
    if kind in {item.kind for item in items}:
        return f"no player takes or uses a {kind.replace('_', ' ')} of {run.game.title} by choice, so it can be denied to none", can
    names = [item.name for item in items if item.bannable and not item.idle]
    return f"{run.game.title} has no kind of items and no item '{kind}'", nearest(kind, [*kinds, *names], can)
