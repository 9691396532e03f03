"""Studies that figures are made up from: what was measured, on what, in which unit and range."""
