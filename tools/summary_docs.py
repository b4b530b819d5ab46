"""What docs say of records, tallies and figures, written from the declarations by `python tools/summary_docs.py`.

Kept in docs: the JSON Schemas, and the table of docs/figures.md; `tests/stats/test_summary_docs.py` compares.
Built in build/docs: records.md, every record of every JSON file as a table, and tally.md, the parts of a tally.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints, is_typeddict

from simcli.base.restrictions import KEYS, Restrictions
from simcli.stats import measured, summary
from simcli.stats.bounds import Range, Share
from simcli.stats.figures.registry import FIGURES
from simcli.stats.records import Said, ordered
from simcli.stats.summary import Interval, Summary
from simcli.stats.verdicts import OneOf, TestResult
from simcli.studies.feel.estimate import Feel
from simcli.studies.fix.estimate import Fix
from simcli.studies.gate.judge import Gate
from simcli.studies.ladder.estimate import Ladder
from simcli.studies.league.estimate import League
from simcli.studies.learn.estimate import Learn
from simcli.studies.matchups.estimate import Matchups
from simcli.studies.regret.estimate import Regret
from simcli.studies.sensitivity.estimate import Sensitivity
from simcli.studies.tune.estimate import Tune
from simcli.tally_parts import PARTS, RATIO, Kind

DOCS = Path(__file__).parents[1] / "docs"
BUILT = DOCS.parent / "build" / "docs"
RECORDS = {
    "summary.json": Summary,
    "summary.json of matchups": Matchups,
    "feel.json": Feel,
    "regret.json": Regret,
    "sensitivity.json": Sensitivity,
    "fix.json": Fix,
    "league.json": League,
    "ladder.json": Ladder,
    "tune.json": Tune,
    "learn.json": Learn,
    "simcli gate --format json": Gate,
}
"""The record each JSON file holds."""
SIMPLE = {int: "integer", float: "number", str: "string", bool: "boolean"}
WORDS = {int: "whole number", float: "number", str: "text", bool: "true or false", Interval: "estimate", Any: "any"}


def told(record: type) -> dict[str, str]:
    """The line below each field of a record."""
    lines = told(record.__base__) if is_dataclass(record.__base__) and isinstance(record.__base__, type) else {}
    module = ast.parse(inspect.getsource(inspect.getmodule(record) or summary))
    body = next(node.body for node in module.body if isinstance(node, ast.ClassDef) and node.name == record.__name__)
    for node, below in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(below, ast.Expr):
            lines[node.target.id] = " ".join(str(ast.literal_eval(below.value)).split())
    return lines


class Column(NamedTuple):
    """A key of a record's JSON."""

    name: str
    hint: Any
    left_out: bool
    line: str


def columns(record: type, *, with_tests: bool = True) -> Iterator[Column]:
    """The keys of a record; those of restrictions, and `with_tests` those of a test, stand among those of their row."""
    hints, lines = get_type_hints(record, include_extras=True), told(record)
    said: tuple[Said, ...] = getattr(record, "SAID", ())
    for field in ordered(record):
        if hints[field.name] is TestResult and with_tests:
            yield from columns(TestResult)
        elif hints[field.name] is Restrictions:
            yield from (Column(key, Mapping[str, Any], True, told(Restrictions)[name]) for name, key in KEYS.items())
        else:
            yield Column(field.name, hints[field.name], field.default is None, "" if hints[field.name] is TestResult else lines[field.name])
        yield from (Column(one.key, one.hint, one.left_out, one.meaning) for one in said if one.after == field.name)


def optional(hint: Any) -> tuple[Any, bool]:
    """A type without None, and whether it may be null."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint, False
    kept = [arg for arg in get_args(hint) if arg is not type(None)]
    return (kept[0] if len(kept) == 1 else Union[tuple(kept)]), len(kept) < len(get_args(hint))  # noqa: UP007


def summary_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a run's summary.json."""
    return schema_of(Summary, "simcli summary, schema 2", "Estimates of one run.")


