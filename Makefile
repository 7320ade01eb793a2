# Everything from nothing: `make demo` shows the main job, `make test` passes the tests.
# Needs python3 (3.11 to 3.13), make, and either root (to install a browser) or a browser already there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-all check unit bench clean

demo: $(VENV)/installed
	$(BIN)/handrail setup
	$(BIN)/python scripts/demo.py

test: check unit

# What `test` samples, whole: every loop, claim, provider error and moment of chaos. Takes about twice as long.
test-all: export HANDRAIL_TESTS = all
test-all: check unit

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Most of a test is waiting for a page: five at a time keep two processors busy.
unit: $(VENV)/installed-dev
	$(BIN)/handrail setup --browser chromium
	$(BIN)/handrail setup --browser firefox
	$(BIN)/python -m pytest -n 4 --dist worksteal

bench: $(VENV)/installed-dev
	$(BIN)/handrail setup --browser chromium
	$(BIN)/python -m bench.agreement
	$(BIN)/python -m bench.snapshot
	$(BIN)/python -m bench.calls
	$(BIN)/python -m bench.tokens
	$(BIN)/python -m bench.inspect

$(VENV)/installed: pyproject.toml requirements-dev.lock
	PYTHON=$(PYTHON) sh scripts/bootstrap.sh $(VENV)
	touch $@

$(VENV)/installed-dev: pyproject.toml requirements-dev.lock
	PYTHON=$(PYTHON) sh scripts/bootstrap.sh $(VENV) dev
	touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) demo-output
