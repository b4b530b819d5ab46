"""Guildes, played slowly from the text of RULES.md; everything random is given from outside."""

from collections import Counter

from tests.games.guildes.oracle.chance import check_chance, random_chance
from tests.games.guildes.oracle.rules import Rules, batches, score_guild, winners
from tests.games.guildes.oracle.tricks import Question, held, take, trick_phase
from tests.games.oracles import AskingOracle, Listed

__all__ = ["Oracle", "batches", "random_chance", "score_guild", "winners"]


def positive(cards) -> dict[str, int]:
    """The counts above zero."""
    return {guild: number for guild, number in cards.items() if number > 0}


class Oracle(AskingOracle):
    """One game of Guildes."""

    NOBODY = Question("over", 0, {})

    def __init__(
        self, players: int, options: dict, chance: dict, components: dict | None = None, banned: dict[int, set[str]] | None = None
    ) -> None:
        self.rules = Rules(players, options, components)
        check_chance(self.rules, chance)
        self.chance, self.banned = chance, banned or {}
        self.draws = chance.get("draws")
        self.round = 0
        self.packs = self._for_all(Counter)
        self.hands = self._for_all(Counter)  # GU-23
        self.tableau = {seat: Counter(chance.get("given", {}).get(seat, ())) for seat in self.rules.seats}  # GU-23, GO-16
        self.votes = self._for_all(Counter)  # GU-23
        self.face_down = self._for_all(list)
        self.given: dict[int, str] = {}
        self.tricks: dict[int, str] = {}
        self.protected: list[int] = []
        self.shifts: dict[int, dict[str, int]] = {}
        self.discards, self.discards_this_round = Counter(), Counter()
        self.drawn: list[str] = []
        self.begin()

    @property
    def actor(self) -> int:
        """The seat to act."""
        return self._question.actor

    @property
    def seats(self) -> list[int]:
        """Seats from 1."""
        return self.rules.seats  # GU-111

    def totals(self) -> dict[int, int]:
        """Votes per seat."""
        return {seat: self.votes[seat].total() for seat in self.rules.seats}

    def view(self) -> dict:
        """The full state."""
        return {
            "round": self.round,
            "phase": self.phase,
            "actor": self.actor,
            "over": self.over,
            "event": self.event,
            "clockwise": self.rules.clockwise(self.event, self.round),
            "packs": {seat: positive(cards) for seat, cards in self.packs.items()},
            "hands": {seat: positive(cards) for seat, cards in self.hands.items()},
            "tableau": {seat: positive(cards) for seat, cards in self.tableau.items()},
            "face_down": {seat: list(cards) for seat, cards in self.face_down.items()},
            "given": dict(self.given),
            "votes": {seat: positive(votes) for seat, votes in self.votes.items()},
            "tricks": dict(self.tricks),
            "protected": sorted(self.protected),
            "shifts": {seat: dict(changes) for seat, changes in self.shifts.items()},
            "discards": positive(self.discards),
            "discards_this_round": positive(self.discards_this_round),
            "winners": list(self.winning_seats),
        }

    @property
    def event(self) -> str:
        """The event card turned up."""
        return self.chance["events"][self.round - 1]  # GU-22, GU-42

    @property
    def effect(self) -> dict:
        """What the event in force changes."""
        return self.rules.effect(self.event)  # GU-201

    def discard(self, guild: str) -> None:
        """Put one card on the discard pile."""
        self.discards[guild] += 1
        self.discards_this_round[guild] += 1

    def take_from_discards(self, guild: str) -> None:
        """Take one card off the discard pile, one of this round if there is one."""
        take(self.discards, guild)
        if self.discards_this_round[guild] >= 1:
            take(self.discards_this_round, guild)

    def discard_hand(self, seat: int) -> None:
        """Discard all cards left in a hand."""
        for guild in self.hands[seat].elements():
            self.discard(guild)
        self.hands[seat] = Counter()

    def _for_all(self, kind) -> dict:
        return {seat: kind() for seat in self.rules.seats}

    def play(self):
        while self.round < self.rules.rounds:  # GU-40, GU-44
            self._start_round()
            if self.rules.options["draft"]:
                yield from self._draft()
            else:
                self._take_packs()
            if self.effect.get("redistribute_cards"):  # GU-423
                yield from self._redistribute()
            yield from self._play_cards()
            if self.rules.tricks_on:  # GU-300
                yield from trick_phase(self)
            else:
                self._discard_all_hands()  # GU-73
            self.score_round()
            self._end_round()
        self._end_game()

    def _start_round(self) -> None:
        self.round += 1
        self.discards_this_round = Counter()
        for seat in self.rules.seats:
            self.packs[seat] = Counter(self.chance["packs"][self.round - 1][seat - 1])  # GU-41
            if self.rules.tricks_on:  # GU-301
                self.tricks[seat] = self.chance["tricks"][self.round - 1][seat - 1]

    def _neighbour(self, seat: int, clockwise: bool) -> int:
        if clockwise:  # GU-61
            return 1 if seat == self.rules.players else seat + 1
        return self.rules.players if seat == 1 else seat - 1

    def _draft(self):
        clockwise = self.rules.clockwise(self.event, self.round)
        for _ in range(self.rules.hand_size):  # GU-62
            for seat in self.rules.seats:
                pack = self.packs[seat]
                guild = yield Question("pick", seat, {f"pick {guild}": guild for guild in held(self, pack)})  # GU-60
                take(pack, guild)
                self.hands[seat][guild] += 1
            self.packs = {self._neighbour(seat, clockwise): pack for seat, pack in sorted(self.packs.items())}
            self.packs = dict(sorted(self.packs.items()))

    def _take_packs(self) -> None:
        for seat in self.rules.seats:  # GO-22
            self.hands[seat] = Counter(self.packs[seat])
            self.packs[seat] = Counter()

    def _redistribute(self):
        for seat in self.rules.seats:
            guild = yield Question("give", seat, {f"give {guild}": guild for guild in held(self, self.hands[seat])})  # GU-423
            take(self.hands[seat], guild)
            self.given[seat] = guild
        for seat in self.rules.seats:
            giver = self.chance["redistribution"][self.round - 1][seat - 1] + 1
            self.hands[seat][self.given[giver]] += 1
        self.given = {}

    def _choose_card(self, seat: int):
        guild = yield Question("play", seat, Listed(self._cards_to_play, seat))  # GU-70, GU-72
        take(self.hands[seat], guild)
        return guild

    def _cards_to_play(self, seat: int) -> dict[str, str]:
        return self.permitted(seat, {f"play {guild}": guild for guild in held(self, self.hands[seat])})

    def permitted(self, seat: int, choices: dict[str, str]) -> dict[str, str]:
        """Those that take no banned guild, or all where every one does (GO-15)."""
        banned = self.banned.get(seat, set())
        return {text: guild for text, guild in choices.items() if guild not in banned} or choices

    def _play_cards(self):
        if self.effect.get("reveal") == "sequential":  # GU-422
            yield from self._play_one_after_the_other()
        elif self.effect.get("reveal") == "delayed":  # GU-425
            yield from self._play_with_delayed_reveal()
        else:
            yield from self._play_in_batches()

    def _play_in_batches(self):
        for size in self.rules.batch_sizes(self.event):  # GU-71, GU-424
            for _ in range(size):
                yield from self._all_place_one()
            self._turn_up_all_but(0)  # GU-70

    def _play_with_delayed_reveal(self):
        cards = self.rules.cards_to_play(self.event)
        for card in range(1, cards + 1):
            yield from self._all_place_one()
            stay_down = 0 if card == cards else self.effect["delay_cards"]  # GU-425, A-10
            self._turn_up_all_but(stay_down)

    def _play_one_after_the_other(self):
        starter = self.chance["starters"][self.round - 1]
        for _ in range(self.rules.cards_to_play(self.event)):
            seat = starter
            for _ in self.rules.seats:
                guild = yield from self._choose_card(seat)
                self.tableau[seat][guild] += 1
                seat = self._neighbour(seat, clockwise=True)
            starter = self._neighbour(starter, clockwise=True)

    def _all_place_one(self):
        for seat in self.rules.seats:
            guild = yield from self._choose_card(seat)
            self.face_down[seat].append(guild)

    def _turn_up_all_but(self, last_cards: int) -> None:
        for seat in self.rules.seats:
            while len(self.face_down[seat]) > last_cards:
                self.tableau[seat][self.face_down[seat].pop(0)] += 1  # GU-43

    def _discard_all_hands(self) -> None:
        for seat in self.rules.seats:
            self.discard_hand(seat)

    def scoring_counts(self, guild: str) -> list[int]:
        """The number of cards of this guild that counts for each player in this scoring."""
        counts = []
        for seat in self.rules.seats:
            real = self.tableau[seat][guild]
            change = self.shifts.get(seat, {}).get(guild, 0)
            if real == 0 and not self.rules.options["virtual_card_scores_alone"]:  # A-15, GO-11
                change = 0
            counts.append(max(0, real + change))  # GU-434, GU-438
        return counts

    def score_round(self) -> None:
        """Add the votes of this round's scoring."""
        ties_score_nothing = self.effect.get("ties_score_nothing", False)  # GU-421
        for guild, record in self.rules.guilds.items():
            if record["kind"] == "flat":  # GU-90
                pays = {"every_scoring": True, "last_scoring": self.round == self.rules.rounds, "never": False}  # GO-19
                each = record["votes_per_card"] if pays[self.rules.options["militia_pays"]] else 0
                gained = [each * self.tableau[seat][guild] for seat in self.rules.seats]
            elif not self.rules.in_game(guild) and self.rules.options["trick_e_three_players"] != "literal":  # A-16, GO-12
                continue
            else:
                prizes = self.rules.prizes(guild, self.round)
                options = self.rules.options
                move_up, tied, shared = (options[o] for o in ("tied_groups_lower_players_move_up", "tied_players", "shared_prizes"))
                gained = score_guild(prizes, self.scoring_counts(guild), ties_score_nothing, move_up, tied, shared)  # GU-80
            for seat, votes in zip(self.rules.seats, gained, strict=True):
                self.votes[seat][guild] += votes  # GU-91

    def _end_round(self) -> None:
        if self.rules.options["tableaus"] == "cleared" and self.round < self.rules.rounds:  # GO-20
            for seat in self.rules.seats:
                for guild in self.tableau[seat].elements():
                    self.discard(guild)
                self.tableau[seat] = Counter()
        self.tricks, self.protected, self.shifts = {}, [], {}  # GU-314, GU-430

    def _end_game(self) -> None:
        self.over = True
        militia = [self.tableau[seat]["militia"] if self.rules.militia_tie_break else 0 for seat in self.rules.seats]  # GU-110
        best = winners(list(self.totals().values()), militia)
        self.winning_seats = [index + 1 for index in best]
