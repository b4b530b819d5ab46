"""What items are worth, from the bans of a run: which runs have them, their order, signs and verdicts."""

from __future__ import annotations

from dataclasses import replace

from simcli.base.restrictions import Restrictions
from simcli.stats import verdicts
from simcli.stats.summary import NO_INTERVAL, BanResult, Forced, Interval, PerCopy, VariantChanges
from simcli.studies.cards.estimate import bans_in_turn, card_results
from tests.studies.run.test_findings import cell, item

NO_BAN = VariantChanges(name="no ban", options={}, patch={})
ITEMS = [replace(item(name, 0.02, None), offered=0.5, held=0.5) for name in ("Knight", "Noble", "Oracle")]


def without(name, player="seat 1", **more):
    return VariantChanges(**{"name": f"without {name}", "options": {}, "patch": {}, "restrictions": Restrictions({player: (name,)})} | more)


def banned(name, low, value, high, verdict, players=4, copies=1.0):
    test = verdicts.TestResult(0.5, 1.0, verdict, 100, 200, 0.01)
    shares = {"even_share": 0.25, "win_share": Interval(0.2, 0.22, 0.24), "few_wins": False}
    row = BanResult(player="seat 1", items=(name,), names=(name.title(),), difference=Interval(low, value, high), test=test, **shares)
    lost = [None if bound is None else (0.0 - bound) / copies for bound in (high, value, low)]
    each = PerCopy(used=copies, lost=Interval(*lost), against_kind=NO_INTERVAL, test=test, worth_verdict=verdict)
    return cell(variant=f"without {name}", base="no ban", players=players, items=ITEMS, bans=(row,), per_copy=each)


def test_only_bans_of_one_item_each_for_one_player_are_what_items_are_worth():
    two = [without("knight"), without("noble")]
    assert bans_in_turn([NO_BAN, *two])
    assert not bans_in_turn([NO_BAN])
    assert not bans_in_turn(two)
    assert not bans_in_turn([NO_BAN, NO_BAN, *two])
    assert not bans_in_turn([NO_BAN, without("knight"), without("noble", "seat 2")])
    assert not bans_in_turn([NO_BAN, without("knight", restrictions=Restrictions({"seat 1": ("knight", "noble")}))])
    assert not bans_in_turn([NO_BAN, without("knight", restrictions=Restrictions({"seat 1": ("knight",), "seat 2": ("noble",)}))])
    assert not bans_in_turn([NO_BAN, without("knight", patch={"guilds": {}})])
    assert not bans_in_turn([NO_BAN, without("knight", options={"events": "on"})])


def test_what_a_ban_costs_is_what_the_item_is_worth_most_first_at_each_number_of_players():
    variants = [NO_BAN, without("knight"), without("noble"), without("oracle")]
    cells = [cell(variant="no ban", players=players, items=ITEMS) for players in (4, 5)]
    cells += [banned("knight", 0.01, 0.03, 0.05, "less"), banned("noble", -0.04, -0.03, -0.02, "more, size open", copies=0.5)]
    cells += [banned("oracle", None, None, None, None), banned("noble", -0.002, 0.0, 0.002, "even", players=5)]
    rows = card_results(variants, cells)
    assert [(row.players, row.item, row.test.verdict) for row in rows] == [
        (4, "noble", "more, size open"),
        (4, "knight", "less"),
        (4, "oracle", None),
        (5, "noble", "even"),
    ]
    assert rows[0].lost_if_banned == (0.02, 0.03, 0.04)
    assert (rows[0].lost_per_copy, rows[0].used) == ((0.04, 0.06, 0.08), 0.5)
    assert rows[1].lost_if_banned == (-0.05, -0.03, -0.01)
    assert str(rows[3].lost_if_banned.value) == "0.0"
    assert (rows[0].test.p_holm, rows[0].test.deals_90, rows[0].name, rows[0].kind, rows[0].player) == (
        1.0,
        200,
        "Noble",
        "guild",
        "seat 1",
    )
    slope = ITEMS[1].per_copy_held
    assert rows[0].per_copy_held == tuple(None if bound is None else bound * 3 / 4 for bound in slope)  # of one of four players


def test_an_item_that_never_came_has_no_figure_and_no_verdict():
    absent = replace(ITEMS[0], offered=0.0, held=0.0)
    cells = [cell(variant="no ban", items=[absent]), banned("knight", -0.001, 0.0, 0.001, "even")]
    (row,) = card_results([NO_BAN, without("knight")], cells) or ()
    assert (row.test.verdict, row.test.p, row.lost_if_banned) == (None, None, (None, None, None))


def test_other_runs_have_none():
    assert card_results([], [cell()]) is None
    variants = [NO_BAN, without("knight")]
    other_base = [cell(variant="no ban", base="without knight", items=ITEMS), banned("knight", 0.01, 0.03, 0.05, "more")]
    assert card_results(variants, [other_base[0], cell(variant="without knight", bans=other_base[1].bans)]) is None


