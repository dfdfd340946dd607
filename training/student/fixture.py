"""Positions with the reference's answers, for the tests of every other implementation.

A line: rule, size (board/net where a net is lent to another board), side to move (b, w), stones row by row (x Black, o White), value, draw, logits of all points row by row.
"""
from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from teacher.rulebook import RULES, Rule

from . import netfile, reference

NOISE = (("freestyle", 15), ("renju", 15), ("freestyle", 20), ("caro9", 9))
LENT = (("freestyle", 15, 19), ("renju", 15, 9))
"""Nets of noise on other boards than their own: rule, the net's size, the board's."""
SEED, COUNT = 1, 4


def boards(size: int, count: int, seed: int) -> list[np.ndarray]:
    """Boards from empty to crowded, some of them clustered."""
    rng = np.random.default_rng(seed)
    out = []
    for i in range(count):
        stones = rng.choice(np.array([-1, 1], np.int8), (size, size))
        board = np.where(rng.random((size, size)) < i / (1.3 * count), stones, 0)
        reach = rng.integers(2, size)
        x, y = rng.integers(0, size, 2)
        near = (abs(np.arange(size) - y)[:, None] <= reach) & (abs(np.arange(size) - x)[None] <= reach)
        out.append(np.where(near, board, 0).astype(np.int8))
    return out


def line(net: netfile.Net, board: np.ndarray, player: int) -> str:
    """The answer to one position."""
    found = reference.evaluate(net, board, player)
    stones = "".join(".xo"[s] for s in board.ravel())
    side = "b" if player > 0 else "w"
    size = net.size if len(board) == net.size else f"{len(board)}/{net.size}"
    return f"{net.rule.name} {size} {side} {stones} {found.points} {found.draw} {' '.join(map(str, found.policy.ravel()))}"


def answer(net: netfile.Net, question: str) -> str:
    """What the reference says of `b` or `w` and the stones row by row: value, draw, logits."""
    side, stones = question.split()
    if side not in ("b", "w") or len(stones) != net.size ** 2 or set(stones) - set(".xo"):
        raise ValueError(f"b or w and {net.size ** 2} of . x o are expected, not {question!r}")
    board = np.array([{".": 0, "x": 1, "o": -1}[s] for s in stones], np.int8).reshape(net.size, net.size)
    found = reference.evaluate(net, board, 1 if side == "b" else -1)
    return f"{found.points} {found.draw} {' '.join(map(str, found.policy.ravel().tolist()))}"


def lines(net: netfile.Net, size: int) -> list[str]:
    """The answers to some positions on such a board, both sides to move."""
    return [line(net, board, 1 - 2 * (i % 2)) for i, board in enumerate(boards(size, COUNT, SEED))]


def write(path: Path, net_path: Path | None) -> int:
    """Write the file; -> the number of positions."""
    if net_path:
        net = netfile.load(net_path)
        nets = [(net, net.size)]
    else:
        noise = [(*it, it[1]) for it in NOISE] + list(LENT)
        nets = [(netfile.scrambled(RULES[rule], home, SEED), size) for rule, home, size in noise]
    name = net_path.name if net_path else f"its net of noise, seed {SEED}"
    answers = [answer for net, size in nets for answer in lines(net, size)]
    head = f"# rule, size, side to move, stones row by row, value, draw, logits row by row: training/student on {name}"
    path.write_text("\n".join([head, *answers]) + "\n")
    return len(answers)


def write_labelled(held_out: Path, path: Path, rule: Rule) -> int:
    """Held-out positions as text: rule, size, side to move, stones, value, result (2: not known), best move's index."""
    with np.load(held_out) as f:
        board, player, value, outcome, best = (f[k] for k in ("board", "player", "value", "outcome", "best"))
    size, out = math.isqrt(board.shape[1]), []
    for b, p, v, o, m in zip(board, player, value, outcome, best):
        stones = "".join(".xo"[s] for s in b)
        out.append(f"{rule.name} {size} {'b' if p > 0 else 'w'} {stones} {v:.4f} {o} {m}")
    path.write_text("\n".join(out) + "\n")
    return len(out)
