# Two commands: `make run` runs the default configuration, `make test` the test suite.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run cluster test test-slow test-all test-cluster lint lock clean

# Tests of one file share what it makes, so they stay in one process.
PYTEST := $(BIN)/pytest -n auto --dist loadfile

run: $(VENV)/run.stamp
	$(BIN)/snakemake --cores all
	@echo "Report: results/default/report.html"

test: $(VENV)/test.stamp
	$(PYTEST) -m "not slow and not cluster"

# What test leaves out: whole runs of kinds of which test has one, and the same at full size.
test-slow: $(VENV)/test.stamp
	$(PYTEST) -m "slow and not cluster"

test-all: $(VENV)/test.stamp
	$(PYTEST)

# Starts a Slurm cluster on this machine for a few minutes, where it may; says so where it may not.
test-cluster: $(VENV)/test.stamp $(VENV)/cluster.stamp
	$(BIN)/pytest -m cluster -rs

# What a cluster needs beside a run: Snakemake's plugins for Slurm, Kubernetes and S3.
cluster: $(VENV)/cluster.stamp

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	.ci/lint-workflow $(BIN)/snakemake

$(VENV)/bootstrap.stamp: requirements/bootstrap.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/bootstrap.lock
	touch $@

# Compiled once here: each of a run's many processes would else compile what it imports, where Python may not write.
$(VENV)/run.stamp: $(VENV)/bootstrap.stamp requirements/run.lock pyproject.toml
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps --require-hashes -r requirements/run.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src
	touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements/test.lock
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps --require-hashes -r requirements/test.lock
	touch $@

$(VENV)/cluster.stamp: $(VENV)/run.stamp requirements/cluster.lock
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --no-deps --require-hashes -r requirements/cluster.lock
	touch $@

# The locks name no registry: hashes alone say what is installed.
lock: $(VENV)/bootstrap.stamp
	$(BIN)/uv pip compile requirements/bootstrap.in --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -o requirements/bootstrap.lock
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements/constraints.in -o requirements/run.lock
	$(BIN)/uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements/run.lock -o requirements/test.lock
	$(BIN)/uv pip compile pyproject.toml --extra cluster --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements/run.lock -o requirements/cluster.lock

clean:
	rm -rf $(VENV)
