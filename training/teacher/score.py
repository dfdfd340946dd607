"""Results of matches and the Elo they stand for."""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Score:
    """The games of one side; `pairs` holds its points (0 to 2) in each pair of games from one opening."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[float, ...] = ()

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """Points a game, 0 to 1."""
        return (self.wins + self.draws / 2) / max(self.games, 1)

    def __str__(self) -> str:
        rating, error = elo_of(self)
        return f"+{self.wins} ={self.draws} -{self.losses} ({100 * self.rate:.1f}%), Elo {rating:+.0f} ± {error:.0f}"


def _elo(rate: float) -> float:
    return 400 * math.log10(rate / (1 - rate))


def elo_of(score: Score) -> tuple[float, float]:
    """-> (Elo difference, half the width of its 95% interval). Games of a pair are not independent: the pair counts.

    A score of all or nothing is taken half a game short of it, and says little more than "large".
    """
    n = max(score.games, 1)
    rate = min(max(score.rate, 0.5 / n), 1 - 0.5 / n)
    if len(score.pairs) > 1:
        spread = float(np.std(np.array(score.pairs) / 2, ddof=1)) / math.sqrt(len(score.pairs))
    else:
        spread = math.sqrt(rate * (1 - rate) / n)
    spread = max(spread, 0.5 / n)
    low, high = (min(max(rate + s * 1.96 * spread, 0.25 / n), 1 - 0.25 / n) for s in (-1, 1))
    return _elo(rate), (_elo(high) - _elo(low)) / 2
