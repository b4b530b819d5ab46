"""The entries by name, for whoever calls them: found here without numba."""

from __future__ import annotations

from simcli.engine.code.entries import entry_of

LOOPS = "simcli.engine.loop"

play_batch = entry_of(f"{LOOPS}.playout", "play_batch")
count_waiting = entry_of(f"{LOOPS}.counting", "count_waiting")
cover_batch = entry_of(f"{LOOPS}.coverage", "cover_batch")
follow_batch = entry_of(f"{LOOPS}.feel", "follow_batch")
look_batch = entry_of(f"{LOOPS}.regret", "look_batch")
play_on = entry_of(f"{LOOPS}.swings", "play_on")

step_start = entry_of(f"{LOOPS}.steps", "step_start")
step_restrict = entry_of(f"{LOOPS}.steps", "step_restrict")
step_grant = entry_of(f"{LOOPS}.steps", "step_grant")
step_derive = entry_of(f"{LOOPS}.steps", "step_derive")
step_legal = entry_of(f"{LOOPS}.steps", "step_legal")
step_choose = entry_of(f"{LOOPS}.steps", "step_choose")
step_features = entry_of(f"{LOOPS}.steps", "step_features")
step_context = entry_of(f"{LOOPS}.steps", "step_context")
step_apply = entry_of(f"{LOOPS}.steps", "step_apply")
step_results = entry_of(f"{LOOPS}.steps", "step_results")
step_redeal_hidden = entry_of(f"{LOOPS}.steps", "step_redeal_hidden")
step_lineup = entry_of(f"{LOOPS}.steps", "step_lineup")

WARM_COVERAGE, WARM_DECISIONS, WARM_FEEL, WARM_REGRET, WARM_TRACE = "-coverage", "-decisions", "-feel", "-regret", "-trace"
"""Behind the id of a game whose code for these is compiled (`store.is_warm`)."""
