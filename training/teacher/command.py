"""What every command line here does with an error: one line that says what is wrong, never a traceback."""
from __future__ import annotations

import argparse
import os
import sys


def obey(options: argparse.Namespace, program: str) -> None:
    """Do what the parsed `options` say (`do` is their function)."""
    name = f"{program} {options.command}"
    try:
        options.do(options)
    except BrokenPipeError:  # nobody reads what we say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as err:
        sys.exit(f"{name}: {f'{err.filename}: {err.strerror}' if err.filename else err}")
    except ValueError as err:
        sys.exit(f"{name}: {err}")
    except KeyboardInterrupt:
        sys.exit(130)
