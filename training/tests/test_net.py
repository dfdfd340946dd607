"""The net: growth keeps its function, files keep its weights, NumPy computes what JAX computes."""
from __future__ import annotations

import jax
import numpy as np
import pytest

from teacher import export, net
from teacher.play import Net


@pytest.fixture(scope="module")
def planes() -> np.ndarray:
    return (np.random.default_rng(0).random((4, 9, 9, net.PLANES)) < 0.3).astype(np.float32)


@pytest.fixture(scope="module")
def params() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {k: np.asarray(x) + 0.05 * rng.standard_normal(x.shape).astype(np.float32)
            for k, x in net.init(jax.random.key(3), 3, 16).items()}


def outputs(p, planes):
    return [np.asarray(x) for x in jax.jit(net.forward)(p, planes)]


def test_growing_keeps_the_function(params, planes):
    for blocks in (3, 4, 7):
        bigger = net.grow(params, blocks)
        assert net.blocks_of(bigger) == blocks
        for a, b in zip(outputs(params, planes), outputs(bigger, planes)):
            assert np.abs(a - b).max() < 1e-5
    with pytest.raises(ValueError, match="only more blocks"):
        net.grow(params, 2)


def test_a_net_of_fewer_planes_ignores_the_new_ones(params, planes, tmp_path):
    old = dict(params) | {"stem.w": params["stem.w"][:, :, :6]}
    export.save(tmp_path / "old.npz", old, "float32")
    loaded = export.load_net(tmp_path / "old.npz")
    silent = planes.copy()
    silent[..., 6:] = 0
    for a, b in zip(outputs(loaded, planes), outputs(params, silent)):
        assert np.abs(a - b).max() < 1e-5


def test_float16_and_int8_files_come_back_close(params, tmp_path):
    for kind, error, most in (("float32", 0.0, 127), ("float16", 1e-3, 127), ("int8", 0.5 / 127, 127), ("int8", 0.5 / 72, 72)):
        export.save(tmp_path / "w.npz", params, kind, packed=most < 127, most=most)
        back = export.load(tmp_path / "w.npz")
        assert back.keys() == params.keys()
        for k, x in params.items():
            whole = kind == "int8" and x.ndim > 1 and k[0].isdigit()
            scale = np.abs(x).max(tuple(range(x.ndim - 1))) if whole else np.abs(x).max()
            limit = error if whole or kind != "int8" else 1e-3
            assert (np.abs(back[k] - x) <= limit * scale * 1.001 + 1e-12).all(), (kind, k)
    with pytest.raises(ValueError, match="float32, float16, int8"):
        export.save(tmp_path / "w.npz", params, "int4")


def test_large_files_are_split_and_joined_again(params, tmp_path):
    whole = export.save(tmp_path / "w.npz", params, "float16")
    parts = export.save(tmp_path / "w.npz", params, "float16", limit=20_000)
    assert whole == [tmp_path / "w.npz"] and len(parts) > 1 and not whole[0].exists()
    assert max(f.stat().st_size for f in parts) <= 20_000
    back = export.load(tmp_path / "w.npz")
    assert all((back[k] == np.asarray(x, np.float16)).all() for k, x in params.items())


def test_numpy_computes_what_jax_computes(params, planes, tmp_path):
    export.save(tmp_path / "w.npz", params, "float32")
    logits, values = Net(tmp_path / "w.npz")(planes)
    a, b = outputs(params, planes)
    assert np.abs(logits - a).max() < 1e-4 and np.abs(values - np.tanh(b / 2)).max() < 1e-4


def test_only_the_files_own_parts_are_read_and_replaced(params, tmp_path):
    for name in ("w.partial.npz", "w.part1.npz.txt", "xw.part1.npz"):
        (tmp_path / name).write_bytes(b"not ours")
    assert len(export.save(tmp_path / "w.npz", params, limit=20_000)) > 1
    export.load_net(tmp_path / "w.npz")
    assert export.save(tmp_path / "w.npz", params) == [tmp_path / "w.npz"]
    assert {f.name for f in tmp_path.iterdir()} == {"w.npz", "w.partial.npz", "w.part1.npz.txt", "xw.part1.npz"}


def test_files_that_hold_no_net_are_named(params, tmp_path):
    export.save(tmp_path / "w.npz", params)
    whole = (tmp_path / "w.npz").read_bytes()
    for name, content in (("empty", b""), ("text", b"hello\n"), ("cut", whole[:-300]), ("pickle", b"\x80\x04N.")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=f"{name} is no .npz file, or not a whole one"):
            export.load_net(tmp_path / name)
    export.write_arrays(tmp_path / "ring.npz", {"board": np.zeros(3)})
    with pytest.raises(ValueError, match="holds no net of the teacher.*stem.w, stem.b, head.w are missing"):
        export.load_net(tmp_path / "ring.npz")
    first, *_ = export.save(tmp_path / "w.npz", params, limit=20_000)
    with pytest.raises(ValueError, match="not all of its parts"):
        export.load_net(first)
