"""What docs say of a summary and a tally is what the declarations say."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import summary_docs

from simcli.stats import measured, summary, verdicts
from simcli.studies.feel import estimate as feel
from simcli.studies.matchups import estimate as matchups


def test_docs_are_as_the_declarations_make_them():
    for path, text in summary_docs.pages().items():
        assert path.read_text("utf-8") == text, f"{path.name} is out of date: python tools/summary_docs.py"


def test_every_record_and_every_field_is_in_the_docs():
    text = (summary_docs.DOCS / "summary.md").read_text("utf-8")
    own = [
        kind
        for module in (summary, matchups, feel, measured)
        for kind in vars(module).values()
        if getattr(kind, "__module__", "") == module.__name__
    ]
    records = [kind for kind in own if hasattr(kind, "__dataclass_fields__") and not kind.__name__.startswith("_")]
    assert len(records) >= 10
    for record in {*records, verdicts.TestResult}:
        assert f"<!-- fields of {record.__name__} -->" in text
        assert all(f"`{column.name}`" in text for column in summary_docs.columns(record)), record


def test_every_part_of_a_tally_is_told():
    table = summary_docs.tally_table().splitlines()[2:]
    assert table[1] == "| `strategy_share` | ratio | strategies, 5 | c = player-games of all games, y = win share in sixtieths |"
    assert len(table) == 31
