"""Tree search for whole batches: Gumbel choice at the root, completed Q values inside, proven results kept apart.

Method: "Policy improvement by planning with Gumbel" (2022). Two additions:
  * every leaf is searched for a win by fours (`threats`), so long chains of fours need no simulations;
  * a move proven lost is taken out of its node, prior and averages alike, and a node with a proven win, or with
    no move left, is itself proven. Otherwise the refuted replies, averaged in, make every defence look lost.
Trees are dense arrays `[games, nodes, cells]`; one simulation adds one node to every tree.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from .net import Params, forward
from .rulebook import Rule
from .rules import analyse, both_sides, step
from .threats import win_by_fours

MASKED = -1e9
"""Logit of an illegal or refuted move."""


class Leaf(NamedTuple):
    """A batch of evaluated positions."""

    logits: Array  # [B,cells] log-policy over legal moves, MASKED elsewhere
    value: Array  # [B] for the mover in [-1,1], exact where over
    over: Array  # [B] bool: the value is certain
    first: Array  # [B] the first move of a win by fours, -1: none


def evaluate(p: Params, rule: Rule, board: Array, player: Array, fours: int) -> Leaf:
    """Exact facts, then (`fours` positions of) a search for fours, then the net."""
    sides = both_sides(rule, board, player)
    facts = analyse(rule, board, player, sides)
    over, exact, first = facts.over, facts.value, jnp.full(len(board), -1)
    if fours:
        won, move = win_by_fours(rule, board, player, sides, fours)
        won &= ~over
        over, exact, first = over | won, jnp.where(won, 1.0, exact), jnp.where(won, move, -1)
    logits, chance = forward(p, facts.planes)
    logits = jax.nn.log_softmax(jnp.where(facts.legal, logits, MASKED))
    return Leaf(jnp.where(facts.legal, logits, MASKED), jnp.where(over, exact, jnp.tanh(chance / 2)), over, first)


class Tree(NamedTuple):
    """`B` trees of `M` nodes; node 0 is the root."""

    board: Array  # [B,M,S,S] int8
    player: Array  # [B,M] int8
    value: Array  # [B,M] net or exact value for that player
    over: Array  # [B,M] bool: the value is proven
    logits: Array  # [B,M,cells]
    visits: Array  # [B,M,cells]
    total: Array  # [B,M,cells] sum of values for that node's player
    child: Array  # [B,M,cells] int16, -1: none


class Found(NamedTuple):
    """The result of a search."""

    move: Array  # [B]
    policy: Array  # [B,cells] the improved policy
    value: Array  # [B] for the mover
    proven: Array  # [B] bool: the value is exact


def improve(logits: Array, visits: Array, total: Array, value: Array) -> tuple[Array, Array]:
    """-> (improved logits, Q). Moves not visited get a mix of the node's value and the Q seen (completed Q)."""
    seen, n = visits > 0, visits.sum(-1)
    q = total / jnp.maximum(visits, 1)
    prior = jnp.where(seen, jnp.exp(logits), 0)
    mean = (prior * q).sum(-1) / jnp.maximum(prior.sum(-1), 1e-9)
    q = jnp.where(seen, q, ((value + n * mean) / (1 + n))[:, None])
    return logits + 0.15 * (50 + visits.max(-1, keepdims=True)) * q, q


