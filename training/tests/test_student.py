"""The student: one arithmetic in floats, in whole numbers and in the fixture; files that are checked; learning that learns."""
from __future__ import annotations

import dataclasses
import itertools
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from student import data, export, fixture, games, model, netfile, plot, reference, train
from student.config import Config
from teacher import export as weight_files
from teacher import net as teacher_net
from teacher.rulebook import RULES

NETS = Path(__file__).parents[2] / "nets"
FIXTURE = Path(__file__).parents[2] / "crates" / "tengen-nnue" / "fixtures" / "reference.txt"


@pytest.fixture(scope="module")
def noise() -> netfile.Net:
    """A net of fixed noise."""
    return netfile.scrambled(RULES["freestyle"], 15)


def some_boards(count: int, size: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    players = np.random.default_rng(seed).choice(np.array([-1, 1], np.int8), count)
    return np.stack(fixture.boards(size, count, seed)), players


def test_windows_are_numbered_alike_in_both_places():
    boards, players = some_boards(24, 15, 3)
    found = np.asarray(model.indices(jnp.asarray(boards), jnp.asarray(players)))
    for board, player, index in zip(boards, players, found):
        assert (reference.windows(board, int(player)) == index).all()


@pytest.mark.parametrize("reach, windows", [(2, 3 * 13 * 13), (netfile.REACH, netfile.WINDOWS), (5, 397_488)])
def test_window_tables_fit_together(reach, windows):
    cells = model.window_cells(reach)
    mirror, swap, blank = model.lookups(reach)
    assert (model.index_of(cells) == np.arange(windows)).all() and model.reach_of(windows) == reach
    assert (mirror[mirror] == swap[swap]).all() and (blank >= 0).sum() == (reach + 1) ** 2
    assert (swap[blank >= 0] == np.flatnonzero(blank >= 0)).all()


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_floats_and_whole_numbers_agree(rule):
    views = 2 if rule == "renju" else 1
    params = model.init(jax.random.key(4), views)
    params["rows.own"] = 0.1 * jax.random.normal(jax.random.key(5), params["rows.own"].shape)
    net = export.quantise(params, RULES[rule], 15)
    boards, players = some_boards(16, 15, 6)
    out = jax.jit(model.forward)(params, boards, players)
    for i, (board, player) in enumerate(zip(boards, players)):
        whole = reference.evaluate(net, board, int(player))
        assert abs(whole.points - 200 * float(out.value[i])) < 4 and abs(whole.draw - 200 * float(out.draw[i])) < 4
        assert np.abs(whole.policy.ravel() - 256 * np.asarray(out.logits[i])).max() < 12


def test_swapping_colours_changes_nothing_where_the_rule_is_the_same(noise):
    for board in fixture.boards(15, 6, 9):
        a, b = reference.evaluate(noise, board, 1), reference.evaluate(noise, -board, -1)
        assert a.points == b.points and (a.policy == b.policy).all()


def test_the_fixture_is_what_the_reference_says(noise):
    answers = FIXTURE.read_text().splitlines()[1:]
    assert len(answers) == (len(fixture.NOISE) + len(fixture.LENT)) * fixture.COUNT
    assert answers[:fixture.COUNT] == fixture.lines(noise, 15)
    lent = len(fixture.NOISE) * fixture.COUNT
    assert answers[lent:lent + fixture.COUNT] == fixture.lines(noise, 19)


def test_an_empty_board_is_worth_the_same_wherever_a_net_is_lent(noise):
    worth = {reference.evaluate(noise, np.zeros((size, size), np.int8), 1)[:2] for size in (9, 15, 20)}
    assert len(worth) == 1


def test_a_question_gets_the_answer_of_the_fixture(noise):
    for line in fixture.lines(noise, 15):
        _, _, side, stones, *numbers = line.split()
        assert fixture.answer(noise, f"{side} {stones}\n") == " ".join(numbers)
    for wrong in ("b ...", "z " + "." * 225, "b " + "y" * 225):
        with pytest.raises(ValueError):
            fixture.answer(noise, wrong)


def test_files_come_back_whole_or_not_at_all(noise):
    whole = netfile.to_bytes(noise)
    again = netfile.from_bytes(whole)
    assert (again.tables[0] == noise.tables[0]).all() and again.rule == noise.rule and again.size == 15
    assert all((again.heads[0][k].weights == noise.heads[0][k].weights).all() for k in netfile.layers())
    for at, what in ((0, "TengenN2"), (7, "TengenN2"), (8, "another shape"), (9, "checksum"), (12, "another shape"), (500_000, "checksum"), (len(whole) - 1, "checksum")):
        with pytest.raises(ValueError, match=what):
            netfile.from_bytes(whole[:at] + bytes([whole[at] ^ 2]) + whole[at + 1:])
    with pytest.raises(ValueError, match="bytes are expected"):
        netfile.from_bytes(whole[:-1])
    noise.heads[0]["first"].weights[3, :] += 30_000
    with pytest.raises(ValueError, match="layer first"):
        netfile.to_bytes(noise)
    noise.heads[0]["first"].weights[3, :] -= 30_000


def test_export_refuses_to_clip():
    params = model.init(jax.random.key(4))
    params["second.w"] = params["second.w"].at[0, 0, 0].set(32.1)
    with pytest.raises(ValueError, match="second.w.*clipped"):
        export.quantise(params, RULES["freestyle"], 15)
    with pytest.raises(ValueError, match="b"):
        export.whole("b", np.array([np.nan]), 1.0, np.int32)


def test_export_makes_hidden_sums_fit_and_keeps_the_function():
    params = {k: np.asarray(x, np.float64) for k, x in model.init(jax.random.key(4)).items()}
    params["first.w"][0, :, :4] *= 12
    params["second.w"][0, :4] /= 12
    fits = export.fitted(params, 15)
    # What an output loses its readers gain, and only where it would not fit.
    factor = (fits["first.w"] / params["first.w"])[0, 0]
    assert (factor[:4] < 0.9).all() and (factor[4:] == 1).all()
    assert np.allclose(fits["first.w"], params["first.w"] * factor) and np.allclose(fits["first.b"], params["first.b"] * factor)
    assert np.allclose(fits["second.w"] * factor[:, None], params["second.w"])
    assert all((fits[k] == x).all() for k, x in params.items() if k not in ("first.w", "first.b", "second.w"))
    netfile.check(export.quantise(params, RULES["freestyle"], 15))


def test_targets_of_searched_games_are_for_the_mover():
    c = Config(size=5, deep_games=2, deep_rows=1, deep_most=3, held_out=1)
    ring = jax.tree.map(jnp.asarray, train.empty_ring(data.self_play(c)))
    ring = ring._replace(player=jnp.array([[[1, 1], [-1, -1], [1, 1]]], jnp.int8),
                         value=jnp.array([[[0.2, 0.1], [0.4, 0.1], [0.6, 0.1]]]),
                         over=jnp.array([[[False, False], [False, False], [True, False]]]),
                         result=jnp.array([[[0, 0], [0, 0], [1.0, 0]]]))
    store = data.finish_deep(ring, 3, dataclasses.replace(c, discount=0.5, search_part=0.5))
    assert store.outcome.tolist() == [[1, data.UNKNOWN], [-1, data.UNKNOWN], [1, data.UNKNOWN]]
    expected = [(0.2 + 0.5 * 0.8 + 0.5 * 0.4) / 2, -(0.4 + 0.5 * 1 + 0.5 * 0.6) / 2, (0.6 + 1) / 2]
    assert np.allclose(np.asarray(store.value)[:, 0], expected)


GAMES = """black a1g7b1g6c1g5e1
nobody d4c3d5c4d3c5
white a7b1a6c1a5d1g7f1
freestyle 7x7, 40 nodes, seed 3, bench 99: 3 games, 21 moves, Black won 1, White 1
"""

# As many games of both kinds: the program that makes openings is compiled for a number.
TINY = Config(size=7, wide_games=16, wide_rows=4, wide_most=16, deep_games=16, deep_rows=4, deep_most=16, sims=4, candidates=4,
              held_out=4, batch=64, steps=4, minutes=0.01, warm=8, lr=3e-3, save_every=1e9)


class Run(train.Run):
    """A run on a CPU: of its programs only what learns runs long enough to be worth all optimisations."""

    def _finish(self, name, lowered):
        if name not in ("wide", "deep", "games"):
            full = {"xla_backend_optimization_level": 3, "xla_llvm_disable_expensive_passes": False}
            lowered = SimpleNamespace(compile=partial(lowered.compile, full))
        return super()._finish(name, lowered)


@pytest.mark.usefixtures("lightly_compiled")
def test_a_run_labels_learns_and_writes_a_net(tmp_path):
    weights = tmp_path / "teacher.npz"
    weight_files.save(weights, teacher_net.init(jax.random.key(0), 2, 8), "float32")
    (tmp_path / "games").write_text(GAMES * 12)
    c = dataclasses.replace(TINY, weights=str(weights), out=str(tmp_path / "run"), games=str(tmp_path / "games"), games_most=16,
                            games_sims=4)
    run = Run(c)
    run.compile()
    run.gather_all()
    assert len(run.stores) == 4 and sum(train.shares(c)) == c.batch
    wide, deep, searched, again = run.rows
    assert wide % 4 == 0 and deep % 4 == 0 and searched == again > 4
    board, policy = (np.asarray(x[:wide], np.float32).reshape(-1, 49) for x in (run.stores[0].board, run.stores[0].policy))
    assert (policy.max(-1) > 0).mean() > 0.8
    assert (policy[board != 0] == 0).all() and abs(policy.sum(-1)[policy.max(-1) > 0] - 1).max() < 0.02
    value = np.asarray(run.stores[2].value[:searched])
    assert (np.abs(value) <= 1).all() and np.abs(value).max() > 0
    clock = itertools.count()
    run.passed = lambda: next(clock)  # a loop looks at the clock a few times, whatever the machine
    run.learn(run.programs["updates"].result(), 60, lambda: None)
    assert again > run.rows[3] > 0
    run.save(run.out)
    run.judge()
    run.keep_held_out()
    log = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in log if "loss" in line]
    assert len(losses) > 8 and np.mean(losses[-3:]) < losses[0] - 0.01, losses
    assert [line["held_out"] for line in log if "held_out" in line] == ["wide", "deep", "games"]
    assert sum("misjudged" in line for line in log) == 1
    assert netfile.load(tmp_path / "run" / "freestyle7.tnet").size == 7
    assert (tmp_path / "run" / "student.npz").is_file()
    fixture.write_labelled(tmp_path / "run" / "held_out.npz", tmp_path / "text", RULES["freestyle"])
    fields = (tmp_path / "text").read_text().splitlines()[0].split()
    assert len(fields) == 7 and len(fields[3]) == 49 and 0 <= int(fields[6]) < 49


