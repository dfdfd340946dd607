"""Settings of a run. The text beside each field is the command line's help."""
from __future__ import annotations

import argparse
import json
import math
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Callable

from .rulebook import rule_named

OPTIMIZERS = ("adam", "muon")


def setting(default: Any, text: str, least: float = -math.inf, most: float = math.inf) -> Any:
    """A dataclass field with its help text and the values allowed."""
    return field(default=default, metadata={"help": text, "least": least, "most": most})


def allowed(least: float, most: float) -> str:
    """The bounds in words."""
    return f"{least:g} to {most:g}" if most < math.inf else f"{least:g} or more"


def check_bounds(config: Any) -> None:
    """Raise ValueError for the first setting of a config that is out of its bounds."""
    for f in fields(config):
        value, least, most = getattr(config, f.name), f.metadata["least"], f.metadata["most"]
        if isinstance(value, (int, float)) and not least <= value <= most:
            raise ValueError(f"--{f.name.replace('_', '-')} {value}: allowed are {allowed(least, most)}")


def bounded(kind: type, least: float, most: float = math.inf, unit: int = 0) -> Callable[[str], Any]:
    """What turns the text of an option into a number within these bounds, a multiple of `unit`; argparse names the option."""
    def number(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most or math.isinf(value) or unit and value % unit:
            multiples = f", in steps of {unit}" if unit else ""
            raise argparse.ArgumentTypeError(f"{text!r}: allowed are {allowed(least, most)}{multiples}")
        return value
    return number


@dataclass(frozen=True)
class Config:
    """One run: a piece of self-play and learning, from nothing or from what an earlier run left."""

    rule: str = setting("freestyle", "freestyle, standard, renju, caro8 (also called caro) or caro9")
    size: int = setting(15, "points along a side of the board", 5, 25)
    minutes: float = setting(9.0, "wall time of this run, compilation included", 0)
    after_compile: bool = setting(False, "the minutes begin after the first iteration, so that compilation does not count")
    out: str = setting("runs/run", "run folder: config, log, weights and the state to resume from")
    resume: str = setting("", "run folder to go on from, or a weights file (then with a fresh optimiser)")
    seed: int = setting(1, "of everything random")

    blocks: int = setting(10, "residual blocks of a new net (a resumed one keeps its own)", 1)
    width: int = setting(128, "channels of a new net", 1)

    games: int = setting(4096, "games played at once, a multiple of --lanes", 1)
    sims: int = setting(32, "simulations a move in self-play", 1)
    candidates: int = setting(16, "moves of the root that share the simulations, halved in rounds", 1)
    fours: int = setting(8, "positions each leaf may spend on a win by fours; 0: no such search", 0)
    root_fours: int = setting(64, "positions each root may spend on it", 0)
    rows: int = setting(8, "moves in every game between two rounds of learning", 1)
    ring: int = setting(512, "rows of positions kept to learn from, a multiple of --rows", 1)
    unfiltered: float = setting(0.05, "share of openings taken as they come, not for being even", 0, 1)

    batch: int = setting(1024, "positions an update, a multiple of --lanes", 1)
    reuse: float = setting(4.0, "how often a position is learnt from, on average", 0)
    optimizer: str = setting("adam", "adam, or muon (orthogonalised momentum for the tower's convolutions, Adam for the rest)")
    lr: float = setting(5e-4, "learning rate at the start, after a short warm-up", 0, 1)
    lr_end: float = setting(3e-4, "learning rate at the end; linear in between", 0, 1)
    warm: int = setting(300, "updates until the full rate, after a fresh optimiser", 0)
    decay: float = setting(0.03, "decoupled weight decay, times the rate", 0, 1)
    ema: float = setting(0.998, "averaging of the weights that play, an update", 0, 1)
    discount: float = setting(0.92, "lambda of the value targets: 1 is the game's result, 0 the next root value", 0, 1)
    guard: float = setting(100.0, "an iteration with a mean gradient norm above this stops the run", 0)

    save_every: float = setting(60.0, "seconds between saves", 0)
    keep_ring: bool = setting(False, "save the replay window too at the end (about 1.4 GB), so that a resume needs no refill")
    milestone: str = setting("", "weights file to measure the run against; empty: the weights the run began with")
    match_every: float = setting(150.0, "seconds between matches against the milestone; 0: none", 0)
    match_games: int = setting(512, "games of such a match, half of them with colours swapped", 2)
    match_sims: int = setting(16, "simulations a move in such a match", 1)

    lanes: int = setting(8, "groups of games; devices share the lanes evenly, so their number must divide this", 1)
    distributed: bool = setting(False, "join the other hosts of a cluster first (jax.distributed)")
    cache: str = setting("", "folder for compiled programs, to start faster the next time")

    def check(self) -> None:
        """Raise ValueError with what is wrong and what is allowed."""
        rule_named(self.rule)
        check_bounds(self)
        for name, value, unit in (("games", self.games, self.lanes), ("batch", self.batch, self.lanes),
                                  ("ring", self.ring, self.rows), ("match-games", self.match_games, 2)):
            if value % unit:
                raise ValueError(f"--{name} {value}: must be a positive multiple of {unit}")
        if self.optimizer not in OPTIMIZERS:
            raise ValueError(f"--optimizer {self.optimizer}: allowed are {', '.join(OPTIMIZERS)}")
        if self.ring < 4 * self.rows:
            raise ValueError(f"--ring {self.ring}: must hold at least four times --rows {self.rows}")

    def write(self, path: Path) -> None:
        """Save as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")


def add_options(parser: argparse.ArgumentParser, kind: type, **defaults: Any) -> None:
    """One command-line option for each field of a config dataclass; its help is the field's text."""
    for f in fields(kind):
        default = defaults.get(f.name, None if f.default is MISSING else f.default)
        text = f.metadata["help"].replace("%", "%%")
        name = "--" + f.name.replace("_", "-")
        if isinstance(default, bool):
            parser.add_argument(name, action=argparse.BooleanOptionalAction, default=default, help=text)
        else:
            parser.add_argument(name, type=type(default), default=default, metavar=type(default).__name__.upper(),
                                help=f"{text} (default: {default if default != '' else 'none'})")


def from_options(kind: type, options: argparse.Namespace) -> Any:
    """The config that parsed options stand for."""
    return kind(**{f.name: getattr(options, f.name) for f in fields(kind)})