def schema_of(record: type, title: str, about: str) -> dict[str, Any]:
    """JSON Schema (2020-12) of a record and all it names."""
    made = _estimate()
    top = _record(record, made)
    return (
        _head(title, f"{about} Every share is a fraction of 1; null means that there is no such number. See summary.md.")
        | top
        | {"$defs": made}
    )


def _head(title: str, description: str) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "description": description}


def _estimate() -> dict[str, Any]:
    def bounds(**within: float) -> dict[str, Any]:
        numbers = 3 * [{"type": ["number", "null"]} | within]
        return {"type": "array", "prefixItems": numbers, "items": False, "minItems": 3, "description": inspect.getdoc(Interval)}

    return {"Interval": bounds(), "Share": bounds(minimum=0, maximum=1)}


def _record(record: type, made: dict[str, Any]) -> dict[str, Any]:
    """A record as an object; other records it names go into `made`."""
    properties, required = {}, []
    for name, hint, left_out, line in columns(record):
        properties[name] = _schema(optional(hint)[0] if left_out else hint, made) | {"description": line}
        required += [] if left_out else [name]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema(hint: Any, made: dict[str, Any]) -> dict[str, Any]:
    """A type as JSON Schema."""
    inner, may_be_null = optional(hint)
    if may_be_null:
        found = _schema(inner, made)
        if "enum" in found:
            return {"enum": [*found["enum"], None]}
        return found | {"type": [found["type"], "null"]} if "type" in found else {"anyOf": [found, {"type": "null"}]}
    if hint is Any:
        return {}
    if hint in SIMPLE:
        return {"type": SIMPLE[hint]}
    if hint == Share:
        return {"$ref": "#/$defs/Share"}
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"type": [SIMPLE[arg] for arg in args]}
    if origin is Annotated:
        if isinstance(args[1], OneOf):
            return {"enum": list(args[1].values)}
        bounds: Range = args[1]
        return _schema(args[0], made) | {"minimum": bounds.least} | ({} if bounds.most is None else {"maximum": bounds.most})
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _schema(args[0], made)}
    if is_typeddict(hint):
        keys = {key: _schema(part, made) for key, part in get_type_hints(hint).items()}
        return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
    if is_dataclass(hint) and hint.__name__ not in made:
        made[hint.__name__] = {}
        made[hint.__name__] = _record(hint, made) | {"description": inspect.getdoc(hint)}
    return {"$ref": f"#/$defs/{hint.__name__}"} if origin is None else {"type": "object", "additionalProperties": _schema(args[1], made)}


def records(top: type) -> list[type]:
    """A record and all it names, each once, in the order of their fields."""
    found: dict[type, None] = {top: None}
    for column in columns(top, with_tests=False):
        hints = [column.hint]
        while hints:
            hint = hints.pop()
            hints += get_args(hint)
            if isinstance(hint, type) and is_dataclass(hint):
                found |= dict.fromkeys(records(hint))
    return list(found)


def field_table(record: type) -> str:
    """The fields of a record as a table; those of a test, which several rows have, are one line."""
    lines = ["| key | value | meaning |", "|---|---|---|"]
    for column in columns(record, with_tests=False):
        if column.hint is TestResult:
            keys = ", ".join(f"`{one.name}`" for one in fields(TestResult))
            lines.append(f"| {keys} | | of the verdict: {_link(TestResult)} |")
        else:
            lines.append(f"| `{column.name}` | {_word(column.hint, left_out=column.left_out)} | {column.line} |")
    return "\n".join(lines)


