"""docs/net-format.md as code: whole numbers, NumPy, no cleverness. Rust must give the same to the last bit."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .netfile import REACH, SIDES, Layer, Net

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps (x, y): right, down, down-right, up-right."""


class Judgement(NamedTuple):
    """What a net says of a position."""

    points: int  # value for the mover, 200 to a unit of log-odds
    draw: int  # half width of the draw, same unit, at least 0
    policy: np.ndarray  # [size, size] logits, 256 to a unit; for occupied points without meaning


def windows(board: np.ndarray, own: int) -> np.ndarray:
    """[4, size, size] window indices of a board (0 empty, +1 Black, -1 White), as `own` sees them."""
    size = len(board)
    code = np.zeros((size + 2 * REACH, size + 2 * REACH), np.int64)
    centre = np.where(board == own, 1, np.where(board == -own, 2, 0))
    code[REACH:-REACH, REACH:-REACH] = 1 + centre
    out = []
    for dx, dy in DIRECTIONS:
        side = {}
        for sign in (-1, 1):
            steps = [(REACH + sign * n * dy, REACH + sign * n * dx) for n in range(1, REACH + 1)]
            side[sign] = sum(3 ** n * code[y:y + size, x:x + size] for n, (y, x) in enumerate(steps))
        out.append((centre * SIDES + side[-1]) * SIDES + side[1])
    return np.stack(out)


def cells(net: Net, board: np.ndarray, player: int) -> np.ndarray:
    """[size, size, 64] cell features, the mover's view first."""
    sums = [net.tables[0 if own > 0 else -1][windows(board, own)].astype(np.int64).sum(0) for own in (player, -player)]
    return np.clip(np.concatenate(sums, -1), 0, 255)


def apply(layer: Layer, x: np.ndarray) -> np.ndarray:
    """Bias plus products, not shifted."""
    return layer.weights.astype(np.int64) @ x + layer.biases


def regions(feature: np.ndarray) -> np.ndarray:
    """[3, 3, 64] sums of cell features."""
    third = 3 * np.arange(len(feature)) // len(feature)
    return np.array([[feature[np.ix_(third == row, third == column)].sum((0, 1)) for column in range(3)] for row in range(3)])


def evaluate(net: Net, board: np.ndarray, player: int) -> Judgement:
    """Value and policy of a position for the side to move, on the net's own board or on one that it is lent to."""
    head, feature = net.heads[0 if player > 0 else -1], cells(net, board, player)
    sums = regions(feature)
    if len(board) != net.size:
        here, home = (regions(cells(net, np.zeros((n, n), np.int8), player)) for n in (len(board), net.size))
        sums += home - here
    total, kinds = np.zeros(feature.shape[-1], np.int64), {"corners": 0, "edges": 0, "centre": 0}
    for row in range(3):
        for column in range(3):
            region = sums[row, column]
            name = ("corners", "edges", "centre")[(row == 1) + (column == 1)]
            kinds[name] += np.clip(apply(head[name], region) >> 10, 0, 8191)
            total += region
    joined = np.concatenate([total >> 3, kinds["corners"], kinds["edges"], kinds["centre"]])
    hidden = np.clip(apply(head["first"], joined) >> 10, 0, 16383)
    hidden = np.clip(apply(head["second"], hidden) >> 10, 0, 16383)
    value, draw = (200 * apply(head["value"], hidden)) >> 21
    weights = np.clip(apply(head["policy"], hidden) >> 13, -32768, 32767)
    return Judgement(int(value), max(int(draw), 0), (feature @ weights) >> 6)
