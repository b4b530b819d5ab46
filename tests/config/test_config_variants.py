"""`variants` and `every`: what each lays over the run, and every way they can be wrong, each at its own place."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config import load_config
from simcli.config.run.resolved import ResolvedRun
from simcli.config.run.variants import merge
from simcli.config.yaml.document import parse_yaml
from simcli.errors import UserError, Where
from tests.config.project import Project

HEAD = "game: hats\nplayers: 3\n"
PLAIN = "  plain: {}\n"
NO_RUN = "(a run of one variant is written with `options` and `patch`)"


def test_each_variant_is_laid_over_the_runs_own_rules(project: Project) -> None:
    own = "options: {open_hands: true}\npatch: {hats: {bowler: {copies: 3}}}\n"
    patch = "{hats: {fedora: {copies: 2}}}"
    both, closed = f"  both: {{options: {{order: right}}, patch: {patch}}}\n", "  closed: {options: {open_hands: false}}\n"
    run = project.load(f"{HEAD}{own}variants:\n{PLAIN}{both}{closed}")
    assert [v.name for v in run.variants] == ["plain", "both", "closed"]
    assert [(v.options["open_hands"], v.options["order"]) for v in run.variants] == [(True, "left"), (True, "right"), (False, "left")]
    copies = [{hat["id"]: hat["copies"] for hat in v.components["hats"]["hats"]} for v in run.variants]
    assert [c["bowler"] for c in copies] == [3, 3, 3]
    assert copies[1]["fedora"] == 2 != copies[0]["fedora"]
    assert run.variants[0].components is run.variants[2].components is run.components
    assert (run.variants[1].patch, run.variants[0].patch) == ({"hats": {"fedora": {"copies": 2}}}, {})
    assert (run.options["order"], run.played_variants) == ("left", run.variants)


def test_a_run_without_variants_plays_itself_and_stores_nothing_new(project: Project) -> None:
    run = project.load(HEAD)
    assert [(v.name, v.options, v.components) for v in run.played_variants] == [("", run.options, run.components)]
    assert "variants" not in run.to_json()


def test_variants_survive_the_run_file_and_are_part_of_the_identity(project: Project) -> None:
    text = f"{HEAD}variants:\n{PLAIN}  many: {{options: {{feathers: [bowler]}}, patch: {{setup: {{players: {{3: {{hand: 6}}}}}}}}}}\n"
    run = project.load(text)
    again = ResolvedRun.from_json(run.to_json())
    assert again == run
    assert list(run.to_json()["variants"][1]["components"]) == ["setup"]
    others = [project.load(text.replace(*pair)) for pair in (("many", "more"), ("hand: 6", "hand: 7"), ("[bowler]", "[fedora]"))]
    assert len({r.identity() for r in (run, again, project.load(HEAD), *others)}) == 5


def test_every_takes_a_span_or_a_list_of_numbers(project: Project) -> None:
    """One variant a value, called by it; compared with the run's own value where it is among them."""
    own = project.load(HEAD).components["hats"]["hats"][0]["copies"]
    span = project.load(f"{HEAD}every: {{patch.hats.bowler.copies: {own - 1}..{own + 1}}}\n")
    assert [v.name for v in span.variants] == [f"bowler copies {n}" for n in (own - 1, own, own + 1)]
    assert [v.components["hats"]["hats"][0]["copies"] for v in span.variants] == [own - 1, own, own + 1]
    assert (span.base, span.base_number) == (f"bowler copies {own}", 1)
    listed = project.load(f"{HEAD}every: {{patch.setup.players.3.hand: [4, 6]}}\n")
    assert [v.name for v in listed.variants] == ["hand with 3 players: 4", "hand with 3 players: 6"]
    assert listed.base_number == 0
    steps = project.load(f"{HEAD}every: {{patch.hats.bowler.copies: 1..5 by 2}}\nbase: bowler copies 5\n")
    assert [v.name for v in steps.variants] == ["bowler copies 1", "bowler copies 3", "bowler copies 5"]
    assert steps.base_number == 2
    assert ResolvedRun.from_json(steps.to_json()) == steps
    of_option = project.load(f"{HEAD}every: {{rounds: 1..3}}\n")
    assert [v.options["rounds"] for v in of_option.variants] == [1, 2, 3]


