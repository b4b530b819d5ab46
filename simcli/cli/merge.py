"""`simcli merge`: one run of the shards that machines have played which share nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simcli.terminal.common import argument, with_options
from simcli.terminal.records import OfMerge

EXAMPLES = ("simcli run guildes/seats --deals 1000000 --shard 1/3 --out part-1", "simcli merge part-1 part-2 part-3 --out whole")


@with_options
def merge(shards: Annotated[list[Path], argument("Folders of all shards of a run.", "SHARD...")], common: OfMerge) -> int:
    """Makes one run of its shards, with the same bytes as if one machine had played it, and prints it."""
    from simcli.cli.folders import merge_shards

    return merge_shards(shards, common)
