"""Actions as text: those of RULES.md, "How the program asks"."""

from __future__ import annotations

from typing import Any

from simcli.games.architects import state as S
from simcli.games.architects.datafiles import AMOUNTS, PLACES
from simcli.games.architects.text.names import MARKET_PLACES, PLACEMENTS, Names, goods_text, price_of

AMOUNT_WORDS = {number: word for word, number in AMOUNTS.items()}
_GUARD = {
    S.SEND: "send",
    S.RELEASE_ALL: "release",
    S.RANSOM_SILVER: "ransom for silver",
    S.RANSOM_DEBT: "ransom for debt",
    S.PAY_OFF: "pay off",
}
_BUILDINGS = {S.DRAFT: "keep", S.KEEP: "keep", S.SACRIFICE: "discard", S.LIBRARY: "discard", S.LIMIT: "discard"}
_FIXED = {
    S.FORGIVING: ("destroy debt",),
    S.CRANE: ("place guildhall",),
    S.SAVING: ("in full", "1 wood less", "1 stone less"),
    S.DESTROY: ("destroy debt", "keep debt"),
}
_STOPS = (S.STORE, S.CAPTURE, S.GUARD)


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = int(s["phase"])
    if action == S.STOP:
        return "stop" if phase in _STOPS else "decline"
    if phase == S.PLACE:
        return f"place {PLACEMENTS[action]}"
    if phase in _BUILDINGS:
        return f"{_BUILDINGS[phase]} {names.buildings[action]}"
    if phase in (S.FIRST_APPRENTICE, S.HIRE):
        row, column = divmod(action, S.COLUMNS)
        return f"{'take' if phase == S.FIRST_APPRENTICE else 'hire'} row {row + 1} column {column + 1}"
    if phase == S.TAKE_BACK:
        return f"take back from {_origin(action)}"
    if phase == S.DISMISS:
        return f"dismiss {names.apprentices[action]}"
    if phase == S.STORE:
        return _storehouse_text(t, names, action)
    if phase == S.CAPTURE:
        place, seat = divmod(action, S.MAX_PLAYERS)
        return "ransom" if action == S.RANSOM_CODE else f"capture seat {seat + 1} at {PLACES[place]}"
    if phase == S.GUARD:
        return _GUARD[action]
    if phase == S.PROJECT:
        return "cathedral" if action == S.CATHEDRAL_CODE else f"build {names.buildings[action]}"
    if phase == S.MIX:
        return f"pay {goods_text({'wood': action, 'stone': int(s['left']) - action})}"
    if phase == S.CHOICE:
        return f"take {_gain_text(t, int(t['b'][s['pending_row'][int(s['n_pending']) - 1]]) + action)}"
    if phase == S.DEBT:
        return f"pay {int(s['power'][int(s['actor']), S.DEBT_SILVER])} silver" if action == S.PAY_SILVER else "take debt"
    if phase == S.CAPTOR:
        return f"from seat {action + 1}"
    if phase == S.ABILITY:
        board = names.boards[int(s["board"][int(s["actor"])])]
        return f"resolve {board if action == S.FARA_CODE else names.apprentices[action]}"
    return _FIXED[phase][action]


def _origin(action: int) -> str:
    """Where a worker comes back from."""
    if action < S.BACK_CAPTOR:
        return PLACES[action]
    if action < S.BACK_PRISON:
        return f"seat {action - S.BACK_CAPTOR + 1}"
    return "prison" if action == S.BACK_PRISON else MARKET_PLACES[action - S.BACK_MARKET]


def _storehouse_text(t: Any, names: Names, action: int) -> str:
    """`virtue for 2 clay`, `trade merchant_wood`."""
    if action >= S.FIRST_TRADE:
        return f"trade {names.kinds[int(t['trade_type'][action - S.FIRST_TRADE])]}"
    return f"{AMOUNT_WORDS[int(t['mix_what'][action])]} for {goods_text(price_of(t['mix_price'][action]))}"


def _gain_text(t: Any, row: int) -> str:
    """`1 gold`, all of a chain of gains."""
    parts = []
    while row:
        if int(t["kind"][row]) == S.GAIN:
            parts.append(f"{int(t['b'][row])} {AMOUNT_WORDS[int(t['a'][row])]}")
        row = int(t["next"][row])
    return " ".join(parts)
