"""Throughput of the pieces on the device at hand: `python -m teacher bench`."""
from __future__ import annotations

import time
from typing import Any, Callable

import jax
import jax.numpy as jnp

from .config import Config
from .net import init
from .rulebook import rule_named
from .search import evaluate, search
from .selfplay import Batch, openings
from .train import fresh_state, learn


def timed(f: Callable[..., Any], *args: Any, seconds: float = 1.0) -> float:
    """Median seconds of one call, compiled and warmed up first."""
    jax.block_until_ready(f(*args))
    spent: list[float] = []
    while sum(spent) < seconds or len(spent) < 3:
        tick = time.perf_counter()
        jax.block_until_ready(f(*args))
        spent.append(time.perf_counter() - tick)
    return sorted(spent)[len(spent) // 2]


def bench(c: Config, fours: list[int]) -> None:
    """Print evaluations a second for several budgets of fours, moves searched a second, samples learnt a second."""
    if c.batch > c.games:
        raise ValueError(f"--batch {c.batch}: the samples to learn are taken from --games {c.games}, so at most so many")
    rule, key = rule_named(c.rule), jax.random.key(c.seed)
    p = init(key, c.blocks, c.width)
    print(f"jax {jax.__version__}, {len(jax.devices())} x {jax.devices()[0].device_kind}, {c.blocks}x{c.width}, {c.rule} {c.size}")
    board, player = jax.jit(lambda p: openings(p, rule, key, c.games, c.size))(p)
    for n in fours:
        dt = timed(jax.jit(lambda p, b, q: evaluate(p, rule, b, q, n)), p, board, player)
        print(f"evaluate {c.games} with {n} fours: {1e3 * dt:.2f} ms, {c.games / dt:,.0f} a second", flush=True)
    batch = Batch(board[:c.batch], player[:c.batch], jnp.full((c.batch, c.size ** 2), 1 / c.size ** 2), jnp.zeros(c.batch))
    dt = timed(jax.jit(lambda s, b: learn(s, rule, b, jnp.float32(1e-4), c)), fresh_state(p), batch)
    print(f"learn {c.batch}: {1e3 * dt:.2f} ms, {c.batch / dt:,.0f} samples a second", flush=True)
    look = jax.jit(lambda p, b, q: search(p, rule, b, q, key, c.sims, width=c.candidates, fours=c.fours, root_fours=c.root_fours))
    dt = timed(look, p, board, player)
    print(f"search {c.games} with {c.sims} simulations: {1e3 * dt:.1f} ms, {c.games / dt:,.0f} moves a second", flush=True)
