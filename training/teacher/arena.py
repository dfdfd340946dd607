"""Matches between two programs that speak the Gomocup protocol, in pairs of games with colours swapped.

The referee knows the rules by `position`; an illegal, forbidden or missing move loses the game.
"""
from __future__ import annotations

import random
import shlex
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import Sequence, TextIO

from .play import Net, fresh_position
from .position import BLACK, WHITE, Position
from .records import text_of
from .rulebook import GOMOCUP_CODES, Rule
from .score import Score


TRIES = 500
"""Openings that may be thrown away for each that is wanted."""
ENDED = "ENDED"
"""The answer of a program that is gone: a missing move."""


@dataclass
class Tally:
    """What happened in the games of one side beside their results."""

    moves: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


class Program:
    """A running program. Its answers come through a queue, so that waiting for one can end. `running` closes it."""

    def __init__(self, command: str, rule: Rule, size: int, turn_ms: int, running: ExitStack) -> None:
        words = shlex.split(command)
        if not words:
            raise ValueError("an empty command is no program")
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        running.callback(self.close)
        self.answers: Queue[str] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait = 60.0 + 1.5 * turn_ms / 1000
        code = next(c for c, name in GOMOCUP_CODES.items() if name == rule.name)
        self.send(f"START {size}")
        if self.answer() != "OK":
            raise ValueError(f"{command}: START {size} was not answered with OK")
        self.send(f"INFO rule {code}")
        if turn_ms:
            self.send(f"INFO timeout_turn {turn_ms}")

    def _listen(self) -> None:
        for line in self.process.stdout:
            self.answers.put(line.strip())
        self.answers.put(ENDED)

    def send(self, text: str) -> None:
        """One or more lines to the program; if it is gone, its answers say so."""
        with suppress(OSError):
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()

    def answer(self) -> str:
        """Its next line that is no message; "SILENT" if there is none in time."""
        deadline = time.monotonic() + self.wait
        while True:
            try:
                line = self.answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                return "SILENT"
            if line == ENDED:
                self.answers.put(line)  # and whoever asks again gets it again
            if line and not line.startswith(("MESSAGE", "DEBUG")):
                return line

    def move(self, moves: list[int], size: int) -> str:
        """Ask for a move in the game so far, given whole (so that openings of any length work)."""
        rows = [f"{c % size},{c // size},{1 if (len(moves) - i) % 2 == 0 else 2}" for i, c in enumerate(moves)]
        self.send("\n".join(["BOARD", *rows, "DONE"]) if moves else "BEGIN")
        return self.answer()

    def close(self) -> None:
        """END, then make sure."""
        self.send("END")
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()


@dataclass
class Game:
    """A game that ended."""

    opening: int  # moves that were given
    moves: list[int]
    result: float  # Black's: 1, 0.5 or 0

    def line(self, name: str, black: str, white: str, rule: Rule, size: int) -> str:
        """As a line of text that `records.read` reads."""
        result = {1.0: "black", 0.5: "draw", 0.0: "white"}[self.result]
        return (f"{name} rule={rule.name} size={size} moves={text_of(self.moves, size)} "
                f"opening={self.opening} result={result} pb={black} pw={white}")


def play_game(black: Program, white: Program, rule: Rule, size: int, opening: list[int], tally: dict[int, Tally]) -> Game:
    """A game from this opening; an illegal move loses it, and is not among its moves."""
    at, moves = Position(rule, size), []
    end = lambda result: Game(len(opening), moves, result)
    for cell in opening:
        at.put(cell, at.me)
        at.me = -at.me
        moves.append(cell)
    while at.legal():
        mover = at.me
        tick = time.monotonic()
        text = (black if mover == BLACK else white).move(moves, size)
        tally[mover].seconds += time.monotonic() - tick
        tally[mover].moves += 1
        try:
            x, y = map(int, text.split(","))
            cell = y * size + x
            good = 0 <= x < size and 0 <= y < size and not at.stones[cell]
        except ValueError:
            good = False
        if good and cell in at.five_points(mover):
            moves.append(cell)
            return end(1.0 if mover == BLACK else 0.0)
        if not good or rule.forbids and mover == BLACK and at.forbidden(cell):
            tally[mover].faults.append(f"move {len(moves) + 1}: {text}")
            return end(0.0 if mover == BLACK else 1.0)
        at.put(cell, mover)
        at.me = -mover
        moves.append(cell)
    return end(0.5)


