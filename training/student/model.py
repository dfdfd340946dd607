"""The net while it learns: floats that stand for the whole numbers of docs/net-format.md, rounded in the forward pass.

Gradients pass through the rounding unchanged. A row of the table is the output of a small net that reads the window's
cells (so windows never met get sensible rows) plus a correction of its own; seen from either end a window gives the
same row. tanh keeps the rows inside a signed byte, so nothing is ever clipped at export.
"""
from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from .netfile import CHANNELS, HIDDEN, REACH, REGION

Params = dict[str, Array]
WIDE = 256
"""Hidden width of the net that makes the rows."""
TOP = 127
"""The largest number of a row, either way."""
COPIES = 64
"""Rows of windows without a stone exist so many times while learning: their gradients would all wait for one address."""


class Shape(NamedTuple):
    """What is measured before a net's shape is chosen. The weights themselves tell their shape."""

    channels: int = CHANNELS  # of a view's cell features
    mixed: int = 0  # so many of them (the first) are mixed with those of the eight cells around
    spot: int = 0  # hidden numbers of every point, for the policy alone
    reach: int = REACH  # cells of a window on either side of its centre
    region: int = REGION  # outputs of a region
    hidden: int = HIDDEN  # width of the head's layers

    def has_file(self) -> bool:
        """Whether nets of this shape have a file form."""
        return self == Shape(region=self.region, hidden=self.hidden)

    def layers(self) -> dict[str, tuple[int, int]]:
        """Outputs and inputs of the head's layers."""
        cell, hidden = 2 * self.channels, self.hidden
        kinds = {name: (self.region, cell) for name in ("corners", "edges", "centre")}
        spot = {"spot": (self.spot, cell)} if self.spot else {}
        return kinds | {"first": (hidden, cell + 3 * self.region), "second": (hidden, hidden), "value": (2, hidden),
                        "policy": (cell + self.spot, hidden)} | spot


def sides_of(reach: int) -> int:
    """How many different sides a window has that reaches so far."""
    return (3 ** (reach + 1) - 1) // 2


def reach_of(windows: int) -> int:
    """The inverse: how far windows reach of which there are so many."""
    return next(n for n in range(1, 7) if 3 * sides_of(n) ** 2 == windows)


class Output(NamedTuple):
    """Value and policy of a batch, for the mover."""

    value: Array  # [B] log-odds
    draw: Array  # [B] half width of the draw, at least 0
    logits: Array  # [B,cells]


@lru_cache
def window_cells(reach: int = REACH) -> np.ndarray:
    """[windows, 2 reach + 1] what every window holds, first cell first: 0 edge, 1 empty, 2 own, 3 other."""
    sides = sides_of(reach)
    index = np.arange(3 * sides * sides)
    centre, before, after = index // (sides * sides), index // sides % sides, index % sides

    def side(number: np.ndarray) -> np.ndarray:
        codes = []
        for _ in range(reach):  # digits 1 to 3, or nothing left: beyond the edge
            code = np.where(number > 0, (number - 1) % 3 + 1, 0)
            codes.append(code)
            number = (number - code) // 3
        return np.stack(codes, 1)

    return np.concatenate([side(before)[:, ::-1], 1 + centre[:, None], side(after)], 1)


def index_of(cells: np.ndarray) -> np.ndarray:
    """The inverse of `window_cells`."""
    reach = cells.shape[1] // 2
    powers, sides = 3 ** np.arange(reach), sides_of(reach)
    before, after = cells[:, reach - 1::-1] @ powers, cells[:, reach + 1:] @ powers
    return ((cells[:, reach] - 1) * sides + before) * sides + after


