"""From learnt floats to a net file and back. Nothing is clipped: a weight that does not fit is an error."""
from __future__ import annotations

from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from teacher import export as weight_files
from teacher.rulebook import Rule

from .model import TOP, Params, Shape, guessed, init, levels, lookups, rows, window_cells
from .netfile import Layer, Net, check, largest_inputs, layers

WEIGHT, BIAS = 2.0 ** -10, 2.0 ** -21
"""Units of the file's weights and biases."""
FIT_STEPS, FIT_BATCH, FIT_RATE = 1000, 1024, 5e-3
"""Of the small net to a table: more of them or larger ones miss hardly less."""


def learnt(path: Path) -> dict[str, np.ndarray]:
    """The weights that a run saved; ValueError if that is not what the file holds."""
    params = weight_files.load(path)
    if "rows.own" not in params:
        raise ValueError(f"{path} holds no weights of a student: rows.own is missing")
    return params


def whole(name: str, x: np.ndarray, unit: float, kind: type) -> np.ndarray:
    """x / unit, rounded; raises ValueError where that does not fit the kind of integer."""
    y, limit = np.rint(np.asarray(x, np.float64) / unit), np.iinfo(kind)
    if not np.isfinite(y).all() or y.min() < limit.min or y.max() > limit.max:
        raise ValueError(f"{name}: {y.min():.0f} .. {y.max():.0f} does not fit {np.dtype(kind).name}; it would be clipped")
    return y.astype(kind)


def fitted(p: Params, size: int) -> Params:
    """The same function with hidden outputs made smaller where their sums could leave 32 bits, and what reads them larger.

    Learning does not know that bound. Only at the cap of a hidden number the function changes: it is met later.
    """
    p = {k: np.asarray(x, np.float64) for k, x in p.items()}
    for name, readers in (("first", ["second"]), ("second", ["value", "policy"])):
        # Of the numbers as the file has them: so a net read from a file is left alone, however near to the bound it is.
        reach = largest_inputs(size)[name] * np.abs(np.rint(p[f"{name}.w"] / WEIGHT)).sum(1) + np.abs(np.rint(p[f"{name}.b"] / BIAS))
        factor = np.where(reach < 2.0 ** 31, 1.0, 0.99 * 2.0 ** 31 / reach)
        p[f"{name}.w"], p[f"{name}.b"] = p[f"{name}.w"] * factor[:, None], p[f"{name}.b"] * factor
        for reader in readers:
            p[f"{reader}.w"] = p[f"{reader}.w"] / factor[:, :, None]
    return p


def quantise(p: Params, rule: Rule, size: int) -> Net:
    """The net that the learnt weights stand for."""
    if "mix.w" in p or "spot.w" in p:
        raise ValueError("a net with mixed cells or hidden numbers of points has no file form")
    views = p["rows.own"].shape[0]
    tables = [whole("table", np.asarray(jax.jit(rows, static_argnums=1)(p, view)), 1.0, np.int8) for view in range(views)]
    p = fitted(p, size)
    heads = [{name: Layer(whole(f"{name}.w", np.asarray(p[f"{name}.w"][view]).T, WEIGHT, np.int16),
                          whole(f"{name}.b", np.asarray(p[f"{name}.b"][view]), BIAS, np.int32))
              for name in layers()} for view in range(views)]
    region, hidden = (p[f"{name}.b"].shape[1] for name in ("corners", "second"))
    net = Net(rule, size, tables, heads, region, hidden)
    check(net)
    return net


@partial(jax.jit, static_argnames="steps")
def fit_small_net(p: Params, table: Array, key: Array, steps: int) -> Params:
    """p with its small net (of one view) taught by Adam to say the table, as far as it can."""
    cells = jnp.asarray(window_cells().astype(np.int8))
    rest = {"rows.own": p["rows.own"]}
    p = {k: x for k, x in p.items() if k.startswith("rows.") and k not in rest}

    def miss(p: Params, at: Array) -> Array:
        ends = (guessed(p, 0, cells[at]) + guessed(p, 0, cells[at, ::-1])) / 2
        return ((jnp.tanh(ends) - table[at] / TOP) ** 2).mean()

    def update(i: Array, s: tuple[Params, Params, Params]) -> tuple[Params, Params, Params]:
        p, m, v = s
        grads = jax.grad(miss)(p, jax.random.randint(jax.random.fold_in(key, i), (FIT_BATCH,), 0, len(cells)))
        m = {k: 0.9 * m[k] + 0.1 * g for k, g in grads.items()}
        v = {k: 0.99 * v[k] + 0.01 * g ** 2 for k, g in grads.items()}
        rate = FIT_RATE * jnp.minimum(1.0, (i + 1) / 50) * (1 + jnp.cos(jnp.pi * i / steps)) / 2
        return {k: x - rate * m[k] / (jnp.sqrt(v[k]) + 1e-8) for k, x in p.items()}, m, v

    zeros = {k: jnp.zeros_like(x) for k, x in p.items()}
    return lax.fori_loop(0, steps, update, (p, zeros, zeros))[0] | rest


def learnable(net: Net, key: Array, steps: int = FIT_STEPS) -> Params:
    """The inverse of `quantise`: weights that stand for the net, to go on learning from. They write its bytes again.

    A file has the rows alone, not which part of them the small net had made. The small net is fitted to them again, and
    only what it misses goes into the rows' own corrections. With all of a row in its correction, weight decay would draw
    rows that are not met towards nothing, not towards what the small net says; and when half of one net's windows were
    taught another net's rows, the other half, unmet, came nearer to theirs with a fitted small net than with a random one.
    Exact as long as biases are below 8, where float32 has the file's unit.
    """
    check(net)
    p = init(key, len(net.tables), Shape(region=net.region, hidden=net.hidden))
    views = []
    for view, table in enumerate(net.tables):
        if (table != table[lookups()[0]]).any() or table.min() < -TOP:
            raise ValueError(f"table {view + 1} of the net differs for a window and the same from its other end, or goes below "
                             f"{-TOP}: no net that was learnt here does, and none could go on learning")
        one = fit_small_net({k: x[view:view + 1] for k, x in p.items()}, jnp.asarray(table, jnp.float32),
                            jax.random.fold_in(key, view), steps)
        # The largest numbers are infinitely far before tanh. They begin where they are just rounded to: learning can move them.
        goal = np.arctanh(np.clip(table.astype(np.float64), 0.4 - TOP, TOP - 0.4) / TOP)
        # By the program that also reads the weights: on a GPU a product is rounded, and two ways would differ.
        made = np.asarray(jax.jit(levels, static_argnums=1)(one, 0), np.float64)
        views.append(one | {"rows.own": jnp.asarray((goal - made)[None], jnp.float32)})
    p = p | {k: jnp.concatenate([one[k] for one in views]) for k in views[0]}
    for name in layers():
        p[f"{name}.w"] = jnp.asarray(np.stack([head[name].weights.T * WEIGHT for head in net.heads]), jnp.float32)
        p[f"{name}.b"] = jnp.asarray(np.stack([head[name].biases * BIAS for head in net.heads]), jnp.float32)
    return p
