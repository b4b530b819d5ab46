"""Summaries of runs nobody played, by name; the tallies come from tests/stats/synthetic.py."""

from dataclasses import replace
from functools import lru_cache

from simcli.stats.balance import summarise
from tests.stats.synthetic import META, empty_cell, fake_cards, fake_cell

INFO = {
    "command": "simcli run configs/guildes/militia.yaml --seed 7",
    "title": "Is the militia too strong?",
    "question": "Does collecting militia beat every other plan?",
    "note": "Base game.",
    "version": "0.1.0",
    "rules": ["Players with equal votes share the victory."],
    "options": {"events": "off", "value_profile": "halving"},
    "patch": {"guilds": {"militia": {"copies": 12}}},
    "strategies": [{"name": "balanced", "kind": "heuristic", "idea": "Takes what scores most now."}],
    "provenance": {"official": ["names"], "derived": ["copies"], "reconstructed": ["second prizes"]},
}


@lru_cache
def make(kind: str):
    many = ("balanced", "collector", "rusher", "hoarder", "random", "f", "g", "h", "i", "j", "k", "l")
    categories = ("round_1", "round_2", "round_3")
    if kind == "small":
        return summarise(META, [fake_cell(4, many[:4], fake_cards(6), categories, deals=1_500, strength=3.0)])
    if kind == "large":
        cells = [fake_cell(p, many, fake_cards(26, ("guild", "event card")), categories, deals=100) for p in (3, 4, 5, 6)]
        return summarise(replace(META, behaviour=2, options={"events": "off"}), cells)
    if kind == "one strategy":
        return summarise(META, [fake_cell(4, ("only",), (), categories, deals=300)])
    if kind == "one deal":
        return summarise(META, [fake_cell(3, many[:3], fake_cards(3), categories, deals=1)])
    if kind == "empty":
        return summarise(META, [empty_cell(cards=fake_cards(2))])
    if kind == "half empty":
        return summarise(META, [empty_cell(3, many[:3], fake_cards(2)), fake_cell(4, many[:3], fake_cards(2), ("votes",), deals=40)])
    return summarise(META, [])
