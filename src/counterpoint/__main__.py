"""Lets `python -m counterpoint` stand for the command `counterpoint`."""

import sys

from counterpoint.cli import main

sys.exit(main())
