"""Labels: what is written is read again, games replay, positions from a file keep their order."""
from __future__ import annotations

import itertools

import jax
import pytest

from teacher import label, net, records
from teacher.play import fresh_position
from teacher.rulebook import RULES

pytestmark = pytest.mark.usefixtures("lightly_compiled")


@pytest.fixture(scope="module")
def params():
    return net.init(jax.random.key(0), 1, 8)


def close(a: label.Game, b: label.Game) -> bool:
    near = lambda x, y: (x.cell, x.forced) == (y.cell, y.forced) and abs(x.value - y.value) <= 0.5 / 127 + 1e-9 and \
        all(c == d and abs(v - w) <= 0.5 / 255 + 1e-9 for (c, v), (d, w) in zip(x.policy, y.policy, strict=True))
    return (a.black, a.white, a.to_move, a.outcome) == (b.black, b.white, b.to_move, b.outcome) and \
        len(a.moves) == len(b.moves) and all(map(near, a.moves, b.moves))


@pytest.mark.parametrize("size", (15, 20))
def test_a_file_comes_back(tmp_path, size):
    last = size * size - 1
    games = [label.Game([0, last], [7], -1, 1, [label.Move(3, False, -0.4, ((3, 0.75), (last - 1, 0.25))), label.Move(4, True)]),
             label.Game([], [], 1, label.UNKNOWN)]
    assert label.write(tmp_path / "x.labels", RULES["caro9"], size, games) == 1
    back = list(label.read(tmp_path / "x.labels"))
    assert [(r.name, s) for r, s, _ in back] == [("caro9", size)] * 2
    assert all(map(close, games, (g for _, _, g in back)))
    whole = (tmp_path / "x.labels").read_bytes()
    (tmp_path / "cut.labels").write_bytes(whole[:-1])
    with pytest.raises(ValueError, match="middle of a game"):
        list(label.read(tmp_path / "cut.labels"))
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(ValueError, match="TGLABEL1"):
        list(label.read(tmp_path / "other"))


def test_games_of_self_play_replay(params, tmp_path):
    rule = RULES["freestyle"]
    games = list(itertools.islice(label.label_selfplay(params, rule, 7, 8, 200, 4, seed=3), 12))
    label.write(tmp_path / "games", rule, 7, games)
    decided = 0
    for _, _, game in label.read(tmp_path / "games"):
        at = fresh_position(rule, 7, dict.fromkeys(game.black, 1) | dict.fromkeys(game.white, -1))
        at.me = game.to_move
        for move in game.moves:
            assert not at.stones[move.cell]
            if move.forced:
                assert at.answers(-at.me) == [move.cell]
            else:
                assert not move.policy or abs(sum(w for _, w in move.policy)) <= 1.02
            at.put(move.cell, at.me)
            at.me = -at.me
        assert game.outcome in (-1, 0, 1)
        value = at.verdict().value
        if value is not None and not (value == 0 and game.outcome):
            decided += 1
            assert value * at.me == game.outcome
    assert decided >= 3


def test_positions_of_a_file_are_labelled(params, tmp_path):
    (tmp_path / "positions").write_text("# comment\na moves=d4e5c3\nb black=a1b1c1d1 white=a5b5c5 stm=b\nc size=9 moves=a1\n")
    setups = records.read(tmp_path / "positions", 7)
    assert [s.player for s in setups] == [-1, 1]
    games = list(label.label_positions(params, RULES["freestyle"], 7, setups, 4, batch=8))
    assert [len(g.moves) for g in games] == [1, 1] and games[1].moves[0].cell == 4 and games[1].moves[0].value == 1.0
    assert games[0].to_move == -1 and games[0].outcome == label.UNKNOWN
    (tmp_path / "bad").write_text("a moves=d4z99\n")
    with pytest.raises(ValueError, match="line 1"):
        records.read(tmp_path / "bad", 7)
    for text, wrong in (("a moves=d4d4", "twice"), ("a black=a1 white=a1", "both colours"), ("a moves=d4 size=x", "line 1"),
                        ("a moves=d4 stm=z", "allowed are b, w"), ("# nothing", "no position of size 7")):
        (tmp_path / "bad").write_text(text + "\n")
        with pytest.raises(ValueError, match=wrong):
            records.read(tmp_path / "bad", 7)
