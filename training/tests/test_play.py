"""The player: the protocol survives anything, moves are legal, wins are taken, time is kept; matches are counted right."""
from __future__ import annotations

import io
import random
import shlex
import sys
import time
from pathlib import Path

import jax
import pytest

from teacher import export, net
from teacher.__main__ import main
from teacher.arena import Match, make_openings, play_game, score_of, Tally
from teacher.play import Net, Node, Player, Strength, fresh_position
from teacher.protocol import Listener, Session
from teacher.records import read
from teacher.rulebook import RULES
from teacher.score import Score, elo_of


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    path = tmp_path_factory.mktemp("play") / "w.npz"
    export.save(path, net.init(jax.random.key(0), 2, 8), "float16")
    return path


def talk(weights, text: str, sims: int = 4, rule: str = "freestyle") -> list[str]:
    said: list[str] = []
    player = Player(Net(weights), Strength(sims=sims, fours=20, root_fours=50))
    Session(player, RULES[rule], 15, io.StringIO(text), said.append, False).serve()
    return said


def test_the_protocol_answers_everything_once(weights):
    said = talk(weights, "START 99\nSTART 9\nABOUT\nNONSENSE\nBEGIN\nTURN 0,0\nTURN 0,0\nTURN 9,9\nTURN\nTAKEBACK 0,0\n"
                         "TAKEBACK 0,0\nRECTSTART 9,8\nINFO rule 4\nINFO folder x\nBOARD\n1,1,1\nbad\nDONE\n"
                         "BOARD\n1,1,1\n2,2,2\nDONE\nRESTART\nBEGIN\nEND\nBEGIN\n")
    kinds = [s.split(" ")[0] if not s[0].isdigit() else "move" for s in said]
    assert kinds == ["ERROR", "OK", 'name="Tengen', "UNKNOWN", "move", "move", "ERROR", "ERROR", "ERROR", "OK", "ERROR",
                     "ERROR", "ERROR", "move", "OK", "move"]


def test_a_board_is_opened_in_its_middle_and_a_tree_serves_its_own_board_only(weights):
    said = talk(weights, "START 20\nBEGIN\nSTART 15\nBEGIN\nSTART 6\nBEGIN\n", 1)
    assert said[1::2] == ["10,10", "7,7", "3,3"]
    player = Player(Net(weights), Strength(sims=8))
    for size in (12, 9):
        at = fresh_position(RULES["freestyle"], size, {0: 1})
        player.think(at)
        assert player.tree.at.grid is at.grid


def test_bad_points_are_told_and_change_nothing(weights):
    said = talk(weights, "START x\nSTART 15\nTURN 1\nTURN 1,1,1\nTURN 15,0\nBOARD\n7,7,9\nDONE\nBOARD\n7,7,1\n7,7,2\nDONE\nTURN 7,7\n")
    told = ("size 'x' is not supported; allowed are 5 to 25", "OK", "'1' is no point; expected x,y", "'1,1,1' is no point",
            "0 to 14", "expected x,y,1 or x,y,2", "there twice", ",")  # the last is a move: nothing stood on 7,7
    assert len(said) == len(told) and all(text in line for text, line in zip(told, said))


def test_the_end_inside_a_board_ends_the_session(weights):
    for text in ("START 15\nBOARD\n7,7,2\nEND\nABOUT\n", "START 15\nBOARD\n7,7,2\n"):
        assert talk(weights, text) == ["OK"]


def test_the_end_is_heard_while_the_player_thinks(weights):
    said: list[str] = []
    player = Player(Net(weights), Strength(sims=10 ** 9, reuse=False))
    listener = Listener(io.StringIO("START 15\nBOARD\n7,7,2\nDONE\nEND\n"))
    player.halted = listener.ended.is_set
    Session(player, RULES["freestyle"], 15, listener, said.append, False).serve()
    assert said[0] == "OK" and "," in said[1]


def test_fives_are_made_before_they_are_blocked(weights):
    rows = "".join(f"{x},0,1\n{x},5,2\n" for x in range(1, 5))
    assert talk(weights, f"START 15\nBOARD\n{rows}DONE\n")[-1] in ("0,0", "5,0")
    rows = "".join(f"{x},0,2\n" for x in range(4)) + "0,5,1\n9,9,1\n13,2,1\n"
    assert talk(weights, f"START 15\nBOARD\n{rows}DONE\n")[-1] == "4,0"


