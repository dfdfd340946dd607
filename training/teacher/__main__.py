"""Command line of the teacher: `python -m teacher COMMAND --help`.

Modules are imported by the command that needs them: `play` must start quickly and without JAX.
"""
from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from contextlib import nullcontext
from pathlib import Path

if sys.argv[1:2] == ["play"]:  # a player has one core; this must be set before NumPy loads its BLAS
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")

from .command import obey
from .config import Config, add_options, bounded, from_options
from .rulebook import rule_named

Commands = argparse._SubParsersAction


def _run(options: argparse.Namespace) -> None:
    from .train import Diverged, train
    try:
        train(from_options(Config, options))
    except Diverged as err:
        sys.exit(f"teacher run: diverged: {err}")


def _bench(options: argparse.Namespace) -> None:
    from .bench import bench
    config = from_options(Config, options)
    config.check()
    bench(config, options.budgets)


def _grow(options: argparse.Namespace) -> None:
    from . import export, net
    params = net.grow(export.load_net(options.weights), options.blocks, options.seed)
    files = export.save(options.out, params, "float32")
    print(f"{net.blocks_of(params)} blocks of {net.width_of(params)} channels in {', '.join(map(str, files))}")


def _export(options: argparse.Namespace) -> None:
    from . import export
    files = export.save(options.out, export.load_net(options.weights), options.kind, options.limit, True, options.most)
    for file in files:
        print(f"{file}: {file.stat().st_size:,} bytes")


def _evaluate(options: argparse.Namespace) -> None:
    import jax
    from . import export
    from .evaluate import match
    rule, key = rule_named(options.rule), jax.random.key(options.seed)
    weights = export.load_net(options.weights)
    for name in [*options.against, *(["greedy"] if options.greedy else [])]:
        other = None if name == "greedy" else export.load_net(Path(name))
        score = match(weights, other, rule, options.size, key, options.games, options.sims)
        print(f"{options.weights} against {name}, {rule.name} {options.size}, {options.sims} simulations: {score}", flush=True)


def _label(options: argparse.Namespace) -> None:
    from . import export, label, records
    rule, weights = rule_named(options.rule), export.load_net(options.weights)
    if options.positions_file:
        setups = records.read(options.positions_file, options.size)
        games = label.label_positions(weights, rule, options.size, setups, options.sims, options.batch, options.top)
    else:
        games = label.label_selfplay(weights, rule, options.size, options.batch, options.positions, options.sims,
                                     options.seed, options.top, options.candidates)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.open("ab").close()  # can it be written? Better known before the search than after it
    first = next(games, None)  # so that compilation does not count as labelling
    tick = time.monotonic()
    count = label.write(options.out, rule, options.size, itertools.chain([first] if first else [], games))
    rate, size = count / max(time.monotonic() - tick, 1e-9), options.out.stat().st_size
    print(f"{count:,} labelled positions in {options.out}, {rate:,.0f} a second after the first; "
          f"{size:,} bytes, {size / max(count, 1):.1f} a position")


def _plot(options: argparse.Namespace) -> None:
    from .plot import plot
    plot(options.runs, options.out, options.title)


def _play(options: argparse.Namespace) -> None:
    from .play import Net, Player, Strength
    from .protocol import serve
    names = ("sims", "batch", "fours", "root_fours", "threats", "child_threats", "root_threats", "explore", "reuse")
    strength = Strength(**{name: getattr(options, name) for name in names})
    serve(Player(Net(options.weights), strength), rule_named(options.rule), options.size, options.verbose)


