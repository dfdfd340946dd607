"""Weight files: flat `name -> array` in .npz, as float32 (to resume), float16 (to keep) or int8 (to ship).

int8 files hold `name` (int8) and `name:scale` (float32, one for each output channel, the last axis): the weight is their
product. Only the matrices of the residual blocks are stored so, the rest stays float16. A file over the size limit is
split into `stem.part1.npz`, `stem.part2.npz`, ... which `load` joins again when asked for `stem.npz`.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Mapping

import numpy as np

from .rulebook import PLANES

KINDS = ("float32", "float16", "int8")
SCALE = ":scale"


def write_text(path: Path, text: str) -> None:
    """Replace a text file at one stroke."""
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    os.replace(part, path)


def _write(path: Path, arrays: Mapping[str, np.ndarray], packed: bool) -> None:
    part = path.with_name(path.name + ".part")
    with part.open("wb") as f:
        (np.savez_compressed if packed else np.savez)(f, **arrays)
    os.replace(part, path)


def encode(params: Mapping[str, np.ndarray], kind: str, most: int = 127) -> dict[str, np.ndarray]:
    """The arrays that a file of that kind holds; `most` is the largest integer used."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}; allowed are {', '.join(KINDS)}")
    out: dict[str, np.ndarray] = {}
    for name, value in params.items():
        x = np.asarray(value, np.float32)
        if kind != "int8" or x.ndim < 2 or not name[0].isdigit():  # stem and heads are small, and errors there cost most
            out[name] = x.astype(np.float16 if kind == "int8" else kind)
            continue
        scale = np.maximum(np.abs(x).max(tuple(range(x.ndim - 1))), 1e-12) / most
        out[name] = np.rint(x / scale).astype(np.int8)
        out[name + SCALE] = scale.astype(np.float32)
    return out


def decode(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """float32 weights from what a file of any kind holds."""
    return {name: x.astype(np.float32) * (arrays[name + SCALE] if name + SCALE in arrays else 1)
            for name, x in arrays.items() if not name.endswith(SCALE)}


def save(path: Path, params: Mapping[str, np.ndarray], kind: str = "float16", limit: int | None = None,
         packed: bool = False, most: int = 127) -> list[Path]:
    """Write the weights, in several files if one would exceed `limit` bytes unpacked; -> the files."""
    arrays = encode(params, kind, most)
    parts: list[dict[str, np.ndarray]] = [{}]
    for name, x in arrays.items():
        if limit and parts[-1] and sum(a.nbytes + 512 for a in parts[-1].values()) + x.nbytes + 4096 > limit:
            parts.append({})
        parts[-1][name] = x
    names = [path] if len(parts) == 1 else [path.with_name(f"{path.stem}.part{i + 1}.npz") for i in range(len(parts))]
    for name, part in zip(names, parts):
        _write(name, part, packed)
    for old in {path, *path.parent.glob(f"{path.stem}.part*.npz")} - set(names):
        old.unlink(missing_ok=True)
    return names


def all_planes(params: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same net with zero weights for the input planes it was trained without."""
    stem = params["stem.w"]
    missing = PLANES - stem.shape[2]
    return params | {"stem.w": np.pad(stem, ((0, 0), (0, 0), (0, missing), (0, 0)))} if missing else params


def load(path: Path) -> dict[str, np.ndarray]:
    """float32 weights from a file of any kind, or from its parts."""
    path = Path(path)
    files = [path] if path.is_file() else sorted(path.parent.glob(f"{path.stem}.part*.npz"))
    if not files:
        raise FileNotFoundError(f"no weights at {path} (nor {path.stem}.part1.npz beside it)")
    arrays: dict[str, np.ndarray] = {}
    for file in files:
        with np.load(file) as f:
            arrays |= {k: f[k] for k in f.files}
    params = decode(arrays)
    return all_planes(params) if "stem.w" in params else params