def test_black_never_plays_a_forbidden_point(weights):
    rng = random.Random(3)
    for _ in range(6):
        at = fresh_position(RULES["renju"], 9, {})
        while at.legal() and not at.five_points(at.me):
            if at.me == 1:
                rows = "".join(f"{c % 9},{c // 9},{1 if s == 1 else 2}\n" for c, s in enumerate(at.stones[:-1]) if s)
                x, y = map(int, talk(weights, f"START 9\nBOARD\n{rows}DONE\n" if rows else "START 9\nBEGIN\n", 1, "renju")[-1].split(","))
                cell = y * 9 + x
                assert cell in at.legal()
            else:
                cell = rng.choice(at.legal())
            at.put(cell, at.me)
            at.me = -at.me


def test_it_moves_at_once_when_there_is_no_time(weights):
    started = time.monotonic()
    for limits in ("INFO timeout_turn 0", "INFO time_left -100", "INFO timeout_match 60000\nINFO time_left 0"):
        said = talk(weights, f"START 15\n{limits}\nBOARD\n7,7,2\nDONE\n", sims=10 ** 9)
        assert "," in said[-1]
    assert time.monotonic() - started < 60  # such a search would last for months


def test_a_negative_limit_is_none(weights):
    session = Session(Player(Net(weights), Strength()), RULES["freestyle"], 15, io.StringIO(), print, False)
    session.command("INFO timeout_turn -1")
    session.command("INFO timeout_match -1")
    session.command("INFO time_left 1")
    assert session.seconds() > 1e6


def test_the_tree_is_kept_between_moves(weights):
    player = Player(Net(weights), Strength(sims=30, fours=0, root_fours=0, threats=0, child_threats=0, root_threats=0))
    at = fresh_position(RULES["freestyle"], 9, {40: 1, 31: -1})
    move, _ = player.think(at)
    child = next(k for k in player.tree.kids if k is not None and k.prior is not None and k.visits.sum() > 0)
    cell = player.tree.moves[player.tree.kids.index(child)]
    at.play(cell)
    reply = next(i for i, k in enumerate(child.kids) if k is not None and k.prior is not None)
    at.play(child.moves[reply])
    assert player._root(at, 0) is child.kids[reply]


class Script:
    """A program for the referee that plays given cells."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def move(self, moves: list[int], size: int) -> str:
        return self.texts.pop(0)


def test_the_referee_counts_wins_and_faults():
    rule = RULES["freestyle"]
    win = Script("0,0", "1,0", "2,0", "3,0", "4,0"), Script("0,1", "1,1", "2,1", "3,1")
    tally = {1: Tally(), -1: Tally()}
    game = play_game(*win, rule, 9, [], tally)
    assert game.result == 1.0 and tally[1].moves == 5 and not tally[1].faults
    assert game.moves == [0, 9, 1, 10, 2, 11, 3, 12, 4], "the winning stone too"
    for bad in ("0,0", "9,0", "hello", "SILENT"):
        tally = {1: Tally(), -1: Tally()}
        game = play_game(Script("0,0"), Script(bad), rule, 9, [], tally)
        assert game.result == 1.0 and game.moves == [0] and len(tally[-1].faults) == 1


LEFT_TO_RIGHT = """
import sys
cells = []
for line in sys.stdin:
    word = line.split()[0].upper()
    if word == "START":
        print("OK", flush=True)
        if sys.argv[1] == "ends":
            break
    elif word in ("BEGIN", "DONE"):
        print(next(f"{x},{sys.argv[1]}" for x in range(9) if f"{x},{sys.argv[1]}" not in cells), flush=True)
        cells.clear()
    elif "," in word:
        cells.append(",".join(word.split(",")[:2]))
