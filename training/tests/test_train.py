"""Runs: they learn, they resume exactly, they give the same on one device and on eight, they stop when they diverge."""
from __future__ import annotations

import dataclasses
import json
import os
import signal
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from teacher import export
from teacher.config import Config
from teacher.evaluate import match
from teacher.rulebook import RULES
from teacher.train import Diverged, Layout, Run, State, learn

TINY = Config(size=7, games=64, sims=6, fours=4, root_fours=8, rows=4, ring=64, batch=64, reuse=4.0, blocks=2, width=8,
              lr=4e-3, lr_end=1e-3, warm=60, ema=0.97, match_every=0.0, minutes=1.0)


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Run:
    """A run of some iterations from random weights."""
    run = Run(dataclasses.replace(TINY, out=str(tmp_path_factory.mktemp("run") / "a")), jax.devices()[:1])
    for i in range(26):
        run.iteration(60.0 * i / 26)
    run.save(60.0, ring=True)
    return run


def test_a_short_run_beats_its_own_start(trained):
    score = match(trained.state.ema, trained.start_weights, RULES["freestyle"], 7, jax.random.key(5), 64, 6, 4, 8)
    assert score.games == 64 and score.rate >= 0.75, score


def batch_of(run: Run, seed: int):
    from teacher.selfplay import lambda_targets, sample
    newest = jnp.int32((run.rows - 1) % run.c.ring)
    targets = lambda_targets(run.ring, newest, run.c.discount)
    return sample(run.ring, targets, newest, jnp.int32(32), jax.random.key(seed), run.c)


@jax.jit
def update(state: State, batch) -> State:
    """One update at a fixed rate."""
    return learn(state, RULES["freestyle"], batch, jnp.float32(1e-3), TINY)[0]


def flat(tree) -> np.ndarray:
    """All numbers of a tree as one vector."""
    return np.concatenate([np.asarray(x, np.float64).ravel() for x in jax.tree.leaves(tree)])


def difference(a, b) -> float:
    """The relative difference of two trees, each taken as one vector."""
    return float(np.linalg.norm(flat(a) - flat(b)) / np.linalg.norm(flat(b)))


@pytest.mark.usefixtures("lightly_compiled")
def test_resuming_gives_the_same_update_for_the_same_batch(trained):
    again = Run(dataclasses.replace(TINY, out=trained.c.out + "-resumed", resume=trained.c.out), jax.devices()[:1])
    assert again.totals == json.loads((trained.out / "meta.json").read_text())["totals"]
    batch = batch_of(trained, 1)
    assert difference(update(again.state, batch), update(trained.state, batch)) == 0


def test_eight_devices_give_the_iteration_of_one(trained):
    """Self-play and one update from the same state and ring: the games must be the same, the weights nearly."""
    c = dataclasses.replace(TINY, resume=trained.c.out, out=trained.c.out + "-devices", reuse=0.25)
    runs = [Run(c, jax.devices()[:count]) for count in (1, 8)]
    lines = [run.iteration(0.0) for run in runs]
    assert [len(run.ring.board.sharding.device_set) for run in runs] == [1, 8]
    assert lines[0]["steps"] == trained.totals["steps"] + 1
    assert lines[0]["ended"] == lines[1]["ended"] and lines[0]["stones"] == lines[1]["stones"]
    for many, one in zip(runs[1].state, runs[0].state):
        assert difference(many, one) < 1e-5


@pytest.mark.usefixtures("lightly_compiled")
def test_one_update_on_eight_devices_is_that_of_one(trained):
    batch, layout = batch_of(trained, 2), Layout.of(jax.devices())
    one = update(trained.state, batch)
    many = update(jax.device_put(trained.state, layout.whole), jax.device_put(batch, layout.split))
    gradient = lambda s: {k: np.asarray(x) - 0.9 * np.asarray(trained.state.m[k]) for k, x in s.m.items()}
    assert difference(gradient(many), gradient(one)) < 1e-5
    for a, b in zip(many, one):
        assert difference(a, b) < 1e-5


def test_a_kept_ring_comes_back(trained, tmp_path):
    again = Run(dataclasses.replace(TINY, out=str(tmp_path / "next"), resume=trained.c.out), jax.devices()[:1])
    assert again.rows == trained.rows
    for a, b in zip(again.ring + again.games, trained.ring + trained.games):
        assert (np.asarray(a) == np.asarray(b)).all()