def test_every_takes_two_axes_each_value_of_one_with_each_of_the_other(project: Project) -> None:
    run = project.load(f"{HEAD}every: {{rounds: 1..3, order: all}}\n")
    assert [v.name for v in run.variants] == [f"rounds {n}, {order}" for n in (1, 2, 3) for order in ("order left", "order right")]
    assert [(v.options["rounds"], v.options["order"]) for v in run.variants] == [(n, o) for n in (1, 2, 3) for o in ("left", "right")]
    numbers = project.load(f"{HEAD}every: {{patch.hats.bowler.copies: [1, 2], patch.hats.beret.copies: [3, 4]}}\n")
    assert [v.patch["hats"]["bowler"]["copies"] for v in numbers.variants] == [1, 1, 2, 2]
    assert [v.patch["hats"]["beret"]["copies"] for v in numbers.variants] == [3, 4, 3, 4]
    with pytest.raises(UserError, match="400 are allowed"):
        project.load(f"{HEAD}every: {{patch.hats.bowler.copies: 1..30, patch.hats.beret.copies: 1..30}}\n")


def test_every_takes_values_and_sets_in_file_order(project: Project) -> None:
    assert [v.name for v in project.load(f"{HEAD}every: {{order: all}}\n").variants] == ["order left", "order right"]
    assert [(v.name, v.options["open_hands"]) for v in project.load(f"{HEAD}every: {{open_hands: all}}\n").variants] == [
        ("open hands off", False),
        ("open hands on", True),
    ]
    pairs = project.load(f"{HEAD}every: {{feathers: 2}}\n").variants
    assert [v.name for v in pairs] == ["bowler, fedora", "bowler, beret", "fedora, beret"]
    assert [v.options["feathers"] for v in pairs] == [("bowler", "fedora"), ("bowler", "beret"), ("fedora", "beret")]


@pytest.mark.parametrize(("size", "number"), [(1, 10), (2, 45), (3, 120)])
def test_every_card_of_kingdom_builder_but_the_castle_is_listed(tmp_path: Path, size: int, number: int) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(f"game: kingdom_builder\nplayers: [2, 4]\nstrategies: [balanced]\nevery: {{cards: {size}}}\n", "utf-8")
    run = load_config(file)
    names = [v.name for v in run.variants]
    assert len(names) == len(set(names)) == number
    assert not any("castle" in name for name in names)
    assert names[0] == ", ".join(["fishermen", "miners", "merchants"][:size])
    without = load_config(file, sets=("options.lords_card_in_deck=off",)).variants
    assert not any("lords" in v.name for v in without)


def test_lists_that_must_be_long_are_tried_whole(tmp_path: Path) -> None:
    file = tmp_path / "tricks.yaml"
    file.write_text("game: guildes\nplayers: 3\nstrategies: [balanced]\nevery: {tricks: 8}\n", "utf-8")
    assert len(load_config(file).variants) == 9


