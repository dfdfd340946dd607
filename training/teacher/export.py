"""Weight files: flat `name -> array` in .npz, as float32 (to resume), float16 (to keep) or int8 (to ship).

int8 files hold `name` (int8) and `name:scale` (float32, one for each output channel, the last axis): the weight is their
product. Only the matrices of the residual blocks are stored so, the rest stays float16. A file over the size limit is
split into `stem.part1.npz`, `stem.part2.npz`, ... which `load` joins again when asked for `stem.npz`.
"""
from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path
from typing import Mapping

import numpy as np

from .rulebook import PLANES

KINDS = ("float32", "float16", "int8")
SCALE = ":scale"
ENDS = ("stem.w", "stem.b", "head.w", "head.b", "pol.g", "pol.w", "val.w1", "val.b1", "val.w2", "val.b2")
"""What every net holds beside its blocks."""


def write_text(path: Path, text: str) -> None:
    """Replace a text file at one stroke."""
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    os.replace(part, path)


def write_arrays(path: Path, arrays: Mapping[str, np.ndarray], packed: bool = False) -> None:
    """Replace a .npz file at one stroke."""
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


def _parts(path: Path) -> list[Path]:
    """The files beside `path` that hold it in parts."""
    name = re.compile(re.escape(path.stem) + r"\.part\d+\.npz")
    return sorted(file for file in path.parent.iterdir() if name.fullmatch(file.name)) if path.parent.is_dir() else []


def save(path: Path, params: Mapping[str, np.ndarray], kind: str = "float16", limit: int | None = None,
         packed: bool = False, most: int = 127) -> list[Path]:
    """Write the weights, in several files if one would exceed `limit` bytes unpacked; -> the files."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = encode(params, kind, most)
    parts: list[dict[str, np.ndarray]] = [{}]
    for name, x in arrays.items():
        if limit and parts[-1] and sum(a.nbytes + 512 for a in parts[-1].values()) + x.nbytes + 4096 > limit:
            parts.append({})
        parts[-1][name] = x
    names = [path] if len(parts) == 1 else [path.with_name(f"{path.stem}.part{i + 1}.npz") for i in range(len(parts))]
    for name, part in zip(names, parts):
        write_arrays(name, part, packed)
    for old in {path, *_parts(path)} - set(names):
        old.unlink(missing_ok=True)
    return names


def all_planes(params: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same net with zero weights for the input planes it was trained without."""
    stem = params["stem.w"]
    missing = PLANES - stem.shape[2]
    return params | {"stem.w": np.pad(stem, ((0, 0), (0, 0), (0, missing), (0, 0)))} if missing else params


def read_arrays(file: Path) -> dict[str, np.ndarray]:
    """All arrays of a .npz file."""
    try:
        with np.load(file) as f:
            return {k: f[k] for k in f.files}
    except (ValueError, EOFError, AttributeError, zipfile.BadZipFile) as err:  # NumPy's words advise to trust the file
        raise ValueError(f"{file} is no .npz file, or not a whole one") from err


def load(path: Path) -> dict[str, np.ndarray]:
    """float32 weights from a file of any kind, or from its parts."""
    path = Path(path)
    files = [path] if path.is_file() else _parts(path)
    if not files:
        raise FileNotFoundError(f"no weights at {path} (nor {path.stem}.part1.npz beside it)")
    arrays: dict[str, np.ndarray] = {}
    for file in files:
        arrays |= read_arrays(file)
    return decode(arrays)


def load_net(path: Path) -> dict[str, np.ndarray]:
    """The weights of a teacher's net, with all input planes; ValueError if that is not what the file holds."""
    params = load(path)
    blocks = sum(name.endswith(".w1") for name in params if name[0].isdigit())
    tower = [f"{i}.{part}" for i in range(blocks) for part in ("w1", "b1", "w2", "b2")]
    missing = [name for name in (*ENDS, *tower) if name not in params]
    if missing:
        raise ValueError(f"{path} holds no net of the teacher, or not all of its parts: {', '.join(missing[:3])} "
                         f"{'is' if len(missing) == 1 else 'are'} missing")
    return all_planes(params)
