"""`--cluster`: processes and machines play a study, whatever becomes of them, and it has the bytes of threads."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.machines import Machines, alive, below, outputs, players, playing
from tests.cli.project import Project, make_project
from tests.cli.soak import counts
from tests.cli.test_cli_shards import GAMES, GUILDES

EXECUTOR = "tests.cli.machines:processes"
STUDIES = {
    "run": ("run", "pig.yaml"),
    "run until": ("run", "pig.yaml", "--set", "until.half_width=20 %"),
    "cards": ("cards", "mine.yaml", "guild", "--deals", 6, "--players", 4),
    "coverage": ("coverage", "pig.yaml"),
    "ladder": ("ladder", "pig.yaml", "--rungs", "random,hold_at_20"),
    "whatif": ("whatif", "pig.yaml", "--set", "patch.setup.goal=30"),
    "matchups": ("matchups", "pig.yaml"),
    "feel": ("feel", "pig.yaml"),
    "tune": ("tune", "pig", "--start", "hold_at_20", "--field", "random", "--budget", 30000),
    "learn": ("learn", "pig", "--plan", "hold_at_20", "--field", "random", "--deals", 150, "--worlds", 2, "--rounds", 2, "--fresh", 40),
    "league": ("league", "pig", "--field", "hold_at_20,random", "--rounds", 1, "--budget", 30000),
    "reply": ("run", "pig.yaml", "--measure", "reply"),
}
RUN = ("run", "long.yaml", "--out", "run", "--quiet")
Straight = tuple[bytes, int]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and two workers that many tests share."""
    with Machines(make_project(tmp_path_factory.mktemp("machines"), None)) as made:  # type: ignore[arg-type]
        yield made


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Batches are short, so that few deals make many."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 100)
    monkeypatch.setenv("PYTHONPATH", project.environment()["PYTHONPATH"])
    project.write("mine.yaml", GUILDES)
    return project


def told(project: Project, *words: object) -> tuple[str, dict[str, bytes]]:
    """What a study prints and writes into its own folder, which is taken away."""
    shown = project.here(*words, "--format", "json", "--quiet")
    assert (shown.code, shown.err) == (0, "")
    made = outputs(project.folder / "reports")
    assert made
    shutil.rmtree(project.folder / "reports")
    return shown.out, made


FEW = ("run", "run until", "cards", "coverage", "ladder", "tune")


@pytest.mark.parametrize("study", [pytest.param(one, marks=[] if one in FEW else [pytest.mark.soak]) for one in STUDIES])
def test_machines_give_the_bytes_of_threads(study: str, here: Project, machines: Machines) -> None:
    words = STUDIES[study]
    assert told(here, *words, "--cluster", f"scheduler-file:{machines.file}") == told(here, *words, "--workers", 1)


def test_strategy_files_travel_to_machines_that_have_none_of_them(here: Project, machines: Machines) -> None:
    here.write("roll.py", "def choose(s, t, actions, X, weights, noise):\n    return 0 if s.at_risk >= 15 else len(actions) - 1\n")
    here.write("bold.yaml", "game: pig\nextends: hold_at_25\n")
    here.write("own.yaml", "game: pig\nplayers: 2\nstrategies: [./roll.py, ./bold.yaml]\ndeals: 60\n")
    assert told(here, "run", "own.yaml", "--cluster", machines.address) == told(here, "run", "own.yaml", "--workers", 1)


@pytest.mark.soak
@pytest.mark.parametrize("where", ["local:2", "local:1", EXECUTOR])
@pytest.mark.parametrize("study", STUDIES)
def test_so_does_every_form(study: str, where: str, here: Project) -> None:
    assert told(here, *STUDIES[study], "--cluster", where) == told(here, *STUDIES[study], "--workers", 2)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_so_do_they_with_every_game(game: str, here: Project, machines: Machines) -> None:
    here.write("mine.yaml", GAMES[game])
    words = ("run", "mine.yaml", "--deals", 5)
    assert told(here, *words, "--cluster", machines.address) == told(here, *words, "--workers", 1)


@pytest.mark.parametrize("where", [pytest.param("local:2", marks=pytest.mark.soak), EXECUTOR])
def test_processes_of_this_machine_give_the_bytes_of_threads_and_say_nothing_of_their_own(
    where: str, project: Project, straight: Straight
) -> None:
    shown = project.apart(*RUN, "--cluster", where)
    assert (shown.code, shown.err) == (0, "")
    assert project.read("run/summary.json") == straight[0]


def test_a_worker_is_silent_from_its_first_moment_to_its_last() -> None:
    """What silences a worker while it lives is taken back while it closes: one that replaces a killed one closes as soon as it is there."""
    import dask.config

    from simcli.sim.pool.dask import DaskPool

    pool = DaskPool("local:1")
    try:
        assert [*pool._client.run(dask.config.get, "logging.distributed").values()] == ["critical"]
    finally:
        pool.close()


