PYTHON ?= python3
BIN = .venv/bin

.PHONY: setup run test check format bench kill-test clean

setup: .venv/.ready

.venv/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "notesvc needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

run: setup
	$(BIN)/notesvc serve

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/house

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(BIN)/python -m tests.bench

kill-test: setup
	$(BIN)/python -m tests.process.kill_test

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
