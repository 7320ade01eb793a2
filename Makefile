# Everything from nothing: `make demo` shows the main job, `make test` passes the tests.
# Needs python3 (3.11 to 3.14), make, and either root (to install a browser) or a browser already there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A test and its browser keep more than a processor busy. On two, three at a time leave little idle; with four, the same
# tests need a seventh more, and pages starve. A test that fails is tried once more, since a machine that others share
# may stand still for seconds; the summary lists it as RERUN, and its cause is a defect like any other.
PYTEST := $(BIN)/python -m pytest --reruns 1 -raR

# Images of machines often have Python keep no compiled code: every program that a test starts would compile Handrail.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: kit site quick without-browser demo test test-all check unit pages background browsers compiled mutants bench \
	docs catalogues lock clean

demo: $(VENV)/installed
	$(BIN)/handrail setup
	$(BIN)/python scripts/demo.py

# mypy needs one processor for a minute; the tests begin beside it, and come first where there are only two.
test: $(VENV)/installed-dev
	$(MAKE) -j 5 check unit

# What `test` samples, whole: every loop, claim, provider error, moment of chaos and attack, and in Firefox all that runs
# in both browsers. Takes far longer.
test-all: export TESTS = all
test-all: test

check: $(VENV)/installed-dev kit site
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	nice -n 5 $(BIN)/mypy
	nice -n 5 $(BIN)/python -m scripts.secret_scan

# The in-page kit is JavaScript: Biome formats and lints it, TypeScript checks its types. Node comes with the `dev` extra.
kit: node_modules/installed
	PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check

# package.json names exact versions, and neither package needs others. A lock file would name the builds for every system,
# which not every mirror of the registry holds.
node_modules/installed: package.json $(VENV)/installed-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --no-package-lock --loglevel=error --no-audit --no-fund \
		|| { echo "npm could not install the kit's checkers (package.json); it needs the npm registry." >&2; exit 1; }
	touch $@

unit: pages background

pages: browsers compiled
	$(PYTEST) -n 3 --dist worksteal -m "not background"

# Tests of pages wait for more than a third of their time, since a page must be quiet for a while. What needs no page, or
# waits for a program, runs in these gaps, and takes no processor from a page that is about to answer.
background: browsers compiled
	nice -n 10 $(PYTEST) -q -m background > $(VENV)/background.txt 2>&1; \
		status=$$?; cat $(VENV)/background.txt; exit $$status

browsers: $(VENV)/installed-dev
	$(BIN)/handrail setup --browser chromium
	$(BIN)/handrail setup --browser firefox

# The tests' own code, once, before each of the workers does it. What is wrong with it is said by `unit`.
compiled: $(VENV)/installed-dev
	$(BIN)/python -m pytest --collect-only -qq >/dev/null || true

# The documentation as a site, in build/site; a warning ends the build.
site: $(VENV)/installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --site-dir build/site

# The checks, and every test that needs no browser: what to run while working.
quick: $(VENV)/installed-dev
	$(MAKE) -j 2 check without-browser

without-browser: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser"

# How many small faults in the code of the rules their tests notice; at least nine of ten. A sample, by parts:
# `make mutants MUTANTS="vault trust --count 50"`.
mutants: $(VENV)/installed-dev
	$(BIN)/python -m scripts.mutants $(MUTANTS)

# The tables in docs/ that are made from the code; a test says when they are out of date.
docs: $(VENV)/installed-dev
	$(BIN)/python -m scripts.docs

# The catalogues of translations: adds what is new in the code, takes out what is gone, names what has no translation.
catalogues: $(VENV)/installed-dev
	$(BIN)/python -m scripts.catalogues

bench: $(VENV)/installed-dev
	$(BIN)/handrail setup --browser chromium
	$(BIN)/python -m bench.agreement
	$(BIN)/python -m bench.snapshot
	$(BIN)/python -m bench.calls
	$(BIN)/python -m bench.documents
	$(BIN)/python -m bench.tokens
	$(BIN)/python -m bench.inspect

# The newest versions of all that development needs, for the oldest Python that Handrail runs on.
lock: $(VENV)/installed-dev
	$(BIN)/uv pip compile --quiet --upgrade --python-version 3.11.0 --extra dev --no-header --no-annotate \
		--output-file requirements-dev.lock pyproject.toml

$(VENV)/installed: pyproject.toml requirements-dev.lock
	PYTHON=$(PYTHON) sh scripts/bootstrap.sh $(VENV)
	touch $@

$(VENV)/installed-dev: pyproject.toml requirements-dev.lock
	PYTHON=$(PYTHON) sh scripts/bootstrap.sh $(VENV) dev
	touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) demo-output