def test_mixed_cells_are_what_plain_loops_give():
    boards, players = some_boards(3, 7, 8)
    for views in (1, 2):
        params = model.init(jax.random.key(2), views, model.Shape(8, 5, 3))
        params["mix.w"] = 0.4 * jax.random.normal(jax.random.key(3), params["mix.w"].shape)
        plain = {k: x for k, x in params.items() if not k.startswith("mix")}
        before, after = (np.asarray(jax.jit(model.features)(p, boards, players)) for p in (plain, params))
        weights = np.asarray(params["mix.w"], np.float64)
        weights /= np.maximum(1, (abs(weights) * np.array([[1], [4], [4]])).sum(1, keepdims=True) / 2)
        weights = np.rint(64 * weights)
        for i, x, y, half in np.ndindex(3, 7, 7, 2):
            w = weights[(half if players[i] > 0 else 1 - half) % views]
            for channel in range(8):
                around = [(abs(dx) + abs(dy), before[i, x + dx, y + dy, 8 * half + channel]) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                          if 0 <= x + dx < 7 and 0 <= y + dy < 7]
                total = around and sum(w[k, min(channel, 4)] * number for k, number in around)
                expected = before[i, x, y, 8 * half + channel] if channel >= 5 else np.clip(total // 64, 0, 255)
                assert after[i, x, y, 8 * half + channel] == expected


@pytest.mark.parametrize("views", [1, 2])
def test_a_wider_head_begins_with_the_same_function(views):
    rule = RULES["renju" if views == 2 else "freestyle"]
    narrow = model.init(jax.random.key(3), views, model.Shape(region=8, hidden=12))
    wide = model.widened(narrow, jax.random.key(4), model.Shape(region=24, hidden=16))
    assert wide["first.w"].shape == (views, 64 + 3 * 24, 16)
    nets = [export.quantise(p, rule, 7) for p in (narrow, wide)]
    again = netfile.from_bytes(netfile.to_bytes(nets[1]))
    assert (again.region, again.hidden) == (24, 16)
    for board in fixture.boards(7, 4, 5):
        for player in (1, -1):
            before, after = (reference.evaluate(net, board, player) for net in (nets[0], again))
            assert before[:2] == after[:2] and (before.policy == after.policy).all()
    with pytest.raises(ValueError, match="cannot become"):
        model.widened(wide, jax.random.key(4), model.Shape(region=8, hidden=16))


def test_a_run_can_begin_several_times_with_what_it_resumes(tmp_path):
    teacher, narrow = tmp_path / "teacher.npz", tmp_path / "student.npz"
    weight_files.save(teacher, teacher_net.init(jax.random.key(0), 2, 8), "float32")
    weight_files.save(narrow, model.init(jax.random.key(3), 1, model.Shape(region=8, hidden=12)), "float32")
    run = Run(dataclasses.replace(TINY, weights=str(teacher), resume=str(narrow), out=str(tmp_path / "run"), region=8, hidden=12))
    for width in (12, 16):
        begun = run.begin(model.Shape(region=8, hidden=width))
        assert begun["second.w"].shape == (1, width, width)
        for x in begun.values():
            x.delete()  # as learning does


def seen_alike(net: netfile.Net) -> netfile.Net:
    """The net with rows that are the same from either end of a window, as those of every learnt net are."""
    mirror = model.lookups()[0]
    first = np.minimum(mirror, np.arange(len(mirror)))
    return dataclasses.replace(net, tables=[table[first] for table in net.tables])


@pytest.mark.parametrize("name", ["freestyle", "renju", "renju15.tnet"])
def test_a_net_file_can_go_on_learning_and_comes_back_the_same(name):
    net = netfile.load(NETS / name) if name.endswith("tnet") else seen_alike(netfile.scrambled(RULES[name], 15))
    assert max(np.abs(table).max() for table in net.tables) == 127
    params = export.learnable(net, jax.random.key(7), steps=3)
    assert netfile.to_bytes(export.quantise(params, net.rule, net.size)) == netfile.to_bytes(net)
    boards, players = some_boards(6, 15, 6)
    out = jax.jit(model.forward)(params, boards, players)
    for i, (board, player) in enumerate(zip(boards, players)):
        whole = reference.evaluate(net, board, int(player))
        assert abs(whole.points - 200 * float(out.value[i])) < 4
    # Whatever a row's number is, a step of the size that learning takes moves it in time.
    slope = jax.grad(lambda own: model.rows(params | {"rows.own": own}, 0).sum())(params["rows.own"])[0]
    assert float(slope.min()) > 0.5


def test_the_small_net_is_fitted_to_a_table_that_it_could_have_made():
    made = model.init(jax.random.key(3)) | {"rows.w2": 4 * model.init(jax.random.key(3))["rows.w2"]}
    net = export.quantise(made, RULES["freestyle"], 15)
    left = [float((export.learnable(net, jax.random.key(7), steps)["rows.own"] ** 2).mean()) for steps in (1, 60)]
    assert left[1] < 0.5 * left[0], left
    again = export.learnable(net, jax.random.key(7), 60)
    assert float((again["rows.own"] ** 2).mean()) == left[1]


def test_a_net_that_could_not_have_been_learnt_is_refused():
    net = netfile.scrambled(RULES["freestyle"], 15)
    with pytest.raises(ValueError, match="table 1.*other end"):
        export.learnable(net, jax.random.key(7), steps=1)
    net = seen_alike(net)
    net.tables[0][0, 0] = -128
    with pytest.raises(ValueError, match="-127"):
        export.learnable(net, jax.random.key(7), steps=1)


def test_export_leaves_sums_alone_that_just_fit():
    net = seen_alike(netfile.scrambled(RULES["freestyle"], 15))
    layer = net.heads[0]["first"]
    layer.weights[5] = 0
    layer.weights[5, :2], layer.biases[5] = (32_767, 32_766), 0
    assert 0.99 < netfile.largest_inputs(15)["first"] * 65_533 / 2 ** 31 < 1
    params = export.learnable(net, jax.random.key(7), steps=1)
    assert netfile.to_bytes(export.quantise(params, net.rule, 15)) == netfile.to_bytes(net)


def test_a_run_resumes_a_net_file_and_gives_each_colour_its_view(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "learnable", partial(export.learnable, steps=2))
    teacher, shared, apart = tmp_path / "teacher.npz", tmp_path / "shared.tnet", tmp_path / "apart.tnet"
    weight_files.save(teacher, teacher_net.init(jax.random.key(0), 2, 8), "float32")
    for path, rule in ((shared, "freestyle"), (apart, "renju")):
        path.write_bytes(netfile.to_bytes(seen_alike(netfile.scrambled(RULES[rule], 15))))
    c = dataclasses.replace(TINY, weights=str(teacher), resume=str(shared), out=str(tmp_path / "run"))
    same = netfile.load(shared)
    for rule, width in (("freestyle", 64), ("renju", 64), ("renju", 80)):
        run = Run(dataclasses.replace(c, rule=rule, hidden=width))
        net = export.quantise(run.state.params, run.rule, 7)
        assert len(net.tables) == run.views and net.hidden == width
        assert all((table == same.tables[0]).all() for table in net.tables)
        for board, player in zip(*some_boards(2, 7, 5)):
            before, after = (reference.evaluate(x, board, int(player)) for x in (dataclasses.replace(same, size=7), net))
            assert before[:2] == after[:2] and (before.policy == after.policy).all()
    with pytest.raises(ValueError, match="hidden width 64 cannot become"):
        Run(dataclasses.replace(c, hidden=32))
    with pytest.raises(ValueError, match="2 views.*cannot begin"):
        Run(dataclasses.replace(c, resume=str(apart)))
    assert Run(dataclasses.replace(c, rule="renju", resume=str(apart))).views == 2


def test_value_and_policy_are_weighed_by_kind():
    c = Config(batch=8, deep_part=0.25, deep_value=0.2, wide_policy=0.5)
    value, policy = train.weights(c)
    assert np.allclose(value[:6], 5 * value[6]) and np.allclose(policy[6:], 2 * policy[0])
    assert np.isclose(value.mean(), 1) and np.isclose(policy.mean(), 1)
    assert all((w == 1).all() for w in train.weights(Config(batch=8)))


@pytest.mark.usefixtures("lightly_compiled")
def test_shapes_are_compared_on_the_same_positions(tmp_path):
    weights = tmp_path / "teacher.npz"
    weight_files.save(weights, teacher_net.init(jax.random.key(0), 2, 8), "float32")
    run = Run(dataclasses.replace(TINY, weights=str(weights), out=str(tmp_path / "run")))

    def learn(program, end, regularly):
        run.state, _ = program(run.state, run.stores, jnp.array(run.rows, jnp.int32), run.key, jnp.float32(1e-3))

    run.learn = learn
    run.compare([model.Shape(region=16, hidden=32), model.Shape(8, 4, 2, 3, 16, 24)])
    assert netfile.load(tmp_path / "run" / "32-0-0-4-16-32" / "freestyle7.tnet").region == 16
    log = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert [line["shape"]["mixed"] for line in log if "shape" in line] == [0, 4]
    assert sum("held_out" in line for line in log) == 4 and int(run.state.steps) == TINY.steps
    params = model.init(jax.random.key(0), 1, model.Shape(mixed=4))
    with pytest.raises(ValueError, match="no file form"):
        export.quantise(params, RULES["freestyle"], 15)


def test_positions_of_the_engines_games(tmp_path):
    (tmp_path / "games").write_text(GAMES)
    board, player, outcome = games.read(tmp_path / "games", 7)
    assert player.tolist() == [1, -1, 1, -1] + [1, -1, 1] + [1, -1, 1, -1, 1]
    assert outcome.tolist() == [1, -1, 1, -1] + [0, 0, 0] + [-1, 1, -1, 1, -1]
    assert (board[3].reshape(7, 7)[0] == [1, 1, 1, 0, 1, 0, 0]).all() and board[3].sum() == 1
    found, mover, result = games.open_positions(tmp_path / "games", RULES["freestyle"], 7, 8)
    # The fours at the end of the won games are answered at once.
    last = [b.reshape(7, 7)[0].tolist() for b in found if (b.reshape(7, 7)[0] != 0).sum() == 5]
    assert last == [[1, 1, 1, -1, 1, 0, 0], [0, -1, -1, -1, 1, -1, 0]] and len(found) == len(mover) == len(result) < 12
    assert {(m * r) for m, r in zip(mover.tolist(), result.tolist())} == {1, 0, -1}
    (tmp_path / "games").write_text("black a1z9")
    with pytest.raises(ValueError, match="line 1.*z9"):
        games.read(tmp_path / "games", 7)


def test_the_worst_half_leaves_out_what_is_held_out():
    store = data.empty(4, 6, 25)._replace(value=jnp.arange(24.0).reshape(4, 6))
    error = np.where(np.arange(6) < 2, 9.0, np.arange(24.0).reshape(4, 6))
    worst, rows = games.worst_half(store, error, 2)
    assert rows == 1 and worst.value[0].tolist() == [23, 22, 21, 20, 17, 16]


def test_a_log_becomes_a_picture(tmp_path):
    held = {f"{who}_{what}": 0.5 for who in ("student", "teacher") for what in ("value", "policy")}
    lines = [{"s": s, "steps": s, "value": 1 / s, "policy": 2 / s} for s in range(1, 60)]
    lines += [{"s": s, "held_out": kind, **held} for s in (20, 40) for kind in ("wide", "deep")]
    (tmp_path / "log").write_text("\n".join(map(json.dumps, lines)))
    plot.plot(tmp_path / "log", tmp_path / "picture.png", "a run")
    assert (tmp_path / "picture.png").stat().st_size > 5_000


def test_the_teachers_weights_are_no_students(tmp_path):
    weight_files.save(tmp_path / "w.npz", teacher_net.init(jax.random.key(0), 1, 8))
    with pytest.raises(ValueError, match="w.npz holds no weights of a student"):
        export.learnt(tmp_path / "w.npz")


def test_settings_are_checked():
    with pytest.raises(ValueError, match="--region 256: allowed are 1 to 255"):
        dataclasses.replace(TINY, region=256).check()
    with pytest.raises(ValueError, match="--wide-most"):
        dataclasses.replace(TINY, wide_most=15).check()
    with pytest.raises(ValueError, match="--held-out"):
        dataclasses.replace(TINY, held_out=16).check()
    with pytest.raises(ValueError, match="0.8"):
        dataclasses.replace(TINY, wide_share=0.5, deep_share=0.4).check()