def _word(hint: Any, *, left_out: bool = False) -> str:
    """A type in words."""
    inner, may_be_null = optional(hint)
    if may_be_null:
        return _word(inner) + ("" if left_out else " or null")
    if get_origin(hint) is Annotated:
        base, bounds = get_args(hint)
        return ", ".join(f"`{value}`" for value in bounds.values) if isinstance(bounds, OneOf) else _word(base)
    if hint in WORDS:
        return WORDS[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal or hint is summary.Role:
        return ", ".join(f"`{arg}`" for arg in args)
    if origin in (Union, types.UnionType):
        return " or ".join(map(_word, args))
    if origin is tuple:
        return f"list: {_word(args[0])}"
    if is_typeddict(hint):
        return "whole numbers or null by per cent"
    return f"{_word(args[1])}, by name" if origin is not None else _link(hint)


def _link(record: type) -> str:
    return f"[{record.__name__}](#{record.__name__.lower()})"


def records_page() -> str:
    """Every record of every JSON file, each once: its docstring and its fields."""
    sections = ["# Records\n\nWritten from the declarations; docs/summary.md has the conventions."]
    told_of: set[type] = set()
    for file, top in RECORDS.items():
        sections.append(f"## {file}")
        for record in (one for one in records(top) if one not in told_of):
            told_of.add(record)
            sections.append(f"### {record.__name__}\n\n{inspect.getdoc(record)}\n\n{field_table(record)}")
    return "\n\n".join(sections) + "\n"


def tally_table() -> str:
    """The parts of a tally as a table."""
    lines = ["| name | kind | shape | what |", "|---|---|---|---|"]
    for name, part in PARTS.items():
        shape = ", ".join((*part.axes, str(RATIO)) if part.kind is Kind.RATIO else part.axes)
        lines.append(f"| `{name}` | {part.kind} | {shape} | {part.meaning} |")
    return "\n".join(lines)


def figures_table() -> str:
    """The figures that have names as a table."""
    lines = ["| of | figure | counted in | even | change | field | meaning |", "|---|---|---|---|---|---|---|"]
    for figure in FIGURES:
        even = {"share": "1 / players", "nothing": "0", "middle": "the median of its kind", None: ""}[figure.even]
        change = "yes" if figure.source is not None or figure.name == measured.VIABLE else ""
        meaning = f"{figure.meaning}; told, and never asked for" if figure.is_held else figure.meaning
        cells = (figure.of, figure.name, figure.unit, even, change, f"`{figure.field}`", meaning)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def filled(text: str) -> str:
    """A page with its table of figures made again."""
    return re.sub(r"(<!-- figures -->\n).*?(?=\n<!-- end -->)", lambda mark: mark[1] + figures_table(), text, flags=re.DOTALL)


def pages() -> dict[Path, str]:
    """The files of docs that are made, or made in part, with their texts."""
    figures = DOCS / "figures.md"
    schemas = {
        "summary": summary_schema(),
        "matchups": schema_of(Matchups, "simcli matchups, schema 1", "Every plan one against so many of each other plan."),
        "feel": schema_of(Feel, "simcli feel, schema 1", "How games feel to play."),
        "regret": schema_of(Regret, "simcli regret, schema 1", f"{inspect.getdoc(Regret)}"),
        "sensitivity": schema_of(Sensitivity, "simcli sensitivity, schema 1", f"{inspect.getdoc(Sensitivity)}"),
        "league": schema_of(League, "simcli league, schema 1", f"{inspect.getdoc(League)}"),
        "ladder": schema_of(Ladder, "simcli ladder, schema 1", f"{inspect.getdoc(Ladder)}"),
        "fix": schema_of(Fix, "simcli fix, schema 1", f"{inspect.getdoc(Fix)}"),
        "tune": schema_of(Tune, "simcli tune, schema 1", f"{inspect.getdoc(Tune)}"),
        "learn": schema_of(Learn, "simcli learn, schema 1", f"{inspect.getdoc(Learn)}"),
        "targets": schema_of(Gate, "simcli gate --format json", f"{inspect.getdoc(Gate)}"),
    }
    texts = {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas.items()}
    return {figures: filled(figures.read_text("utf-8"))} | {DOCS / f"{name}.schema.json": text for name, text in texts.items()}


def built() -> dict[Path, str]:
    """The pages that are built and not kept."""
    return {BUILT / "records.md": records_page(), BUILT / "tally.md": f"# Parts of a tally\n\n{tally_table()}\n"}


if __name__ == "__main__":
    BUILT.mkdir(parents=True, exist_ok=True)
    for path, text in (pages() | built()).items():
        path.write_text(text, "utf-8")
