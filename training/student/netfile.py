"""Net files (docs/net-format.md): whole numbers only, checked when read and when written."""
from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from teacher.rulebook import GOMOCUP_CODES, Rule, rule_named

MAGIC, REACH = b"TengenN2", 4
SIDES = 121  # (3^5 - 1) / 2 different sides of four cells
WINDOWS = 3 * SIDES * SIDES
CHANNELS, REGION, HIDDEN = 32, 32, 64
CELL = 2 * CHANNELS
LARGEST_REGION_SUM, LARGEST_HIDDEN = 4 * 8191, 16383


def layers(region: int = REGION, hidden: int = HIDDEN) -> dict[str, tuple[int, int]]:
    """Outputs and inputs of every layer of a head, in the order of the file."""
    return {"corners": (region, CELL), "edges": (region, CELL), "centre": (region, CELL), "first": (hidden, CELL + 3 * region),
            "second": (hidden, hidden), "value": (2, hidden), "policy": (CELL, hidden)}


@dataclass
class Layer:
    """i16 weights by output (unit 1/1024) and i32 biases (unit 2^-21)."""

    weights: np.ndarray
    biases: np.ndarray


@dataclass
class Net:
    """A net as its file holds it."""

    rule: Rule
    size: int
    tables: list[np.ndarray] = field(default_factory=list)  # each [WINDOWS, CHANNELS] int8
    heads: list[dict[str, Layer]] = field(default_factory=list)
    region: int = REGION  # outputs of a region
    hidden: int = HIDDEN  # width of the head's layers


def largest_inputs(size: int) -> dict[str, int]:
    """The largest input that a layer of each name can meet on such a board."""
    region = 255 * math.ceil(size / 3) ** 2
    joined = max(255 * size * size >> 3, LARGEST_REGION_SUM)
    kinds = {name: region for name in ("corners", "edges", "centre")}
    return kinds | {"first": joined} | {name: LARGEST_HIDDEN for name in ("second", "value", "policy")}


def check(net: Net) -> None:
    """Raise ValueError if the shapes are wrong or a sum could leave 32 bits."""
    copies = 2 if net.rule.colours_differ else 1
    if len(net.tables) != copies or len(net.heads) != copies:
        raise ValueError(f"{net.rule.name} needs {copies} tables and heads, not {len(net.tables)} and {len(net.heads)}")
    for table in net.tables:
        if table.shape != (WINDOWS, CHANNELS) or table.dtype != np.int8:
            raise ValueError(f"a table is {table.dtype} {table.shape}; int8 {(WINDOWS, CHANNELS)} is expected")
    largest = largest_inputs(net.size)
    for head in net.heads:
        for name, shape in layers(net.region, net.hidden).items():
            w, b = head[name].weights, head[name].biases
            if w.shape != shape or w.dtype != np.int16 or b.shape != shape[:1] or b.dtype != np.int32:
                raise ValueError(f"layer {name}: {w.dtype} {w.shape}, {b.dtype} {b.shape}; int16 {shape}, int32 {shape[:1]} expected")
            reach = largest[name] * np.abs(w.astype(np.int64)).sum(1) + np.abs(b.astype(np.int64))
            if reach.max() >= 2 ** 31:
                raise ValueError(f"layer {name}: an output could reach {reach.max()}; below {2 ** 31} is allowed")


def checksum(data: bytes) -> int:
    """FNV-1a with 64 bits, eight bytes at a time."""
    value = 0xCBF29CE484222325
    for word in np.frombuffer(data, "<u8").tolist():
        value = (value ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def to_bytes(net: Net) -> bytes:
    """The file of a net."""
    check(net)
    payload = b"".join(table.tobytes() for table in net.tables)
    for head in net.heads:
        for name in layers():
            payload += head[name].weights.astype("<i2").tobytes() + head[name].biases.astype("<i4").tobytes()
    code = next(c for c, name in GOMOCUP_CODES.items() if name == net.rule.name)
    header = struct.pack("<8B", code, net.size, len(net.tables), REACH, CHANNELS, net.region, net.hidden, 0)
    return MAGIC + header + struct.pack("<Q", checksum(MAGIC + header + payload)) + payload


def from_bytes(data: bytes) -> Net:
    """The net of a file, or ValueError."""
    if data[:8] != MAGIC or len(data) < 24:
        raise ValueError(f"no net: {MAGIC.decode()} is expected at its beginning")
    code, size, copies, reach, channels, region, hidden, zero = struct.unpack("<8B", data[8:16])
    if (reach, channels, zero) != (REACH, CHANNELS, 0) or code not in GOMOCUP_CODES or copies not in (1, 2):
        raise ValueError(f"a net of another shape: reach {reach}, {channels} channels, rule {code}, {copies} tables")
    shapes = layers(region, hidden)
    head = sum(2 * o * i + 4 * o for o, i in shapes.values())
    if len(data) != 24 + copies * (WINDOWS * CHANNELS + head):
        raise ValueError(f"{24 + copies * (WINDOWS * CHANNELS + head)} bytes are expected, {len(data)} were met")
    if checksum(data[:16] + data[24:]) != struct.unpack("<Q", data[16:24])[0]:
        raise ValueError("the checksum is wrong: the file is damaged")
    at = 24

    def take(kind: str, *shape: int) -> np.ndarray:
        nonlocal at
        array = np.frombuffer(data, kind, math.prod(shape), at).reshape(shape)
        at += array.nbytes
        return array.astype(array.dtype.newbyteorder("="))

    tables = [take("i1", WINDOWS, CHANNELS) for _ in range(copies)]
    heads = [{name: Layer(take("<i2", *s), take("<i4", s[0])) for name, s in shapes.items()} for _ in range(copies)]
    net = Net(rule_named(GOMOCUP_CODES[code]), size, tables, heads, region, hidden)
    check(net)
    return net


def load(path: Path) -> Net:
    """The net in a file."""
    return from_bytes(Path(path).read_bytes())


def scrambled(rule: Rule, size: int, seed: int = 1) -> Net:
    """A net of fixed noise (splitmix64 of a counter) that any program can make: what implementations are compared on."""
    copies = 2 if rule.colours_differ else 1
    at = seed << 32

    def noise(span: int, *shape: int) -> np.ndarray:
        nonlocal at
        z = np.arange(at, at + math.prod(shape), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        at += math.prod(shape)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        return ((z >> np.uint64(33)) % np.uint64(2 * span + 1)).astype(np.int64).reshape(shape) - span

    tables = [noise(127, WINDOWS, CHANNELS).astype(np.int8) for _ in range(copies)]
    heads = [{name: Layer(noise(200, *s).astype(np.int16), noise(900_000, s[0]).astype(np.int32)) for name, s in layers().items()}
             for _ in range(copies)]
    return Net(rule, size, tables, heads)
