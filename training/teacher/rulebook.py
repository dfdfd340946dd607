"""The rules by name: what differs between them. Plain Python, for the players on a CPU as well as for JAX."""
from __future__ import annotations

from dataclasses import dataclass

PLANES = 12
"""Input planes of the net; `rules.planes_of` says what they hold."""


@dataclass(frozen=True)
class Rule:
    """One rule set; hashable, so that it can be a static argument of a compiled function."""

    name: str
    plane: int  # which constant plane tells the net of this rule; -1: none (freestyle)
    exact_black: bool = False  # six or more in a row do not win for Black
    exact_white: bool = False
    closed: bool = False  # a five with enemy stones at both ends does not win
    forbids: bool = False  # Black has forbidden points

    @property
    def colours_differ(self) -> bool:
        """True if Black and White play by different rules, so that the net must know its colour."""
        return self.exact_black != self.exact_white or self.forbids


RULES = {r.name: r for r in (
    Rule("freestyle", -1),
    Rule("standard", 8, exact_black=True, exact_white=True),
    Rule("renju", 9, exact_black=True, forbids=True),
    Rule("caro8", 10, closed=True),
    Rule("caro9", 11, exact_black=True, exact_white=True, closed=True),
)}
GOMOCUP_CODES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro8", 9: "caro9"}


def rule_named(name: str) -> Rule:
    """The rule of that name (`caro` is Gomocup's caro8), or ValueError naming what is allowed."""
    name = "caro8" if name == "caro" else name
    if name not in RULES:
        raise ValueError(f"unknown rule {name!r}; allowed are {', '.join(RULES)} and caro")
    return RULES[name]
