"""Command line of the teacher: `python -m teacher COMMAND --help`."""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

if sys.argv[1:2] == ["play"]:  # a player has one core; this must be set before NumPy loads its BLAS
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")

from .config import Config, add_options, from_options


def _run(options: argparse.Namespace) -> None:
    from .train import Diverged, run
    try:
        run(from_options(Config, options))
    except Diverged as err:
        sys.exit(f"teacher run: diverged: {err}")


def _grow(options: argparse.Namespace) -> None:
    from . import export, net
    params = net.grow(export.load(options.weights), options.blocks, options.seed)
    files = export.save(options.out, params, "float32")
    print(f"{net.blocks_of(params)} blocks of {net.width_of(params)} channels in {', '.join(map(str, files))}")


def _bench(options: argparse.Namespace) -> None:
    from .bench import bench
    bench(from_options(Config, options), [int(n) for n in options.budgets.split(",")])


def _play(options: argparse.Namespace) -> None:
    from .play import Net, Player, Strength
    from .protocol import serve
    from .rulebook import rule_named
    strength = Strength(options.sims, options.batch, options.fours, options.root_fours, options.explore, reuse=options.reuse)
    serve(Player(Net(options.weights), strength), rule_named(options.rule), options.size, options.verbose)


def _arena(options: argparse.Namespace) -> None:
    from .arena import Match, make_openings, read_openings
    from .play import Net
    from .rulebook import rule_named
    rule = rule_named(options.rule)
    if options.openings:
        openings = read_openings(options.openings, options.size)[:options.games // 2]
    else:
        judge = Net(options.judge) if options.judge else None
        openings = make_openings(rule, options.size, options.games // 2, options.seed, judge)
    match = Match(options.a, options.b, rule, options.size, openings, options.workers, options.turn_ms)
    score, *tallies = match.play()
    print(f"a: {score}")
    for name, tally in zip("ab", tallies):
        print(f"{name}: {tally.moves} moves, {tally.seconds / max(tally.moves, 1):.3f} s a move, {len(tally.faults)} faults",
              *tally.faults[:5])


def _add_play(commands: argparse._SubParsersAction) -> None:
    from .play import Strength
    p = commands.add_parser("play", help="speak the Gomocup protocol, on one CPU core")
    p.add_argument("--weights", type=Path, required=True, help="weights file")
    p.add_argument("--sims", type=int, default=64, help="simulations a move (default: 64)")
    p.add_argument("--batch", type=int, default=2, help="leaves evaluated together (default: 2)")
    p.add_argument("--fours", type=int, default=Strength.fours, help=f"positions a leaf may spend on a win by fours (default: {Strength.fours})")
    p.add_argument("--root-fours", type=int, default=Strength.root_fours, help=f"and the root (default: {Strength.root_fours})")
    p.add_argument("--explore", type=float, default=Strength.explore, help=f"weight of the prior (default: {Strength.explore})")
    p.add_argument("--reuse", action=argparse.BooleanOptionalAction, default=True, help="keep the tree between moves")
    p.add_argument("--rule", default="freestyle", help="until the manager names another (default: freestyle)")
    p.add_argument("--size", type=int, default=15, help="until START names another (default: 15)")
    p.add_argument("--verbose", action="store_true", help="a MESSAGE line before each move")
    p.set_defaults(do=_play)


def _add_arena(commands: argparse._SubParsersAction) -> None:
    p = commands.add_parser("arena", help="a match between two programs that speak the Gomocup protocol")
    p.add_argument("--a", required=True, help="command line of the first program")
    p.add_argument("--b", required=True, help="command line of the second")
    p.add_argument("--games", type=int, default=200, help="even number; two from each opening (default: 200)")
    p.add_argument("--rule", default="freestyle", help="rule (default: freestyle)")
    p.add_argument("--size", type=int, default=15, help="board size (default: 15)")
    p.add_argument("--workers", type=int, default=1, help="pairs of games at the same time (default: 1)")
    p.add_argument("--turn-ms", type=int, default=0, help="time for a move told to both; 0: none (default)")
    p.add_argument("--openings", type=Path, help="file of openings with moves= fields; without it they are made")
    p.add_argument("--judge", type=Path, help="weights that say which made openings are even")
    p.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    p.set_defaults(do=_arena)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="teacher", description="A net that teaches itself Gomoku, Renju and Caro.")
    commands = parser.add_subparsers(dest="command", required=True)
    p = commands.add_parser("run", help="self-play and learning for some minutes", description=Config.__doc__)
    add_options(p, Config)
    p.set_defaults(do=_run)
    p = commands.add_parser("bench", help="throughput on the device at hand; options as for run")
    add_options(p, Config)
    p.add_argument("--budgets", default="0,8", help="budgets of fours to time evaluation with (default: 0,8)")
    p.set_defaults(do=_bench)
    p = commands.add_parser("grow", help="the same function in a net of more blocks")
    p.add_argument("--weights", type=Path, required=True, help="weights file to start from")
    p.add_argument("--blocks", type=int, default=10, help="blocks of the new net (default: 10)")
    p.add_argument("--seed", type=int, default=0, help="of the new blocks' first convolutions")
    p.add_argument("--out", type=Path, required=True, help="file to write (float32)")
    p.set_defaults(do=_grow)
    _add_play(commands)
    _add_arena(commands)
    return parser


def main() -> None:
    """Parse the command line and do what it says; a wrong value ends with one line, not a traceback."""
    options = _parser().parse_args()
    try:
        options.do(options)
    except (ValueError, FileNotFoundError) as err:
        sys.exit(f"teacher {options.command}: {err}")


if __name__ == "__main__":
    main()
