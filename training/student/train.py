"""The loop of a run: make positions for a while, learn from them for the rest, write the net."""
from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from teacher import export as weight_files
from teacher.net import forward as teacher_forward
from teacher.rulebook import Rule, rule_named
from teacher.rules import analyse
from teacher.selfplay import empty_ring, openings

from . import data, model, netfile
from . import games as engine_games
from .config import Config
from .data import UNKNOWN, Batch, Store
from .export import learnable, learnt, quantise
from .model import Output, Params, Shape

BETA1, BETA2, CLIP, MASKED = 0.9, 0.99, 1.0, -1e9
NAMES = ("loss", "value", "outcome", "policy", "grad")


class State(NamedTuple):
    """What learning changes."""

    params: Params
    ema: Params
    m: Params
    v: Params
    steps: Array


def fresh_state(params: Params) -> State:
    """A state with an empty optimiser."""
    zeros = lambda: {k: jnp.zeros_like(x) for k, x in params.items()}
    return State(dict(params), {k: jnp.copy(x) for k, x in params.items()}, zeros(), zeros(), jnp.int32(0))


def value_loss(out: Output, target: Array) -> Array:
    """[B] cross-entropy of the expected score to the target, both as chances."""
    chance = (jax.nn.sigmoid(out.value - out.draw) + 1 - jax.nn.sigmoid(-out.value - out.draw)) / 2
    chance, goal = jnp.clip(chance, 1e-5, 1 - 1e-5), (target + 1) / 2
    return -(goal * jnp.log(chance) + (1 - goal) * jnp.log1p(-chance))


def outcome_loss(out: Output, outcome: Array) -> Array:
    """[B] minus the log-probability of the game's result; 0 where it is not known."""
    win, loss = jax.nn.sigmoid(out.value - out.draw), jax.nn.sigmoid(-out.value - out.draw)
    chance = jnp.where(outcome > 0, win, jnp.where(outcome < 0, loss, 1 - win - loss))
    return jnp.where(outcome == UNKNOWN, 0.0, -jnp.log(jnp.maximum(chance, 1e-3)))


def policy_loss(out: Output, batch: Batch) -> Array:
    """[B] cross-entropy to the label's policy over the empty points."""
    occupied = batch.board.reshape(len(batch.board), -1) != 0
    logp = jax.nn.log_softmax(jnp.where(occupied, MASKED, out.logits))
    return -(batch.policy * jnp.maximum(logp, -50)).sum(-1)


def weights(c: Config) -> tuple[np.ndarray, np.ndarray]:
    """[batch] weights of the positions of a batch for the value and for the policy; the mean of either is 1."""
    wide = np.arange(c.batch) < shares(c)[0]
    value, policy = np.where(wide, 1.0, c.deep_value), np.where(wide, c.wide_policy, 1.0)
    return value / value.mean(), policy / policy.mean()


def loss(p: Params, batch: Batch, c: Config) -> tuple[Array, Array]:
    """The loss of a batch as `updates` joins it; also its parts."""
    out = model.forward(p, batch.board, batch.player)
    for_value, for_policy = weights(c)
    value, policy = (for_value * value_loss(out, batch.value)).mean(), (for_policy * policy_loss(out, batch)).mean()
    outcome = outcome_loss(out, batch.outcome).mean()
    total = value + c.outcome_weight * outcome + c.policy_weight * policy
    return total, jnp.stack([total, value, outcome, policy])


def learn(state: State, batch: Batch, lr: Array, c: Config) -> tuple[State, Array]:
    """One Adam update with clipping, decoupled decay and averaging; -> state, numbers in the order of NAMES."""
    grads, stats = jax.grad(loss, has_aux=True)(state.params, batch, c)
    norm = jnp.sqrt(sum((g ** 2).sum() for g in grads.values()))
    n, clip = state.steps + 1, jnp.minimum(1, CLIP / norm)
    m = {k: BETA1 * state.m[k] + (1 - BETA1) * clip * g for k, g in grads.items()}
    v = {k: BETA2 * state.v[k] + (1 - BETA2) * (clip * g) ** 2 for k, g in grads.items()}
    rate = lr * jnp.sqrt(1 - BETA2 ** n) / (1 - BETA1 ** n)
    params = {k: w - rate * m[k] / (jnp.sqrt(v[k]) + 1e-8) - c.decay * lr * w * (not k.endswith(("b", "b0", "b1", "b2")))
              for k, w in state.params.items()}
    keep = jnp.minimum(c.ema, n / (n + 20))
    ema = {k: keep * e + (1 - keep) * params[k] for k, e in state.ema.items()}
    return State(params, ema, m, v, n), jnp.append(stats, norm)