@lru_cache
def lookups(reach: int = REACH) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every window: the same from the other end; the same with colours swapped; its number among blank ones or -1."""
    cells = window_cells(reach)
    swapped = np.where(cells >= 2, 5 - cells, cells)
    blank = (cells <= 1).all(1)
    return index_of(cells[:, ::-1]), index_of(swapped), np.where(blank, np.cumsum(blank) - 1, -1)


def init(key: Array, views: int = 1, shape: Shape = Shape()) -> Params:
    """Random weights. `views`: 2 where the colours play by different rules."""
    keys = iter(jax.random.split(key, 64))
    normal = lambda *shape, gain=1.0: gain / math.sqrt(shape[-2]) * jax.random.normal(next(keys), shape)
    params = {"rows.w0": normal(views, 4 * (2 * shape.reach + 1), WIDE, gain=2.0), "rows.b0": jnp.zeros((views, 1, WIDE)),
              "rows.w1": normal(views, WIDE, WIDE, gain=1.4), "rows.b1": jnp.zeros((views, 1, WIDE)),
              "rows.w2": normal(views, WIDE, shape.channels, gain=0.3), "rows.b2": jnp.full((views, 1, shape.channels), 0.03),
              "rows.own": jnp.zeros((views, 3 * sides_of(shape.reach) ** 2, shape.channels))}
    if shape.mixed:
        params["mix.w"] = jnp.zeros((views, 3, shape.mixed)).at[:, 0].set(1.0) + 0.1 * jax.random.normal(
            next(keys), (views, 3, shape.mixed))
        params["mix.b"] = jnp.zeros((views, shape.mixed))
    for name, (outputs, inputs) in shape.layers().items():
        gain = {"policy": 0.1, "value": 0.5}.get(name, 1.4)
        params[f"{name}.w"] = normal(views, inputs, outputs, gain=gain)
        params[f"{name}.b"] = jnp.zeros((views, outputs)) + (0.1 if name not in ("value", "policy") else 0.0)
    return params | {"value.b": params["value.b"].at[:, 1].set(0.3)}


def for_views(p: Params, views: int) -> Params:
    """The same weights for so many views: what both colours shared can become a copy for each, not the other way round."""
    found = p["rows.own"].shape[0]
    if found not in (1, views):
        raise ValueError(f"weights with {found} views, one for each colour, cannot begin a net with {views}; one view can begin "
                         "either, two only a rule under which the colours differ")
    return {k: jnp.repeat(jnp.asarray(x), views // found, 0) for k, x in p.items()}


def widened(p: Params, key: Array, shape: Shape) -> Params:
    """The same function with a wider head: what is new reads at random and is not yet read by what was there."""
    new = init(key, p["rows.own"].shape[0], shape)
    cell, region, hidden = 2 * shape.channels, p["corners.b"].shape[1], p["second.b"].shape[1]
    if p["rows.own"].shape != new["rows.own"].shape or region > shape.region or hidden > shape.hidden:
        raise ValueError(f"weights with {region} outputs of a region and hidden width {hidden} cannot become {shape}")
    joined = np.concatenate([np.arange(cell), *(cell + kind * shape.region + np.arange(region) for kind in range(3))])
    inputs = {"first": joined} | {name: np.arange(hidden) for name in ("second", "value", "policy")}
    out = dict(p)
    for name in shape.layers():
        outputs = p[f"{name}.b"].shape[1]
        read = inputs.get(name, np.arange(cell))
        out[f"{name}.w"] = new[f"{name}.w"].at[:, :, :outputs].set(0).at[:, read, :outputs].set(p[f"{name}.w"])
        out[f"{name}.b"] = new[f"{name}.b"].at[:, :outputs].set(p[f"{name}.b"])
    return out


def rounded(x: Array, unit: float, down: bool = False) -> Array:
    """x in whole multiples of the unit; the gradient does not notice."""
    return x + lax.stop_gradient((jnp.floor if down else jnp.round)(x / unit) * unit - x)


def guessed(p: Params, view: int, cells: Array) -> Array:
    """[n, channels] what the small net says of windows with these cells, seen from one end and before tanh."""
    x = jax.nn.one_hot(cells, 4).reshape(len(cells), -1)
    for i in range(3):
        x = x @ p[f"rows.w{i}"][view] + p[f"rows.b{i}"][view]
        x = jax.nn.silu(x) if i < 2 else x
    return x


def levels(p: Params, view: int) -> Array:
    """[windows, channels] the table of one view before tanh."""
    reach = reach_of(p["rows.own"].shape[1])
    # The cells travel as bytes: as a constant of the program, long windows would be a hundred megabytes.
    x = guessed(p, view, jnp.asarray(window_cells(reach).astype(np.int8))) + p["rows.own"][view]
    return (x + x[lookups(reach)[0]]) / 2


def rows(p: Params, view: int) -> Array:
    """[windows, channels] the table of one view: whole numbers from -127 to 127."""
    return rounded(TOP * jnp.tanh(levels(p, view)), 1.0)


def indices(board: Array, player: Array, reach: int = REACH) -> Array:
    """[B,4,S,S] window indices as the mover sees them."""
    size, sides = board.shape[1], sides_of(reach)
    seen = board * player[:, None, None]
    centre = jnp.where(seen > 0, 1, jnp.where(seen < 0, 2, 0)).astype(jnp.int32)
    code = jnp.pad(1 + centre, ((0, 0), (reach, reach), (reach, reach)))
    out = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        at = lambda n: code[:, reach + n * dy: reach + n * dy + size, reach + n * dx: reach + n * dx + size]
        before = sum(3 ** (n - 1) * at(-n) for n in range(1, reach + 1))
        after = sum(3 ** (n - 1) * at(n) for n in range(1, reach + 1))
        out.append((centre * sides + before) * sides + after)
    return jnp.stack(out, 1)


def features(p: Params, board: Array, player: Array) -> Array:
    """[B,S,S,2 channels] cell features, the mover's view first: whole numbers from 0 to 255."""
    windows = p["rows.own"].shape[1]
    _, swap, blank_id = lookups(reach_of(windows))
    blanks = np.flatnonzero(blank_id >= 0)
    index = indices(board, player, reach_of(windows))
    copy = jnp.arange(len(board))[:, None, None, None] % COPIES
    place = jnp.asarray(blank_id)[index]
    index = jnp.where(place >= 0, windows + copy * len(blanks) + place, index)
    tables = [rows(p, view) for view in range(p["rows.own"].shape[0])]

    def sums(own: Array, other: Array) -> Array:
        both = jnp.concatenate([own, other[swap]], 1)
        both = jnp.concatenate([both, jnp.tile(both[blanks], (COPIES, 1))])
        return sum(both[index[:, d]] for d in range(4))

    total = sums(tables[0], tables[-1])
    if len(tables) > 1:
        total = jnp.where((player > 0)[:, None, None, None], total, sums(tables[1], tables[0]))
    return mixed(p, jnp.clip(total, 0, 255), player) if "mix.w" in p else jnp.clip(total, 0, 255)


