"""A strategy as the text of a YAML file that stands alone."""

from __future__ import annotations

import json
from collections.abc import Sequence

from simcli.config.players.strategies import Strategy
from simcli.config.players.weights import decimal

WIDTH = 140


def strategy_text(game_id: str, strategy: Strategy, notes: Sequence[str] = ()) -> str:
    """The file of a strategy with weights; `notes` are comments above it, each a line."""
    lines = [f"# {note}" for note in notes]
    lines += [f"game: {game_id}"]
    if words := strategy.idea.split():
        lines += ["idea: >-", *_wrapped(words, "  ", "  ")]
    lines += [f"temperature: {decimal(strategy.temperature)}", "weights:"]
    for decision, row in strategy.weights.items():
        parts = [f"{feature}: {decimal(weight)}," for feature, weight in row.items()]
        parts = [f"{_key(decision)}: {{{parts[0]}", *parts[1:]]
        lines += _wrapped([*parts[:-1], parts[-1].removesuffix(",") + "}"], "  ", "    ")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    """A name that YAML would read as something else is quoted."""
    return json.dumps(name) if name in ("on", "off", "yes", "no", "true", "false", "null") else name


def _wrapped(words: Sequence[str], first: str, further: str) -> list[str]:
    lines, line, is_begun = [], first, False
    for word in words:
        if is_begun and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, is_begun = further, False
        line += f" {word}" if is_begun else word
        is_begun = True
    return [*lines, line]
