"""The optimiser: Adam, and for the tower's matrices, if wanted, orthogonalised momentum (known as Muon).

Muon replaces the singular values of the averaged gradient by ones, so that directions with small gradients move as
fast as those with large ones. Its steps are scaled to the size that Adam's usually have: one rate serves both.
"""
from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from .net import Params

BETA1, BETA2 = 0.9, 0.99
MOMENTUM = 0.95
USUAL_STEP = 0.2
"""Root mean square of Adam's steps, as a share of the rate, when gradients are mostly noise."""


def orthogonal(x: Array) -> Array:
    """[K,A,B] matrices with (roughly) the same singular vectors and all singular values near 1; A >= B is cheapest.

    Five steps of a Newton-Schulz iteration with coefficients chosen for speed: values end between about 0.7 and 1.2.
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    x = x / (jnp.sqrt((x * x).sum((1, 2), keepdims=True)) + 1e-7)
    for _ in range(5):
        gram = jnp.swapaxes(x, 1, 2) @ x
        x = a * x + x @ (b * gram + c * gram @ gram)
    return x


def muon_names(params: Params) -> list[str]:
    """The weights that Muon moves: the 3x3 convolutions of the residual blocks."""
    return [k for k, w in params.items() if k[0].isdigit() and w.ndim == 4]


def directions(grads: Params, m: Params, v: Params, n: Array, kind: str) -> tuple[Params, Params, Params]:
    """-> (what to move by, times minus the rate; new first moments; new second moments). `n` counts updates from 1."""
    chosen = muon_names(grads) if kind == "muon" else []
    keep = {k: MOMENTUM if k in chosen else BETA1 for k in grads}
    m = {k: keep[k] * m[k] + (1 - keep[k]) * g for k, g in grads.items()}
    v = {k: BETA2 * v[k] + (1 - BETA2) * g ** 2 for k, g in grads.items()}
    scale = jnp.sqrt(1 - BETA2 ** n) / (1 - BETA1 ** n)
    move = {k: scale * m[k] / (jnp.sqrt(v[k]) + 1e-8) for k in grads if k not in chosen}
    if chosen:
        ahead = jnp.stack([(MOMENTUM * m[k] + (1 - MOMENTUM) * grads[k]).reshape(-1, m[k].shape[-1]) for k in chosen])
        step = USUAL_STEP * max(ahead.shape[1:]) ** 0.5 * orthogonal(ahead)
        move |= {k: step[i].reshape(m[k].shape) for i, k in enumerate(chosen)}
    return move, m, v
