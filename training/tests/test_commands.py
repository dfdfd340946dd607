"""The command line: what is wrong is said in one line, with what is allowed."""
from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from teacher.__main__ import main

WEIGHTS = str(Path(__file__).parents[2] / "nets" / "teacher" / "freestyle15.npz")
ALONE = "--size 7 --games 64 --sims 6 --rows 4 --ring 64 --batch 128 --blocks 2 --width 16"

WRONG = (
    (f"run {ALONE} --rows 0", "--rows 0: allowed are 1 or more"),
    (f"run {ALONE} --ema 2", "--ema 2.0: allowed are 0 to 1"),
    (f"run {ALONE} --out nothing.txt/run", "nothing.txt"),
    (f"run {ALONE} --resume nowhere.npz", "no weights at nowhere.npz"),
    (f"bench {ALONE} --batch 128 --games 64", "--batch 128"),
    ("bench --budgets x", "allowed are 0 or more"),
    ("grow --weights nothing.txt --out x.npz", "nothing.txt is no .npz file"),
    ("export --weights nowhere.npz --out x.npz", "no weights at nowhere.npz"),
    ("export --weights {w} --most 128 --out x.npz", "allowed are 1 to 127"),
    ("evaluate --weights {w} --games 7", "allowed are 2 or more, in steps of 2"),
    ("evaluate --weights {w} --size 30", "allowed are 5 to 25"),
    ("evaluate --weights {w} --rule chess", "unknown rule 'chess'; allowed are"),
    ("label --weights {w} --batch 0 --out x", "allowed are 1 or more"),
    ("label --weights {w} --positions 8 --out nothing.txt/x", "nothing.txt"),
    ("label --weights {w} --positions-file . --out x", "."),
    ("plot . --out x.png", "log.jsonl"),
    ("play --weights {w} --size 30", "allowed are 5 to 25"),
    ("play --weights {w} --sims 0", "allowed are 1 or more"),
    ("arena --a x --b x --games 3", "in steps of 2"),
    ("arena --a x --b x --even -1", "allowed are 0.001 to 1"),
    ("arena --a x --b x --games 4 --skip 4", "--skip 4 leaves none of 4 games"),
    ("arena --a x --b x --openings one.txt", "the 1 openings of one.txt allow 2"),
    ("arena --a x --b x --games 2 --record nothing.txt/x", "nothing.txt"),
    ("arena --a '' --b '' --games 2", "an empty command is no program"),
    ("arena --a nowhere --b nowhere --games 2", "nowhere: No such file"),
    ("arena --a true --b true --games 2", "true: START 15 was not answered with OK"),
)


@pytest.mark.parametrize("command, told", WRONG, ids=lambda text: text[:40])
def test_what_is_wrong_is_told_in_a_line(command, told, tmp_path, monkeypatch, capsys):
    (tmp_path / "nothing.txt").write_text("nothing\n")
    (tmp_path / "one.txt").write_text("a moves=h8i9\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["teacher", *shlex.split(command.replace("{w}", WEIGHTS))])
    with pytest.raises(SystemExit) as ended:
        main()
    said = ended.value.code if isinstance(ended.value.code, str) else capsys.readouterr().err.splitlines()[-1]
    assert told in said and "\n" not in said and said.startswith("teacher"), said


def test_a_file_may_lie_in_a_new_folder(tmp_path, monkeypatch):
    for command in (f"export --weights {WEIGHTS} --out new/w.npz", "grow --weights new/w.npz --blocks 15 --out other/w.npz"):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["teacher", *shlex.split(command)])
        main()
    assert (tmp_path / "other" / "w.npz").is_file()
