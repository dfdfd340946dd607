"""Settings of a run. The text beside each field is the command line's help."""
from __future__ import annotations

from dataclasses import dataclass

from teacher.config import check_bounds, setting
from teacher.rulebook import rule_named

from .netfile import HIDDEN, REGION


@dataclass(frozen=True)
class Config:
    """One run on one device: the teacher makes and labels positions, the student learns from them, the net is written."""

    rule: str = setting("freestyle", "freestyle, standard, renju, caro8 (also called caro) or caro9")
    size: int = setting(15, "points along a side of the board", 5, 25)
    weights: str = setting("../nets/teacher/freestyle15.npz", "the teacher's weights")
    out: str = setting("runs/student", "run folder: log, weights to resume from, the net")
    resume: str = setting("", "student.npz of an earlier run or a net file (.tnet) to go on from, with a fresh optimiser; what was "
                          "learnt for a rule that treats the colours alike can begin any rule")
    seed: int = setting(1, "of everything random")

    minutes: float = setting(9.0, "wall time of the run, compilation included; ten seconds more may be used to write", 0)
    wide_share: float = setting(0.14, "share of the time for positions labelled by the teacher's bare net, after compilation", 0, 1)
    deep_share: float = setting(0.20, "share of the time for positions searched in self-play, after compilation", 0, 1)

    wide_games: int = setting(16384, "games at once, moves drawn from the bare policy", 1)
    wide_rows: int = setting(24, "moves in each of them between two lots of openings", 1)
    wide_most: int = setting(1440, "rows of such positions at most, a multiple of --wide-rows", 1)
    deep_games: int = setting(4096, "games at once, searched", 1)
    deep_rows: int = setting(8, "moves in each of them between two lots of openings", 1)
    deep_most: int = setting(800, "rows of such positions at most, a multiple of --deep-rows", 1)
    sims: int = setting(16, "simulations a move in these", 1)
    candidates: int = setting(8, "moves of the root that share the simulations", 1)
    games: str = setting("", "games of the engine (the lines of `tengen-lab selfplay --list`) whose positions the teacher searches, too; "
                         "read after the other positions are made")
    games_most: int = setting(96, "rows of such positions at most, each as long as --deep-games", 1)
    games_sims: int = setting(32, "simulations for each of these", 1)
    games_part: float = setting(0.3, "share of these positions in a batch; half of them, from the middle of the run on, are the "
                                "half that the student then misjudged most", 0, 1)
    held_out: int = setting(64, "of either kind of games so many are never learnt from", 1)

    region: int = setting(REGION, "outputs of a region; weights to resume from are widened if they have fewer", 1, 255)
    hidden: int = setting(HIDDEN, "width of the head's layers; likewise", 1, 255)
    batch: int = setting(4096, "positions an update", 1)
    deep_part: float = setting(0.35, "share of searched positions in a batch", 0, 1)
    steps: int = setting(64, "updates between two lines of the log", 1)
    lr: float = setting(1e-3, "learning rate at the start, after a short warm-up; it falls as a quarter wave", 0, 1)
    lr_end: float = setting(1e-5, "learning rate at the end", 0, 1)
    warm: int = setting(200, "updates until the full rate", 0)
    decay: float = setting(0.01, "decoupled weight decay, times the rate", 0, 1)
    ema: float = setting(0.999, "averaging of the weights that are exported, an update", 0, 1)
    discount: float = setting(0.92, "lambda of the searched positions' value targets", 0, 1)
    search_part: float = setting(0.5, "share of the root value, beside the lambda return, in these targets", 0, 1)
    deep_value: float = setting(1.0, "weight of a searched position's value in the loss, where a wide one's is 1", 0)
    wide_policy: float = setting(1.0, "weight of a wide position's policy in the loss, where a searched one's is 1", 0)
    outcome_weight: float = setting(0.1, "weight of the games' results (win, draw, loss) in the loss", 0)
    policy_weight: float = setting(0.4, "weight of the policy in the loss", 0)
    save_every: float = setting(60.0, "seconds between saves while learning", 0)

    def check(self) -> None:
        """Raise ValueError with what is wrong and what is allowed."""
        rule_named(self.rule)
        check_bounds(self)
        for name in ("wide", "deep"):
            most, rows, games = (getattr(self, f"{name}_{x}") for x in ("most", "rows", "games"))
            if most % rows:
                raise ValueError(f"--{name}-most {most}: must be a positive multiple of {rows}")
            if not self.held_out < games:
                raise ValueError(f"--held-out {self.held_out}: must be less than --{name}-games {games}")
        if self.games and not 0 < self.games_part + self.deep_part < 1:
            raise ValueError("--games-part and --deep-part: together between 0 and 1, the rest is for wide positions")
        if self.wide_share + self.deep_share > 0.8:
            raise ValueError("--wide-share and --deep-share: together at most 0.8, the rest is for learning")
