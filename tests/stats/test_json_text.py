"""The text of a JSON file is that of `json.dumps`, written faster."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from simcli.stats.records import dump_json, json_text, to_json
from tests.report.samples import make


class Place(IntEnum):
    FIRST = 1


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        "a",
        {"a": {}, "b": [], "c": (), "": [[], [{}], "x"]},
        {"text": 'quotes " and \\ and ä \U0001f600', "numbers": [0, -1, 1.5, -0.0, 1e-300, 1e22, 10**30, 0.1 + 0.2], "none": None},
        {2: True, 2.5: False, None: 1, False: [Place.FIRST, np.float64(0.25)]},
        [[1, [2, [3, {"deep": (4, 5)}]]]],
    ],
)
def test_it_is_what_json_dumps(data: Any) -> None:
    assert json_text(data) == json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, object(), {"a": math.nan}, {(1, 2): 3}])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        json_text([value])


@pytest.mark.parametrize("kind", ["small", "large"])
def test_records_are_written_as_their_plain_data_are(kind: str) -> None:
    """With the words of the record behind their field; control characters of names are escapes."""
    summary = replace(make(kind), title="\x1b[2J \u202e \x85")

    def words(record: object) -> tuple[object, ...]:
        return ("a \x9b word", "", [{"rows": 1.5}]) if record is summary else ()

    text = dump_json(summary, words)
    assert text == json_text(to_json(summary, words))
    assert '"answer": "a \\u009b word"' in text
    assert '"answer_rows": [' in text
    assert '"confidence"' not in text
    assert json.loads(text)["title"] == summary.title
