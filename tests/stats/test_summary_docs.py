"""What docs say of a summary and a tally is what the declarations say."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import summary_docs

from simcli.stats import measured, summary, verdicts
from simcli.studies.feel import estimate as feel
from simcli.studies.fix import estimate as fix
from simcli.studies.ladder import estimate as ladder
from simcli.studies.league import estimate as league
from simcli.studies.learn import estimate as learn
from simcli.studies.matchups import estimate as matchups
from simcli.studies.sensitivity import estimate as sensitivity
from simcli.studies.tune import estimate as tune

NO_JSON = {"Subject", "Won"}
"""Records that no JSON file holds."""


def test_docs_are_as_the_declarations_make_them():
    for path, text in summary_docs.pages().items():
        assert path.read_text("utf-8") == text, f"{path.name} is out of date: python tools/summary_docs.py"


def test_every_record_has_a_table_and_every_field_words():
    text = summary_docs.records_page()
    own = [
        kind
        for module in (summary, matchups, feel, measured, sensitivity, fix, league, ladder, tune, learn)
        for kind in vars(module).values()
        if getattr(kind, "__module__", "") == module.__name__
    ]
    records = {kind for kind in own if hasattr(kind, "__dataclass_fields__") and not kind.__name__.startswith("_")}
    built = {record for top in summary_docs.RECORDS.values() for record in summary_docs.records(top)}
    assert len(built) >= 40
    for record in built:
        table = text.split(f"\n### {record.__name__}\n", 1)[1].split("\n##", 1)[0]
        for column in summary_docs.columns(record, with_tests=False):
            assert column.hint is verdicts.TestResult or (column.line and f"\n| `{column.name}` | " in table), (record, column.name)
            assert column.line in table
    assert verdicts.TestResult in built
    assert {record.__name__ for record in records - built} == NO_JSON


def test_every_link_of_the_records_leads_to_a_record():
    text = summary_docs.records_page()
    assert set(re.findall(r"\]\(#(\w+)\)", text)) <= {name.lower() for name in re.findall(r"(?m)^### (\w+)$", text)}


def test_no_page_of_docs_keeps_what_is_built():
    for page in summary_docs.DOCS.glob("*.md"):
        assert "| key | value | meaning |" not in page.read_text("utf-8"), page.name


def test_every_part_of_a_tally_is_told():
    table = summary_docs.tally_table().splitlines()[2:]
    assert all(row.split("|")[4].strip() for row in table)
    assert table[1] == "| `strategy_share` | ratio | strategies, 5 | c = player-games of all games, y = win share in sixtieths |"
    assert len(table) == 31