def mixed(p: Params, feature: Array, player: Array) -> Array:
    """The first channels of either view, each mixed with its own values at the eight cells around.

    Three weights a channel: the cell, its four neighbours along rows and columns, the four along diagonals. Together
    they are at most 2, so that a sum of 8-bit features in 1/64 stays within 16 bits.
    """
    w = p["mix.w"] / jnp.maximum(1.0, (jnp.abs(p["mix.w"]) * jnp.array([[1.0], [4.0], [4.0]])).sum(1, keepdims=True) / 2)
    w, b, count = rounded(w, 2.0 ** -6), rounded(p["mix.b"], 2.0 ** -6), p["mix.b"].shape[-1]
    size, half = feature.shape[1], feature.shape[-1] // 2
    black = (player > 0)[:, None, None, None]

    def view(x: Array, own: Array) -> Array:
        pad = jnp.pad(x[..., :count], ((0, 0), (1, 1), (1, 1), (0, 0)))
        at = lambda dx, dy: pad[:, 1 + dy: 1 + dy + size, 1 + dx: 1 + dx + size]
        parts = (at(0, 0), at(1, 0) + at(-1, 0) + at(0, 1) + at(0, -1), at(1, 1) + at(1, -1) + at(-1, 1) + at(-1, -1))
        by = lambda i: sum(part * w[i, k] for k, part in enumerate(parts)) + b[i]
        total = by(0) if len(w) == 1 else jnp.where(own, by(0), by(1))
        return jnp.concatenate([jnp.clip(rounded(total, 1.0, down=True), 0, 255), x[..., count:]], -1)

    return jnp.concatenate([view(feature[..., :half], black), view(feature[..., half:], ~black)], -1)


def regions(feature: Array) -> Array:
    """[B,9,2 channels] sums over the nine regions, row by row."""
    size = feature.shape[1]
    member = jnp.asarray(np.eye(3, dtype=np.float32)[3 * np.arange(size) // size])
    out = jnp.einsum("bxyc,xr,ys->brsc", feature, member, member, precision="highest")
    return out.reshape(len(feature), 9, -1)


CORNERS, EDGES, CENTRE = np.array([0, 2, 6, 8]), np.array([1, 3, 5, 7]), np.array([4])
UNIT, WEIGHT = 2.0 ** -11, 2.0 ** -10


def forward(p: Params, board: Array, player: Array) -> Output:
    """Value and policy; what the whole numbers give, up to the rounding of sums in float32."""
    feature = features(p, board, player)
    side = jnp.where(player > 0, 0, p["rows.own"].shape[0] - 1)

    def layer(name: str, x: Array) -> Array:
        """x [B,n,inputs] -> [B,n,outputs]; each board by its mover's weights."""
        w, b = rounded(p[f"{name}.w"], WEIGHT), p[f"{name}.b"]
        y = jnp.stack([jnp.einsum("bni,io->bno", x, w[i], precision="highest") + b[i] for i in range(len(b))])
        return jnp.take_along_axis(y, side[None, :, None, None], 0)[0]

    squash = lambda x, top: jnp.clip(rounded(x, UNIT, down=True), 0, top * UNIT)
    region = regions(feature)
    x = region * UNIT
    kinds = [squash(layer(name, x[:, where]), 8191).sum(1) for name, where in
             (("corners", CORNERS), ("edges", EDGES), ("centre", CENTRE))]
    total = rounded(region.sum(1) / 8, 1.0, down=True) * UNIT
    hidden = jnp.concatenate([total, *kinds], -1)[:, None]
    hidden = squash(layer("first", hidden), 16383)
    hidden = squash(layer("second", hidden), 16383)
    value = layer("value", hidden)[:, 0]
    weights = rounded(layer("policy", hidden)[:, 0], 2.0 ** -8, down=True)
    if "spot.w" in p:
        # Weights in 1/64 of a feature, so that a point's hidden numbers are like its features.
        cells = feature.reshape(len(board), -1, feature.shape[-1])
        found = jnp.clip(rounded(layer("spot", cells), 1.0, down=True), 0, 255)
        feature = jnp.concatenate([feature, found.reshape(*feature.shape[:-1], -1)], -1)
    logits = jnp.einsum("bxyc,bc->bxy", feature, weights) / 64
    return Output(value[:, 0], jnp.maximum(value[:, 1], 0), logits.reshape(len(board), -1))
