"""The error that a user's mistake raises: one line that says what, where, what is allowed, what to do."""


class UserError(Exception):
    """A mistake in a configuration, an input file or the surroundings; its text is shown without a traceback."""
