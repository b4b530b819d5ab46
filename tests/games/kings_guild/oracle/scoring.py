"""KG-P-01 to KG-P-08: prestige at the end, by category, and who wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .guild import Guild, beside
from .tables import rows_of

Row = dict[str, Any]
CATEGORIES = ("charms", "relics", "quests", "specialists", "rooms", "offering")


class Scoring:
    """The numbers of the data files, by id, and the options in force."""

    def __init__(self, components: Row, options: Row) -> None:
        self.numbers, self.options = components["scoring"], options
        self.quest_points = components["quests"]["prestige"]
        self.quests, self.specialists, self.treasures, self.rooms = (
            {row["id"]: row for row in components[stem][stem]} for stem in ("quests", "specialists", "treasures", "rooms")
        )

    def scores(self, guilds: list[Guild]) -> list[dict[str, int]]:
        """Points of every player by category."""
        majority = self.majority(guilds)
        return [self.points(guild, first) for guild, first in zip(guilds, majority, strict=True)]

    def points(self, guild: Guild, most_charms: bool) -> dict[str, int]:
        """Points of one player by category."""
        charms = sum(self.treasures[card]["points"] for card in self.held(guild, "charm"))
        for_rooms, for_offering = self.coins(guild)
        return {
            "charms": charms + most_charms * self.numbers["charm_majority"],
            "relics": self.relics(guild),
            "quests": self.quest_points * len(guild.quests),
            "specialists": sum(self.specialists[person]["prestige"] for person in guild.specialists),
            "rooms": self.all_rooms(guild, for_rooms),
            "offering": self.offering(guild, for_offering) if guild.offered else 0,
        }

    def coins(self, guild: Guild) -> tuple[int, int]:
        """KG-P-08: coins that rooms count, and coins that the offering counts; GO-20: as is best for the owner."""
        own = guild.coins
        if not self.keeps_coins(guild):
            return own, own
        if self.options["vault_and_offering"] != "split_coins" or not guild.offered:
            return own, 0
        worth = {k: self.all_rooms(guild, k) + self.offering(guild, own - k) for k in range(own + 1)}
        kept = max(k for k in worth if worth[k] == max(worth.values()))
        return kept, own - kept

    def keeps_coins(self, guild: Guild) -> bool:
        """Whether own specialists and rooms have a number `coins_kept`, as the Vault of Riches does."""
        effects = [self.rooms[room]["effects"] for room in guild.rooms] + [self.specialists[card]["effects"] for card in guild.specialists]
        return any(row["number"] == "coins_kept" for chains in effects for row in rows_of(chains.get("standing")))

    def held(self, guild: Guild, type_: str) -> list[str]:
        """Treasures of a type in the hand."""
        return [card for card in guild.hand if self.treasures[card]["type"] == type_]

    def majority(self, guilds: list[Guild]) -> list[bool]:
        """KG-P-01, GO-05, KG-V-18, GO-26: who has most charms."""
        n = [len(self.held(guild, "charm")) for guild in guilds]
        if len(guilds) == 1 and not self.options["solo_charm_majority"]:
            return [False]
        return [count == max(n) and (count > 0 or not self.options["charm_majority_needs_a_charm"]) for count in n]

    def relics(self, guild: Guild) -> int:
        """KG-P-02: the largest set possible, then the largest of what is left, and so on."""
        left, points = Counter(self.treasures[card]["relic"] for card in self.held(guild, "relic")), 0
        while left:
            points += self.numbers["relics"][len(left) - 1]
            left -= Counter(left.keys())
        return points

    def offering(self, guild: Guild, coins: int) -> int:
        """KG-P-06."""
        numbers = self.numbers["offering"]
        return numbers["base"] + coins // numbers["coins_per_point"] + sum(guild.resources.values()) // numbers["resources_per_point"]

    def all_rooms(self, guild: Guild, coins: int) -> int:
        """KG-P-05: points of all own rooms; coins: those that they count."""
        return sum(self.room(guild, room, coins) for room in guild.rooms)

    def room(self, guild: Guild, room: str, coins: int) -> int:
        """KG-P-05: printed points, and those of its condition."""
        row = self.rooms[room]["effects"].get("end_points")
        points, times = self.rooms[room]["prestige"], 1
        while row:
            if row["kind"] == "if" and not row.get("least", 0) <= self.holds(guild, room, row["of"]) <= row.get("most", 1):
                return points
            if row["kind"] == "count":
                counts = [self.count(guild, what, coins) for what in (row["of"], row.get("other", row["of"]))]
                times = min(counts) // row["every"]
            if row["kind"] == "gain":
                points += times * row["n"]
            row = row.get("then")
        return points

    def holds(self, guild: Guild, room: str, what: str) -> bool:
        """KG-RM-05 to KG-RM-08, GO-02: all spaces filled. KG-RM-10: the Statue edge to edge."""
        if what == "full":
            baggage = self.options["baggage_fills_chamber"] and guild.baggage == room
            return guild.spaces[room] + baggage == self.rooms[room]["spaces"]
        return any(beside(a, b) for a in guild.rooms[room] for b in guild.rooms.get("kings_statue", ()))

    def count(self, guild: Guild, what: str, coins: int) -> int:
        """What rooms count."""
        quests = [self.quests[quest] for quest in guild.quests]
        icons = Counter(item["kind"] for quest in quests for item in quest["items"])
        heroes = Counter(quest["hero"] for quest in quests)
        special = {"shrine", "kings_statue"} if not self.options["statue_and_shrine_count_as_rooms"] else set()  # GO-17
        baggage = bool(guild.baggage) and self.options["baggage_counts_for_tavern"]  # GO-03
        return {
            "scrolls": len(self.held(guild, "scroll")),
            "coins": coins,
            "specialists": len(guild.specialists) + baggage,
            "rooms": len(guild.rooms.keys() - special),
            "resource_kinds": sum(n > 0 for n in guild.resources.values()),
            "mages": heroes["mage"],
            "rogues": heroes["rogue"],
            "warriors": heroes["warrior"],
            "weapons": icons["weapon"],
            "armors": icons["armor"],
        }[what]


def winners(totals: list[int], coins: list[int]) -> list[int]:
    """KG-P-07: seats (from 1) with most prestige, of these those with most coins."""
    best = max(zip(totals, coins, strict=True))
    return [seat for seat, held in enumerate(zip(totals, coins, strict=True), 1) if held == best]


def rating(score: int, ratings: dict[str, int]) -> str:
    """KG-V-21."""
    return [name for name, least in ratings.items() if score >= least][-1]