def halving(m: int, n: int) -> list[int]:
    """For each of n simulations, the visit count its root move must have, so that m candidates are halved in rounds."""
    if m <= 1:
        return list(range(n))
    out, count, rounds, keep = [], [0] * m, math.ceil(math.log2(m)), m
    while len(out) < n:
        for _ in range(max(1, n // (rounds * keep))):
            out += count[:keep]
            count[:keep] = [c + 1 for c in count[:keep]]
        keep = max(2, keep // 2)
    return out[:n]


def _descend(t: Tree, first: Array, depth: int) -> tuple[Array, Array, Array, Array, Array]:
    """Follow the tree from the root's move `first` -> (node, move, child or -1, path of nodes, path of moves)."""
    rows, m = jnp.arange(len(first)), t.player.shape[1]

    def body(s: tuple) -> tuple:
        node, move, child, live, d, path, moves = s
        node = jnp.where(live, child, node)
        logits, n = t.logits[rows, node], t.visits[rows, node]
        better = jax.nn.softmax(improve(logits, n, t.total[rows, node], t.value[rows, node])[0])
        score = jnp.where(logits > MASKED / 2, better - n / (1 + n.sum(-1, keepdims=True)), MASKED)
        move = jnp.where(live, jnp.argmax(score, -1), move)
        path = path.at[:, d].set(jnp.where(live, node, m))
        moves = moves.at[:, d].set(move)
        child = jnp.where(live, t.child[rows, node, move], child)
        return node, move, child, live & (child >= 0) & ~t.over[rows, child], d + 1, path, moves

    child = t.child[:, 0][rows, first]
    blank = jnp.full((len(rows), depth), m)
    live = (child >= 0) & ~t.over[rows, child]
    start = (jnp.zeros_like(rows), first, child, live, 1, blank.at[:, 0].set(0), blank.at[:, 0].set(first))
    node, move, child, _, _, path, moves = lax.while_loop(lambda s: s[3].any() & (s[4] < depth), body, start)
    return node, move, child, path, moves


def _expand(p: Params, rule: Rule, t: Tree, i: Array, first: Array, depth: int, fours: int) -> Tree:
    """One simulation: descend, evaluate the new position, prove what can be proven, back the value up."""
    rows, m = jnp.arange(len(first)), t.player.shape[1]
    node, move, child, path, moves = _descend(t, first, depth)
    mover = t.player[rows, node]
    board, player = step(rule, t.board[rows, node], mover, move)
    leaf = evaluate(p, rule, board, player, fours)
    fresh = child < 0  # otherwise a proven position (or one at the depth limit) is reached again
    sure = jnp.where(fresh, leaf.over, t.over[rows, child])
    value = jnp.where(fresh, leaf.value * player, t.value[rows, child] * t.player[rows, child]) * mover

    wins, loses = sure & (value > 0.5), sure & (value < -0.5)
    logits = t.logits[rows, node]
    logits = jnp.where(loses[:, None] & (jnp.arange(logits.shape[1]) == move[:, None]), MASKED, logits)
    dead = loses & ~(logits > MASKED / 2).any(-1)
    keep = jnp.where(loses, 0.0, 1.0)  # what the lost move brought in earlier is forgotten
    visits, total = (x.at[rows, node, move].multiply(keep) for x in (t.visits, t.total))
    standing = (t.value[rows, node] + total[rows, node].sum(-1)) / (1 + visits[rows, node].sum(-1))
    value = jnp.where(dead, -1.0, jnp.where(loses, standing, value))  # what the node is worth without the lost move

    depth_of = (path < m).sum(-1) - 1
    kept = jnp.where(loses[:, None] & (jnp.arange(depth) == depth_of[:, None]), m, path)  # a lost move is not counted
    gain = (value * mover)[:, None] * jnp.take_along_axis(t.player, jnp.minimum(path, m - 1), 1)
    at = (rows[:, None], kept, moves)
    proven = wins | dead
    node_value = jnp.where(proven, value, t.value[rows, node])
    put = lambda x, new: x.at[:, i + 1].set(new)
    return Tree(put(t.board, board), put(t.player, player),
                put(t.value, leaf.value).at[rows, node].set(node_value),
                put(t.over, leaf.over).at[rows, node].set(t.over[rows, node] | proven),
                put(t.logits, leaf.logits).at[rows, node].set(logits),
                visits.at[at].add(1.0, mode="drop"), total.at[at].add(gain, mode="drop"),
                t.child.at[rows, node, move].set(jnp.where(fresh, i + 1, child).astype(jnp.int16)))


def search(p: Params, rule: Rule, board: Array, player: Array, key: Array, sims: int, noise: float = 1.0,
           width: int = 16, depth: int = 16, fours: int = 8, root_fours: int = 64) -> Found:
    """Search every board with `sims` simulations; `noise` scales the Gumbel noise (0: play the best move)."""
    rows, m = jnp.arange(len(board)), sims + 1
    table = jnp.array([halving(k, sims) for k in range(width + 1)])
    root = evaluate(p, rule, board, player, root_fours)
    cells = root.logits.shape[1]
    fill = lambda x, empty: jnp.full((x.shape[0], m, *x.shape[1:]), empty, x.dtype).at[:, 0].set(x)
    tree = Tree(fill(board, 0), fill(player, 0), fill(root.value, 0), fill(root.over, False), fill(root.logits, MASKED),
                *(jnp.zeros((len(rows), m, cells), jnp.float32) for _ in range(2)),
                jnp.full((len(rows), m, cells), -1, jnp.int16))
    gumbel = noise * jax.random.gumbel(key, root.logits.shape)
    candidates = jnp.minimum((root.logits > MASKED / 2).sum(-1), width)

    def simulate(i: Array, t: Tree) -> Tree:
        score = gumbel + improve(t.logits[:, 0], t.visits[:, 0], t.total[:, 0], t.value[:, 0])[0]
        on_schedule = t.visits[:, 0] == table[candidates, i][:, None]
        first = jnp.argmax(score + jnp.where(on_schedule, 0, MASKED / 1000), -1)
        return _expand(p, rule, t, i, first, depth, fours)

    t = lax.fori_loop(0, sims, simulate, tree)
    return _conclude(t, root, gumbel)


def _conclude(t: Tree, root: Leaf, gumbel: Array) -> Found:
    """The move, policy and value that the finished trees stand for."""
    rows, cells = jnp.arange(len(gumbel)), gumbel.shape[1]
    visits, logits = t.visits[:, 0], t.logits[:, 0]
    lost = ~(logits > MASKED / 2).any(-1)  # every move refuted: show the prior
    logits = jnp.where(lost[:, None], root.logits, logits)
    better, q = improve(logits, visits, t.total[:, 0], root.value)
    better = jnp.where(logits > MASKED / 2, better, MASKED)
    child = t.child[:, 0]
    worth = jnp.take_along_axis(t.value * t.player, jnp.maximum(child, 0).reshape(len(rows), -1), 1)
    certain = jnp.take_along_axis(t.over, jnp.maximum(child, 0).reshape(len(rows), -1), 1)
    wins = (child >= 0) & certain & (worth * t.player[:, :1] > 0.5)
    wins = jnp.where((root.first >= 0)[:, None], jnp.arange(cells) == root.first[:, None], wins)
    won = wins.any(-1)
    policy = jax.nn.softmax(jnp.where(won[:, None] & ~wins, MASKED, better))
    most = jnp.where(logits > MASKED / 2, visits, -1.0)
    best = jnp.argmax(jnp.where(most == most.max(-1, keepdims=True), better + gumbel, 2 * MASKED), -1)
    value = jnp.where(won, 1.0, jnp.where(lost, -1.0, (policy * q).sum(-1)))
    return Found(jnp.where(won, jnp.argmax(policy, -1), best), policy, value, won | lost)
