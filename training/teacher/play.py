"""A player on one CPU core: the net in NumPy and a PUCT tree search with proven results. No JAX.

Forced answers are played inside the tree at once; each new position gets the exact one-ply facts and searches for a win
by fours and by threats; proofs travel up the tree, and moves proven lost no longer weigh on the averages. The part of
the last tree that the game went through is used again.
"""
from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np

from . import export
from .position import EMPTY, Position
from .rulebook import Rule
from .threes import ThreatSearch

LOST = -1e6
"""Marks the total of a move proven lost."""
THREATS_A_SECOND = 3000
"""Positions that the search for threats surely manages in a second, to keep it within the time of a move."""
MOST_VERIFIED = 12
"""Moves of a root that may be looked at again before one is played."""
HINT = 0.2
"""Least prior of the point where a refutation begins: a stone there often answers it."""
KNOWN = 1 / 8
"""Share of the busiest move's visits from which on a move's average counts in the choice."""

# Winograd's transforms F(4x4, 3x3), for the points 0, 1, -1, 2, -2 and infinity
FILTER = np.array([[1 / 4, 0, 0], [-1 / 6, -1 / 6, -1 / 6], [-1 / 6, 1 / 6, -1 / 6],
                   [1 / 24, 1 / 12, 1 / 6], [1 / 24, -1 / 12, 1 / 6], [0, 0, 1]])
_TILE = np.array([[4, 0, -5, 0, 1, 0], [0, -4, -4, 1, 1, 0], [0, 4, -4, -1, 1, 0],
                  [0, -2, -1, 2, 1, 0], [0, 2, -1, -2, 1, 0], [0, 4, 0, -5, 0, 1]])
_RESULT = np.array([[1, 1, 1, 1, 1, 0], [0, 1, -1, 2, -2, 0], [0, 1, 1, 4, 4, 0], [0, 1, -1, 8, -8, 1]])
TILE, RESULT = (np.kron(m, m).astype(np.float32) for m in (_TILE, _RESULT))


def winograd(w: np.ndarray) -> np.ndarray:
    """A 3x3 convolution's weights `[3,3,in,out]` for `Net._conv3`: `[36,in,out]`."""
    return np.ascontiguousarray((np.kron(FILTER, FILTER) @ w.reshape(9, -1)).reshape(36, *w.shape[2:]), np.float32)


