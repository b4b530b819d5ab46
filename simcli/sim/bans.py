"""Bans, musts, grants and swaps of a run in the form the playout loop takes them: bit masks of items, and copies by item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import ALL, ByPlayer, Restrictions
from simcli.engine.header import BAN_WORDS
from simcli.game import Catalogue, Record


def apply_restrictions(restrictions: Restrictions, catalogue: Catalogue, names: Sequence[str], records: Record, scratch: Record) -> None:
    """Writes the bans and musts into the strategies' records (`names` in their order) and into the seats of a scratch record, and what
    players start with and are dealt in place of what stood there."""
    _apply_masks("banned", restrictions.bans, catalogue, names, records, scratch)
    _apply_masks("must", restrictions.musts, catalogue, names, records, scratch)
    scratch[0]["grants"] = int(bool(restrictions.grants or restrictions.swaps))
    _apply_copies("granted", restrictions.grants, catalogue, names, records, scratch)
    _apply_copies("swapped", restrictions.swaps, catalogue, names, records, scratch)


def _apply_masks(field: str, chosen: ByPlayer, catalogue: Catalogue, names: Sequence[str], records: Record, scratch: Record) -> None:
    index = {item.id: i for i, item in enumerate(catalogue.items)}
    for player, ids in chosen.items():
        mask = mask_of(index[name] for name in ids)
        if player == ALL:
            scratch[0][f"seat_{field}"][:] |= mask
        elif player in names:
            records[names.index(player)][field][:] |= mask
        else:
            scratch[0][f"seat_{field}"][int(player.removeprefix("seat ")) - 1] |= mask


def _apply_copies(field: str, chosen: ByPlayer, catalogue: Catalogue, names: Sequence[str], records: Record, scratch: Record) -> None:
    index = {item.id: i for i, item in enumerate(catalogue.items)}
    scratch[0][f"seat_{field}"][:] = 0
    records[field][:] = 0
    for player, ids in chosen.items():
        for number in (index[name] for name in ids):
            if player == ALL:
                scratch[0][f"seat_{field}"][:, number] += 1
            elif player in names:
                records[names.index(player)][field][number] += 1
            else:
                scratch[0][f"seat_{field}"][int(player.removeprefix("seat ")) - 1, number] += 1


def mask_of(items: Iterable[int]) -> NDArray[np.uint64]:
    """uint64[words]: the bits of item numbers."""
    mask = [0] * BAN_WORDS
    for i in items:
        mask[i >> 6] |= 1 << (i & 63)
    return np.array(mask, np.uint64)