def shares(c: Config) -> list[int]:
    """Positions of a batch from each store: wide, deep, and, where the engine's games are learnt from, these and their worst."""
    deep, games = int(c.deep_part * c.batch), int(c.games_part * c.batch) // 2 if c.games else 0
    return [c.batch - deep - 2 * games, deep] + ([games, games] if c.games else [])


def updates(state: State, stores: list[Store], rows: Array, key: Array, lr: Array, c: Config) -> tuple[State, Array]:
    """`c.steps` updates; `rows`: how many rows of every store are filled."""

    def update(i: Array, s: tuple[State, Array]) -> tuple[State, Array]:
        keys = jax.random.split(jax.random.fold_in(key, i), len(stores))
        parts = [data.sample(store, rows[n], keys[n], count, c.size, c.held_out, store.player.shape[1])
                 for n, (store, count) in enumerate(zip(stores, shares(c)))]
        state, stats = learn(s[0], Batch(*(jnp.concatenate(x) for x in zip(*parts))), lr, c)
        return state, s[1] + stats

    state, stats = lax.fori_loop(0, c.steps, update, (state, jnp.zeros(len(NAMES))))
    return state, stats / c.steps


@jax.jit
def excess(p: Params, board: Array, player: Array, value: Array) -> Array:
    """[B] how much worse than the label itself the student's value is, as cross-entropy."""
    sure = Output(2 * jnp.arctanh(jnp.clip(value, -.999, .999)), jnp.zeros_like(value), None)
    return value_loss(model.forward(p, board, player), value) - value_loss(sure, value)


@partial(jax.jit, static_argnames=("rule", "c"))
def examine(p: Params, teacher: Params, batch: Batch, rule: Rule, c: Config) -> dict[str, Array]:
    """How student and teacher's bare net do on positions never learnt from."""
    facts = analyse(rule, batch.board, batch.player)
    logits, chance = teacher_forward(teacher, facts.planes)
    student = model.forward(p, batch.board, batch.player)
    master = Output(chance, jnp.zeros_like(chance), logits)
    known = (batch.outcome != UNKNOWN) & (batch.outcome != 0)
    occupied = batch.board.reshape(len(batch.board), -1) != 0
    best = jnp.argmax(batch.policy, -1)
    labelled = batch.policy.sum(-1) > 0.5
    mean = lambda x, where: (x * where).sum() / jnp.maximum(where.sum(), 1)
    out = {}
    for name, o in (("student", student), ("teacher", master)):
        out |= {f"{name}_value": value_loss(o, batch.value).mean(),
                f"{name}_policy": mean(policy_loss(o, batch), labelled),
                f"{name}_top1": mean(jnp.argmax(jnp.where(occupied, MASKED, o.logits), -1) == best, labelled),
                f"{name}_sign": mean(jnp.sign(o.value) == batch.outcome, known)}
    return out | {"value_entropy": value_loss(Output(2 * jnp.arctanh(jnp.clip(batch.value, -.999, .999)), jnp.zeros_like(batch.value),
                                                     None), batch.value).mean()}


