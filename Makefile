# Two commands set everything up on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Extras beyond `dev`: `make test EXTRAS=all` also tests the dictionaries and language models. Each choice has its own stamp.
EXTRAS ?=
comma := ,
WANTED := dev$(addprefix $(comma),$(EXTRAS))
STAMP := $(VENV)/.installed-$(WANTED)

.PHONY: install demo test coverage fuzz check golden bench docs format clean

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "tokumei needs Python 3.11 or newer; name one with make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[$(WANTED)]'
	@touch $(STAMP)

install: $(STAMP)

demo: $(STAMP)
	$(BIN)/tokumei demo demo --force

test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist loadfile

# Lines and branches that the tests run. Kernels compiled by numba are not seen: their lines count as missing though tested.
coverage: $(STAMP)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --dist loadfile
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Random jobs and malformed files for as long as asked: make fuzz SECONDS=60 SEED=7
SECONDS ?= 600
SEED ?= 1
fuzz: $(STAMP)
	$(BIN)/python -W ignore tests/fuzz/run.py --seconds $(SECONDS) --seed $(SEED)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Records the golden losses anew; `make golden ARGS=--accept` even where something got worse.
golden: $(STAMP)
	PYTHONPATH=tests $(BIN)/python -m golden.record $(ARGS)

bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks

# What is made from the program: the reference of the command line, the job's schema, the examples.
docs: $(STAMP)
	$(BIN)/python -m tokumei.cli.reference docs examples

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) demo build dist .coverage .coverage.*
