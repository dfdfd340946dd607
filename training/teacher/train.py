"""Learning, and the loop of a run: play some rows, learn from the ring, log, save, now and then a match.

Everything of one iteration is a single compiled program. Games and ring are sharded over all devices by lane, weights
are replicated, and JAX's own partitioner does the rest; one device is simply the case of one shard.
"""
from __future__ import annotations

import json
import math
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

from . import export
from .config import Config
from .evaluate import match
from .net import Params, forward, init
from .optimizer import directions
from .rulebook import Rule, rule_named
from .rules import analyse
from .score import elo_of
from .search import MASKED
from .selfplay import Batch, Games, Ring, empty_ring, lambda_targets, openings, play_rows, sample, write

CLIP = 1.0
"""Gradients with a larger norm are scaled down to it."""


class State(NamedTuple):
    """What learning changes."""

    params: Params
    ema: Params  # averaged weights: they play, and they are exported
    m: Params  # Adam's first moments
    v: Params  # and second moments
    steps: Array  # [] int32


def fresh_state(params: Params) -> State:
    """A state that starts from these weights with an empty optimiser."""
    zeros = lambda: {k: jnp.zeros_like(x) for k, x in params.items()}
    return State(dict(params), {k: jnp.copy(x) for k, x in params.items()}, zeros(), zeros(), jnp.int32(0))


def loss(p: Params, rule: Rule, batch: Batch) -> tuple[Array, Array]:
    """Cross-entropy to the search's policy plus that to the value target; also [policy, its KL part, value, sign]."""
    facts = analyse(rule, batch.board, batch.player)
    logits, chance = forward(p, facts.planes)
    logp = jax.nn.log_softmax(jnp.where(facts.legal, logits, MASKED))
    entropy = -(batch.policy * jnp.log(jnp.maximum(batch.policy, 1e-9))).sum(-1).mean()
    policy = -(batch.policy * jnp.maximum(logp, -50)).sum(-1).mean()
    goal = (batch.target + 1) / 2
    value = -(goal * jax.nn.log_sigmoid(chance) + (1 - goal) * jax.nn.log_sigmoid(-chance)).mean()
    sign = (jnp.sign(chance) == jnp.sign(batch.target)).mean()
    return policy + value, jnp.stack([policy, policy - entropy, value, sign])


def learn(state: State, rule: Rule, batch: Batch, lr: Array, c: Config) -> tuple[State, Array]:
    """One update with clipping, decoupled decay and averaging; -> state, [the four of `loss`, gradient norm]."""
    grads, stats = jax.grad(loss, has_aux=True)(state.params, rule, batch)
    norm = jnp.sqrt(sum((g ** 2).sum() for g in grads.values()))
    n = state.steps + 1
    clip = jnp.minimum(1, CLIP / norm)
    move, m, v = directions({k: clip * g for k, g in grads.items()}, state.m, state.v, n, c.optimizer)
    params = {k: w - lr * move[k] - c.decay * lr * w * (w.ndim > 1) for k, w in state.params.items()}
    keep = jnp.minimum(c.ema, n / (n + 20))
    ema = {k: keep * e + (1 - keep) * params[k] for k, e in state.ema.items()}
    return State(params, ema, m, v, n), jnp.append(stats, norm)


def iterate(state: State, ring: Ring, games: Games, key: Array, at: Array, window: Array, steps: Array, lr: Array,
            rule: Rule, c: Config) -> tuple[State, Ring, Games, Array, dict[str, Array]]:
    """`c.rows` self-play moves in every game with the averaged weights, then `steps` updates from the last `window` rows."""
    k_play, k_learn = jax.random.split(key)
    games, rows, info = play_rows(state.ema, rule, games, k_play, c)
    ring = write(ring, rows, at)
    newest = at + c.rows - 1
    targets = lambda_targets(ring, newest, c.discount)

    def update(i: Array, s: tuple[State, Array]) -> tuple[State, Array]:
        batch = sample(ring, targets, newest, window, jax.random.fold_in(k_learn, i), c)
        state, stats = learn(s[0], rule, batch, lr, c)
        return state, s[1] + stats

    state, stats = lax.fori_loop(0, steps, update, (state, jnp.zeros(5)))
    return state, ring, games, stats / jnp.maximum(steps, 1), info


class Layout(NamedTuple):
    """How arrays lie on the devices."""

    split: NamedSharding  # games and ring: by their first axis
    whole: NamedSharding  # weights: everywhere

    @classmethod
    def of(cls, devices: list[Any]) -> Layout:
        mesh = Mesh(np.array(devices), ("games",), axis_types=(AxisType.Auto,))
        return cls(NamedSharding(mesh, PartitionSpec("games")), NamedSharding(mesh, PartitionSpec()))


