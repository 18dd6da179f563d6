PYTHON ?= python3
BIN = .venv/bin

WEB = notesvc/clients/web

.PHONY: setup web run test check format api pictures bench fault-test clean

setup: .venv/.ready

.venv/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "notesvc needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

web: setup
	$(BIN)/python $(WEB)/build.py

run: web
	$(BIN)/notesvc serve

# Processes that run tests side by side: browsers take more than one core each.
JOBS ?= 2

test: web
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python $(WEB)/build.py run --silent check
	$(BIN)/python -m pytest tests/house

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python $(WEB)/build.py run --silent format

# The types of the service's interface, for the web app.
api: setup
	$(BIN)/python -m tests.web.openapi_document > .openapi.json
	$(BIN)/python $(WEB)/build.py run --silent api
	rm .openapi.json

# Pictures of the main pages, to look at; a few of them are in the README.
pictures: web
	$(BIN)/python -m tests.app.pictures .pictures

bench: web
	$(BIN)/python -m tests.bench

# Processes killed, file operations that fail, power cuts, at full size: an hour or two.
fault-test: web
	$(BIN)/python -m tests.faults
	$(BIN)/python -m pytest tests/app/five_windows.py
	NOTESVC_TEST_EXAMPLES=200 $(BIN)/python -m pytest -q --timeout=0 tests/collab/test_any_order.py

clean:
	rm -rf .venv $(WEB)/node_modules notesvc/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
