"""What a mistake is answered with: one line."""

import pytest

from counterpoint.errors import UserError


def line_of(call, *args):
    """Return the one line with which a call is refused."""
    with pytest.raises(UserError) as caught:
        call(*args)
    line = str(caught.value)
    assert "\n" not in line
    return line