WRONG = [
    (f"variants:\n{PLAIN}  x: {{options: {{ordr: right}}}}\n", "5:17: options: Hats has no option 'ordr' (did you mean 'order'?)"),
    (f"variants:\n{PLAIN}  x: {{options: {{order: up}}}}\n", "5:24: options.order: found the text 'up', expected left or right"),
    (
        f"variants:\n{PLAIN}  x: {{options: {{feathers: [cap]}}}}\n",
        "5:28: options.feathers: found the text 'cap', expected the id of one of the hats",
    ),
    (f"variants:\n{PLAIN}  x: {{patch: {{hats: {{bowlr: {{}}}}}}}}\n", "5:22: patch: there is no 'bowlr' in hats (did you mean 'bowler'?)"),
    (
        f"variants:\n{PLAIN}  x: {{patch: {{hats: {{bowler: {{copies: x}}}}}}}}\n",
        "5:39: hats.bowler.copies: found 'x', expected a whole number",
    ),
    (f"variants:\n{PLAIN}  x: {{option: {{}}}}\n", "5:7: unknown key 'option' in variants.x (did you mean 'options'?)"),
    (f"variants:\n{PLAIN}  x: {{deals: 5}}\n", "5:7: unknown key 'deals' in variants.x (a variant holds options, patch and restrict)"),
    (f"variants:\n{PLAIN}  x: {{options: 5}}\n", "5:16: variants.x.options: found the number 5, expected keys with values"),
    (
        f"variants:\n{PLAIN}  x:\n",
        "5:3: variants.x: found nothing, expected options, patch and restrict (write {} for the run's own rules)",
    ),
    (f"variants:\n{PLAIN}  5: {{}}\n", "5:3: variants: found the number 5, expected a name of 1 to 200 letters (write '5' in quotes)"),
    ("variants: [a, b]\n", "3:11: variants: found a value, expected keys with values"),
    (f"variants:\n{PLAIN}", f"4:3: variants: found one variant, expected at least two {NO_RUN}"),
    ("variants: {a: {}, b: {}}\nevery: {order: all}\n", "4:1: `variants` and `every` exclude each other (keep one of them)"),
    ("every: {ordr: all}\n", "3:9: every: Hats has no option 'ordr' (did you mean 'order'?)"),
    (
        "every: {order: 2}\n",
        "3:16: every.order: found the number 2, but this option takes no list of components (write all for left and right)",
    ),
    (
        "every: {rounds: all}\n",
        "3:17: every.rounds: this option has no plain values, expected at least two variants "
        "(write a span such as 3..6, or a list of numbers)",
    ),
    (
        "every: {rounds: 3}\n",
        "3:17: every.rounds: found the number 3, but this option takes no list of components "
        "(write a span such as 3..6, or a list of numbers)",
    ),
    ("every: {feathers: 3}\n", "3:19: every.feathers: found the number 3, expected 1 to 2 of the hats or all"),
    ("every: {feathers: 0}\n", "3:19: every.feathers: found the number 0, expected 1 to 2 of the hats or all"),
    ("every: {feathers: two}\n", "3:19: every.feathers: found the text 'two', expected 1 to 2 of the hats or all"),
    (
        "every: {order: all, open_hands: all, rounds: 1..3}\n",
        "3:8: every: found 3 numbers or options, expected one or two "
        "(write every: {OPTION: 3}, every: {OPTION: all} or every: {PATH: 8..14})",
    ),
    ("every:\n", "3:1: every: found nothing (remove the key to leave it unset)"),
    (
        "every: {patch.hats.bowler.copies: 3}\n",
        "3:35: every.patch.hats.bowler.copies: found the number 3, expected different values (write a span such as 8..14 or 0..10 by 2, "
        "or a list of values such as [8, 10, 12])",
    ),
    ("every: {patch.hats.bowler.copies: [3, 3]}\n", "3:35: every.patch.hats.bowler.copies: found a list, expected different values"),
    ("every: {patch.hats.bowler.copies: 1..999999999999}\n", "3:8: every: 999,999,999,999 variants with one number of players are"),
    ("every: {patch.hats.bowler.copies: 1..9223372036854775808}\n", "3:35: every.patch.hats.bowler.copies: found the text"),
    ("every: {patch.hats.bowler.copies: 1..3 by 9223372036854775808}\n", "3:35: every.patch.hats.bowler.copies: found the text"),
    ("every: {patch.hats.bowler.copies: 3..1}\n", "3:35: every.patch.hats.bowler.copies: found the text '3..1', expected different values"),
    ("every: {patch.hats.bowler.copies: [x, 3]}\n", "3:35: hats.bowler.copies: found 'x', expected a whole number"),
    ("every: {patch.hats.bowlr.copies: 3..4}\n", "3:34: patch: there is no 'bowlr' in hats (did you mean 'bowler'?)"),
    ("every: {hats.bowler.brim: 3..4}\n", "3:9: every: Hats has no option 'hats.bowler.brim' (did you mean 'patch.hats.bowler.brim'?)"),
    ("every: {patch.hats: 3..4}\n", "3:9: every: Hats has no option 'patch.hats'"),
    ("every: {patch.hats.bowler.copies: 3..3}\n", "3:8: every: found one variant, expected at least two"),
    ("variants: {a: {}, b: {}}\nbase: c\n", "4:7: base: no variant is called 'c' (known: a, b)"),
    ("base: a\n", "3:1: base: there are no variants to compare (write `variants` or `every` beside it)"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_mistake_is_told_once_at_its_own_place(project: Project, text: str, said: str) -> None:
    problems = project.problems(HEAD + text)
    assert len(problems) == 1
    assert problems[0].startswith(f"run.yaml:{said}")


def test_too_many_cells_are_counted(project: Project) -> None:
    many = "".join(f"  v{i}: {{}}\n" for i in range(201))
    said = "v: 201 variants with 2 numbers of players are 402 combinations, at most 400 are allowed"
    problems = project.problems(f"game: hats\nplayers: [3, 4]\nvariants:\n{many}")
    assert [p for p in problems if said.removeprefix("v: ") in p] == problems
    assert len(problems) == 1
    assert len(project.load(f"game: hats\nplayers: 3\nvariants:\n{many}").variants) == 201


def test_all_mistakes_of_all_variants_are_told_at_once(project: Project) -> None:
    text = "variants:\n  a: {options: {order: up}}\n  b: {options: {feathers: on}}\n  c: {patch: {hat: {}}}\n"
    problems = project.problems(f"game: hats\nplayers: [2, 3]\n{text}")
    assert [p.split(":")[1] for p in problems] == ["4", "5", "6"]


def test_a_set_on_the_command_line_reaches_into_a_variant(project: Project) -> None:
    run = project.load(f"{HEAD}variants:\n{PLAIN}  x: {{options: {{order: right}}}}\n", "variants.x.options.order=left")
    assert run.variants[1].options["order"] == "left"


def test_laying_keeps_what_is_not_named_and_knows_where_everything_came_from() -> None:
    document = parse_yaml("options: {a: 1, b: [1, 2]}\nseed: 3\n", "run.yaml")
    overlay = parse_yaml("options: {b: [9]}\nrestrict: {c: 2}\n", "over.yaml")
    merged = merge(document, overlay)
    assert merged.data == {"options": {"a": 1, "b": [9]}, "seed": 3, "restrict": {"c": 2}}
    assert document.data["options"]["b"] == [1, 2]
    assert merged.value(("options", "a")) == Where("run.yaml", 1, 14)
    assert merged.value(("options", "b", 0)) == Where("over.yaml", 1, 15)
    assert ("options", "b", 1) not in merged.marks
    assert merged.value(("restrict", "c")).file == "over.yaml"


def test_naming_a_variant(project: Project) -> None:
    run = project.load(f"{HEAD}every: {{order: all}}\n")
    assert run.variant("order right").options["order"] == "right"
    with pytest.raises(UserError, match="did you mean 'order right'"):
        run.variant("order rigth")


@pytest.mark.parametrize("own", ["options: 4", "patch: [a]", "restrict: on"])
def test_rules_that_cannot_be_read_are_one_problem_also_with_variants(project: Project, own: str) -> None:
    """Found by random faults in configs: the variants were laid over a number."""
    with pytest.raises(UserError) as caught:
        project.load(f"{HEAD}{own}\nvariants:\n{PLAIN}  left: {{options: {{order: left}}}}\n")
    assert [(problem.where.line, problem.what.partition(":")[0]) for problem in caught.value.problems] == [(3, own.partition(":")[0])]
