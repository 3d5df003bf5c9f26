# Everything a developer calls. `make help` lists it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# --require-hashes: what is installed is what was locked, wherever it comes from.
# --no-compile: Python compiles what it imports; all at once takes as long as the rest of the installation.
# It must be let keep what it compiled: else every process compiles Streamlit and pandas anew, for seconds.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PY) -m pip install --quiet --no-compile --require-hashes
ROOMS := app.py pages annotation baseline index db demo
# Folders that need outside data or a long time are for .ci/run.
FAST := not corpus and not torture and not cases and not kills
# pytest says 5 when nothing was collected: a suite that has no tests yet is no failure.
NONE_IS_FINE = || [ $$? -eq 5 ]
# Three workers on two cores, for browser tests wait a lot; the longest files are named first, so that no worker
# is alone with one at the end.
TESTS := $(PY) -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder
FIND_CHROMIUM := chromium=$$(.ci/chromium $(PY)) && export PAGETRAIL_CHROMIUM="$$chromium"

.PHONY: help
help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-11s %s\n", $$1, $$2 }'

.PHONY: setup
setup: $(VENV)/run.stamp ## make .venv with what the app needs

$(PY):
	@python=$$(.ci/python) && echo "Making $(VENV) with $$python" && "$$python" -m venv $(VENV)

$(VENV)/run.stamp: requirements.lock | $(PY)
	$(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(PY)
	.ci/install $(PY) requirements-dev.lock
	@touch $@

.PHONY: run
run: setup ## make the demo if need be and serve it on this computer
	$(PY) -m demo.serve

.PHONY: demo
demo: setup ## make the demo, without serving it
	$(PY) -m demo

.PHONY: check
check: static unit db ## everything that needs neither pages nor browser

.PHONY: static
static: lint types imports ## everything that runs nothing

.PHONY: lint
lint: $(VENV)/dev.stamp ## style and layout of the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(VENV)/dev.stamp ## mypy, strict
	$(BIN)/mypy $(ROOMS)

.PHONY: imports
imports: $(VENV)/dev.stamp ## who may import whom
	$(BIN)/lint-imports

.PHONY: unit
unit: $(VENV)/dev.stamp ## tests of pure code
	$(TESTS) -m "$(FAST) and not browser" tests/unit $(NONE_IS_FINE)

.PHONY: db
db: $(VENV)/dev.stamp ## tests with a database
	$(TESTS) -m "$(FAST) and not browser" tests/db $(NONE_IS_FINE)

.PHONY: pages
pages: $(VENV)/dev.stamp ## tests of the pages, without a browser
	$(TESTS) -m "$(FAST) and not browser" tests/pages $(NONE_IS_FINE)

.PHONY: browser
browser: $(VENV)/dev.stamp ## tests that drive the app in Chromium
	$(FIND_CHROMIUM) && $(TESTS) -m "$(FAST)" tests/e2e $(NONE_IS_FINE)

.PHONY: tests
tests: $(VENV)/dev.stamp ## unit, db, pages and browser in one run: no core waits for the end of a suite
	$(FIND_CHROMIUM) && $(TESTS) -m "$(FAST)" tests/e2e tests/unit tests/db tests/pages

.PHONY: test
test: $(VENV)/dev.stamp ## everything: static and tests
	$(MAKE) --jobs 2 static tests

.PHONY: bench
bench: $(VENV)/dev.stamp ## measure, beside a naive way in the same run
	$(FIND_CHROMIUM) && $(PY) -m pytest -q -s tests/bench $(NONE_IS_FINE)

$(VENV)/bench.stamp: requirements-bench.lock $(VENV)/dev.stamp
	$(INSTALL) -r requirements-bench.lock
	@touch $@

.PHONY: bench-search
bench-search: $(VENV)/bench.stamp ## search engines side by side (SEARCH="--times 1" for the short run)
	$(FIND_CHROMIUM) && $(PY) -m tests.bench.search $(SEARCH)

.PHONY: ranking
ranking: $(VENV)/dev.stamp ## measure how far the engines' rankings lie apart: INDEX=NAME (docs/ranking-differences.md)
	$(PY) docs/ranking_differences.py $(INDEX)

.PHONY: fix
fix: $(VENV)/dev.stamp ## repair what a tool can repair
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: lock
lock: $(VENV)/dev.stamp ## resolve requirements*.txt anew into the locks
	for name in requirements requirements-scaleout requirements-dev requirements-bench; do \
		$(BIN)/uv pip compile $$name.txt --output-file $$name.lock --quiet --upgrade --universal --generate-hashes \
			--no-emit-index-url --no-emit-find-links --python-version 3.11 --custom-compile-command "make lock"; \
	done

.PHONY: screenshot
screenshot: $(VENV)/dev.stamp ## take the README's pictures from the real demo
	$(FIND_CHROMIUM) && $(PY) docs/screenshot.py

.PHONY: clean
clean: ## remove .venv and every cache; documents and answers stay
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis bench-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
