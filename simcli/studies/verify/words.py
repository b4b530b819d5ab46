"""The result of playing a part of a run again, in a sentence and as a table."""

from __future__ import annotations

from dataclasses import asdict

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.view import NUMBER, TEXT, Column, View
from simcli.studies.verify.record import FORGED, Verified


def answer(found: Verified) -> Answer:
    """Whether the figures come from these rules and players, and what would have been found."""
    other = [name for name, same in found.files.items() if not same]
    part = fmt.percent(found.deals_again / found.deals)
    if found.differing:
        count = f"{len(found.differing)} of {len(found.again)}"
        claim = f"These counts do not come from these rules and players: {count} sums of deals, played again, differ."
    elif other:
        claim = f"The counts are right, but {fmt.listing(other)} of the folder does not show what they give."
    else:
        claim = f"These figures come from these rules and players: {part} of the deals, played again, are the same."
    if len(found.again) == found.lines:
        sure = "All deals were played again."
    else:
        chances = [f"{fmt.percent(found.found_with(part), 0)} if {fmt.percent(part, 0)} of the deals were" for part in FORGED]
        sure = f"Forged counts would have been found with a probability of {fmt.listing(chances)}."
    because = [f"Drawn with seed {found.seed}, lines of the log by their deals; `--percent` plays more again."]
    if other:
        because.append("`simcli report` writes the page again; another version of simcli may have worded it otherwise.")
    return Answer(claim, sure, because)


def again_view(found: Verified) -> View:
    """A line for each cell."""
    columns = (Column("Played again", TEXT), Column("Sums", NUMBER), Column("Deals", NUMBER), Column("Differ", NUMBER))
    cells = grouped((line.cell, line) for line in found.again)
    rows = [
        (cell, fmt.count(len(lines)), fmt.count(sum(line.deals for line in lines)), fmt.count(sum(not line.agrees for line in lines)))
        for cell, lines in cells.items()
    ]
    return View("Sums of deals in the log that were played again", columns, tuple(rows))


def data_of(found: Verified) -> dict[str, object]:
    """What JSON says of it."""
    return {
        "identity": found.identity,
        "answer": answer(found).claim,
        "confidence": answer(found).sure,
        "agrees": found.agrees,
        "seed": found.seed,
        "draws": found.draws,
        "deals": found.deals,
        "deals_again": found.deals_again,
        "found_with": {str(part): found.found_with(part) for part in FORGED},
        "lines": found.lines,
        "lines_again": len(found.again),
        "differing": [asdict(line) for line in found.differing],
        "files": dict(found.files),
    }
