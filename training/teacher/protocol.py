"""The Gomocup protocol on standard input and output: `python -m teacher play`."""
from __future__ import annotations

import re
import sys
import threading
from queue import Queue
from typing import Callable, Iterator, TextIO

from .play import Player, fresh_position
from .rulebook import GOMOCUP_CODES, RULES, Rule

FOREVER = 1e12
"""Milliseconds of a clock that is not running."""
SIZES = range(5, 26)
OWNERS = {"1": "own", "2": "opp"}


class Listener:
    """Lines read ahead by a thread of its own, so that END is heard while the player thinks."""

    def __init__(self, source: TextIO) -> None:
        self.source, self.lines, self.ended = source, Queue(), threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.source:
            if line.strip().upper() == "END":
                self.ended.set()
            self.lines.put(line)
        self.lines.put("")

    def readline(self) -> str:
        """The next line; empty at the end of the input."""
        return self.lines.get()


class Session:
    """One manager's commands and our answers. Anything wrong gives an ERROR line; nothing ends the session but END."""

    def __init__(self, player: Player, rule: Rule, size: int, source: TextIO | Listener, say: Callable[[str], None],
                 verbose: bool) -> None:
        self.player, self.rule, self.size, self.say, self.verbose = player, rule, size, say, verbose
        self.lines: Iterator[str] = iter(source.readline, "")
        self.stones: dict[int, str] = {}  # cell -> "own" or "opp", in the order played
        self.limit = {"timeout_turn": FOREVER, "timeout_match": 0.0, "time_left": FOREVER}
        self.ended = False

    def cell(self, text: str) -> int:
        """'x,y' -> cell index."""
        numbers = re.fullmatch(r"\s*(-?\d+)\s*,\s*(-?\d+)\s*", text)
        if not numbers:
            raise ValueError(f"{text!r} is no point; expected x,y")
        x, y = map(int, numbers.groups())
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise ValueError(f"{text} is not on the board; x and y are 0 to {self.size - 1}")
        return y * self.size + x

    def seconds(self) -> float:
        """For this move. A negative limit is none, and then what is left says nothing; else a negative rest is overdrawn."""
        turn, match, left = (self.limit[name] for name in ("timeout_turn", "timeout_match", "time_left"))
        turn, left = FOREVER if turn < 0 else turn, FOREVER if match < 0 else left
        return min(0.9 * turn, 0.2 * left) / 1000 - 0.03

    def move(self) -> None:
        """Think and answer with our move."""
        black = len(self.stones) % 2 == 0  # we are to move
        colours = {c: (1 if (who == "own") == black else -1) for c, who in self.stones.items()}
        at = fresh_position(self.rule, self.size, colours)
        if not at.legal():
            return self.say("ERROR there is no legal move left")
        cell, info = self.player.think(at, self.seconds())
        if cell in self.stones or cell not in at.legal() and not at.fives(at.me):
            cell = at.legal()[0]  # only where every useful move is forbidden: the position is lost
        self.stones[cell] = "own"
        if self.verbose:
            self.say("MESSAGE " + " ".join(f"{k}={v}" for k, v in info.items()))
        self.say(f"{cell % self.size},{cell // self.size}")

    def start(self, rest: str) -> None:
        """START size."""
        if not rest.isdecimal() or int(rest) not in SIZES:
            raise ValueError(f"size {rest!r} is not supported; allowed are {SIZES[0]} to {SIZES[-1]}")
        self.size, self.stones = int(rest), {}
        self.say("OK")

    def turn(self, rest: str) -> None:
        """TURN x,y."""
        cell = self.cell(rest)
        if cell in self.stones:
            raise ValueError(f"{rest} is occupied")
        self.stones[cell] = "opp"
        self.move()

    def board(self) -> None:
        """BOARD ... DONE."""
        stones: dict[int, str] = {}
        wrong = ""
        for row in map(str.strip, self.lines):
            if row.upper() == "DONE":
                break
            self.ended = row.upper() == "END"
            if self.ended:
                return
            try:
                self._add(stones, row)
            except ValueError as err:
                wrong = wrong or f"bad line {row!r} in BOARD: {err}"
        else:
            return  # the input ended before DONE
        if wrong:
            raise ValueError(wrong)
        self.stones = stones
        self.move()

    def _add(self, stones: dict[int, str], row: str) -> None:
        """One line of BOARD."""
        point, _, who = row.rpartition(",")
        cell = self.cell(point)
        if who.strip() not in OWNERS:
            raise ValueError(f"{who.strip()!r} is no owner; expected x,y,1 or x,y,2")
        if cell in stones:
            raise ValueError(f"{point} is there twice")
        stones[cell] = OWNERS[who.strip()]

    def info(self, rest: str) -> None:
        """INFO key value; keys not known are passed over, as the protocol asks."""
        name, _, value = rest.partition(" ")
        value = value.strip()
        if name in self.limit and re.fullmatch(r"-?\d+", value):
            self.limit[name] = float(value)
        elif name == "rule" and value.isdigit() and int(value) & ~2 in GOMOCUP_CODES:
            self.rule = RULES[GOMOCUP_CODES[int(value) & ~2]]  # bit 2 asks for a continuous game: nothing changes

    def takeback(self, rest: str) -> None:
        """TAKEBACK x,y."""
        if self.stones.pop(self.cell(rest), None) is None:
            raise ValueError(f"{rest} is empty")
        self.say("OK")

    def command(self, line: str) -> bool:
        """Obey one line; -> False after END."""
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        simple = {"START": self.start, "TURN": self.turn, "INFO": self.info, "TAKEBACK": self.takeback}
        try:
            if word in simple:
                simple[word](rest.strip())
            elif word == "BEGIN":
                self.stones = {}
                self.move()
            elif word == "BOARD":
                self.board()
            elif word == "RESTART":
                self.stones = {}
                self.say("OK")
            elif word == "ABOUT":
                self.say('name="Tengen teacher", version="1.0", author="Tengen", country="-"')
            elif word == "RECTSTART":
                self.say("ERROR only square boards are supported")
            elif word and word != "END":
                self.say(f"UNKNOWN {word}")
        except (ValueError, IndexError) as err:
            self.say(f"ERROR {err}")
        return not self.ended and word != "END"

    def serve(self) -> None:
        """Obey until END or the end of the input."""
        for line in self.lines:
            if not self.command(line):
                return


def serve(player: Player, rule: Rule, size: int, verbose: bool) -> None:
    """Speak the protocol on standard input and output."""
    listener = Listener(sys.stdin)
    player.halted = listener.ended.is_set
    Session(player, rule, size, listener, lambda text: print(text, flush=True), verbose).serve()
