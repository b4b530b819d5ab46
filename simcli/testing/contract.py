"""What every game owes the engine, as tests: a game's test file says of which cases, and what only the game can say of a position.

class TestContract(ContractTests):
    cases, witness = CASES, WITNESS
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from simcli.engine import batch
from simcli.engine.code import store
from simcli.engine.header import ALL_FEATURES, ENDED, STOPPED
from simcli.engine.loop import lineup
from simcli.game import COMPONENT, FIXED, MIRROR, MIXED
from simcli.testing.context import ContextTests
from simcli.testing.playthrough import Array, Case, Playthrough, digest, digest_apart, learner, play, searcher, strategies_of
from simcli.testing.secrets import Hidden, Secret

MOST_WALKS = 50
"""Most games in which a decision to try is looked for."""
POISONS = (-(2**30), 2**30)


@dataclass(frozen=True)
class Witness:
    """What only the game itself can say of a table.

    Is every card there, what does seat p (from 0) see, what not, may this be held; which fields are notes that features keep for
    themselves, and which of these say with 0 that nothing is kept; whether the position is still of a set-up in which others may be asked
    before the seat that begins; which things lie where seat p cannot know (`simcli.testing.secrets`); the table of what lies hidden, from
    whom, by which rule.
    """

    complete: Callable[[Playthrough], bool]
    seen: Callable[[Playthrough, int], object]
    hidden: Callable[[Playthrough, int], Any]
    holdable: Callable[[Playthrough, Array], bool]
    scratch: frozenset[str] = frozenset()
    sets_up: Callable[[Playthrough], bool] = lambda _table: False
    secrets: Callable[[Playthrough, int], list[Secret]] = lambda _table, _player: []
    table: tuple[Hidden, ...] = ()
    kept: frozenset[str] = frozenset()


def copies_are_enough(held: Array, of: Sequence[int], copies: Sequence[int]) -> bool:
    """int[player, item, 0/1]: of some items no more are held than there are copies of them."""
    return bool((held[:, of, 1].sum(0) <= copies).all())


def marker_is_held_by_one(marker: Array) -> bool:
    """int[player, 0/1]: the start-player marker, offered to its holder where the start is drawn and to nobody where it is fixed."""
    return bool(marker[:, 1].sum() == 1 and ((marker[:, 0] == marker[:, 1]).all() or not marker[:, 0].any()))


class Effort(NamedTuple):
    """How much a game is looked at."""

    positions: int
    """tried at most of each kind of decision in a game, where each is played on, searched or dealt again; more of few kinds"""
    walked: int
    """the same, where one is looked at only"""
    copies: int
    """positions from which a whole game is played on again"""
    played: int
    """games with a changed deal that are played to their end, spread over all changes"""
    forced: int
    """items that a seat must take, in a game each"""


FEWEST = 8
"""Positions that are tried of all kinds together, where a game has as many."""
SHORT, LONG = Effort(1, 4, 4, 4, 3), Effort(10, 1000, 100, 16, 8)


class OfCases:
    """Tests of one game, run for each of its cases that they name."""

    cases: ClassVar[Sequence[Case]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test that asks for `case` runs for every case."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", self.cases, ids=str)


@pytest.mark.filterwarnings("ignore:First-class function type")
class ContractTests(ContextTests, OfCases):
    """The contract with the engine; with `effort = LONG` more positions of a game are looked at, for minutes."""

    witness: ClassVar[Witness]
    effort: ClassVar[Effort] = SHORT
    uncompiled: ClassVar[Sequence[Case]] = ()
    """Cases that are played without the compiler, where all take long."""

    def of_each(self, table: Playthrough) -> int:
        """Positions that are tried of each kind of decision."""
        return max(self.effort.positions, FEWEST // len(table.game.decisions))

    def some(self, table: Playthrough, deal: int, most: int) -> Iterator[list[int]]:
        """The legal actions at some decisions of a game, at most so many of each kind; the position may be changed meanwhile."""
        places: dict[int, list[int]] = {}
        for at, _ in enumerate(table.walk(deal)):
            places.setdefault(int(table.s.phase), []).append(at)
        dice = Random(deal)
        chosen = {at for those in places.values() for at in dice.sample(those, min(most, len(those)))}
        for at, legal in enumerate(table.walk(deal)):
            if at in chosen:
                position = table.saved()
                yield legal
                table.put_back(position)

    def changes(self, items: Sequence[int], case: Case) -> Iterator[tuple[int, int, int, bool]]:
        """Deal, item and player (the first or the last seat) of every deal that is changed, and whether it is played to its end."""
        pairs = [(item, player) for item in items for player in {0, case.players - 1}]
        stride = -(-len(pairs) // self.effort.played)
        return ((deal, *pair, deal % stride == 0) for deal, pair in enumerate(pairs))

    def test_legal_actions_ascend_and_there_is_always_one(self, case: Case) -> None:
        table = Playthrough(case)
        most = table.game.state.MAX_ACTIONS
        for deal in range(4):
            for legal in table.walk(deal):
                assert 1 <= len(legal) <= most
                assert all(a < b for a, b in pairwise(legal))
                assert table.s.phase < len(table.game.decisions)
                assert table.s.actor < table.s.n_players == case.players

    def test_who_begins_is_known_from_the_deal_on(self, case: Case) -> None:
        table = Playthrough(case)
        for deal in range(4):
            table.start(deal)
            first = int(table.s.first)
            asked: list[int] = []
            for _ in table.walk(deal):
                assert table.s.first == first
                if not self.witness.sets_up(table):
                    asked.append(int(table.s.actor))
            assert first == (asked[0] if table.game.has_start_player else 0)

    def test_every_action_moves_the_game_on(self, case: Case) -> None:
        table = Playthrough(case)
        for deal in range(2):
            last, count = table.saved(), 0
            for _ in table.walk(deal):
                assert count == 0 or not table.is_at(last, but=frozenset(["decisions", "decided"]))
                assert table.s.decisions == count
                last, count = table.saved(), count + 1
            assert table.s.over in (ENDED, STOPPED)
            assert table.s.decisions == count < table.game.max_decisions

    def test_the_decisions_of_each_seat_are_counted_by_round(self, case: Case) -> None:
        table = Playthrough(case)
        for deal in range(2):
            taken: Counter[tuple[int, int]] = Counter()
            for _ in table.walk(deal):
                seat = int(table.s["actor"]), int(table.s["round"])
                assert table.s.decided[seat[0]] == taken[seat]
                taken[seat] += 1

    def test_asking_changes_nothing_but_the_features_asked_for(self, case: Case) -> None:
        table, scratch = Playthrough(case), self.witness.scratch
        for _ in table.walk(3):
            before = table.saved()
            table.features(ALL_FEATURES, 0)
            table.results()
            assert table.is_at(before, but=scratch)
        asked, chosen = table.saved(), table.chosen
        table.start(3)
        for action in chosen:
            table.apply(action)
        assert table.is_at(asked, but=scratch)

    def test_a_copy_of_the_record_plays_on_identically(self, case: Case) -> None:
        table = Playthrough(case)
        for deal in range(2):
            positions = [table.saved() for _ in table.walk(deal)]
            end, actions = table.saved(), table.chosen
            for at in range(0, len(positions), max(17, len(positions) // self.effort.copies)):
                table.put_back(positions[at])
                for action in actions[at:]:
                    assert action in table.legal()
                    table.apply(action)
                assert table.is_at(end)

    def test_what_an_actor_is_told_does_not_depend_on_what_is_hidden(self, case: Case) -> None:
        table = Playthrough(case)
        width = {d: len(decision.features) for d, decision in enumerate(table.game.decisions)}
        hidden = self.witness.hidden
        positions = changed = 0
        for legal in self.some(table, 1, self.effort.walked):
            position, actor, features = table.saved(), int(table.s.actor), table.features(ALL_FEATURES, 0)
            n, k, truth = len(legal), width[int(table.s.phase)], hidden(table, actor)
            different = False
            for noise in range(4):
                table.put_back(position)
                table.redeal_hidden(actor, noise + 1)
                different |= hidden(table, actor) != truth
                assert table.legal() == legal
                table.scratch[0].X[:] = 0
                assert np.array_equal(table.features(ALL_FEATURES, 0)[:n, :k], features[:n, :k])
            positions += 1
            changed += different
        assert changed > 0.9 * positions

    def test_the_redeal_keeps_all_cards_and_what_the_player_sees(self, case: Case) -> None:
        table, witness = Playthrough(case), self.witness
        dice = Random(1)
        for _ in self.some(table, 2, self.effort.walked):
            assert witness.complete(table)
            player = dice.randrange(case.players)
            seen = witness.seen(table, player)
            table.redeal_hidden(player, dice.randrange(1, 1000))
            assert witness.complete(table)
            assert witness.seen(table, player) == seen
        assert witness.complete(table)

    def test_a_redealt_game_can_be_played_to_its_end(self, case: Case) -> None:
        table, witness, dice = Playthrough(case), self.witness, Random(2)
        for _ in self.some(table, 4, self.of_each(table)):
            table.redeal_hidden(int(table.s.actor), dice.randrange(1, 1000))
            while not table.s.over:
                table.apply(dice.choice(table.legal()))
            assert witness.complete(table)
            assert table.s.decisions < table.game.max_decisions

    def test_what_a_redeal_deals_does_not_depend_on_what_is_hidden(self, case: Case) -> None:
        table = Playthrough(case)
        for _ in self.some(table, 6, self.of_each(table)):
            position, actor = table.saved(), int(table.s.actor)
            ends = []
            for noise in range(3):
                table.put_back(position)
                if noise:
                    table.redeal_hidden(actor, noise)
                table.redeal_hidden(actor, 7)
                choices = Random(8)
                while not table.s.over:
                    table.apply(choices.choice(table.legal()))
                ends.append((int(table.s.decisions), [part.tolist() for part in table.results()]))
            assert ends[1:] == ends[:1] * 2

    def test_a_search_chooses_the_same_whatever_is_hidden(self, case: Case) -> None:
        """At positions of each kind of decision."""
        table = Playthrough(case)
        most = self.of_each(table)
        strategies = lineup.pack_strategies(table.game, [searcher(table.game, 60)])
        choose = table.chooser(strategies)
        tried: Counter[int] = Counter()
        for legal in self.some(table, 7, 4 * most):
            kind = int(table.s.phase)
            if len(legal) == 1 or tried[kind] == most:
                continue
            position, actor = table.saved(), int(table.s.actor)
            choices = []
            for noise in range(3):
                table.put_back(position)
                if noise:
                    table.redeal_hidden(actor, noise)
                assert table.legal() == legal
                before = table.saved()
                chosen = choose(0, len(legal))
                search = table.scratch[0].search
                choices.append((chosen, search.playouts[: len(legal)].tolist(), search.won[: len(legal)].tolist()))
                assert table.is_at(before, frozenset(["feature_mask"]) | self.witness.scratch)
                assert table.scratch[0].actions[: len(legal)].tolist() == legal
            assert choices[1:] == choices[:1] * 2
            assert 0 < sum(choices[0][1]) <= 60
            tried[kind] += 1
        assert tried

    def test_no_choice_hangs_on_what_a_seat_cannot_know(self, case: Case) -> None:
        """Each secret in turn is laid otherwise, and the luck to come is another: plan, search and learned player choose as before.

        Few decisions are tried of a long game; of short ones as many games are played as it takes to try one.
        """
        table, dice, witness = Playthrough(case), Random(11), self.witness
        tried: Counter[tuple[int, bool]] = Counter()
        strategies = lineup.pack_strategies(
            table.game, [strategies_of(table.game)[1], searcher(table.game, 24, best=3), learner(table.game)]
        )
        choose = table.chooser(strategies)

        def answers(actor: int, n: int) -> list[object]:
            seen = witness.seen(table, actor), table.legal()
            choices = [choose(k, n) for k in range(3)]
            search, learned = table.scratch[0].search, table.scratch[0].learned
            judged = [learned.order.tolist(), learned.columns[:, : min(n, 6)].tolist()]
            return [seen, choices, search.won[:n].tolist(), judged]

        def is_tried(legal: Sequence[int]) -> bool:
            actor, position = int(table.s.actor), table.saved()
            secrets = [secret for secret in witness.secrets(table, actor) if not secret.is_open]
            kind = int(table.s.phase), any(secret.choices for secret in secrets)
            if len(legal) == 1 or tried[kind] == 2 * self.of_each(table) or dice.random() > (0.5 if kind[1] else 0.04):
                return False
            tried[kind] += 1
            expected = answers(actor, len(legal))
            for number in range(len(secrets) + 1):
                table.put_back(position)
                if number < len(secrets):
                    secrets[number].rearrange(dice)
                else:
                    table.s["key"] = np.uint64(dice.getrandbits(64))
                    table.s["chance"][:] = [dice.getrandbits(63) | 1 for _ in range(4)]
                assert answers(actor, len(legal)) == expected, secrets[number].places if number < len(secrets) else "the luck to come"
            table.put_back(position)
            return True

        assert any(sum(map(is_tried, table.walk(seed))) for seed in range(8, 8 + MOST_WALKS))

    def test_a_redeal_deals_whatever_a_seat_thinks_possible(self, case: Case) -> None:
        """Of every secret each thing comes to lie in each place, in as many redeals as make that all but certain; how it lay is gone."""
        table, dice, witness = Playthrough(case), Random(12), self.witness
        tried: Counter[bool] = Counter()
        for _ in table.walk(9):
            actor, position = int(table.s.actor), table.saved()
            declared = witness.secrets(table, actor)
            hidden = [k for k, secret in enumerate(declared) if not secret.is_open]
            secrets = [declared[k] for k in hidden]
            has_choice = any(secret.choices for secret in secrets)
            if not secrets or tried[has_choice] == min(3, self.effort.positions) or dice.random() > (0.5 if has_choice else 0.05):
                continue
            tried[has_choice] += 1
            possible = [secret.possible() for secret in secrets]
            redealt: list[set[tuple[int, int, int]]] = [set() for _ in secrets]
            for noise in range(20 * max(max(len(secret.things()), *map(len, secret.choices), 2) for secret in secrets)):
                table.put_back(position)
                table.redeal_hidden(actor, noise + 1)
                dealt = witness.secrets(table, actor)  # a redeal may lay them elsewhere in the record
                for k, number in enumerate(hidden):
                    redealt[k] |= set(dealt[number].pairs())
            for k, secret in enumerate(secrets):
                assert redealt[k] == possible[k], secret.places
            worlds = []
            for laid in (None, *secrets):
                table.put_back(position)
                if laid is not None:
                    laid.rearrange(dice)
                    assert [secret.where for secret in witness.secrets(table, actor)] == [secret.where for secret in declared]
                table.redeal_hidden(actor, 1)
                worlds.append([[place.read() for place in secret.places] for secret in secrets])
            assert worlds[1:] == worlds[:1] * len(secrets)
            table.put_back(position)

    def test_a_redeal_moves_what_the_table_of_hidden_things_names_and_nothing_else(self, case: Case) -> None:
        """With what is hidden laid back as it lay, the position is what it was but for the luck to come."""
        table, dice, witness = Playthrough(case), Random(13), self.witness
        named = {line.field for line in witness.table if not line.is_luck}
        free = {name for line in witness.table for name in (*line.also, *[line.field] * line.is_luck)}
        for _ in table.walk(10):
            if dice.random() > 0.05:
                continue
            position, player = table.saved(), dice.randrange(case.players)
            declared = witness.secrets(table, player)
            assert {place.field for secret in declared for place in secret.places} <= named
            lay = [secret.things() for secret in declared]
            table.redeal_hidden(player, dice.randrange(1, 1000))
            for secret, things in zip(declared, lay, strict=True):
                secret.lay(things)
            moved = [name for name in position.dtype.names or () if not np.array_equal(position[name], table.states[:1][name])]
            assert set(moved) <= witness.scratch | {"key", "chance"} | free
            table.put_back(position)

    def test_what_is_hidden_is_a_rule(self) -> None:
        """Every line of the table names a field of the record and a rule of RULES.md; what no case hides is no line."""
        game, hidden, luck = self.cases[0].game, set[str](), {line.field for line in self.witness.table if line.is_luck}
        rules = (game.folder / "RULES.md").read_text("utf-8")
        for line in self.witness.table:
            assert re.search(rf"^(- |\| ){line.rule} ", rules, re.MULTILINE), line
        for case in self.cases:
            table = Playthrough(case)
            assert {line.field for line in self.witness.table} <= {*(table.s.dtype.names or ())}
            for _ in table.walk(10):
                for player in range(case.players):
                    hidden |= {place.field for secret in self.witness.secrets(table, player) for place in secret.places if place.read()}
                if luck - hidden and table.s.decisions % 5 == 0:
                    position = table.saved()
                    table.redeal_hidden(int(table.s.actor), 1)
                    hidden |= {name for name in luck if not np.array_equal(position[name], table.states[:1][name])}
                    table.put_back(position)
        assert hidden == {line.field for line in self.witness.table}

    def test_a_seat_begins_with_what_it_is_granted(self, case: Case) -> None:
        """One copy, of what this deal has; nothing else is held then, no card is lost, and what the record repeats is true."""
        table, dice = Playthrough(case), Random(10)
        grantable = [i for i, item in enumerate(table.catalogue.items) if item.grantable]
        assert bool(grantable) == hasattr(table.game.kernels, "grant")
        given = 0
        for deal, item, player, is_played in self.changes(grantable, case):
            table.start(deal)
            before, first = table.results()[2], int(table.s.first)
            table.grant(player, item)
            gained = table.results()[2][:, :, 1] - before[:, :, 1]
            given += gained[player, item]
            assert gained[player, item] in (0, 1)
            assert np.count_nonzero(gained) == gained[player, item]
            assert table.s.first == first
            self._check_changed_deal(table, player, dice)
            if is_played:
                self._check_to_the_end(table, dice)
        assert not grantable or given > len(grantable) // 2

    def test_a_seat_is_dealt_what_is_swapped_in(self, case: Case) -> None:
        """A card of it goes to where the other came from: no card is lost, nobody has more, what the record repeats is true."""
        table, dice = Playthrough(case), Random(12)
        able = [i for i, item in enumerate(table.catalogue.items) if item.dealt]
        assert bool(able) == hasattr(table.game.kernels, "swap")
        swapped = asked = 0
        for deal, item, player, is_played in self.changes(able, case):
            table.start(deal)
            held, first = table.results()[2][:, :, 1], int(table.s.first)
            for both in ({player: item}, {player: item, (player + 1) % case.players: dice.choice(able)}):
                table.start(deal)
                done = table.swap(both)
                swapped, asked = swapped + sum(done), asked + len(both)
                assert np.array_equal(table.results()[2][:, :, 1], held)
                assert table.s.first == first
                self._check_changed_deal(table, player, dice)
            if is_played:
                self._check_to_the_end(table, dice)
        assert swapped >= asked * 0.8

    def test_a_seat_that_must_take_an_item_chooses_what_takes_it(self, case: Case) -> None:
        """Of its legal actions those that a ban of the item leaves out, where there are any; the position stays what it was."""
        table, dice = Playthrough(case), Random(21)
        items = [i for i, item in enumerate(table.catalogue.items) if item.bannable and not item.idle]
        taken = 0
        for deal, item in enumerate(dice.sample(items, min(len(items), LONG.forced))):
            if deal >= self.effort.forced and taken:
                break
            player = dice.randrange(case.players)
            table.start(deal)
            while not table.s.over:
                position, ours = table.saved(), int(table.s.actor) == player
                table.restrict(player, must=[item])
                chosen, left = table.legal(), table.saved()
                table.put_back(position)
                table.restrict(player)
                free = table.legal()
                table.restrict(player, banned=[item])
                takers = sorted(set(free) - set(table.legal())) if ours else []
                assert chosen == (takers or free)
                table.put_back(left)
                table.restrict(player)
                assert table.legal() == free
                taken += bool(takers)
                table.put_back(left)
                table.apply(dice.choice(chosen))
            self._check_results(table)
        assert taken or not items

    def test_wanted_features_are_written_whatever_stood_there(self, case: Case) -> None:
        table, dice = Playthrough(case), Random(3)
        for legal in table.walk(5):
            n, columns = len(legal), len(table.game.decisions[int(table.s.phase)].features)
            full = [table.features(ALL_FEATURES, poison)[:n, :columns] for poison in POISONS]
            assert np.array_equal(full[0], full[1])
            wanted = dice.getrandbits(columns) if columns else 0
            some = [table.features(wanted, poison) for poison in POISONS]
            for f in range(columns):
                if wanted >> f & 1:
                    assert np.array_equal(some[0][:n, f], full[0][:, f])
                    assert np.array_equal(some[1][:n, f], full[0][:, f])
            for x, poison in zip(some, POISONS, strict=True):
                assert (x[n:] == poison).all()

    def test_weighed_sums_are_the_features_times_the_weights(self, case: Case) -> None:
        """Of strategies that weigh every feature, and of one that weighs some: only these are computed for it."""
        table, dice = Playthrough(case), Random(4)
        strategies = strategies_of(table.game)[1:]
        some = {d: {f: w for f, w in row.items() if dice.random() < 0.3} for d, row in strategies[1].weights.items()}
        strategies[1].weights = some
        packed = lineup.pack_strategies(table.game, strategies)
        for deal in range(3):
            for legal in table.walk(deal):
                d = int(table.s.phase)
                X = table.features(ALL_FEATURES, 0)[: len(legal)].astype(np.int64)
                for k, player in enumerate(packed.records):
                    assert table.sums(k, packed).tolist() == (X @ player.weights[d]).tolist()

    def test_scores_and_shares_are_valid_at_any_time(self, case: Case) -> None:
        table = Playthrough(case)
        for deal in range(2):
            for _ in table.walk(deal):
                self._check_results(table)
            self._check_results(table)

    def test_no_game_is_broken_off_and_all_kinds_of_strategies_play(self, case: Case) -> None:
        table = Playthrough(case)
        for mode in (MIXED, MIRROR, FIXED):
            played = play(table, strategies_of(table.game), 0, 20, mode)
            totals = played["layout"].parts(played["flat"]).totals
            assert played["status"][0] == batch.OK
            assert totals[batch.GAMES] == 20 * (3 if mode == MIRROR else case.players)
            assert totals[batch.CAPPED] == 0

    def test_parts_of_a_batch_add_up_to_the_whole(self, case: Case) -> None:
        table = Playthrough(case)
        strategies = strategies_of(table.game)
        at_once = play(table, strategies, 3, 12, records=True)
        parts = [play(table, strategies, first, deals, records=True) for first, deals in ((3, 5), (8, 1), (9, 6))]
        assert np.array_equal(sum(p["flat"] for p in parts), at_once["flat"])
        assert np.array_equal(np.concatenate([p["rows"] for p in parts]), at_once["rows"])

    def test_no_two_actions_of_a_decision_share_a_text(self, case: Case) -> None:
        table = Playthrough(case)
        for legal in table.walk(6):
            texts = [table.text.action_text(table.s, table.t, table.names, a) for a in legal]
            assert len(set(texts)) == len(texts)
            assert table.text.state_text(table.s, table.t, table.names)

    def test_items_have_names_that_can_stand_in_a_list(self, case: Case) -> None:
        """No two of a kind share one, and none has a comma or a semicolon, which part names and clauses."""
        names = [(item.kind, item.name) for item in Playthrough(case).catalogue.items if item.role == COMPONENT]
        assert len(set(names)) == len(names)
        assert [name for _, name in names if set(",;") & set(name)] == []

    def _check_changed_deal(self, table: Playthrough, player: int, dice: Random) -> None:
        """Of a game just dealt and changed: no card is lost, what the record repeats is true, and so it stays when it is redealt."""
        assert table.s.decisions == 0
        assert self.witness.complete(table)
        position = table.saved()
        table.derive()
        assert table.is_at(position, but=self.witness.scratch)
        table.put_back(position)
        seen, actor, legal = self.witness.seen(table, player), int(table.s.actor), table.legal()
        table.redeal_hidden(player, dice.randrange(1, 1000))
        assert self.witness.complete(table)
        assert self.witness.seen(table, player) == seen
        assert player != actor or table.legal() == legal
        table.put_back(position)

    def _check_to_the_end(self, table: Playthrough, dice: Random) -> None:
        while not table.s.over:
            table.apply(dice.choice(table.legal()))
            self._check_results(table)
        assert self.witness.complete(table)

    def _check_results(self, table: Playthrough) -> None:
        points, share, held = table.results()
        totals = points.sum(1)
        assert not table.game.together or len({*totals.tolist()}) == len({*share.tolist()}) == 1
        assert (totals >= table.catalogue.score_low).all()
        assert (totals <= table.catalogue.score_high).all()
        assert share.sum() == 60
        assert set(share.tolist()) <= {0, 60 // (share > 0).sum()}
        assert (totals[share > 0] == totals.max()).all()
        assert (held >= 0).all()
        assert self.witness.holdable(table, held)

    def test_no_float_instruction_is_in_the_compiled_code(self) -> None:
        table = Playthrough(self.cases[0])
        play(table, strategies_of(table.game), 0, 1)
        table.start(0)
        table.features(ALL_FEATURES, 0)
        table.redeal_hidden(0, 1)
        table.results()
        table.context(0)
        code = store.code_of(table.game.folder)
        for door in ("fill", "play_batch", "step_redeal_hidden", "step_results", "step_context"):
            pieces = [store.find(code, path.name) for path in store.files_of(code) if path.name.startswith(door)]
            assert pieces
            assert not any(piece is None or piece.floats for piece in pieces), door

    def test_without_the_compiler_the_same_games_are_played(self) -> None:
        cases = self.cases if self.effort == LONG else self.uncompiled or self.cases
        assert digest_apart(cases, NUMBA_DISABLE_JIT="1") == digest(cases)


@pytest.mark.filterwarnings("ignore:First-class function type")
class FastTests(OfCases):
    """A game without bounds checks, for which it is compiled once more."""

    def test_without_bounds_checks_the_same_games_are_played(self) -> None:
        assert digest_apart(self.cases, SIMCLI_FAST="1") == digest(self.cases)
