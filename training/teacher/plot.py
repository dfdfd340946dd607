"""A picture of Elo and losses over GPU minutes from the logs of runs, in the order given."""
from __future__ import annotations

import json
from pathlib import Path


def read_logs(folders: list[Path]) -> list[dict]:
    """All log lines; `minutes` in them counts on from run to run."""
    return [json.loads(line) for folder in folders for line in (folder / "log.jsonl").read_text().splitlines()]


def plot(folders: list[Path], out: Path, title: str) -> None:
    """Draw and save (the suffix of `out` says which kind of picture)."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    lines = read_logs(folders)
    learnt, matches = [x for x in lines if "policy" in x], [x for x in lines if "elo" in x]
    figure, (top, bottom) = plt.subplots(2, 1, sharex=True, figsize=(7, 6))
    top.errorbar([x["minutes"] for x in matches], [x["elo"] for x in matches], [x["error"] for x in matches],
                 marker="o", capsize=3)
    top.axhline(0, color="grey", linewidth=0.8)
    top.set_ylabel("Elo against the milestone (95%)")
    top.set_title(title)
    for name, label in (("policy", "policy loss"), ("value", "value loss"), ("kl", "policy gap")):
        bottom.plot([x["minutes"] for x in learnt], [x[name] for x in learnt], label=label)
    rate = bottom.twinx()
    rate.plot([x["minutes"] for x in learnt], [x["lr"] for x in learnt], color="grey", linewidth=0.8)
    rate.set_ylabel("learning rate (grey)")
    bottom.set_xlabel("GPU minutes")
    bottom.set_ylabel("loss")
    bottom.legend(loc="center right")
    figure.tight_layout()
    figure.savefig(out, dpi=90)
    plt.close(figure)
