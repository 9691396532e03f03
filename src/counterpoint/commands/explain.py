"""`counterpoint explain`: finds the trial that is meant, and prints what became of it."""

import argparse
from typing import TYPE_CHECKING, Any

from counterpoint.commands.configured import Configured, add_configfile, configured, wanted_models
from counterpoint.errors import UserError

if TYPE_CHECKING:
    from counterpoint.commands.trial import RunTables


def add(commands: argparse._SubParsersAction) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "explain",
        help="show one trial: picture, request, key, reply, verdict, score, and what changed since it was last asked",
        description="Show what became of one trial of a model. Name the trial by the first digits of its request or "
        "response key (--id), or by --cell, --item and --order. Reads the run's tables and the journal; asks nothing.",
    )
    parser.add_argument("--id", metavar="DIGITS", help="first digits of a request_id or response_key")
    add_configfile(parser)
    parser.add_argument("--model", help="model that was asked; needed where the run has several")
    parser.add_argument("--suite", help="suite of the trial; needed where the run has several")
    parser.add_argument("--cell", help="cell of the trial, such as cvlat/normal")
    parser.add_argument("--item", help="item of the trial, as table `items` names it")
    parser.add_argument("--order", type=int, help="number of the option order, from 0")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    from counterpoint.commands.explained import explained, stored_only
    from counterpoint.commands.trial import NAMES, RunTables, digits_of, trial_named, trial_of_request

    found = configured(args.configfile)
    models = wanted_models(found, [args.model] if args.model else None)
    tables = RunTables(found.results, list(found.run.suites.chosen))
    if args.id is None:
        trial = trial_named(tables, args.suite, {name: getattr(args, name) for name in NAMES})
    else:
        digits = digits_of(args.id)
        trial = trial_of_request(tables, digits)
        if trial is None:
            model, entry = _by_key(found, tables, models, digits)
            models, trial = [model], trial_of_request(tables, entry["request_id"])
            if trial is None:
                print("\n".join(stored_only(found, tables, model, entry)))
                return 0
    if not args.model:
        models = [model for model in models if model in found.run.models]  # judges are sent no trial
    if len(models) > 1:
        raise UserError(f"--model: the run asks several; name one of {', '.join(found.run.models)}")
    print("\n".join(explained(found, tables, models[0], trial)))
    return 0


def _by_key(found: Configured, tables: "RunTables", models: list[str], digits: str) -> tuple[str, dict[str, Any]]:
    """Return the model, and the stored reply, whose response key begins with these digits."""
    from dataclasses import asdict

    import pyarrow.compute as pc

    from counterpoint.commands.explained import journal_of

    for model in models:
        for entry in journal_of(found, model).values():
            if entry.response_key.startswith(digits) or entry.request_id.startswith(digits):
                return model, asdict(entry)
        for suite in tables.suites:  # what failed has a key, and is in no journal
            row = tables.response(model, suite, lambda table: pc.starts_with(table["response_key"], digits))
            if row is not None:
                return model, row
    raise UserError(
        f"{digits}: no request of this run, and no reply of {', '.join(models)}, begins so; "
        "name the configuration of its run by --configfile, or its model by --model"
    )
