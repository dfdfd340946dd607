"""The net: a pre-norm residual tower with a policy and a value head, weights in a flat `name -> array` dictionary.

    stem      5x5 convolution of the 12 input planes to `width` channels
    block i   x + conv3(relu(conv3(norm(x)) + g(pool)));  every second block has the bias g from global pooling
    heads     1x1 to 3 x 32 channels: policy, its global bias, value
The norm is RMS over channels without parameters: without it training diverged. Nothing depends on the board's size.
"""
from __future__ import annotations

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from .export import all_planes
from .rulebook import PLANES

Params = dict[str, Array]
HEAD = 32
"""Channels of each of the three parts of the head."""


def tower_dtype() -> jnp.dtype:
    """bfloat16 where it is fast (GPU, TPU), float32 on a CPU. Heads, means and sums are float32 everywhere."""
    return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def shapes(blocks: int, width: int) -> dict[str, tuple[int, ...]]:
    """The name and shape of every weight."""
    out: dict[str, tuple[int, ...]] = {"stem.w": (5, 5, PLANES, width), "stem.b": (width,)}
    for i in range(blocks):
        out |= {f"{i}.w1": (3, 3, width, width), f"{i}.b1": (width,), f"{i}.w2": (3, 3, width, width), f"{i}.b2": (width,)}
        out |= {f"{i}.g": (2 * width, width)} if i % 2 else {}
    return out | {"head.w": (width, 3 * HEAD), "head.b": (3 * HEAD,), "pol.g": (2 * HEAD, HEAD), "pol.w": (HEAD, 1),
                  "val.w1": (2 * HEAD, 2 * HEAD), "val.b1": (2 * HEAD,), "val.w2": (2 * HEAD, 1), "val.b2": (1,)}


@partial(jax.jit, static_argnames=("blocks", "width"))
def init(key: Array, blocks: int, width: int) -> Params:
    """Random weights; the ends of residual branches and of the heads start small."""
    small = (".w2", ".g", "pol.w")
    table = shapes(blocks, width)
    noise = jax.random.normal(key, (sum(map(math.prod, table.values())),))  # drawn at once: this compiles much faster
    params: Params = {}
    for name, shape in table.items():
        gain = (0.3 if name.endswith(small) else 1.0) * (len(shape) > 1)
        part, noise = noise[:math.prod(shape)], noise[math.prod(shape):]
        params[name] = gain * math.sqrt(2 / math.prod(shape[:-1])) * part.reshape(shape)
    return params


def blocks_of(params: Params) -> int:
    """How many residual blocks a dictionary of weights has."""
    return sum(name.endswith(".w1") for name in params if name[0].isdigit())


def width_of(params: Params) -> int:
    """How many channels the tower has."""
    return params["stem.w"].shape[-1]


def forward(p: Params, planes: Array) -> tuple[Array, Array]:
    """-> policy logits `[B, cells]` and the logit of the mover's winning chance `[B]`, both float32."""
    dtype = tower_dtype()

    def conv(x: Array, w: Array, b: Array) -> Array:
        y = lax.conv_general_dilated(x, w.astype(dtype), (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return y + b.astype(dtype)

    def pool(x: Array) -> Array:
        return jnp.concatenate([x.mean((1, 2), dtype=jnp.float32), x.max((1, 2)).astype(jnp.float32)], -1)

    def norm(x: Array) -> Array:
        y = x.astype(jnp.float32)
        return (y * lax.rsqrt((y * y).mean(-1, keepdims=True) + 1e-6)).astype(dtype)

    x = conv(planes.astype(dtype), p["stem.w"], p["stem.b"])
    for i in range(blocks_of(p)):
        y = conv(norm(x), p[f"{i}.w1"], p[f"{i}.b1"])
        if f"{i}.g" in p:
            y = y + (pool(y) @ p[f"{i}.g"])[:, None, None].astype(dtype)
        x = x + conv(jax.nn.relu(y), p[f"{i}.w2"], p[f"{i}.b2"])
    a, b, c = jnp.split(conv(norm(x), p["head.w"][None, None], p["head.b"]), 3, -1)
    a = jax.nn.relu(a + (pool(b) @ p["pol.g"])[:, None, None].astype(dtype))
    logits = (a.astype(jnp.float32) @ p["pol.w"]).reshape(len(planes), -1)
    hidden = jax.nn.relu(pool(c) @ p["val.w1"] + p["val.b1"])
    return logits, (hidden @ p["val.w2"] + p["val.b2"])[:, 0]


def grow(params: dict[str, np.ndarray], blocks: int, seed: int = 0) -> dict[str, np.ndarray]:
    """The same function in a bigger net: input planes it never saw get zero weights, and new blocks (spread evenly
    between the old ones) end in zeros, so that they start as the identity.

    Old blocks keep their global bias, or their lack of one; new blocks have none.
    """
    old, width = blocks_of(params), width_of(params)
    if blocks < old:
        raise ValueError(f"cannot grow {old} blocks to {blocks}: only more blocks are possible")
    fresh = {k: np.array(v) for k, v in init(jax.random.key(seed), blocks, width).items()}
    out = {k: np.array(v, np.float32) for k, v in params.items() if not k[0].isdigit()}
    out = all_planes(out)
    places = [round((i + 1) * blocks / old) - 1 for i in range(old)] if old else []
    for i in range(blocks):
        if i in places:
            out |= {f"{i}.{k}": np.array(params[f"{places.index(i)}.{k}"], np.float32)
                    for k in ("w1", "b1", "w2", "b2", "g") if f"{places.index(i)}.{k}" in params}
            continue
        out |= {f"{i}.w1": fresh[f"{i}.w1"], f"{i}.b1": np.zeros(width, np.float32),
                f"{i}.w2": np.zeros((3, 3, width, width), np.float32), f"{i}.b2": np.zeros(width, np.float32)}
    return out
