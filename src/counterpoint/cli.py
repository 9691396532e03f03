"""The command `counterpoint`: what one asks of a run beside running it."""

import argparse
import sys
from collections.abc import Sequence

from counterpoint.commands import labels
from counterpoint.errors import UserError

COMMANDS = (labels,)
"""Modules with a function `add(subparsers)`, which sets `run`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit code: 1, with one line on standard error, for a user's mistake."""
    parser = argparse.ArgumentParser(prog="counterpoint", description="What one asks of a run beside running it.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(subparsers)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