def make_openings(rule: Rule, size: int, count: int, seed: int, judges: Sequence[Net] = (), even: float = 0.3) -> list[list[int]]:
    """Clusters of 2 to 6 stones with nothing decided, which every judge calls even: its value is within `even` of 0."""
    rng, out = random.Random(seed), []
    seen: set[frozenset[int]] = set()
    tries = 0
    while len(out) < count:
        tries += 1
        if tries > TRIES * count:
            raise ValueError(f"only {len(out)} of {count} openings found in {TRIES * count} tries; "
                             f"a larger bound than {even} of what is even allows more")
        r0, c0 = rng.randint(size // 4, size - 1 - size // 4), rng.randint(size // 4, size - 1 - size // 4)
        cells: list[int] = []
        want = rng.randint(2, 6)
        while len(cells) < want:
            r, c = round(rng.gauss(r0, 1.7)), round(rng.gauss(c0, 1.7))
            if 0 <= r < size and 0 <= c < size and r * size + c not in cells:
                cells.append(r * size + c)
        at = fresh_position(rule, size, {c: BLACK if i % 2 == 0 else WHITE for i, c in enumerate(cells)})
        if frozenset(cells) in seen or at.verdict().value is not None or at.win_by_fours(500) is not None:
            continue
        if any(abs(float(judge(at.planes()[None])[1][0])) > even for judge in judges):
            continue
        seen.add(frozenset(cells))
        out.append(cells)
    return out


@dataclass(frozen=True)
class Match:
    """Two commands and how they meet."""

    a: str
    b: str
    rule: Rule
    size: int
    openings: list[list[int]]
    workers: int = 1
    turn_ms: int = 0
    played: int = 0  # games of the match before these: the record counts on from them

    def _game(self, black: str, white: str, opening: list[int], tally: dict[int, Tally]) -> Game:
        """One game, by programs of its own, so that one that fell over is up again for the next."""
        with ExitStack() as running:
            programs = [Program(command, self.rule, self.size, self.turn_ms, running) for command in (black, white)]
            return play_game(*programs, self.rule, self.size, opening, tally)

    def _pair(self, opening: list[int]) -> tuple[Game, Game, Tally, Tally]:
        """The game in which `a` has Black, that in which it has White, and what both did in them."""
        tally_a, tally_b = Tally(), Tally()
        as_black = self._game(self.a, self.b, opening, {BLACK: tally_a, WHITE: tally_b})
        as_white = self._game(self.b, self.a, opening, {BLACK: tally_b, WHITE: tally_a})
        return as_black, as_white, tally_a, tally_b

    def play(self, report: bool = True, record: TextIO | None = None) -> tuple[Score, Tally, Tally]:
        """All pairs, `workers` at a time, each written to `record` when it ends; -> `a`'s score and both tallies."""
        results: list[float] = []
        sums = (Tally(), Tally())
        with ThreadPoolExecutor(self.workers) as pool:
            for done, (first, second, *tallies) in enumerate(pool.map(self._pair, self.openings)):
                results += [first.result, 1 - second.result]
                if record:
                    number = self.played + 2 * done + 1
                    print(first.line(f"game-{number}", "a", "b", self.rule, self.size),
                          second.line(f"game-{number + 1}", "b", "a", self.rule, self.size), sep="\n", file=record, flush=True)
                for total, one in zip(sums, tallies):
                    total.moves += one.moves
                    total.seconds += one.seconds
                    total.faults += one.faults
                if report and (done + 1) % max(1, len(self.openings) // 40) == 0:
                    print(f"{2 * done + 2} games: {score_of(results)}", flush=True)
        return score_of(results), *sums


def score_of(results: list[float]) -> Score:
    """The score of results (1, 0.5, 0) listed pair by pair."""
    pairs = tuple(a + b for a, b in zip(results[::2], results[1::2]))
    return Score(results.count(1.0), results.count(0.5), results.count(0.0), pairs)
