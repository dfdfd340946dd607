"""From learnt floats to a net file. Nothing is clipped: a weight that does not fit is an error."""
from __future__ import annotations

import jax
import numpy as np

from teacher.rulebook import Rule

from .model import Params, rows
from .netfile import Layer, Net, check, largest_inputs, layers


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
        reach = largest_inputs(size)[name] * np.abs(p[f"{name}.w"] / 2.0 ** -10).sum(1) + np.abs(p[f"{name}.b"] / 2.0 ** -21)
        factor = np.minimum(1.0, 0.99 * 2.0 ** 31 / reach)
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
    heads = [{name: Layer(whole(f"{name}.w", np.asarray(p[f"{name}.w"][view]).T, 2.0 ** -10, np.int16),
                          whole(f"{name}.b", np.asarray(p[f"{name}.b"][view]), 2.0 ** -21, np.int32))
              for name in layers()} for view in range(views)]
    region, hidden = (p[f"{name}.b"].shape[1] for name in ("corners", "second"))
    net = Net(rule, size, tables, heads, region, hidden)
    check(net)
    return net
