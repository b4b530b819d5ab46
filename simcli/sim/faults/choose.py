"""Why a user's `choose` raised an exception: the same call once more in plain Python, in a process of its own.

Compiled code does not know its line. Play is not slowed by this: the call is repeated only when it has failed.
"""

from __future__ import annotations

import base64
import pickle
import traceback
from typing import Any

import numpy as np

from simcli.engine.layout import plain
from simcli.engine.loop.lineup import Strategy, loaded_function
from simcli.errors import SimcliError, UserError, Where
from simcli.game import Game
from simcli.sim.pool.subprocesses import call_in_subprocess

SECONDS = 60
HINT = "an index outside an array, a division by zero or the like"


def raised_error(game: Game, strategy: Strategy, record: Any, state: Any, t: object, scratch: Any, n: int, where: str) -> UserError:
    """The error of a `choose` that raised, at its line.

    `state` is the position it was asked in, `t` the tables, `record` that of the strategy, `scratch` the scratch record with its n
    legal actions, their features and the noise as before the call; `where` names the game that was played.
    """
    phase = int(state["phase"])
    columns = len(game.decisions[phase].features)
    call = {
        "state": np.array([state]).view(np.ndarray),
        "tables": np.array([t]).view(np.ndarray),
        "actions": np.array(scratch["actions"][:n]),
        "X": np.array(scratch["X"][:n, :columns]),
        "weights": np.array(record["weights"][phase, :columns]),
        "noise": np.array(scratch["noise"]),
    }
    arguments = {"source": strategy.source, "name": strategy.where, "call": base64.b64encode(pickle.dumps(call)).decode()}
    try:
        error = call_in_subprocess(__name__, "repeat_call", arguments, {"NUMBA_DISABLE_JIT": "1"}, SECONDS)
    except (SimcliError, OSError):  # no second process to be had: what is known is told
        error = None
    if not error:
        return UserError.of(strategy.where, f"choose() raised an exception {where}", HINT)
    message = f"choose() raised {error['text']} {where}"
    return UserError.of(Where(strategy.where, error["line"], 1), message, f"in `{error['code']}`" if error["code"] else HINT)


def repeat_call(source: str, name: str, call: str) -> dict[str, Any] | None:
    """Calls `choose` of a user's text as it was called, without the compiler.

    Line, code and text of the exception it raises; None when it raises none.
    """
    data = pickle.loads(base64.b64decode(call))
    s, t = (plain(data[key])[0] for key in ("state", "tables"))
    np.seterr(divide="raise", invalid="raise")  # a division by zero raises in compiled code
    choose = loaded_function(source, name)
    try:
        choose(s, t, data["actions"], data["X"], data["weights"], data["noise"])
    except Exception as error:
        own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        kind = ZeroDivisionError if isinstance(error, FloatingPointError) and "divide by zero" in str(error) else type(error)
        text = "division by zero" if kind is ZeroDivisionError else str(error)
        return {"line": own[-1].lineno or 1, "code": own[-1].line or "", "text": f"{kind.__name__}: {text}"} if own else None
    return None
