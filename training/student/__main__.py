"""Command line of the student: `python -m student COMMAND --help`."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from teacher.command import obey
from teacher.config import add_options, from_options
from teacher.rulebook import rule_named

from .config import Config


def _run(options: argparse.Namespace) -> None:
    from .train import Run
    Run(from_options(Config, options)).loop()


def _compare(options: argparse.Namespace) -> None:
    from .model import Shape
    from .train import Run
    shapes = []
    for text in options.shapes:
        parts = text.split(",")
        if not 3 <= len(parts) <= 6 or not all(part.isdigit() for part in parts) or not int(parts[1]) <= int(parts[0]) != 0:
            raise ValueError(f"{text!r} is no shape: CHANNELS,MIXED,SPOT[,REACH[,REGION[,HIDDEN]]] is expected, such as 32,16,0 or "
                             "32,0,0,5, with no more mixed than channels")
        shapes.append(Shape(*map(int, parts)))
    Run(from_options(Config, options)).compare(shapes)


def _export(options: argparse.Namespace) -> None:
    from . import netfile
    from .export import learnt, quantise
    weights = learnt(options.weights)
    if options.hidden:
        import jax

        from .model import Shape, widened
        weights = widened(weights, jax.random.key(0), Shape(region=weights["corners.b"].shape[1], hidden=options.hidden))
    data = netfile.to_bytes(quantise(weights, rule_named(options.rule), options.size))
    options.out.write_bytes(data)
    print(f"{options.out}: {len(data):,} bytes, checksum {netfile.checksum(data):016x}")


def _fixture(options: argparse.Namespace) -> None:
    from .fixture import write
    print(f"{write(options.out, options.net)} positions in {options.out}")


def _answers(options: argparse.Namespace) -> None:
    from . import netfile
    from .fixture import answer
    net = netfile.load(options.net)
    for question in sys.stdin:
        sys.stdout.write(answer(net, question) + "\n")


def _positions(options: argparse.Namespace) -> None:
    from .fixture import write_labelled
    count = write_labelled(options.held_out, options.out, rule_named(options.rule))
    print(f"{count} positions in {options.out}")


def _plot(options: argparse.Namespace) -> None:
    from .plot import plot
    plot(options.log, options.out, options.title)


def main() -> None:
    """Parse the command line and do what it says; a wrong value ends with one line, not a traceback."""
    parser = argparse.ArgumentParser(prog="student", description="A small net for the search, taught by the teacher.")
    commands = parser.add_subparsers(dest="command", required=True)
    p = commands.add_parser("run", help="label, learn and export in one go", description=Config.__doc__)
    add_options(p, Config)
    p.set_defaults(do=_run)
    p = commands.add_parser("compare", help="nets of several shapes taught by the same positions for equal times")
    p.add_argument("shapes", nargs="+", help="CHANNELS,MIXED,SPOT: channels of a view, how many of them are mixed with the cells "
                   "around, hidden numbers of a point for the policy; 32,0,0 is what ships")
    add_options(p, Config)
    p.set_defaults(do=_compare)
    p = commands.add_parser("export", help="a net file from learnt weights")
    p.add_argument("--weights", type=Path, required=True, help="student.npz of a run")
    p.add_argument("--rule", default="freestyle", help="rule (default: freestyle)")
    p.add_argument("--size", type=int, default=15, help="board size (default: 15)")
    p.add_argument("--out", type=Path, required=True, help="net file to write")
    p.add_argument("--hidden", type=int, default=0, help="width of the head's layers, for weights that have less: the same function "
                   "in a file of that shape (default: the weights' own)")
    p.set_defaults(do=_export)
    p = commands.add_parser("fixture", help="positions with the reference's answers, for the tests of other programs")
    p.add_argument("--net", type=Path, help="net file; without it nets of fixed noise")
    p.add_argument("--out", type=Path, required=True, help="file to write")
    p.set_defaults(do=_fixture)
    p = commands.add_parser("answers", help="the reference's answers to positions on standard input, for tengen-lab nets")
    p.add_argument("--net", type=Path, required=True, help="net file")
    p.set_defaults(do=_answers)
    p = commands.add_parser("positions", help="held-out positions as text, for tengen-lab accuracy")
    p.add_argument("--held-out", type=Path, required=True, help="held_out.npz of a run")
    p.add_argument("--rule", default="freestyle", help="rule (default: freestyle)")
    p.add_argument("--out", type=Path, required=True, help="file to write")
    p.set_defaults(do=_positions)
    p = commands.add_parser("plot", help="a picture of a run's losses")
    p.add_argument("log", type=Path, help="log.jsonl of a run")
    p.add_argument("--out", type=Path, required=True, help="picture to write (.png or .svg)")
    p.add_argument("--title", default="", help="above the picture")
    p.set_defaults(do=_plot)
    obey(parser.parse_args(), "student")


if __name__ == "__main__":
    main()