class Net:
    """The net of `net.py` for a CPU."""

    def __init__(self, path: Path) -> None:
        self.p = export.load_net(path)
        self.blocks = sum(k.endswith(".w1") for k in self.p if k[0].isdigit())
        self.stem = np.ascontiguousarray(self.p["stem.w"].reshape(-1, self.p["stem.w"].shape[-1]))
        self.fast = {k: winograd(w) for k, w in self.p.items() if w.ndim == 4 and w.shape[0] == 3}

    def _conv5(self, x: np.ndarray) -> np.ndarray:
        """The stem, a 'same' convolution of `[n,s,s,c]`, as one matrix product over gathered patches."""
        n, s, _, c = x.shape
        pad = np.zeros((n, s + 4, s + 4, c), np.float32)
        pad[:, 2: 2 + s, 2: 2 + s] = x
        patch = np.lib.stride_tricks.sliding_window_view(pad, (5, 5), (1, 2)).transpose(0, 1, 2, 4, 5, 3)
        out = np.ascontiguousarray(patch).reshape(n * s * s, -1) @ self.stem
        return (out + self.p["stem.b"]).reshape(n, s, s, -1)

    def _conv3(self, x: np.ndarray, name: str, bias: str) -> np.ndarray:
        """'Same' 3x3 convolution of `[n,s,s,c]` by Winograd's method: tiles of 4x4 results need 36 products instead of 144."""
        n, s, _, c = x.shape
        t = -(-s // 4)
        pad = np.zeros((n, 4 * t + 2, 4 * t + 2, c), np.float32)
        pad[:, 1: 1 + s, 1: 1 + s] = x
        tiles = np.lib.stride_tricks.sliding_window_view(pad, (6, 6), (1, 2))[:, ::4, ::4].transpose(4, 5, 0, 1, 2, 3)
        mixed = (TILE @ np.ascontiguousarray(tiles).reshape(36, -1)).reshape(36, n * t * t, c) @ self.fast[name]
        out = (RESULT @ mixed.reshape(36, -1)).reshape(4, 4, n, t, t, -1).transpose(2, 3, 0, 4, 1, 5)
        return out.reshape(n, 4 * t, 4 * t, -1)[:, :s, :s] + self.p[bias]

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`[n,s,s,PLANES]` -> policy logits `[n,s*s]`, value for the mover `[n]` in [-1,1]."""
        p = self.p
        pool = lambda x: np.concatenate([x.mean((1, 2)), x.max((1, 2))], -1)
        norm = lambda x: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
        x = self._conv5(planes)
        for i in range(self.blocks):
            y = self._conv3(norm(x), f"{i}.w1", f"{i}.b1")
            if f"{i}.g" in p:
                y += (pool(y) @ p[f"{i}.g"])[:, None, None]
            x = x + self._conv3(np.maximum(y, 0, out=y), f"{i}.w2", f"{i}.b2")
        a, b, c = np.split(norm(x) @ p["head.w"] + p["head.b"], 3, -1)
        a = np.maximum(a + (pool(b) @ p["pol.g"])[:, None, None], 0)
        hidden = np.maximum(pool(c) @ p["val.w1"] + p["val.b1"], 0)
        return (a @ p["pol.w"]).reshape(len(planes), -1), np.tanh((hidden @ p["val.w2"] + p["val.b2"])[:, 0] / 2)


@dataclass(frozen=True)
class Strength:
    """How hard the player thinks."""

    sims: int = 64  # simulations a move; those that end in a proof, without the net, are not counted
    batch: int = 1  # leaves evaluated together
    fours: int = 200  # positions each leaf may spend on a win by fours
    root_fours: int = 4000  # and the root
    threats: int = 60  # positions each leaf may spend on a win by threes and fours
    child_threats: int = 300  # and each reply that the root considers
    root_threats: int = 2000  # and the root, and the reply to the move that is about to be played
    all_threats: int = 3000  # and all of these together in one move; then only the leaves' budget is left
    explore: float = 1.4  # weight of the prior against the averages
    most_moves: int = 64  # moves kept in a node
    reuse: bool = True  # keep the part of the tree that the game went through


class Purse:
    """Positions left in this move for searches by threats that are larger than a leaf's."""

    def __init__(self, left: int, least: int) -> None:
        self.left, self.least = left, least

    def winning_move(self, at: Position, fours: int, threats: int) -> int | None:
        """The first move of a win by fours, or by threats, found within these budgets and what is left."""
        first = at.win_by_fours(fours) if fours else None
        budget = min(threats, max(self.left, self.least))
        if first is not None or budget <= 0:
            return first
        search = ThreatSearch(at, budget)
        first = search.first_move()
        if threats > self.least:
            self.left -= budget - max(search.left, 0)
        return first


class Node:
    """A position in the tree. `solved` is its proven value for its mover, or None."""

    __slots__ = ("at", "moves", "whole", "prior", "visits", "total", "kids", "solved", "value")

    def __init__(self, at: Position, fours: int, threats: int, purse: Purse) -> None:
        self.at = at
        verdict = at.verdict()
        self.solved, self.moves = verdict.value, verdict.moves
        if self.solved is None and len(self.moves) > 1:
            first = purse.winning_move(at, fours, threats)
            if first is not None:
                self.solved, self.moves = 1.0, [first]
        self.value = self.solved or 0.0
        self.prior: np.ndarray | None = None
        self.kids: list[Node | None] = []

    def open(self, logits: np.ndarray, value: float, most: int) -> None:
        """Attach the net's answer."""
        z = logits[self.moves]
        order = np.argsort(-z, kind="stable")[:most]
        self.whole = len(order) == len(self.moves)
        self.moves, z = [self.moves[i] for i in order], z[order]
        z = np.exp(z - z[0])
        self.prior, self.value = z / z.sum(), float(value)
        self.visits, self.total = np.zeros(len(z)), np.zeros(len(z))
        self.kids = [None] * len(z)

    def select(self, explore: float) -> int:
        """The move to follow; one not yet visited counts as somewhat worse than the node."""
        seen = self.visits > 0
        q = np.where(seen, self.total / np.maximum(self.visits, 1), self.value - 0.25 * np.sqrt(self.prior[seen].sum()))
        return int(np.argmax(q + explore * self.prior * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)))

    def take_hint(self, i: int) -> None:
        """If move i is refuted at once, consider the point where its refutation begins."""
        kid = self.kids[i]
        if kid.solved == 1.0 and kid.at.me != self.at.me and kid.moves[0] in self.moves:
            j = self.moves.index(kid.moves[0])
            self.prior[j] = max(self.prior[j], HINT)

    def proven(self, i: int) -> float:
        """The proven value of move i for this node's mover, or 0."""
        kid = self.kids[i]
        return kid.solved * kid.at.me * self.at.me if kid is not None and kid.solved is not None else 0.0


