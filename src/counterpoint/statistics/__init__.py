"""Bootstrap, tests and estimators that the suites share."""
