"""The command `counterpoint`: what is asked of a run by hand, beside the workflow itself."""

import argparse
import os
import sys
from collections.abc import Sequence

from counterpoint.commands import doctor, explain, labels, watch
from counterpoint.errors import UserError

COMMANDS = (watch, explain, doctor, labels)
"""Modules of commands, in the order of the help. Each has `add`, which adds its parser; what takes time to import, a
command imports where it runs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 1 where it found a fault or a user's mistake stopped it."""
    parser = argparse.ArgumentParser(
        prog="counterpoint",
        description="Look into a run of the workflow. The workflow itself is started by `snakemake`.",
        epilog="`counterpoint COMMAND --help` explains a command.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    args = parser.parse_args(arguments)
    # A reply may hold characters that the terminal's encoding lacks.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return args.run(args)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # its reader, such as `head`, has seen enough; what is left goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
