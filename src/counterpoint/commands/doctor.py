"""`counterpoint doctor`: whether a run's models can be asked, and its folders written; what is wrong and what to do."""

import argparse
import tempfile
from pathlib import Path

from counterpoint.commands.configured import add_configfile, configured, wanted_models
from counterpoint.commands.terminal import block, columns

ROOM = 1_000_000_000
"""Bytes that should be free where results and journal are."""


def add(commands: argparse._SubParsersAction) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "doctor",
        help="ask each model of a run one tiny request, and say in words what is wrong and what to do",
        description="Ask each model of a run one tiny question about a small picture, and check the run's folders. "
        "Says in words what is wrong and what to do. Nothing is journalled. Each model of a provider costs one call of "
        "about a hundred input tokens, more where it counts pictures dearly, and the output that it reasons. Exit code "
        "1 if a model fails.",
    )
    add_configfile(parser)
    parser.add_argument("--model", nargs="+", help="models of the registry to look at (default: all of the run)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a line a model, then what was found; return 1 if a model cannot be asked or a folder not written."""
    from counterpoint.commands.checkup import FAILED, OK, check_model

    found = configured(args.configfile)
    print(f"asking one tiny request of each of: {', '.join(wanted_models(found, args.model))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        checkups = [
            check_model(model, found.registry[model], found.run.registry, Path(folder))
            for model in wanted_models(found, args.model)
        ]
    rows = [("model", "state", "seconds", "tokens in + out", "finding")]
    rows += [(c.model, c.state, "" if c.seconds is None else f"{c.seconds:.1f}", c.tokens, c.finding) for c in checkups]
    print("\n".join(["", *columns(rows), ""]))
    for checkup in checkups:
        if checkup.state != OK:
            print(block(checkup.model, checkup.details))
    problems, notes = local_checks([found.run.results, found.run.journal])
    for line in [*problems, *notes]:
        print(block("folders", [line]))
    return int(bool(problems) or any(checkup.state == FAILED for checkup in checkups))


def local_checks(folders: list[str]) -> tuple[list[str], list[str]]:
    """Return what keeps results and journal from being written in these folders, and what should be known of them."""
    import fcntl
    import shutil

    from counterpoint.errors import UserError
    from counterpoint.files import check_writable

    problems, notes = [], []
    for folder in folders:
        try:
            check_writable(folder)
        except UserError as error:
            problems.append(str(error))
            continue
        free = shutil.disk_usage(folder).free
        if free < ROOM:
            notes.append(f"{folder}: {free / 1e6:,.0f} MB are free; a run of the paper's size takes several hundred")
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            notes.append(f"{folder}: no file locks here ({error.strerror}); do not run twice on this journal at once")
    return problems, notes
