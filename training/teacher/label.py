"""Labelled positions for a student, stored as games: about ten bytes a position.

A file (all numbers little endian; a CELL is one byte on boards up to 15x15, else two; cells count row by row from the
top left):

    header   8 bytes "TGLABEL1", u8 Gomocup code of the rule (0, 1, 4, 8, 9), u8 size, u16 zero
    games, back to back, each:
      u16 black stones at the start, u16 white stones, then their CELLs, black ones first
      u8  side to move: 1 Black, 2 White
      i8  outcome for Black: 1 won, 0 drawn, -1 lost, 2 not known
      u16 moves; stones alternate from the side to move; each:
        CELL, u8 n
        n = 255: a forced answer without a label (the only stone that stops a five)
        else: a searched position: i8 value for the mover x 127, then n times (CELL, u8 weight x 255): its best moves
A labelled position is the one BEFORE its move. A position labelled on its own is a game of one move with outcome 2.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO, Iterable, Iterator, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .net import Params
from .play import fresh_position
from .records import Setup
from .rulebook import GOMOCUP_CODES, RULES, Rule
from .rules import analyse, step
from .search import search
from .selfplay import Games, openings

MAGIC, FORCED, UNKNOWN = b"TGLABEL1", 255, 2


@dataclass(frozen=True)
class Move:
    """A stone; `value` and `policy` (cell, weight) describe the position before it, unless the stone was forced."""

    cell: int
    forced: bool = False
    value: float = 0.0
    policy: tuple[tuple[int, float], ...] = ()


@dataclass
class Game:
    """A start position and the moves after it."""

    black: list[int]
    white: list[int]
    to_move: int  # +1 Black, -1 White
    outcome: int = UNKNOWN
    moves: list[Move] = field(default_factory=list)

    @classmethod
    def starting(cls, stones: dict[int, int], player: int) -> Game:
        """A game without moves yet."""
        return cls(sorted(c for c, s in stones.items() if s > 0), sorted(c for c, s in stones.items() if s < 0), player)


def _cell_type(size: int) -> str:
    return "B" if size * size <= 225 else "H"


def encode_game(game: Game, size: int) -> bytes:
    """One game as bytes."""
    cell = _cell_type(size)
    stones = game.black + game.white
    out = struct.pack(f"<HH{len(stones)}{cell}", len(game.black), len(game.white), *stones)
    out += struct.pack("<BbH", 1 if game.to_move > 0 else 2, game.outcome, len(game.moves))
    width = struct.calcsize(cell)
    for move in game.moves:
        parts = [move.cell.to_bytes(width, "little")]
        if move.forced:
            parts.append(bytes((FORCED,)))
        else:
            parts.append(bytes((len(move.policy), round(127 * min(max(move.value, -1.0), 1.0)) & 255)))
            parts += [c.to_bytes(width, "little") + bytes((round(255 * w),)) for c, w in move.policy]
        out += b"".join(parts)
    return out


def write(path: Path, rule: Rule, size: int, games: Iterable[Game]) -> int:
    """Write a file of labels; -> the number of labelled positions."""
    code = next(c for c, name in GOMOCUP_CODES.items() if name == rule.name)
    count = 0
    with path.open("wb") as f:
        f.write(MAGIC + struct.pack("<BBH", code, size, 0))
        for game in games:
            f.write(encode_game(game, size))
            count += sum(not m.forced for m in game.moves)
    return count


def _take(f: BinaryIO, form: str) -> tuple[int, ...]:
    length = struct.calcsize(f"<{form}")
    data = f.read(length)
    if len(data) < length:
        raise ValueError("the file ends in the middle of a game")
    return struct.unpack(f"<{form}", data)


def _read_game(f: BinaryIO, size: int) -> Game:
    cell = _cell_type(size)
    black, white = _take(f, "HH")
    stones = list(_take(f, f"{black + white}{cell}"))
    side, outcome, count = _take(f, "BbH")
    game = Game(stones[:black], stones[black:], 1 if side == 1 else -1, outcome)
    for _ in range(count):
        at, n = _take(f, f"{cell}B")
        if n == FORCED:
            game.moves.append(Move(at, True))
            continue
        value = _take(f, "b")[0] / 127
        game.moves.append(Move(at, False, value, tuple((c, w / 255) for c, w in (_take(f, f"{cell}B") for _ in range(n)))))
    return game


def read(path: Path) -> Iterator[tuple[Rule, int, Game]]:
    """The games of a file, each with its rule and board size."""
    with path.open("rb") as f:
        if f.read(8) != MAGIC:
            raise ValueError(f"{path} is not a file of labels: it does not begin with {MAGIC.decode()}")
        code, size, _ = _take(f, "BBH")
        while f.peek(1):
            yield RULES[GOMOCUP_CODES[code]], size, _read_game(f, size)


class Seen(NamedTuple):
    """What one round of searches on the device found, a row a game."""

    move: jax.Array  # [B]
    value: jax.Array  # [B] for the mover
    cells: jax.Array  # [B,most] best moves, best first
    weights: jax.Array  # [B,most]
    after: jax.Array  # [B,S,S] int8: the board after the move and its forced answers
    over: jax.Array  # [B] bool: the game ended, and another begins in its place ...
    result: jax.Array  # [B] ... with this result for Black


@partial(jax.jit, static_argnames=("rule", "sims", "candidates", "most"))
def _look(p: Params, rule: Rule, games: Games, pool: Games, used: jax.Array, key: jax.Array, sims: int, candidates: int,
          most: int) -> tuple[Games, jax.Array, Seen]:
    """Search and play one move in every game; ended ones start anew from `pool`, of which `used` are gone already."""
    board, player = games
    found = search(p, rule, board, player, key, sims, width=candidates)
    after, mover = step(rule, board, player, found.move)
    facts = analyse(rule, after, mover)
    over = facts.over | found.proven
    result = jnp.where(found.proven, found.value * player, facts.value * mover)
    weights, cells = jax.lax.top_k(found.policy, most)
    at = (used + jnp.cumsum(over) - 1) % len(pool.player)
    following = Games(jnp.where(over[:, None, None], pool.board[at], after), jnp.where(over, pool.player[at], mover))
    return following, used + over.sum(), Seen(found.move, found.value, cells, weights, after, over, result)


def _policy(cells: list[int], weights: list[float]) -> tuple[tuple[int, float], ...]:
    """Best moves with their weights; those too small for a byte are left out."""
    return tuple((c, w) for c, w in zip(cells, weights) if w * 255 >= 0.5)


def _forced(rule: Rule, before: np.ndarray, after: np.ndarray, move: int, player: int) -> list[int]:
    """The answers that the device played after `move`, in their order: colours alternate, which mostly tells it."""
    new = [int(c) for c in np.flatnonzero(before.ravel() != after.ravel()) if c != move]
    theirs, mine = ([c for c in new if after.ravel()[c] == colour] for colour in (-player, player))
    if len(theirs) <= 1 and len(mine) <= 1:
        return theirs + mine
    size = before.shape[0]
    at = fresh_position(rule, size, {int(c): int(before.ravel()[c]) for c in np.flatnonzero(before)})
    at.me = player
    return at.play(move)[1:1 + len(new)]  # the device stops after a few answers


def label_selfplay(p: Params, rule: Rule, size: int, games: int, positions: int, sims: int, seed: int, most: int = 5,
                   candidates: int = 16) -> Iterator[Game]:
    """Finished games of self-play (searched with noise, from even openings) until `positions` positions are labelled.

    The device searches the next round while the host writes down the last one.
    """
    k_open, k_search = jax.random.split(jax.random.key(seed))
    start = jax.jit(openings, static_argnames=("rule", "count", "size"))
    fresh = lambda n: start(p, rule=rule, key=jax.random.fold_in(k_open, n), count=games, size=size)
    look = lambda state, pool, used, n: _look(p, rule, state, pool, used, jax.random.fold_in(k_search, n), sims, candidates, most)
    p = jax.tree.map(jnp.asarray, p)
    state, pool, used = fresh(0), fresh(1), 0
    running = [_begin(b, q) for b, q in zip(*map(np.asarray, state))]
    labelled, rounds, pools = 0, 0, 2
    ahead, used, seen = look(state, pool, jnp.int32(used), rounds)
    while labelled < positions:
        rounds += 1
        now, (state, last) = state, (ahead, seen)
        if int(used) > games // 2:  # the rest of the pool may not last for a round
            pool, used, pools = fresh(pools), jnp.int32(0), pools + 1
        ahead, used, seen = look(state, pool, used, rounds)
        for game in _write_down(rule, running, now, state, last):
            labelled += sum(not m.forced for m in game.moves)
            yield game


def _write_down(rule: Rule, running: list[Game], before: Games, following: Games, seen: Seen) -> Iterator[Game]:
    """Add a round to the running games; those that ended are handed out, and the next ones take their places."""
    (board, player), (next_board, next_player) = (tuple(map(np.asarray, g)) for g in (before, following))
    after = np.asarray(seen.after)
    several = (board != after).sum((1, 2)) > 1
    columns = (np.asarray(x).tolist() for x in (seen.move, seen.value, seen.cells, seen.weights, seen.over, seen.result))
    for i, (move, value, cells, weights, over, result) in enumerate(zip(*columns)):
        game = running[i]
        game.moves.append(Move(move, False, value, _policy(cells, weights)))
        if several[i]:
            game.moves += [Move(c, True) for c in _forced(rule, board[i], after[i], move, int(player[i]))]
        if over:
            game.outcome = round(result)
            yield game
            running[i] = _begin(next_board[i], next_player[i])


def _begin(board: np.ndarray, player: int) -> Game:
    flat = board.ravel()
    return Game.starting({int(c): int(flat[c]) for c in np.flatnonzero(flat)}, int(player))


def label_positions(p: Params, rule: Rule, size: int, setups: list[Setup], sims: int, batch: int = 256, most: int = 5) -> Iterator[Game]:
    """Each given position as a game of one move with the search's value and best moves (no noise)."""
    look = jax.jit(lambda board, player: search(p, rule, board, player, jax.random.key(0), sims, noise=0.0))

    for first in range(0, len(setups), batch):
        part = setups[first:first + batch]
        board, player = np.zeros((batch, size * size), np.int8), np.ones(batch, np.int8)
        for i, s in enumerate(part):
            board[i, list(s.stones)], player[i] = list(s.stones.values()), s.player
        found = jax.tree.map(np.asarray, look(jnp.asarray(board.reshape(-1, size, size)), jnp.asarray(player)))
        for i, s in enumerate(part):
            game = Game.starting(s.stones, s.player)
            at = fresh_position(rule, size, s.stones)
            at.me = s.player
            verdict = at.verdict()
            if verdict.value is not None:  # decided on the board: an exact value and the moves that keep it
                if verdict.moves:
                    game.moves.append(Move(verdict.moves[0], False, verdict.value, ((verdict.moves[0], 1.0),)))
            else:
                best = np.argsort(-found.policy[i], kind="stable")[:most]
                policy = _policy(best.tolist(), found.policy[i][best].tolist())
                game.moves.append(Move(int(found.move[i]), False, float(found.value[i]), policy))
            yield game
