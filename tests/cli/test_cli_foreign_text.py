"""Text from elsewhere: names in another form of Unicode, characters that are not what they seem, streams without our signs, formulas."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from unicodedata import normalize

import pytest

from simcli.base.strangers import DASHES, FULL, QUOTES
from simcli.errors import UserError
from simcli.sim.folder.names import RUN
from tests.cli.project import Project

PLAN = "game: pig\nidea: Holds.\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n"
PIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 20\nmeasure: none\npatch: {setup: {goal: 20, max_rounds: 6}}\n"


def nfd(name: str) -> str:
    return normalize("NFD", name)


@pytest.mark.parametrize(("typed", "there"), [(nfd, str), (str, nfd)], ids=["typed apart", "named apart"])
def test_names_are_compared_in_composed_form(project: Project, typed: type[str], there: type[str]) -> None:
    """Of configs, strategies beside them and by name, what extends them, fields, folders, variants."""
    project.write(there("naïve.yaml"), PLAN)
    project.write(there("strategies/pig/größe.yaml"), f"game: pig\nextends: {typed('./basé.yaml')}\nidea: More.\n")
    project.write(there("strategies/pig/basé.yaml"), PLAN)
    project.write(there("strategies/pig/fields/bären.yaml"), f"game: pig\nplayers: [2]\nplans: {{{typed('größe')}: 1, random: 2}}\n")
    names = typed("[./naïve.yaml, größe, random]")
    changes = f"variants: {{jo: {{}}, für: {{patch: {{setup: {{goal: 22}}}}}}}}\nbase: {nfd('für')}\n"
    project.write(there("pröbe.yaml"), PIG.replace("[hold_at_20, random]", names) + changes)
    project.write(there("feld.yaml"), PIG.replace("[hold_at_20, random]", typed("{field: bären}")))
    for words in (
        ("check", "pröbe.yaml", "feld.yaml"),
        ("run", "pröbe.yaml", "--out", "läuft"),
        ("report", "läuft", "--variant", "für", "--out", "für.html"),
    ):
        shown = project.here(*map(typed, words))
        assert shown.code == 0, shown.err
    assert (Path("läuft") / RUN).is_file()
    shown = project.here("run", typed("pröbe"), "--set", typed("variants.für.options.must_roll=true"), "--dry-run")
    assert shown.code == 0, shown.err
    shown = project.here("tune", "pig", "--start", typed("größe"), "--field", typed("./naïve.yaml"), "--dry-run", "--players", 2)
    assert shown.code == 0, shown.err


def test_a_run_goes_on_in_its_folder_however_it_is_typed(project: Project) -> None:
    project.write("p.yaml", PIG)
    for name in ("läuft", nfd("läuft")):
        assert project.here("run", "p.yaml", "--out", name).code == 0
    assert len([path for path in Path().iterdir() if (path / RUN).exists()]) == 1


def test_files_that_differ_in_form_only_are_told(project: Project) -> None:
    for name in ("pröbe.yaml", nfd("pröbe.yaml")):
        project.write(name, PIG)
    for words in (("run", "pröbe.yaml"), ("check", "pröbe.yaml")):
        shown = project.here(*words)
        assert (shown.code, shown.out) == (2, "")
        assert (
            "2 files are called so, which differ in the form of their letters only: 'pro\\u0308be.yaml' and 'pr\\xf6be.yaml'" in shown.err
        )


PLACES = {
    "after a colon": ("deals:{}20", "\u00a0\u2009\u3000\u200b\ufeff", 4),
    "before a colon": ("deals{}: 20", "\u00a0\u200b\u2060", 4),
    "in a key": ("de{}als: 20", "\u200b\u00ad\u2060", 4),
    "in the indentation": ("until:\n{}{}minutes: 3", "\u00a0\u2002\u3000", 5),
    "in a name": ("tables: mi{}xed", "\u200b\u200d\u00ad", 4),
    "behind a name": ("tables: mixed{}", "\u00a0\u200b", 4),
    "for a colon": ("deals{} 20", "：", 4),
    "for a quote": ("tables: {0}mixed{0}", QUOTES, 4),
    "for a minus": ("seed: {}1", DASHES, 4),
    "for a sign of YAML": ("players: {}2, 3]", "［", 4),
    "in quotes": ("tables: 'mi{}xed'", "\u200b\u00a0", 4),
    "in a flow": ("until: {{minutes{} 3}}", "：", 4),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_character_that_is_not_what_it_looks_like_is_named_with_its_place(project: Project, place: str) -> None:
    line, signs, at = PLACES[place]
    for sign in signs:
        text = line.format(sign, sign)
        start = "game: pig\nplayers: 2\nstrategies: [random]\n"
        project.write(
            "c.yaml", f"{start if 'players' not in text else start.replace('players: 2', '# two')}{text}\nreport: {{note: a b}}\n"
        )
        shown = project.here("check", "c.yaml")
        column = text.splitlines()[-1].index(sign) + 1
        assert (shown.code, shown.out) == (2, "")
        assert f"c.yaml:{at}:{column}: " in shown.err, (hex(ord(sign)), shown.err)
        assert f"(U+{ord(sign):04X}) stands here\n  hint: " in shown.err


def test_what_is_written_for_readers_keeps_its_signs(project: Project) -> None:
    note = "“5\u00a0% of games” – or more：yes"
    project.write(
        "c.yaml", f"{PIG}report: {{title: '{note}', note: {note}}}\nvariants: {{3–4\u00a0coins: {{}}, “more”: {{}}}}\n# \u00a0“x”\n"
    )
    assert project.here("check", "c.yaml").code == 0
    project.write("d.yaml", f"{PIG}report: {{title: '{note}', note: {note}}}\ndeals2: 5\n")
    assert "unknown key 'deals2'" in project.here("check", "d.yaml").err
    assert all(sign not in note or sign == "：" for sign in FULL)


def test_what_is_laid_over_a_config_is_named_too(project: Project) -> None:
    project.write("c.yaml", PIG)
    shown = project.here("run", "c.yaml", "--set", "deals=\u00a05")
    assert shown.code == 2
    assert "a non-breaking space (U+00A0) stands here\n  hint: type a plain space" in shown.err


NARROW: dict[str, tuple[object, ...]] = {
    "run": ("run", "p.yaml"),
    "run of variants": ("run", "v.yaml"),
    "matchups": ("matchups", "p.yaml"),
    "feel": ("feel", "p.yaml"),
    "sensitivity": ("sensitivity", "p.yaml", "setup.goal"),
    "coverage": ("coverage", "p.yaml"),
    "dry run": ("run", "v.yaml", "--dry-run"),
    "trace": ("trace", "p.yaml", "--deal", 3, "--explain"),
    "strategies": ("strategies", "pig"),
    "rules": ("rule", "GU-84"),
    "help": ("run", "--help"),
    "games": ("games", "guildes", "--items"),
    "problems": ("check", "naïve.yaml"),
}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("verb", NARROW)
def test_a_stream_without_our_signs_has_others_and_no_question_marks(project: Project, verb: str, encoding: str) -> None:
    for name, text in {"p.yaml": PIG, "v.yaml": f"{PIG}variants: {{as it is: {{}}, für: {{}}}}\n", "naïve.yaml": "gäme: pig\n"}.items():
        project.write(name, text)
    words = [*NARROW[verb], *(("--out", f"out-{encoding}") if verb in ("run", "run of variants", "matchups", "sensitivity") else ())]
    both = (project.forked(*words, env={"PYTHONIOENCODING": name}) for name in ("utf-8", encoding))
    wide, narrow = ((shown.out, shown.err) for shown in both)
    for one, other in zip(wide, narrow, strict=True):
        assert other.count("?") == one.count("?")
        other.encode(encoding)
    lines, plain = wide[0].splitlines(), narrow[0].splitlines()
    assert len(lines) == len(plain)
    rules = [i for i, line in enumerate(lines) if line.startswith("───")]
    assert all(set(plain[i]) == {"-"} and len(plain[i]) >= len(lines[i]) for i in rules)
    if verb == "run":
        assert re.search(r" -*o-*\|| \|?-*o-*", narrow[0])
        assert max(len(plain[i + 1].rstrip()) for i in rules) <= max(len(plain[i]) for i in rules)


def test_names_that_look_like_formulas_are_texts_in_csv(project: Project) -> None:
    from simcli.report.table.csv import rows_as_csv

    name = '=HYPERLINK("http://x")'
    variants = f"variants: {{{name!r}: {{}}, '+1 die': {{patch: {{setup: {{goal: 22}}}}}}, '@a': {{}}, '-1.5': {{}}}}\n"
    project.write("v.yaml", PIG + variants)
    for verb in ("run", "matchups", "feel"):
        words = () if verb == "feel" else ("--out", verb)
        shown = project.here(verb, "v.yaml", "--format", "csv", *words)
        assert shown.code == 0, shown.err
        texts = [shown.out, *(path.read_text("utf-8") for path in Path(verb).rglob("*.csv"))]
        cells = [cell for text in texts for row in csv.reader(io.StringIO(text)) for cell in row]
        assert [cell for cell in cells if re.match(r"[=@\t\r]|[+-](?!\d+(\.\d+)?(e[+-]?\d+)?$)", cell)] == []
        assert {f"'{name}", "'+1 die", "'@a", "-1.5"} <= set(cells)
    assert rows_as_csv([{"=a": -1.5, "b": "-x", "c": "\tx"}]) == "'=a,b,c\n-1.5,'-x,\\tx\n"


def test_a_python_caller_is_told_of_files_that_differ_in_form(project: Project) -> None:
    from simcli.config import load_config

    for name in ("ö.yaml", nfd("ö.yaml")):
        project.write(name, PIG)
    with pytest.raises(UserError, match="differ in the form"):
        load_config("ö.yaml")


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["a, b", 'say "x"', "b"]])
def test_csv_is_what_the_library_writes(names: list[str]) -> None:
    from simcli.report.table.csv import rows_as_csv

    texts = ["", " x", "x ", "a,b", 'a "b"', "plain", "x'y", None]
    rows = [dict.fromkeys(names, text) for text in texts]
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerows([names, *([text or ""] * len(names) for text in texts)])
    assert rows_as_csv(rows) == line.getvalue()
    assert rows_as_csv([*rows, {"other": 2}]).splitlines()[0].endswith(",other")
    assert rows_as_csv([]) == "\n"


def test_data_without_control_characters_is_not_copied() -> None:
    from simcli.base.escapes import shown_all

    inner = {"a": ("x", 1, None), 2: {"b": (1.5, None)}}
    data = (inner, "text", (1, 2))
    assert shown_all(data) is data
    assert shown_all({"a\x1b": (inner, "\x85")}) == {"a\\x1b": (inner, "\\x85")}
    assert shown_all([data])[0] is data