"""
"""A program that fills the row of its argument, or ends after START."""


def test_a_program_that_ends_loses_its_games_and_the_match_goes_on():
    command = lambda row: shlex.join([sys.executable, "-c", LEFT_TO_RIGHT, row])
    score, ours, theirs = Match(command("0"), command("ends"), RULES["freestyle"], 9, [[], []]).play(report=False)
    assert (score.wins, score.draws, score.losses) == (4, 0, 0)
    assert not ours.faults and len(theirs.faults) == 4


def test_a_match_writes_every_game_down(tmp_path):
    command = lambda row: shlex.join([sys.executable, "-c", LEFT_TO_RIGHT, row])
    with (tmp_path / "games.txt").open("w") as record:
        Match(command("0"), command("1"), RULES["freestyle"], 9, [[80], [80, 79]], played=6).play(report=False, record=record)
    lines = (tmp_path / "games.txt").read_text().splitlines()
    assert lines[0] == "game-7 rule=freestyle size=9 moves=i9a2a1b2b1c2c1d2d1e2 opening=1 result=white pb=a pw=b"
    assert lines[2] == "game-9 rule=freestyle size=9 moves=i9h9a1a2b1b2c1c2d1d2e1 opening=2 result=black pb=a pw=b"
    assert [line.split()[-2:] for line in lines] == [["pb=a", "pw=b"], ["pb=b", "pw=a"]] * 2
    games = read(tmp_path / "games.txt", 9)
    assert [len(game.moves) for game in games] == [10, 10, 11, 11] and games[0].moves[0] == 80


def test_a_match_that_goes_on_keeps_the_games_before(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("two.txt").write_text("one moves=i9\ntwo moves=i9h9\n")
    command = lambda row: shlex.join([sys.executable, "-c", LEFT_TO_RIGHT, row])
    for games in (["2"], ["4", "--skip", "2"]):
        monkeypatch.setattr(sys, "argv", ["teacher", "arena", "--size", "9", "--a", command("0"), "--b", command("1"),
                                          "--openings", "two.txt", "--record", "games.txt", "--games", *games])
        main()
    assert [line.split()[0] for line in Path("games.txt").read_text().splitlines()] == ["game-1", "game-2", "game-3", "game-4"]


def test_openings_differ_and_are_undecided():
    found = make_openings(RULES["freestyle"], 15, 30, 1)
    assert len({frozenset(o) for o in found}) == 30 and all(2 <= len(o) <= 6 for o in found)
    assert found == make_openings(RULES["freestyle"], 15, 30, 1)


def test_elo():
    rating, error = elo_of(Score(75, 0, 25))
    assert abs(rating - 190.8) < 0.1 and 60 < error < 110
    assert elo_of(Score(10, 10, 10))[0] == 0
    assert elo_of(score_of([1.0, 0.0] * 50))[1] < elo_of(Score(50, 0, 50))[1]  # pairs that split say more
    assert elo_of(Score(20, 0, 0))[0] > 400


def test_a_move_that_threats_refute_is_not_played(weights):
    """White has two twos that cross and wins by threats unless Black plays one of two points."""
    cell = lambda row, column: row * 11 + column
    white = [cell(5, 3), cell(5, 4), cell(3, 5), cell(4, 5)]
    black = [cell(5, 2), cell(2, 5), cell(0, 0), cell(10, 10)]
    at = fresh_position(RULES["freestyle"], 11, dict.fromkeys(black, 1) | dict.fromkeys(white, -1))
    strength = Strength(sims=40, most_moves=121, child_threats=2000, all_threats=200_000)
    assert Player(Net(weights), strength).think(at)[0] in (cell(3, 4), cell(4, 3))


def test_the_move_played_has_a_good_average_and_visits_enough_to_know_it(weights):
    player = Player(Net(weights), Strength(sims=1))
    at = fresh_position(RULES["freestyle"], 9, {40: 1, 41: -1})
    root = Node(at, 0, 0, player.purse)
    player.evaluate([root])
    root.prior[:] = 1 / len(root.prior)
    root.visits[:3], root.total[:3] = (32, 16, 1), (3.2, 4.8, 0.9)  # averages 0.1, 0.3 and 0.9, the last hardly known
    assert player._best(root) == 1
    root.visits[2], root.total[2] = 4, 3.6
    assert player._best(root) == 2
    root.visits[:], root.total[:] = 0, 0
    root.prior[5] = 0.9
    assert player._best(root) == 5