@counts(1, 5)
def test_a_worker_that_is_killed_leaves_no_trace(project: Project, straight: Straight, count: int) -> None:
    rng, killed = random.Random(count), 0
    while killed < count:
        with playing(project, *RUN, "--cluster", "local:2") as process:
            time.sleep(rng.random() * (count > 1))
            those = players(process) if process.poll() is None else []
            if those:
                rng.choice(those).kill()
                killed += 1
            _, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        assert project.read("run/summary.json") == straight[0]
        shutil.rmtree(project.folder / "run")


def patched(**values: float) -> tuple[str, ...]:
    """simcli with other patience."""
    lines = "; ".join(f"dask.{name} = {value}" for name, value in values.items())
    return ("-c", f"import sys; from simcli.sim.pool import dask; {lines}; from simcli.cli.app import main; sys.exit(main(sys.argv[1:]))")


@counts(1, 5)
@pytest.mark.parametrize("lost", ["all workers", pytest.param("the scheduler", marks=pytest.mark.soak)])
def test_what_all_is_lost_with_ends_the_run_and_the_same_command_goes_on(
    lost: str, project: Project, straight: Straight, count: int
) -> None:
    words = (*RUN, "--cluster", f"scheduler-file:{project.folder / 'scheduler.json'}")
    rng, stopped = random.Random(count), 0
    while stopped < count:
        with Machines(project) as machines, playing(project, *words, program=patched(WORKERS_SECONDS=4, LOOK_SECONDS=0.2)) as process:
            time.sleep(rng.random() * (count > 1))
            for one in [machines.scheduler] if lost == "the scheduler" else machines.workers:
                one.kill()
            out, err = process.communicate(timeout=60)
        if process.returncode:  # unless it had just been done
            stopped += 1
            said = "the scheduler of {} is gone" if lost == "the scheduler" else "{} has had no worker for 4 s"
            go_on = f"to go on: simcli {' '.join(map(str, words))}\n"
            kept = "what was finished is kept, and the same command goes on"
            assert (process.returncode, out, err) == (3, "", f"{go_on}simcli: {said.format(words[-1])}; {kept}\n")
            assert project.batches("run") > 0
            with Machines(project, 1):
                again = project.apart(*words)
            assert (again.code, again.err) == (0, "")
        assert project.read("run/summary.json") == straight[0]
        shutil.rmtree(project.folder / "run")


def test_an_executor_that_breaks_ends_the_run_and_keeps_what_was_finished(project: Project, straight: Straight) -> None:
    with playing(project, *RUN, "--cluster", EXECUTOR) as process:
        those = below(process)
        players(process)[0].kill()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert f"the executor of {EXECUTOR} broke: " in err
    assert (err.count("\n"), alive(those)) == (2, [])
    assert project.batches("run") > 0
    assert project.here(*RUN).code == 0
    assert project.read("run/summary.json") == straight[0]


@pytest.mark.parametrize("where", ["local:2", pytest.param(EXECUTOR, marks=pytest.mark.soak)])
def test_ctrl_c_in_the_terminal_keeps_what_is_finished_and_leaves_no_process(where: str, project: Project, straight: Straight) -> None:
    words = (*RUN, "--cluster", where)
    with playing(project, *words) as process:
        those, begun = below(process), time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, err = process.communicate(timeout=60)
        assert time.monotonic() - begun < 5
    kept = "simcli: interrupted; batches in flight were finished and kept\n"
    assert (process.returncode, err) == (130, f"to go on: simcli {' '.join(words)}\n{kept}")
    assert alive(those) == []
    assert project.batches("run") > 0
    assert project.here(*RUN).code == 0
    assert project.read("run/summary.json") == straight[0]