def forcing(name, player="seat 1", **more):
    restrictions = Restrictions(musts={player: (name,)}, **more)
    return VariantChanges(name=f"made to take {name}", options={}, patch={}, restrictions=restrictions)


def forced(name, low, value, high, verdict, used=0.5):
    test = verdicts.TestResult(0.5, 1.0, verdict, 100, 200, 0.01)
    row = replace(banned(name, -0.1, 0.0, 0.1, "even").bans[0], items=(), names=(), must=(name,), must_names=(name.title(),))
    each = Forced(used=used, gained=Interval(low, value, high), against_kind=NO_INTERVAL, test=test, gain_verdict=verdict)
    return cell(variant=f"made to take {name}", base="no ban", players=4, items=ITEMS, bans=(row,), forced=each)


def test_what_force_brings_stands_beside_what_a_ban_costs():
    variants = [NO_BAN, without("knight"), without("noble"), forcing("noble")]
    assert bans_in_turn(variants)
    assert not bans_in_turn([NO_BAN, without("knight"), forcing("noble")])
    assert not bans_in_turn([NO_BAN, forcing("noble")])
    assert not bans_in_turn([NO_BAN, without("noble"), forcing("noble", "seat 2")])
    assert not bans_in_turn([NO_BAN, without("noble"), forcing("noble", bans={"seat 1": ("knight",)})])
    assert not bans_in_turn([*variants, without("oracle", restrictions=Restrictions(grants={"seat 1": ("oracle",)}))])
    cells = [cell(variant="no ban", items=ITEMS), banned("knight", -0.05, -0.03, -0.01, "less")]
    cells += [banned("noble", 0.02, 0.03, 0.04, "more"), forced("noble", -0.06, -0.05, -0.04, "less")]
    knight, noble = card_results(variants, cells) or ()
    assert (knight.item, knight.used_if_forced, knight.gained_if_forced, knight.forced_verdict) == ("knight", None, None, None)
    assert (noble.item, noble.used_if_forced, noble.gained_if_forced, noble.forced_verdict) == ("noble", 0.5, (-0.06, -0.05, -0.04), "less")
    assert noble.test.verdict == "more"


def dealing(name, player="seat 1", **more):
    return VariantChanges(name=f"dealt {name}", options={}, patch={}, restrictions=Restrictions(swaps={player: (name,)}, **more))


def test_what_a_deal_brings_stands_beside_what_a_ban_costs():
    variants = [NO_BAN, without("knight"), without("noble"), dealing("noble")]
    assert bans_in_turn(variants)
    assert not bans_in_turn([NO_BAN, without("knight"), dealing("noble")])
    assert not bans_in_turn([NO_BAN, dealing("noble")])
    assert not bans_in_turn([NO_BAN, without("noble"), dealing("noble", "seat 2")])
    assert not bans_in_turn([NO_BAN, without("noble"), dealing("noble", bans={"seat 1": ("knight",)})])
    both = replace(dealing("noble"), restrictions=Restrictions(swaps={"seat 1": ("knight", "noble")}))
    assert not bans_in_turn([NO_BAN, without("knight"), without("noble"), both])
    cells = [cell(variant="no ban", items=ITEMS), banned("knight", -0.05, -0.03, -0.01, "less")]
    row = replace(banned("noble", -0.06, -0.05, -0.04, "less").bans[0], items=(), names=(), dealt=("noble",), dealt_names=("Noble",))
    cells += [banned("noble", 0.02, 0.03, 0.04, "more"), cell(variant="dealt noble", base="no ban", players=4, items=ITEMS, bans=(row,))]
    knight, noble = card_results(variants, cells) or ()
    assert (knight.item, knight.dealt_instead, knight.dealt_verdict) == ("knight", None, None)
    assert (noble.item, noble.dealt_instead, noble.dealt_verdict) == ("noble", (-0.06, -0.05, -0.04), "less")
    assert (noble.test.verdict, noble.lost_if_banned) == ("more", (-0.04, -0.03, -0.02))


def test_of_what_is_seldom_used_those_that_pay_by_force_stand_first():
    names = ("knight", "noble", "oracle")
    seldom = [
        replace(one, per_copy=replace(one.per_copy, test=verdicts.TestResult(None, None, None, None, None, None)))
        for one in (banned(name, -0.01, 0.0, 0.01, "even") for name in names)
    ]
    cells = [cell(variant="no ban", items=ITEMS), *seldom]
    cells += [forced("knight", -0.06, -0.05, -0.04, "less"), forced("noble", 0.04, 0.05, 0.06, "more")]
    rows = card_results([NO_BAN, *map(without, names), forcing("knight"), forcing("noble")], cells) or ()
    assert [row.item for row in rows] == ["noble", "oracle", "knight"]
