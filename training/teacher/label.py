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
from typing import BinaryIO, Iterable, Iterator

import jax
import jax.numpy as jnp
import numpy as np

from .net import Params
from .play import fresh_position
from .position import Position
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
    for move in game.moves:
        out += struct.pack(f"<{cell}B", move.cell, FORCED if move.forced else len(move.policy))
        if not move.forced:
            out += struct.pack("<b", round(127 * min(max(move.value, -1.0), 1.0)))
            out += b"".join(struct.pack(f"<{cell}B", c, round(255 * w)) for c, w in move.policy)
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


def _top(policy: np.ndarray, most: int) -> tuple[tuple[int, float], ...]:
    """The best moves of a policy; weights too small for a byte are left out."""
    order = np.argsort(-policy, kind="stable")[:most]
    return tuple((int(c), float(policy[c])) for c in order if policy[c] * 255 >= 0.5)


@partial(jax.jit, static_argnames=("rule", "sims"))
def _look(p: Params, rule: Rule, board: jax.Array, player: jax.Array, key: jax.Array, sims: int) -> tuple:
    """Search every board -> move, policy, value, proven; then the boards after the move, and which games are over."""
    found = search(p, rule, board, player, key, sims)
    after, mover = step(rule, board, player, found.move)
    facts = analyse(rule, after, mover)
    over = facts.over | found.proven
    result = jnp.where(found.proven, found.value * player, facts.value * mover)
    return found, after, mover, over, result


def _extend(game: Game, at: Position, move: Move, stones_after: int) -> None:
    """Append a searched move and the forced answers that the device played after it, in their order."""
    before = sum(1 for s in at.stones[:-1] if s)
    played = at.play(move.cell)
    extra = played[stones_after - before:]
    for cell in reversed(extra):  # the device stops after a few answers
        at.take(cell)
        at.me = -at.me
    game.moves.append(move)
    game.moves += [Move(c, True) for c in played[1:stones_after - before]]


def label_selfplay(p: Params, rule: Rule, size: int, games: int, positions: int, sims: int, seed: int, most: int = 5) -> Iterator[Game]:
    """Finished games of self-play (searched with noise, from even openings) until `positions` positions are labelled."""
    k_open, k_search = jax.random.split(jax.random.key(seed))
    start = jax.jit(openings, static_argnames=("rule", "count", "size"))
    fresh = lambda n: jax.tree.map(np.asarray, start(p, rule=rule, key=jax.random.fold_in(k_open, n), count=games, size=size))
    board, player = (np.array(x) for x in fresh(0))
    running = [_begin(rule, size, b, q) for b, q in zip(board, player)]
    labelled = rounds = 0
    while labelled < positions:
        rounds += 1
        out = jax.tree.map(np.asarray, _look(p, rule, board, player, jax.random.fold_in(k_search, rounds), sims))
        found, after, mover, over, result = out
        board, player = np.array(after), np.array(mover)
        spare = Games(*fresh(rounds)) if over.any() else None
        for i, (game, at) in enumerate(running):
            move = Move(int(found.move[i]), False, float(found.value[i]), _top(found.policy[i], most))
            _extend(game, at, move, int((after[i] != 0).sum()))
            if over[i]:
                game.outcome = int(round(float(result[i])))
                labelled += sum(not m.forced for m in game.moves)
                yield game
                board[i], player[i] = spare.board[i], spare.player[i]
                running[i] = _begin(rule, size, board[i], player[i])


def _begin(rule: Rule, size: int, board: np.ndarray, player: int) -> tuple[Game, Position]:
    stones = {int(c): int(board.ravel()[c]) for c in np.flatnonzero(board)}
    at = fresh_position(rule, size, stones)
    at.me = int(player)
    return Game.starting(stones, int(player)), at


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
                game.moves.append(Move(int(found.move[i]), False, float(found.value[i]), _top(found.policy[i], most)))
            yield game