def compiled_iterate(rule: Rule, c: Config, layout: Layout) -> Callable[..., tuple]:
    """`iterate` for these devices; it consumes (donates) the state, ring and games it is given."""
    out = (layout.whole, layout.split, layout.split, layout.whole, layout.whole)
    return jax.jit(partial(iterate, rule=rule, c=c), donate_argnums=(0, 1, 2), out_shardings=out)


class Diverged(RuntimeError):
    """The gradient left all bounds; the last good state is in the run folder."""


class Run:
    """One run: its folder, its state, its clock."""

    def __init__(self, c: Config, devices: list[Any] | None = None) -> None:
        c.check()
        self.began = time.monotonic()
        self.c, self.rule, self.out = c, rule_named(c.rule), Path(c.out)
        devices = devices or jax.devices()
        if c.lanes % len(devices):
            raise ValueError(f"--lanes {c.lanes} cannot be shared evenly by {len(devices)} devices")
        self.goes_on = bool(c.resume) and Path(c.resume).resolve() == self.out.resolve()
        if (self.out / "meta.json").is_file() and not self.goes_on:
            raise ValueError(f"--out {self.out} holds another run; choose another folder, or go on with --resume {self.out}")
        self.layout = Layout.of(devices)
        self.stopping = False
        self.chief = jax.process_index() == 0
        self.totals = {"steps": 0, "rows": 0, "minutes": 0.0, "games": 0, "positions": 0, "evaluations": 0}
        self.saved = self.goes_on  # is there a state in the run folder?
        self.rows = 0  # in the ring, from this run or kept from the last
        self._load()
        self.step = compiled_iterate(self.rule, c, self.layout)
        self.start_weights = jax.tree.map(jnp.copy, self.state.ema)
        if self.chief:
            self.out.mkdir(parents=True, exist_ok=True)
            c.write(self.out / "config.json")

    @staticmethod
    def _weights(path: Path) -> Params:
        return {k: jnp.asarray(x) for k, x in export.load_net(path).items()}

    def _load(self) -> None:
        """Weights, optimiser, counters, and the ring with its games if they were kept; else games start anew."""
        c, resume = self.c, Path(self.c.resume)
        if not c.resume:
            state = fresh_state(init(jax.random.key(c.seed), c.blocks, c.width))
        elif not resume.is_dir():  # weights in one file or in parts
            state = fresh_state(self._weights(resume))
        else:
            if not (resume / "meta.json").is_file():
                raise ValueError(f"--resume {resume} is no run that saved anything: it has no meta.json")
            self.totals |= json.loads((resume / "meta.json").read_text())["totals"]
            parts = [self._weights(resume / f"{name}.npz") for name in ("params", "ema", "m", "v")]
            state = State(*parts, jnp.int32(self.totals["steps"]))
        self.state = jax.device_put(state, self.layout.whole)
        if c.resume and self._load_ring(resume / "ring.npz"):
            return
        self.ring = jax.jit(partial(empty_ring, c), out_shardings=self.layout.split)()
        make = lambda p, key: openings(p, self.rule, key, c.games, c.size, c.unfiltered)
        key = jax.random.fold_in(jax.random.key(c.seed + 1), self.totals["rows"])
        self.games = jax.jit(make, out_shardings=self.layout.split)(self.state.ema, key)

    def _load_ring(self, path: Path) -> bool:
        """Take over a kept replay window and its games; False if there is none of this run's rule and shape."""
        if not path.is_file():
            return False
        kept, c = export.read_arrays(path), self.c
        if str(kept.get("rule")) != self.rule.name or int(kept["rows"]) % c.rows or \
                kept["board"].shape != (c.lanes, c.ring, c.games // c.lanes, c.size ** 2):
            return False
        self.ring = jax.device_put(Ring(*(kept[k] for k in Ring._fields)), self.layout.split)
        self.games = jax.device_put(Games(kept["games.board"], kept["games.player"]), self.layout.split)
        self.rows = int(kept["rows"])
        return True

    def passed(self) -> float:
        """Seconds since the run began. Hosts take clock and wish to stop from the chief, so that all end together."""
        seconds = time.monotonic() - self.began
        if jax.process_count() > 1:
            from jax.experimental import multihost_utils
            told = multihost_utils.broadcast_one_to_all(np.array([seconds, self.stopping], np.float32))
            seconds, self.stopping = float(told[0]), bool(told[1])
        return seconds

    def stop(self, number: int, frame: Any) -> None:
        """A signal's handler: end after this iteration and save; the next signal ends at once."""
        print(f"teacher run: stopping after this iteration, then saving in {self.out}; once more: at once", file=sys.stderr)
        self.stopping = True
        signal.signal(number, signal.SIG_DFL)  # which needs no Python to run: that may be waiting for a compilation

    def iteration(self, passed: float) -> dict[str, float]:
        """Play and learn once; -> the log line. Raises Diverged without touching what is saved."""
        c, n = self.c, self.totals
        lr = c.lr + (c.lr_end - c.lr) * min(1.0, passed / (60 * c.minutes))
        rate = lr * min(1.0, (n["steps"] + 50) / max(c.warm, 50))
        window = int(min(self.rows + c.rows, c.ring, max(5 * c.rows, 0.6 * (n["rows"] + c.rows))))
        steps = 0 if self.rows < 4 * c.rows else int(c.reuse * c.rows * c.games / c.batch)  # a young ring: only openings
        key = jax.random.fold_in(jax.random.key(c.seed + 2), n["rows"])
        tick = time.monotonic()
        self.state, self.ring, self.games, stats, info = self.step(
            self.state, self.ring, self.games, key, jnp.int32(self.rows % c.ring), jnp.int32(window), jnp.int32(steps),
            jnp.float32(rate))
        names = ("policy", "kl", "value", "sign", "grad")
        line = {k: round(float(x), 4) for k, x in zip(names, np.asarray(stats))} if steps else {}
        line |= {k: round(float(x), 4) for k, x in info.items()}
        seconds = time.monotonic() - tick
        if not all(map(math.isfinite, line.values())) or line.get("grad", 0.0) > c.guard:
            kept = f"the last good state is in {self.out}" if self.saved else "nothing had been saved yet"
            raise Diverged(f"gradient norm {line.get('grad')} (allowed: {c.guard}); {kept}")
        self.rows += c.rows
        n["rows"] += c.rows
        n["steps"] += steps
        n["games"] += int(line["ended"])
        n["positions"] += c.rows * c.games
        n["evaluations"] += c.rows * c.games * (c.sims + 1)
        return {"s": round(passed, 1), "dt": round(seconds, 3), "lr": float(f"{rate:.3g}"), "window": window,
                "steps": n["steps"], "rows": n["rows"], **line}

    def measure(self, milestone: Params, games: int, sims: int) -> dict[str, Any]:
        """A match of the averaged weights against fixed ones."""
        tick = time.monotonic()
        key = jax.random.fold_in(jax.random.key(self.c.seed + 3), self.totals["rows"])
        score = match(self.state.ema, milestone, self.rule, self.c.size, key, games, sims)
        rating, error = elo_of(score)
        return {"match": [score.wins, score.draws, score.losses], "elo": round(rating), "error": round(error),
                "match_s": round(time.monotonic() - tick, 1)}

    def save(self, passed: float, ring: bool = False) -> None:
        """Write the run folder; each file appears whole or not at all."""
        self.saved = True
        if not self.chief:
            return
        for name, tree in zip(("params", "ema", "m", "v"), self.state):
            export.save(self.out / f"{name}.npz", tree, "float32")
        export.save(self.out / "weights.npz", self.state.ema, "float16")
        totals = self.totals | {"minutes": round(self.totals["minutes"] + passed / 60, 3)}
        export.write_text(self.out / "meta.json", json.dumps({"rule": self.c.rule, "size": self.c.size, "totals": totals}, indent=1))
        (self.out / "ring.npz").unlink(missing_ok=True)  # that of an earlier save, whose weights are gone
        if ring:
            export.write_arrays(self.out / "ring.npz", {"rule": self.rule.name, "rows": self.rows, **self.ring._asdict(),
                                                        "games.board": self.games.board, "games.player": self.games.player})

    def loop(self) -> None:
        """Run until the time is up, or a signal asks to stop."""
        c = self.c
        fixed = self.start_weights
        if c.milestone:
            fixed = jax.device_put(self._weights(Path(c.milestone)), self.layout.whole)
        saved, matched, first = 0.0, 0.0, True
        log = (self.out / "log.jsonl").open("a" if self.goes_on else "w", buffering=1) if self.chief else None
        while (passed := self.passed()) < 60 * c.minutes and not self.stopping:
            line = self.iteration(passed)
            if c.after_compile and first:
                self.began, first = time.monotonic(), False
            if c.match_every and passed - matched > c.match_every:
                line |= self.measure(fixed, c.match_games, c.match_sims)
                matched = passed
            line["minutes"] = round(self.totals["minutes"] + passed / 60, 3)
            if log:
                print(json.dumps(line), flush=True)
                log.write(json.dumps(line) + "\n")
            if passed - saved > c.save_every:
                self.save(passed)
                saved = passed
        self.save(self.passed(), ring=c.keep_ring)


def train(c: Config) -> None:
    """`teacher run`."""
    if c.distributed:
        jax.distributed.initialize()
    if c.cache:
        jax.config.update("jax_compilation_cache_dir", str(Path(c.cache).absolute()))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 2.0)
    run = Run(c)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, run.stop)
    run.loop()
