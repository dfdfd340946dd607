"""Lines on arrays: the neighbours of every point in the four directions, as shifted copies of the board."""
from __future__ import annotations

import jax.numpy as jnp
from jax import Array

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
OWN, ENEMY, EDGE = 1, 8, 16
"""Codes chosen so that a sum over a window tells its contents: any enemy stone or edge makes the sum 8 or more."""
REACH = 6
"""How far along a line any rule has to look."""


def encode(own: Array, opp: Array) -> Array:
    """int8 codes: 0 empty, OWN, ENEMY."""
    return OWN * own.astype(jnp.int8) + ENEMY * opp.astype(jnp.int8)


def shifted(code: Array, direction: tuple[int, int]) -> dict[int, Array]:
    """`{offset: the code found that many steps along the direction from every point}`, EDGE outside the board."""
    rows, columns = code.shape[1:]
    pad = jnp.pad(code, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=EDGE)
    dr, dc = direction
    return {o: pad[:, REACH + o * dr: REACH + o * dr + rows, REACH + o * dc: REACH + o * dc + columns]
            for o in range(-REACH, REACH + 1)}