class Player:
    """Thinks about positions of one rule and size after another."""

    def __init__(self, net: Net, strength: Strength) -> None:
        self.net, self.s = net, strength
        self.tree: Node | None = None
        self.cost = 0.0  # seconds one evaluation took lately
        self.purse = Purse(0, strength.threats)
        self.halted: Callable[[], bool] = lambda: False  # asked while thinking; then what is known so far must do

    def evaluate(self, nodes: list[Node]) -> None:
        """Ask the net about new nodes."""
        tick = time.monotonic()
        logits, values = self.net(np.stack([n.at.planes() for n in nodes]))
        for node, z, value in zip(nodes, logits, values):
            node.open(z, value, self.s.most_moves)
        self.cost = (time.monotonic() - tick) / len(nodes)

    def _descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node]:
        node, path = root, []
        while node.solved is None and node.prior is not None:
            i = node.select(self.s.explore)
            path.append((node, i))
            node.visits[i] += 1
            node.total[i] -= 1  # virtual loss, taken back in `_backup`
            if node.kids[i] is None:
                after = node.at.copy()
                after.play(node.moves[i])
                node.kids[i] = Node(after, self.s.fours, self.s.child_threats if node is root else self.s.threats, self.purse)
                node.take_hint(i)
            node = node.kids[i]
        return path, node

    def _backup(self, path: list[tuple[Node, int]], leaf: Node) -> None:
        value = leaf.value * leaf.at.me  # for Black
        for node, i in reversed(path):
            me = node.at.me
            node.total[i] += 1 + value * me
            outcome = node.proven(i)
            if node.solved is None and outcome > 0:
                node.solved = node.value = 1.0
                value = float(me)
            elif node.solved is None and outcome < 0:
                node.total[i] = LOST  # never chosen again, nor weighing on the moves above
                alive = (node.total > LOST / 2) & (node.visits > 0)
                if node.whole and (node.total <= LOST / 2).all():
                    node.solved = node.value = -1.0
                    value = -float(me)
                elif alive.any():
                    value = me * float(node.total[alive].sum() / node.visits[alive].sum())
                else:
                    value = me * node.value

    def _root(self, at: Position, threats: int) -> Node:
        """The node of this position in the last tree, if it is there, else a new one."""
        key, layer = at.key(), [self.tree] if self.tree and self.s.reuse else []
        for _ in range(4):
            for node in layer:
                if node.at.grid is at.grid and node.at.rule is at.rule and node.at.key() == key and node.solved is None and node.prior is not None:
                    return node
            layer = [k for n in layer for k in n.kids if k is not None]
        return Node(at.copy(), self.s.root_fours, threats, self.purse)

    def think(self, at: Position, seconds: float = 1e9) -> tuple[int, dict[str, float]]:
        """The best move found for the mover of a position that has a legal move."""
        start = time.monotonic()
        if not any(at.stones[:-1]):
            return at.grid.size // 2 * (at.grid.size + 1), {"value": 0.0, "sims": 0}
        if seconds < 3 * self.cost + 0.02:
            return quick_move(at), {"value": 0.0, "sims": 0}
        affordable = int(THREATS_A_SECOND * min(seconds, 1e6) / 2)
        threats = min(self.s.root_threats, affordable // 2)
        self.purse = Purse(min(self.s.all_threats, affordable), self.s.threats)
        root = self._root(at, threats)
        if root.prior is not None:  # kept from the last tree: it had only a leaf's search for wins
            first = self.purse.winning_move(root.at, self.s.root_fours, threats)
            if first is not None:
                return first, {"value": 1.0, "sims": 0}
        if root.solved is not None or len(root.moves) == 1:
            self.tree = None
            return root.moves[0], {"value": root.value, "sims": 0}
        if root.prior is None:
            self.evaluate([root])
        self.tree, done, rounds, last = root, 0, 0, self.cost
        while done < self.s.sims and root.solved is None and time.monotonic() - start + 2 * last < seconds and not self.halted():
            tick, rounds = time.monotonic(), rounds + 1
            if rounds > 4 * self.s.sims:
                break
            todo = [self._descend(root) for _ in range(min(self.s.batch, self.s.sims - done))]
            fresh = {id(leaf): leaf for _, leaf in todo if leaf.solved is None and leaf.prior is None}
            if fresh:
                self.evaluate(list(fresh.values()))
            for path, leaf in todo:
                self._backup(path, leaf)
            before, done = done, done + sum(leaf.prior is not None for _, leaf in todo)
            if before < self.s.sims // 2 <= done:  # early enough to spend the rest on other moves
                self._verify(root, threats, start + seconds / 2)
            last = time.monotonic() - tick
        self._verify(root, threats, start + seconds / 2)
        return self._choose(root, done)

    def _verify(self, root: Node, threats: int, deadline: float) -> None:
        """Look harder for a refutation of the move about to be played, and of the next one if that is refuted."""
        for _ in range(MOST_VERIFIED if threats else 0):
            if root.solved is not None or time.monotonic() > deadline or self.halted() or not self._refuted(root, threats):
                return

    def _refuted(self, root: Node, threats: int) -> bool:
        """Is the best move refuted by a reply? Then it counts as lost from now on."""
        i = self._best(root)
        kid = root.kids[i]
        if kid is None:
            after = root.at.copy()
            after.play(root.moves[i])
            kid = root.kids[i] = Node(after, self.s.root_fours, threats, self.purse)
        elif kid.solved is None and kid.at.me != root.at.me:
            first = self.purse.winning_move(kid.at, self.s.root_fours, threats)
            if first is not None:
                kid.solved, kid.value, kid.moves = 1.0, 1.0, [first]
        if root.proven(i) >= 0 or root.total[i] == LOST:
            return False
        root.take_hint(i)
        root.total[i] = LOST
        return True

    @staticmethod
    def _best(root: Node) -> int:
        """The move to play: prior and average together, as `search.improve` weighs them, among the moves not proven lost
        that were visited often enough to know. If only moves are left that the net thinks nothing of, then the most
        visited of all: whoever is lost should at least make it hard.
        """
        lost = np.array([root.proven(i) < 0 for i in range(len(root.moves))])
        alive = ~lost & ((root.visits > 0) | (root.prior > 0.01 * root.prior.max()))
        if not alive.any():
            return int(np.argmax(root.visits + 1e-3 * root.prior))
        most = np.where(alive, root.visits, 0).max()
        if most == 0:
            return int(np.argmax(np.where(alive, root.prior, -1)))
        known = alive & (root.visits >= max(1, KNOWN * most))
        average = root.total / np.maximum(root.visits, 1)
        return int(np.argmax(np.where(known, np.log(root.prior + 1e-9) + 0.15 * (50 + most) * average, -np.inf)))

    def _choose(self, root: Node, done: int) -> tuple[int, dict[str, float]]:
        proven = np.array([root.proven(i) for i in range(len(root.moves))])
        if (proven > 0).any():
            best, value = int(np.argmax(proven)), 1.0
        else:
            best = self._best(root)
            value = float(np.clip(root.total[best] / max(root.visits[best], 1), -1, 1))
        return root.moves[best], {"value": round(value, 3), "sims": done, "prior": round(float(root.prior[best]), 3)}


def quick_move(at: Position) -> int:
    """A move without the net, for when there is no time: wins, blocks, else stays with the other stones."""
    moves = at.verdict().moves
    size, stones = at.grid.size, at.stones
    taken = [c for c in range(at.grid.cells) if stones[c] != EMPTY]
    near = lambda c: sum(1 / (1 + max(abs(c // size - t // size), abs(c % size - t % size)) ** 2) for t in taken)
    return max(moves, key=near)


def fresh_position(rule: Rule, size: int, stones: dict[int, int]) -> Position:
    """A position with these stones (`cell -> colour`); the side to move follows from their number."""
    at = Position(rule, size)
    for cell, colour in stones.items():
        at.put(cell, colour)
    at.me = 1 if len(stones) % 2 == 0 else -1
    return at
