"""`simcli rule`: what a rule says, by the id that traces, options and code name, or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from simcli.cli.games import Printed
from simcli.games import get_game, named_game
from simcli.report.table.grid import Facts, Grid, Listing
from simcli.terminal import ui
from simcli.terminal.arguments import game_names, rule_names
from simcli.terminal.common import argument, option
from simcli.terminal.ui import TableForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcli.config.data.rule_texts import RuleText

EXAMPLES = (
    "simcli rule GU-84",
    "simcli rule lords",
    "simcli rule stealing --game kings_forge",
    "simcli rule KF-G08B KB-36 --format json",
    "simcli rule GO-01 --game kings_forge",
)


def rule(
    ids: Annotated[
        list[str], argument("Ids of rules, such as GU-84; or words: an item, or what a rule speaks of.", "ID...", autocompletion=rule_names)
    ],
    game: Annotated[
        str | None, option("Game whose rules are meant, where several have the id.", panel=None, metavar="GAME", autocompletion=game_names)
    ] = None,
    form: Printed = TableForm.TABLE,
) -> int:
    """Prints rules of a game from its RULES.md, with the heading each stands under; given words, those that speak of them."""
    from simcli.config.data.rule_search import search_rules, summary_of
    from simcli.config.data.rule_texts import find_rules, is_id

    game_id = None if game is None else named_game(game, "--game").id
    words = " ".join(one for one in ids if not is_id(one))
    found = find_rules([one for one in ids if is_id(one)], game_id)
    if not words:
        ui.write_json([rule_data(each) for each in found]) if form is TableForm.JSON else _show(found)
        return ui.DONE
    searched = search_rules(words, game_id)
    count = f"{searched.total:,} rule{'s speak' if searched.total > 1 else ' speaks'} of {words}"
    if searched.total > len(searched.rules):
        count += f"; the best {len(searched.rules)} of them"
    if form is TableForm.JSON:
        ui.say(count)
        ui.write_json([rule_data(each) for each in (*found, *searched.rules)])
    elif searched.total == 1:
        _show([*found, *searched.rules])
    else:
        _show(found)
        _list(count, searched.rules[0], [(each.id, each.game, summary_of(each)) for each in searched.rules])
    return ui.DONE


def _list(count: str, best: RuleText, rows: Sequence[tuple[str, str, str]]) -> None:
    """The rules of a search in a line each, best first."""
    ui.write_line(f"{count}, best first; `simcli rule {best.id} --game {best.game}` prints one in full.")
    ui.write_table(Listing(("Rule", "Game", "Says"), tuple(rows), prose=frozenset((2,))))


def rule_data(rule: RuleText) -> dict[str, object]:
    """A rule as plain data: `text` of an entry, `columns` of a row of a table, `table` for one that an entry needs, titles first."""
    about = {"rule": rule.id, "game": rule.game, "headings": list(rule.headings), "file": str(rule.file), "line": rule.line}
    return about | {"text": rule.text or None, "columns": dict(rule.columns) or None, "table": [list(row) for row in rule.table] or None}


def _show(rules: list[RuleText]) -> None:
    shown: list[Any] = []
    for each in rules:
        about = [("Rule", each.id), ("Game", get_game(each.game).title), ("Under", " > ".join(each.headings))]
        words = [(title.capitalize(), cell) for title, cell in each.columns] or [
            ("" if k else "Says", paragraph) for k, paragraph in enumerate(each.text.split("\n"))
        ]
        shown += ["", Facts((*about, *words, ("From", f"{each.file}:{each.line}")))]
        if each.table:
            titles, *rows = each.table
            cells = tuple(tuple((*row, *[""] * len(titles))[: len(titles)]) for row in rows)
            shown.append(Grid(titles, cells))
    if shown:
        ui.write_table(*shown[1:])