def _arena(options: argparse.Namespace) -> None:
    from .arena import Match, make_openings
    from .play import Net
    from .records import read
    rule = rule_named(options.rule)
    if options.openings:
        openings = [list(s.moves) for s in read(options.openings, options.size)]
        if not all(openings):
            raise ValueError(f"{options.openings}: every opening needs moves=")
        if len(openings) < options.games // 2:
            raise ValueError(f"--games {options.games}: the {len(openings)} openings of {options.openings} allow {2 * len(openings)}")
    else:
        judges = [Net(file) for file in options.judge]
        openings = make_openings(rule, options.size, options.games // 2, options.seed, judges, options.even)
    openings = openings[options.skip // 2:options.games // 2]
    if not openings:
        raise ValueError(f"--skip {options.skip} leaves none of {options.games} games")
    match = Match(options.a, options.b, rule, options.size, openings, options.workers, options.turn_ms, options.skip)
    with options.record.open("a") if options.record else nullcontext() as record:
        score, *tallies = match.play(record=record)
    print(f"a: {score}")
    for name, tally in zip("ab", tallies):
        print(f"{name}: {tally.moves} moves, {tally.seconds / max(tally.moves, 1):.3f} s a move, {len(tally.faults)} faults",
              *tally.faults[:5])


def _add_game(p: argparse.ArgumentParser) -> None:
    p.add_argument("--rule", default="freestyle", help="rule (default: freestyle)")
    p.add_argument("--size", type=bounded(int, 5, 25), default=15, help="board size (default: 15)")


def _add_training(commands: Commands) -> None:
    p = commands.add_parser("run", help="self-play and learning for some minutes", description=Config.__doc__)
    add_options(p, Config)
    p.set_defaults(do=_run)
    p = commands.add_parser("bench", help="throughput on the device at hand; options as for run")
    add_options(p, Config)
    p.add_argument("--budgets", type=bounded(int, 0), nargs="+", default=[0, 8], help="budgets of fours to time evaluation with (default: 0 8)")
    p.set_defaults(do=_bench)
    p = commands.add_parser("grow", help="the same function in a net of more blocks")
    p.add_argument("--weights", type=Path, required=True, help="weights file to start from")
    p.add_argument("--blocks", type=bounded(int, 1), default=10, help="blocks of the new net (default: 10)")
    p.add_argument("--seed", type=int, default=0, help="of the new blocks' first convolutions")
    p.add_argument("--out", type=Path, required=True, help="file to write (float32)")
    p.set_defaults(do=_grow)
    p = commands.add_parser("export", help="weights as float16 or int8, split into parts if too large")
    p.add_argument("--weights", type=Path, required=True, help="weights file")
    p.add_argument("--kind", default="float16", choices=("float32", "float16", "int8"), help="numbers (default: float16)")
    p.add_argument("--limit", type=bounded(int, 10_000), default=5_000_000, help="bytes of a file at most, before packing (default: 5000000)")
    p.add_argument("--most", type=bounded(int, 1, 127), default=127, help="largest integer of int8; a smaller one packs better (default: 127)")
    p.add_argument("--out", type=Path, required=True, help="file to write")
    p.set_defaults(do=_export)
    p = commands.add_parser("plot", help="a picture of Elo and losses over GPU minutes")
    p.add_argument("runs", type=Path, nargs="+", help="run folders, in order")
    p.add_argument("--out", type=Path, required=True, help="picture to write (.png or .svg)")
    p.add_argument("--title", default="", help="above the picture")
    p.set_defaults(do=_plot)


def _add_measuring(commands: Commands) -> None:
    p = commands.add_parser("evaluate", help="matches against fixed opponents on the device, with Elo")
    p.add_argument("--weights", type=Path, required=True, help="weights file to measure")
    p.add_argument("--against", nargs="*", default=[], help="weights files of milestones")
    p.add_argument("--greedy", action=argparse.BooleanOptionalAction, default=True, help="also against the scripted player")
    p.add_argument("--games", type=bounded(int, 2, unit=2), default=512, help="even number; two from each opening (default: 512)")
    p.add_argument("--sims", type=bounded(int, 1), default=32, help="simulations a move, both sides (default: 32)")
    p.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    _add_game(p)
    p.set_defaults(do=_evaluate)
    p = commands.add_parser("arena", help="a match between two programs that speak the Gomocup protocol")
    p.add_argument("--a", required=True, help="command line of the first program")
    p.add_argument("--b", required=True, help="command line of the second")
    p.add_argument("--games", type=bounded(int, 2, unit=2), default=200, help="even number; two from each opening (default: 200)")
    p.add_argument("--workers", type=bounded(int, 1), default=1, help="pairs of games at the same time (default: 1)")
    p.add_argument("--turn-ms", type=bounded(int, 0), default=0, help="time for a move told to both; 0: none (default)")
    p.add_argument("--openings", type=Path, help="file of openings with moves= fields; without it they are made")
    p.add_argument("--record", type=Path, help="file to add every game to, a line each")
    p.add_argument("--skip", type=bounded(int, 0, unit=2), default=0, help="games left out at the start, to go on with a match (default: 0)")
    p.add_argument("--judge", type=Path, nargs="*", default=[], help="weights that must all call a made opening even")
    p.add_argument("--even", type=bounded(float, 0.001, 1), default=0.3, help="largest value, for either side, of an even opening (default: 0.3)")
    p.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    _add_game(p)
    p.set_defaults(do=_arena)


def _add_using(commands: Commands) -> None:
    from .play import Strength
    p = commands.add_parser("play", help="speak the Gomocup protocol, on one CPU core")
    p.add_argument("--weights", type=Path, required=True, help="weights file")
    p.add_argument("--sims", type=bounded(int, 1), default=64, help="simulations a move that ask the net (default: 64)")
    p.add_argument("--batch", type=bounded(int, 1), default=Strength.batch, help=f"leaves evaluated together (default: {Strength.batch})")
    p.add_argument("--fours", type=bounded(int, 0), default=Strength.fours, help=f"positions a leaf may spend on a win by fours (default: {Strength.fours})")
    p.add_argument("--root-fours", type=bounded(int, 0), default=Strength.root_fours, help=f"and the root (default: {Strength.root_fours})")
    p.add_argument("--threats", type=bounded(int, 0), default=Strength.threats, help=f"positions a leaf may spend on a win by threes and fours (default: {Strength.threats})")
    p.add_argument("--child-threats", type=bounded(int, 0), default=Strength.child_threats, help=f"and each reply that the root considers (default: {Strength.child_threats})")
    p.add_argument("--root-threats", type=bounded(int, 0), default=Strength.root_threats, help=f"and the root, and the reply to the move about to be played (default: {Strength.root_threats})")
    p.add_argument("--explore", type=bounded(float, 0), default=Strength.explore, help=f"weight of the prior (default: {Strength.explore})")
    p.add_argument("--reuse", action=argparse.BooleanOptionalAction, default=True, help="keep the tree between moves")
    p.add_argument("--verbose", action="store_true", help="a MESSAGE line before each move")
    _add_game(p)
    p.set_defaults(do=_play)
    p = commands.add_parser("label", help="a dataset of labelled positions; the format is in label.py")
    p.add_argument("--weights", type=Path, required=True, help="weights file")
    p.add_argument("--out", type=Path, required=True, help="file to write")
    p.add_argument("--positions", type=bounded(int, 1), default=100_000, help="labelled positions of self-play, about (default: 100000)")
    p.add_argument("--positions-file", type=Path, help="label the positions of this file instead (format in records.py)")
    p.add_argument("--sims", type=bounded(int, 1), default=32, help="simulations a position (default: 32)")
    p.add_argument("--candidates", type=bounded(int, 1), default=16, help="moves of the root that share them in self-play (default: 16)")
    p.add_argument("--batch", type=bounded(int, 1), default=4096, help="games or positions at once (default: 4096)")
    p.add_argument("--top", type=bounded(int, 1, 25), default=5, help="best moves kept (default: 5)")
    p.add_argument("--seed", type=int, default=1, help="of the openings and the noise (default: 1)")
    _add_game(p)
    p.set_defaults(do=_label)


def main() -> None:
    """Parse the command line and do what it says; a wrong value ends with one line, not a traceback."""
    parser = argparse.ArgumentParser(prog="teacher", description="A net that teaches itself Gomoku, Renju and Caro.")
    commands = parser.add_subparsers(dest="command", required=True)
    for add in (_add_training, _add_measuring, _add_using):
        add(commands)
    obey(parser.parse_args(), "teacher")


if __name__ == "__main__":
    main()
