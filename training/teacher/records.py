"""Positions from text: one a line, `id key=value ...`, points as a letter (column) and a number (row from the top).

`moves=` gives stones in turn, Black first; or `black=` and `white=` give them in any order, with `stm=b|w` for the side
to move. Lines that start with # are comments; keys not known here are passed over.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable

POINT = re.compile(r"([a-z])(\d+)")
TURNS = {"b": 1, "w": -1}


@dataclass(frozen=True)
class Setup:
    """A position as stones and a side to move (+1 Black, -1 White); `moves` in order where the line gives one."""

    stones: dict[int, int]
    player: int
    moves: tuple[int, ...] = ()


def cells_of(text: str, size: int) -> list[int]:
    """'h8i9' -> cell indices."""
    if POINT.sub("", text).strip("-,"):
        raise ValueError(f"bad list of points {text!r}; expected points such as h8i9")
    cells = []
    for letter, number in POINT.findall(text):
        x, y = ord(letter) - ord("a"), int(number) - 1
        if not (0 <= x < size and 0 <= y < size):
            raise ValueError(f"point {letter}{number} is outside a {size}x{size} board")
        if y * size + x in cells:
            raise ValueError(f"point {letter}{number} is there twice")
        cells.append(y * size + x)
    return cells


def text_of(cells: Iterable[int], size: int) -> str:
    """Cell indices -> 'h8i9', as `cells_of` reads them."""
    return "".join(f"{chr(ord('a') + cell % size)}{cell // size + 1}" for cell in cells)


def _setup(words: dict[str, str], size: int) -> Setup:
    """The position of one line."""
    moves = cells_of(words.get("moves", ""), size)
    stones = {c: 1 - 2 * (i % 2) for i, c in enumerate(moves)}
    for key, colour in (("black", 1), ("white", -1)):
        for cell in cells_of(words.get(key, ""), size):
            if stones.setdefault(cell, colour) != colour:
                raise ValueError(f"point {text_of([cell], size)} has stones of both colours")
    turn = words.get("stm", "bw"[len(stones) % 2])
    if turn not in TURNS:
        raise ValueError(f"stm={turn}: allowed are {', '.join(TURNS)}")
    return Setup(stones, TURNS[turn], tuple(moves))


def read(path: Path, size: int) -> list[Setup]:
    """All positions of that board size in the file; an error names its line."""
    out = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = dict(w.split("=", 1) for w in line.split()[1:] if "=" in w)
        if not words or line.startswith("#"):
            continue
        try:
            if int(words.get("size", size)) == size:
                out.append(_setup(words, size))
        except ValueError as err:
            raise ValueError(f"{path}, line {number}: {err}") from err
    if not out:
        raise ValueError(f"{path} has no position of size {size}; a line such as 'name moves=h8i9' is one")
    return out
