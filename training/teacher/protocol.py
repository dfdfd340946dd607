"""The Gomocup protocol on standard input and output: `python -m teacher play`."""
from __future__ import annotations

import sys
from typing import Callable, Iterator, TextIO

from .play import Player, fresh_position
from .rulebook import GOMOCUP_CODES, RULES, Rule

FOREVER = 1e12
"""Milliseconds of a clock that is not running."""


class Session:
    """One manager's commands and our answers. Anything wrong gives an ERROR line; nothing ends the session but END."""

    def __init__(self, player: Player, rule: Rule, size: int, source: TextIO, say: Callable[[str], None], verbose: bool) -> None:
        self.player, self.rule, self.size, self.say, self.verbose = player, rule, size, say, verbose
        self.lines: Iterator[str] = iter(source.readline, "")
        self.stones: dict[int, str] = {}  # cell -> "own" or "opp", in the order played
        self.limit = {"timeout_turn": FOREVER, "time_left": FOREVER}

    def cell(self, text: str) -> int:
        """'x,y[,...]' -> cell index."""
        x, y = (int(v) for v in text.split(",")[:2])
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise ValueError(f"{text} is not on the board; x and y are 0 to {self.size - 1}")
        return y * self.size + x

    def move(self) -> None:
        """Think and answer with our move."""
        black = len(self.stones) % 2 == 0  # we are to move
        colours = {c: (1 if (who == "own") == black else -1) for c, who in self.stones.items()}
        at = fresh_position(self.rule, self.size, colours)
        if not at.legal():
            return self.say("ERROR there is no legal move left")
        seconds = min(0.9 * self.limit["timeout_turn"], 0.2 * self.limit["time_left"]) / 1000 - 0.03
        cell, info = self.player.think(at, seconds)
        if cell in self.stones or cell not in at.legal() and not at.fives(at.me):
            cell = at.legal()[0]  # only where every useful move is forbidden: the position is lost
        self.stones[cell] = "own"
        if self.verbose:
            self.say("MESSAGE " + " ".join(f"{k}={v}" for k, v in info.items()))
        self.say(f"{cell % self.size},{cell // self.size}")

    def start(self, rest: str) -> None:
        """START size."""
        if not 5 <= int(rest) <= 25:
            raise ValueError(f"size {rest} is not supported; allowed are 5 to 25")
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
        for row in self.lines:
            if row.strip().upper() == "DONE":
                break
            try:
                stones[self.cell(row.strip())] = "own" if row.strip().split(",")[2].strip() == "1" else "opp"
            except (ValueError, IndexError):
                wrong = wrong or row.strip()
        if wrong:
            raise ValueError(f"bad line {wrong!r} in BOARD; expected x,y,1 or x,y,2")
        self.stones = stones
        self.move()

    def info(self, rest: str) -> None:
        """INFO key value; keys not known are passed over, as the protocol asks."""
        name, _, value = rest.partition(" ")
        value = value.strip()
        if name in self.limit and value.lstrip("-").isdigit():
            amount = float(value)
            self.limit[name] = amount if amount > 0 or name == "timeout_turn" else FOREVER
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
        return word != "END"

    def serve(self) -> None:
        """Obey until END or the end of the input."""
        for line in self.lines:
            if not self.command(line):
                return


def serve(player: Player, rule: Rule, size: int, verbose: bool) -> None:
    """Speak the protocol on standard input and output."""
    Session(player, rule, size, sys.stdin, lambda text: print(text, flush=True), verbose).serve()