def test_a_ring_of_another_rule_or_rhythm_is_not_learnt_from(trained, tmp_path):
    assert trained.rows % 6
    for i, change in enumerate(({"rule": "renju"}, {"rows": 6, "ring": 60})):
        c = dataclasses.replace(TINY, out=str(tmp_path / str(i)), resume=trained.c.out, **change)
        assert Run(c, jax.devices()[:1]).rows == 0


def test_a_save_without_a_ring_leaves_no_older_one(trained, tmp_path):
    run = Run(dataclasses.replace(TINY, resume=trained.c.out, out=str(tmp_path / "kept")), jax.devices()[:1])
    run.save(0.0, ring=True)
    assert (run.out / "ring.npz").is_file()
    run.save(0.0)
    assert not (run.out / "ring.npz").exists()


def test_a_folder_of_another_run_is_not_written_over(trained, tmp_path):
    with pytest.raises(ValueError, match="holds another run; choose another folder, or go on with --resume"):
        Run(dataclasses.replace(TINY, out=trained.c.out), jax.devices()[:1])
    with pytest.raises(ValueError, match="no run that saved anything"):
        Run(dataclasses.replace(TINY, out=str(tmp_path / "next"), resume=str(tmp_path)), jax.devices()[:1])


def test_a_signal_ends_a_run_after_its_iteration_and_all_is_saved(trained, tmp_path):
    run = Run(dataclasses.replace(TINY, resume=trained.c.out, out=str(tmp_path / "stopped"), minutes=1e6), jax.devices()[:1])
    played, iteration = [], run.iteration

    def interrupted(passed: float) -> dict[str, float]:
        played.append(passed)
        os.kill(os.getpid(), signal.SIGTERM)
        return iteration(passed)

    run.iteration = interrupted
    before = signal.signal(signal.SIGTERM, run.stop)
    try:
        run.loop()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(played) == 1
    assert json.loads((run.out / "meta.json").read_text())["totals"]["rows"] == run.totals["rows"] == trained.totals["rows"] + 4


def test_weights_in_parts_begin_a_run_with_a_fresh_optimiser(trained, tmp_path):
    parts = export.save(tmp_path / "net.npz", trained.state.ema, "float32", limit=10_000)
    assert len(parts) > 1
    run = Run(dataclasses.replace(TINY, out=str(tmp_path / "next"), resume=str(tmp_path / "net.npz")), jax.devices()[:1])
    assert difference(run.state.params, trained.state.ema) == 0 and not flat(run.state.m).any()
    assert run.totals["steps"] == 0


def test_a_diverging_run_stops_and_keeps_its_last_good_state(trained, tmp_path):
    c = dataclasses.replace(TINY, resume=trained.c.out, out=str(tmp_path / "wild"), guard=1e-6)
    run = Run(c, jax.devices()[:1])
    run.save(0.0)
    before = export.load(run.out / "params.npz")
    with pytest.raises(Diverged, match="last good state"):
        run.iteration(0.0)
    after = export.load(run.out / "params.npz")
    assert all((before[k] == after[k]).all() for k in before)


def test_a_run_writes_its_folder(trained, tmp_path):
    run = Run(dataclasses.replace(TINY, resume=trained.c.out, out=str(tmp_path / "loop"), minutes=0.001), jax.devices()[:1])
    run.began = time.monotonic()  # loading took its time
    run.loop()
    folder = tmp_path / "loop"
    assert json.loads((folder / "config.json").read_text())["size"] == 7
    lines = [json.loads(x) for x in (folder / "log.jsonl").read_text().splitlines()]
    assert lines and lines[-1]["rows"] == json.loads((folder / "meta.json").read_text())["totals"]["rows"]
    assert export.load(folder / "weights.npz").keys() == export.load(folder / "ema.npz").keys()


def test_wrong_settings_are_named():
    for change, text in (({"rule": "chess"}, "unknown rule"), ({"size": 3}, "5 to 25"), ({"games": 60}, "multiple of 8"),
                         ({"ring": 8}, "four times"), ({"candidates": 0}, "1 or more"), ({"ema": 2.0}, "0 to 1"),
                         ({"lr": float("nan")}, "0 to 1"), ({"match_games": 7}, "multiple of 2")):
        with pytest.raises(ValueError, match=text):
            dataclasses.replace(TINY, **change).check()
