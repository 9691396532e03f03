"""The frame of a rule's script: logging into the rule's log, a user's mistake as one line."""

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from counterpoint.errors import UserError


@contextmanager
def logged(log: str) -> Iterator[None]:
    """Run a script's body with logging into the file `log`, which first says what Python's start and imports took.

    A UserError ends the script with exit code 1 and its one line, in the log and on standard error; any other
    exception is logged with its traceback and raised again.
    """
    logging.basicConfig(
        filename=log,
        filemode="w",
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        force=True,
    )
    logging.info("started after %.2f CPU seconds", time.process_time())
    try:
        yield
    except UserError as error:
        logging.error("%s", error)
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except BaseException:
        logging.exception("stopped")
        raise
