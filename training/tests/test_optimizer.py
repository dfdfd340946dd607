"""The optimiser: orthogonalised steps are orthogonal, of Adam's size, and learn."""
from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from teacher.config import Config
from teacher.optimizer import USUAL_STEP, directions, muon_names, orthogonal


def test_singular_values_come_near_one_and_vectors_stay():
    x = jax.random.normal(jax.random.key(1), (3, 72, 8)) * jnp.logspace(-2, 0, 8)
    u, s, vt = np.linalg.svd(np.asarray(x), full_matrices=False)
    assert s.max() / s.min() > 50
    near = np.asarray(orthogonal(x))
    inside = np.einsum("kai,kab,kjb->kij", u, near, vt)
    values = np.einsum("kii->ki", inside)
    assert values.min() > 0.4 and values.max() < 1.3
    assert np.abs(inside - np.eye(8) * values[:, None]).max() < 1e-2


def test_only_convolutions_of_blocks_move_by_it_and_as_far_as_by_adam():
    key = jax.random.key(2)
    grads = {"0.w1": jax.random.normal(key, (3, 3, 8, 8)), "0.b1": jnp.ones(8), "stem.w": jnp.ones((5, 5, 12, 8))}
    zeros = {k: jnp.zeros_like(g) for k, g in grads.items()}
    assert muon_names(grads) == ["0.w1"]
    muon, adam = (directions(grads, zeros, zeros, jnp.int32(1), kind)[0] for kind in ("muon", "adam"))
    assert all(np.allclose(muon[k], adam[k]) for k in ("0.b1", "stem.w"))
    assert USUAL_STEP / 2 < float(jnp.sqrt((muon["0.w1"] ** 2).mean())) < 2 * USUAL_STEP


@pytest.mark.parametrize("kind", ("adam", "muon"))
def test_both_find_the_least_squares(kind):
    goal = jax.random.normal(jax.random.key(3), (3, 3, 4, 4))
    error = lambda p: ((p["0.w1"] - goal) ** 2).sum()
    step = jax.jit(lambda p, m, v, n: directions(jax.grad(error)(p), m, v, n, kind))
    p = {"0.w1": jnp.zeros_like(goal)}
    m = v = p
    for n in range(1, 151):
        move, m, v = step(p, m, v, jnp.int32(n))
        p = {"0.w1": p["0.w1"] - 0.2 * (1 - n / 151) * move["0.w1"]}
    assert error(p) < 0.01 * (goal ** 2).sum()


def test_an_unknown_optimiser_is_refused():
    with pytest.raises(ValueError, match="adam, muon"):
        Config(optimizer="sgd").check()
