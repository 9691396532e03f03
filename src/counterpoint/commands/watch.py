"""`counterpoint watch`: how far a run has come, model by model, while its jobs run here or on a cluster."""

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from counterpoint.commands.configured import Configured, add_configfile, configured, wanted_models
from counterpoint.errors import UserError

if TYPE_CHECKING:
    from counterpoint.progress import Watched

CLEAR = "\x1b[H\x1b[J"


def add(commands: argparse._SubParsersAction) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "watch",
        help="show how far a run has come: answered, failed, left, rate, estimated end and money, model by model",
        description="Reads the plan of a run, its journal and what finished shards say of themselves, so that it works "
        "wherever the jobs run. Asks nothing and changes nothing.",
    )
    add_configfile(parser)
    parser.add_argument("--model", nargs="+", help="models to watch; all of the run by default")
    parser.add_argument("--every", type=float, default=10.0, metavar="SECONDS", help="time between two looks")
    parser.add_argument("--once", action="store_true", help="look once and end, as where no terminal is")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print where the models stand, again and again until nothing is left or the user interrupts."""
    from counterpoint.commands.terminal import columns
    from counterpoint.progress import progress_lines

    if args.every <= 0:
        raise UserError(f"--every: {args.every:g} is not allowed; allowed: seconds above 0")
    found = configured(args.configfile)
    names = wanted_models(found, args.model)
    watched: dict[str, Watched] = {}
    try:
        while True:
            for name in names:
                _update(found, name, watched)
            if not watched:
                raise UserError(
                    f"{found.results}/trials: no plan is there yet; run `snakemake` with this configuration first"
                )
            states = [one.state(time.time_ns()) for one in watched.values()]
            lines = columns(progress_lines(states))
            if sys.stdout.isatty() and not args.once:
                lines = [CLEAR + time.strftime("%H:%M:%S"), *lines]
            print("\n".join(lines), flush=True)
            if args.once or not any(state.left for state in states):
                return 0
            time.sleep(args.every)
    except KeyboardInterrupt:
        return 0


def _update(found: Configured, name: str, watched: "dict[str, Watched]") -> None:
    """Watch a model where it has a plan, and a judge with all that it is to be asked so far."""
    if name in found.run.models and name not in watched:
        if (one := _model(found, name)) is not None:
            watched[name] = one
    elif name not in found.run.models:
        judge = _judge(found, name)
        if f"{name} (judge)" in watched:
            watched[f"{name} (judge)"].requests = judge.requests
            watched[f"{name} (judge)"].receipts = judge.receipts
        elif judge.requests:
            watched[f"{name} (judge)"] = judge


def _model(found: Configured, name: str) -> "Watched | None":
    """Return a model of the run with all its requests; None where nothing is planned yet."""
    from counterpoint.models.shard import not_meant
    from counterpoint.tables import read_table

    entry, asked, planned = found.registry[name], set(), False
    for suite in found.run.suites.chosen:
        path = found.results / "trials" / suite / "requests.parquet"
        if path.is_file():
            planned = True
            rows = read_table("requests", path, columns=["request_id", "parts", "first_order"]).to_pylist()
            asked |= {row["request_id"] for row in rows if not_meant(row, entry.text_only, entry.orders) is None}
    folder = found.results / "responses" / name
    receipts = [
        folder / suite / f"{shard}.json"
        for suite in found.run.suites.chosen
        for shard in range(entry.shards or found.run.shards)
    ]
    return _watched(found, name, name, asked, receipts) if planned else None


def _judge(found: Configured, name: str) -> "Watched":
    """Return a judge of the run with what it is to be asked as far as replies are there."""
    from counterpoint.tables import read_table

    folders = [
        found.results / "judging" / model / suite / name for model in found.run.models for suite in _suites(found)
    ]
    asked: set[str] = set()
    for folder in folders:
        if (path := folder / "requests.parquet").is_file():
            asked |= set(read_table("requests", path, columns=["request_id"])["request_id"].to_pylist())
    shards = found.registry[name].shards or found.run.shards
    receipts = [folder / f"{shard}.json" for folder in folders for shard in range(shards)]
    return _watched(found, name, f"{name} (judge)", asked, receipts)


def _suites(found: Configured) -> list[str]:
    return list(found.run.suites.chosen)


def _watched(found: Configured, name: str, shown: str, asked: set[str], receipts: list[Any]) -> "Watched":
    from pathlib import Path

    from counterpoint.models.prices import price_of
    from counterpoint.models.shard import response_identity
    from counterpoint.models.trace import Identity
    from counterpoint.models.truncated import with_budget
    from counterpoint.progress import Watched
    from counterpoint.registry import billing_of, model_identity
    from counterpoint.suites.respondents import respond_of

    entry = found.registry[name]
    registered = model_identity(entry)
    identities = [
        response_identity(registered, found.run.seed, respond_of(registered, suite)) for suite in _suites(found)
    ]
    larger = getattr(entry, "retry_truncated_with", None)
    if larger is not None:
        identities += [with_budget(identity, larger) for identity in identities]
    names = frozenset(Identity(identity).name for identity in identities)
    return Watched(shown, Path(found.run.journal, name), names, price_of(billing_of(entry)), frozenset(asked), receipts)