class Run:
    """One run: its folder, its stores, its state, its clock."""

    def __init__(self, c: Config) -> None:
        c.check()
        self.began = time.monotonic()
        self.c, self.rule, self.out = c, rule_named(c.rule), Path(c.out)
        self.views = 2 if self.rule.colours_differ else 1
        self.out.mkdir(parents=True, exist_ok=True)
        self.key = jax.random.key(c.seed)
        self.teacher = {k: jnp.asarray(x) for k, x in weight_files.load_net(Path(c.weights)).items()}
        self.resumed = self.read(Path(c.resume)) if c.resume else None
        self.state = fresh_state(self.begin(Shape(region=c.region, hidden=c.hidden)))
        self.wide = data.empty(c.wide_most, c.wide_games, c.size ** 2)
        self.ring = empty_ring(data.self_play(c))
        self.log = (self.out / "log.jsonl").open("a", buffering=1)

    def read(self, path: Path) -> Params:
        """The weights to resume from, of an earlier run or of a net file, for as many views as the rule has."""
        if path.suffix == ".tnet":
            found = learnable(netfile.load(path), jax.random.fold_in(self.key, 6))
        else:
            found = learnt(path)
        return model.for_views(found, self.views)

    def begin(self, shape: Shape) -> Params:
        """Weights to begin with: those to resume from, made as wide as the shape, or random ones."""
        key = jax.random.fold_in(self.key, 1)
        if self.resumed:
            # Copies: learning consumes what it is given, and a comparison begins several times.
            return {k: jnp.copy(x) for k, x in model.widened(self.resumed, key, shape).items()}
        return model.init(key, self.views, shape)

    def passed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.began

    def note(self, **line: Any) -> None:
        """A line of the log, also printed."""
        tidy = {k: round(x, 5) if isinstance(x, float) else x for k, x in line.items()}
        text = json.dumps({"s": round(self.passed(), 1), **tidy})
        print(text, flush=True)
        self.log.write(text + "\n")

    def compile(self, states: dict[str, State] | None = None) -> None:
        """All programs at once, each on a thread of its own: on a GPU this takes as long as the slowest."""
        c, rule = self.c, self.rule
        make = jax.jit(lambda p, key, n: openings(p, rule, key, n, c.size), static_argnums=2)
        self.games = {n: make(self.teacher, jax.random.fold_in(self.key, n), n) for n in {c.wide_games, c.deep_games}}
        at, key = jnp.int32(0), self.key
        searched = jax.eval_shape(lambda: data.empty(c.games_most, c.deep_games, c.size ** 2))
        stores = [self.wide, jax.eval_shape(lambda: data.empty(c.deep_most, c.deep_games, c.size ** 2))]
        lowered = {
            "wide": data.compiled(data.wide_rows, rule, c).lower(self.wide, self.games[c.wide_games], self.teacher, key, at),
            "deep": data.compiled(data.deep_rows, rule, c).lower(self.ring, self.games[c.deep_games], self.teacher, key, at)}
        if c.games:
            stores += 2 * [searched]
            row = [jax.ShapeDtypeStruct(x.shape[1:], x.dtype) for x in (searched.board, searched.player, searched.outcome)]
            lowered["games"] = jax.jit(partial(engine_games.label_row, rule=rule, c=c), donate_argnums=0).lower(
                searched, *row, self.teacher, key, at)
        for name, state in (states or {"updates": self.state}).items():
            lowered[name] = jax.jit(partial(updates, c=c), donate_argnums=0).lower(
                state, stores, jnp.ones(len(stores), jnp.int32), key, jnp.float32(0))
        self.note(traced=list(lowered))
        pool = ThreadPoolExecutor(len(lowered))
        self.programs = {name: pool.submit(self._finish, name, program) for name, program in lowered.items()}

    def _finish(self, name: str, lowered: Any) -> Callable:
        program = lowered.compile()
        self.note(compiled=name)
        return program

    def gather(self, kind: str, seconds: float) -> int:
        """Make positions of a kind for so long (or until there is no room); -> rows made."""
        c, program = self.c, self.programs[kind].result()
        rows, most, count = (getattr(c, f"{kind}_{x}") for x in ("rows", "most", "games"))
        games, filled, ended, began = self.games[count], 0, 0, self.passed()
        games = jax.tree.map(jnp.copy, games)
        while filled < most and (self.passed() - began < seconds or not filled):
            key = jax.random.fold_in(jax.random.fold_in(self.key, 2 + (kind == "deep")), filled)
            store = self.wide if kind == "wide" else self.ring
            store, games, over = program(store, games, self.teacher, key, jnp.int32(filled))
            if kind == "wide":
                self.wide = store
            else:
                self.ring = store
            filled, ended = filled + rows, ended + int(over)  # int() waits for the device
        self.note(kind=kind, positions=filled * count, games=ended, rate=filled * count / (self.passed() - began))
        return filled

    def save(self, folder: Path) -> None:
        """Averaged weights to resume from, and the net."""
        folder.mkdir(exist_ok=True)
        weight_files.save(folder / "student.npz", self.state.ema, "float16")
        net = quantise(self.state.ema, self.rule, self.c.size)
        part = folder / "net.part"
        part.write_bytes(netfile.to_bytes(net))
        part.replace(folder / f"{self.rule.name}{self.c.size}.tnet")

    def judge(self) -> None:
        """Held-out accuracy of student and teacher on every kind of positions."""
        c, n = self.c, min(8192, self.c.batch)
        for name, store, count in zip(("wide", "deep", "games"), self.stores, self.rows):
            batch = data.sample(store, jnp.int32(count), jax.random.key(99), n, c.size, 0, c.held_out)
            found = examine(self.state.ema, self.teacher, batch, self.rule, c)
            self.note(held_out=name, **{k: float(x) for k, x in found.items()})

    def keep_held_out(self, most: int = 20_000) -> None:
        """Some searched positions of held-out games as a file, to judge other evaluations by."""
        part = Store(*(np.asarray(x[:self.rows[1], :self.c.held_out]) for x in self.stores[1]))
        flat = Store(*(x.reshape(-1, *x.shape[2:]) for x in part))
        pick = np.random.default_rng(1).permutation(len(flat.value))[:most]
        np.savez_compressed(self.out / "held_out.npz", board=flat.board[pick], player=flat.player[pick], value=flat.value[pick],
                            outcome=flat.outcome[pick], best=flat.policy[pick].argmax(-1).astype(np.int16))

    def gather_all(self) -> None:
        """Positions of every kind, in the shares of the settings."""
        c, end = self.c, 60 * self.c.minutes
        wide_rows = self.gather("wide", end * c.wide_share)
        deep_rows = self.gather("deep", end * c.deep_share)
        deep = data.finish_deep(self.ring, deep_rows, c)
        pad = c.deep_most - deep_rows
        deep = Store(*(jnp.pad(x, ((0, pad),) + ((0, 0),) * (x.ndim - 1)) for x in deep))
        self.stores, self.rows = [self.wide, deep], [wide_rows, deep_rows]
        self.wide = self.ring = None
        if c.games:
            searched, rows = self.search_games()
            self.stores += [searched, jax.tree.map(jnp.copy, searched)]
            self.rows += [rows, rows]

    def search_games(self) -> tuple[Store, int]:
        """The engine's positions with the teacher's search as label; -> store, rows filled."""
        c, began = self.c, self.passed()
        found = engine_games.open_positions(Path(c.games), self.rule, c.size, c.deep_games)
        rows = min(c.games_most, len(found[0]) // c.deep_games)
        if not rows:
            raise ValueError(f"{c.games} holds {len(found[0])} open positions; --deep-games {c.deep_games} are needed at least")
        board, player, outcome = (engine_games.columns(x, rows, c.deep_games) for x in found)
        program, store = self.programs["games"].result(), data.empty(c.games_most, c.deep_games, c.size ** 2)
        for t in range(rows):
            key = jax.random.fold_in(jax.random.fold_in(self.key, 5), t)
            store = program(store, jnp.asarray(board[t]), jnp.asarray(player[t]), jnp.asarray(outcome[t]), self.teacher, key, jnp.int32(t))
        jax.block_until_ready(store)
        self.note(kind="games", positions=rows * c.deep_games, rate=rows * c.deep_games / (self.passed() - began))
        return store, rows

    def look_again(self) -> None:
        """The second round: of the engine's positions, those that the student misjudges most by now."""
        c, store = self.c, self.stores[2]
        shape = (c.deep_games, c.size, c.size)
        error = np.stack([np.asarray(excess(self.state.ema, store.board[t].reshape(shape), store.player[t], store.value[t]))
                          for t in range(self.rows[2])])
        self.stores[3], self.rows[3] = engine_games.worst_half(store, error, c.held_out)
        self.note(misjudged=self.rows[3] * c.deep_games, excess=float(error.mean()), median=float(np.median(error)))

    def learn(self, program: Callable, end: float, regularly: Callable[[], None]) -> None:
        """Learn until the clock says `end`; `regularly` is called now and then."""
        c, began, second = self.c, self.passed(), not self.c.games
        saved = began
        while self.passed() < end:
            part = min(1.0, (self.passed() - began) / max(end - began, 1.0))
            if part > 0.5 and not second:
                self.look_again()
                second = True
            lr = c.lr_end + (c.lr - c.lr_end) * (1 + math.cos(math.pi * part)) / 2
            lr *= min(1.0, (int(self.state.steps) + c.steps) / c.warm)
            key = jax.random.fold_in(jax.random.fold_in(self.key, 4), int(self.state.steps))
            self.state, stats = program(self.state, self.stores, jnp.array(self.rows, jnp.int32), key, jnp.float32(lr))
            self.note(steps=int(self.state.steps), lr=float(lr), **dict(zip(NAMES, map(float, np.asarray(stats)))))
            if not np.isfinite(np.asarray(stats)).all():
                raise RuntimeError(f"the loss left all bounds; the last good net is in {self.out}")
            if self.passed() - saved > c.save_every:
                regularly()
                saved = self.passed()

    def loop(self) -> None:
        """The whole run."""
        self.compile()
        self.gather_all()

        def keep() -> None:
            self.save(self.out)
            self.judge()

        if self.resumed:
            self.judge()  # what the later lines are to be compared with
        self.learn(self.programs["updates"].result(), 60 * self.c.minutes, keep)
        keep()
        self.keep_held_out()

    def compare(self, shapes: list[Shape]) -> None:
        """Nets of several shapes learn from the same positions, one after the other, for equal times; those that have a file are saved."""
        begin = lambda shape: fresh_state(self.begin(shape))
        self.compile({str(shape): jax.eval_shape(partial(begin, shape)) for shape in shapes})
        self.gather_all()
        programs = {shape: self.programs[str(shape)].result() for shape in shapes}
        for left, (shape, program) in zip(range(len(shapes), 0, -1), programs.items()):
            self.state = begin(shape)
            self.note(shape=shape._asdict())
            end = self.passed() + (60 * self.c.minutes - self.passed()) / left
            self.learn(program, end, lambda: None)
            self.judge()
            if shape.has_file():
                self.save(self.out / "-".join(map(str, shape)))
