"""A picture of a run: losses while learning, and those on positions never learnt from, beside the teacher's bare net."""
from __future__ import annotations

import json
from pathlib import Path


def plot(log: Path, out: Path, title: str) -> None:
    """Draw and save (the suffix of `out` says which kind of picture)."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    lines = [json.loads(line) for line in log.read_text().splitlines()]
    learnt = [x for x in lines if "steps" in x]
    start = learnt[0]["s"]
    figure, axes = plt.subplots(2, 1, sharex=True, figsize=(7, 6))
    for axis, name in zip(axes, ("value", "policy")):
        axis.plot([x["s"] - start for x in learnt], [x[name] for x in learnt], color="lightgrey", label="while learning, both kinds")
        for kind, colour in (("wide", "tab:blue"), ("deep", "tab:orange")):
            held = [x for x in lines if x.get("held_out") == kind]
            at = [x["s"] - start for x in held]
            axis.plot(at, [x[f"student_{name}"] for x in held], "o-", color=colour, label=f"student, {kind}")
            axis.plot(at, [x[f"teacher_{name}"] for x in held], "--", color=colour, label=f"teacher's bare net, {kind}")
        axis.set_ylabel(f"{name} loss")
        shown = [x[f"{who}_{name}"] for x in lines if "held_out" in x for who in ("student", "teacher")]
        axis.set_ylim(0.95 * min(shown), 1.05 * max(shown))  # the first steps would flatten the rest
    axes[0].set_title(title)
    axes[1].set_xlabel("seconds of learning")
    axes[1].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(out, dpi=90)
    plt.close(figure)