@pytest.mark.parametrize("where", ["machines", EXECUTOR])
@pytest.mark.parametrize("what", ["simcli", "code of simcli", "Python"])
def test_a_worker_of_another_version_is_refused_by_name(
    what: str, where: str, here: Project, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simcli.sim.pool import work

    ours = work.versions()
    monkeypatch.setattr(work, "versions", lambda: dict(ours) | {what: "another"})
    before = here.files()
    shown = here.here("run", "pig.yaml", "--quiet", "--out", "out", "--cluster", machines.address if where == "machines" else where)
    assert (shown.code, shown.out) == (2, "")
    assert f"{what} {ours[what]} in place of another" in " ".join(shown.err.split())
    assert shown.err.endswith("\n  hint: install the same versions on all machines\n")
    assert here.files() == before


def test_a_game_that_workers_do_not_have_and_another_behaviour_are_refused(
    here: Project, tmp_path_factory: pytest.TempPathFactory, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from pig import GAME

    from simcli import games

    before = here.files()
    bare = make_project(tmp_path_factory.mktemp("bare"), None)  # type: ignore[arg-type]
    with Machines(bare, 1, env={"PYTHONPATH": bare.environment()["PYTHONPATH"].split(os.pathsep)[0]}) as those:
        shown = here.here("run", "pig.yaml", "--quiet", "--out", "out", "--cluster", those.address)
    assert (shown.code, shown.out, here.files()) == (2, "", before), shown.err
    assert "there is no game 'pig' here" in shown.err
    games.register(replace(GAME, behaviour=GAME.behaviour + 1))
    shown = here.here("run", "pig.yaml", "--quiet", "--out", "out", "--cluster", machines.address)
    assert (shown.code, shown.out, here.files()) == (2, "", before), shown.err
    assert "played by version 2 of the rules of Pig, here is version 1" in shown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "pig.yaml", "--cluster", "local:2", "--workers", 2), "--cluster plays elsewhere"),
        (("run", "pig.yaml", "--cluster", "local:2", "--records"), "--records: are written by the machine that plays"),
        *(
            (("run", "pig.yaml", "--cluster", form), "expected local:N, tcp://")
            for form in ("", "local:", "local:x", "tcp://x", "a b", "x:y/z")
        ),
        (("run", "pig.yaml", "--cluster", "local:0"), "expected 1 to 1024 processes"),
        (("run", "pig.yaml", "--cluster", "scheduler-file:none"), "no file none"),
        (("run", "pig.yaml", "--cluster", "nowhere:function"), "No module named 'nowhere'"),
        (("run", "pig.yaml", "--cluster", "json:nothing"), "json has no nothing"),
        (("run", "pig.yaml", "--cluster", "json:dumps"), "dumps() failed: TypeError"),
        (("run", "pig.yaml", "--cluster", "os:getcwd"), "getcwd() returned a str, expected an executor"),
        (("run", "pig.yaml", "--cluster", "tcp://127.0.0.1:1"), "cannot be joined: Timed out trying to connect"),
    ],
)
def test_what_is_no_cluster_is_refused_with_a_hint_and_leaves_nothing(
    words: tuple[object, ...], said: str, here: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcli.sim.pool.dask.CONNECT_SECONDS", 1)
    before = here.files()
    shown = here.here(*words, "--quiet", "--out", "out")
    assert (shown.code, shown.out, here.files()) == (2, "", before), shown.err
    assert said in " ".join(shown.err.split())
    assert (shown.err.count("\n"), "\n  hint: " in shown.err) == (2, True), shown.err


def test_without_the_extra_the_command_that_installs_it_is_said(here: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simcli.sim.pool.dask", None)
    before = here.files()
    shown = here.here("run", "pig.yaml", "--quiet", "--out", "out", "--cluster", "local:2")
    assert (shown.code, here.files()) == (2, before)
    assert shown.err.endswith("which is not installed\n  hint: pip install 'simcli-games[cluster]'\n")


@pytest.mark.parametrize(
    ("address", "warns"),
    [("tcp://10.0.0.9:1", True), ("tcp://host:1", True), ("tls://host:1", False)]
    + [(f"tcp://{host}:1", False) for host in ("localhost", "127.0.0.1", "127.1.2.3", "[::1]")],
)
def test_an_open_port_of_another_machine_is_warned_of(address: str, warns: bool, here: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli.sim.pool.cluster import Cluster

    monkeypatch.setattr("simcli.studies.driver._played", lambda study: study.fail())
    shown = here.here("run", "pig.yaml", "--quiet", "--cluster", address)
    assert shown.err.startswith(f"--cluster {address}: whoever reaches this port runs code there and here") == warns
    assert bool(Cluster(address).risk) == warns


TLS = Path(__file__).parent / "tls"
OURS = ("--protocol", "tls", "--tls-ca-file", TLS / "authority.pem", "--tls-cert", TLS / "ours.pem", "--tls-key", TLS / "ours.key")


def joins_with(name: str) -> dict[str, str]:
    """Settings of dask for a certificate of the tests, which its users have in a file or in the environment."""
    files = {"ca-file": "authority.pem", "client.cert": f"{name}.pem", "client.key": f"{name}.key"}
    return {f"distributed.comm.tls.{key}": str(TLS / file) for key, file in files.items()}


def test_tls_lets_in_who_has_a_certificate_of_the_same_authority(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    import dask.distributed

    with Machines(project, 1, *map(str, OURS)) as machines:
        assert machines.address.startswith("tls://")
        words = ("run", "pig.yaml", "--out", "run", "--quiet", "--cluster", machines.address)
        before = project.files()
        with dask.config.set(joins_with("foreign")), monkeypatch.context() as patch:
            patch.setattr("simcli.sim.pool.dask.CONNECT_SECONDS", 1)
            shown = project.here(*words)
        assert (shown.code, shown.out, project.files()) == (2, "", before), shown.err
        assert "cannot be joined: " in shown.err
        assert shown.err.count("\n") == 2, shown.err
        with dask.config.set(joins_with("ours")):
            shown = project.here(*words)
    assert (shown.code, shown.err) == (0, "")
