"""A page as text with GitHub-flavoured markdown."""

from __future__ import annotations

import re

from simcli.report.page import Page
from simcli.report.table.view import NUMBER, View


def markdown(page: Page) -> str:
    """A page as GitHub-flavoured markdown, without charts."""
    lines = [f"# {_plain(page.title)}", ""]
    lines += [f"{_plain(text)}\n" for text in (page.question, page.note) if text]
    lines += [f"**{_plain(page.answer.claim)}**", ""]
    lines += [f"{_plain(text)}\n" for text in (page.answer.sure, *page.answer.because) if text]
    lines += [f"{_plain(page.players)}\n"] if page.players else []
    lines += [f"{_plain(page.data)}\n"] if page.data else []
    for section in page.shown:
        lines += ["", f"## {_plain(section.title)}", "", _plain(section.lead)]
        for table in section.tables:
            lines += ["", f"**{_plain(table.caption)}**", "", *_pipe_table(table)]
    strategies = [s["name"] + (f" ({s['kind']})" if s["kind"] else "") + (f": {s['idea']}" if s["idea"] else "") for s in page.strategies]
    lists = [("Keep in mind", page.caveats), ("Strategies", strategies), ("Method", page.method)]
    if shown := page.picture:
        lists.insert(0, ("One game", [shown["game"], *shown["scores"], f"in words: {shown['command']}"]))
    lists.insert(0, ("Games worth a look", [f"{what}: {line}" for what, line in page.picks]))
    lists += [(f"Component data: {name}", entries) for name, entries in page.marked]
    lists += [("Options and patches", [f"{name}: {value}" for name, value in page.settings]), ("Rules", page.rules)]
    lists += [("Reproduce", [f"{name}: {value}" for name, value in page.facts])]
    for title, entries in lists:
        if entries:
            lines += ["", f"## {title}", "", *(f"- {_plain(entry)}" for entry in entries)]
    if page.command:
        lines += ["", *(f"    {line}" for line in page.command.splitlines())]
    return "\n".join(lines) + "\n"


def _pipe_table(table: View) -> list[str]:
    aligned = ["---:" if column.kind == NUMBER else "---" for column in table.columns]
    rows = [[column.title for column in table.columns], aligned, *table.rows]
    return ["| " + " | ".join(map(_plain, row)) + " |" for row in rows]


def _plain(text: str) -> str:
    """Text that markdown shows as it is, on one line; brackets around intervals stay readable, but make no links."""
    for character in "\\`*|<>#":
        text = text.replace(character, f"\\{character}")
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\_", text)
    return " ".join(text.replace("](", "]\\(").split())
