"""The one record of bans, musts, swaps, grants and blindness: who is restricted, what holds of a player, and its JSON."""

from simcli.base.restrictions import NOBODY, OfPlayer, Restrictions

MADE = Restrictions({"seat 2": ("noble",), "all": ("knight", "noble")}, {"denier": ("noble", "noble")}, {"seat 2": ("rivals",)})


def test_every_player_is_named_once_and_seats_are_those_at_the_table():
    assert MADE.players == ("seat 2", "all", "denier")
    assert MADE.seats == ("seat 2",)
    assert (NOBODY.players, NOBODY.seats) == ((), ())


def test_a_record_is_true_where_somebody_has_something_of_any_kind():
    assert not NOBODY
    assert [bool(Restrictions(**{kind: {"all": ("x",)}})) for kind in ("bans", "grants", "blind", "musts", "swaps")] == [True] * 5


def test_what_holds_of_a_player_is_of_this_name_alone():
    assert MADE.of("seat 2") == OfPlayer(("noble",), (), ("rivals",), (), ())
    assert MADE.of("denier") == OfPlayer((), ("noble", "noble"), (), (), ())
    assert MADE.of("seat 1") == OfPlayer((), (), (), (), ())


def test_players_are_picked_in_all_kinds():
    assert MADE.where(lambda player: player == "seat 2") == Restrictions({"seat 2": ("noble",)}, {}, {"seat 2": ("rivals",)})


def test_json_has_the_keys_of_run_files_without_empty_ones_and_comes_back_equal():
    data = MADE.to_json()
    assert list(data) == ["restrict", "grants", "blind"]
    assert data["restrict"] == {"seat 2": ["noble"], "all": ["knight", "noble"]}
    assert Restrictions.from_json(data) == MADE
    assert NOBODY.to_json() == {}
    assert NOBODY.plain() == {"restrict": {}, "grants": {}, "blind": {}, "must": {}, "swap": {}}
    assert Restrictions.from_json({"game": "guildes"}) == NOBODY
