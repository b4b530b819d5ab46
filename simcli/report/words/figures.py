"""Figures by name, in words."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.stats.figures.registry import BY_NAME, Topic
from simcli.stats.measured import VIABLE
from simcli.stats.summary import Difference

PLANS = f"the number of {VIABLE}"


def figure_text(topic: Topic | Difference | None, names: Mapping[str, str]) -> str:
    """`the win share of seat 1`; `names` are those of the items by id; topic: None for viable plans."""
    if topic is None:
        return PLANS
    figure, who = BY_NAME[topic.about, topic.figure], str(topic.of)
    if topic.about == "games":
        return figure.text()
    if topic.about == "item":
        return figure.text(names.get(who, who))
    text = figure.text(f"{'the ' if topic.about == 'seat' and who[0].isdigit() else ''}{who}")
    return text.replace(topic.figure, f"{topic.figure} ({topic.part})", 1) if topic.part else text
