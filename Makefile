# `make demo` and `make test` do all set-up themselves: a virtual environment in .venv with the versions of constraints.txt.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# One more than the cores of most machines: while one waits for a process, the disk or a clock, another has work.
WORKERS ?= 3
GAME ?= guildes

.PHONY: demo demo-cluster test test-times test-fast lint types check smoke wheel arm bounds browser pages digests docs bench c-reference soak mutants examples clean help

help:  ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cluster,parquet,learn,tune]' $(shell $(PYTHON) tools/dev_requirements.py)
	touch $(STAMP)

demo: $(STAMP)  ## a balance report of Guildes from 1,000,000 games
	@start=$$(date +%s); $(BIN)/simcli run guildes/demo --out reports/demo && echo "make demo took $$(( $$(date +%s) - start )) s: see reports/demo/report.html"

demo-cluster: $(STAMP)  ## the same on three worker processes, one of which is killed, compared byte for byte with threads
	tools/demo_cluster.sh

# With byte code kept: the tests start Python some 200 times, and a fifth of a short run is compiling modules.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n $(WORKERS) --dist loadgroup --no-loadscope-reorder

test: $(STAMP)  ## all tests
	$(PYTEST)

test-times: $(STAMP)  ## the same, then the CPU seconds of each file and of the slowest tests, in build/test-times.txt too
	@mkdir -p build
	$(PYTEST) -p tests.times --times build/test-times.txt

test-fast: $(STAMP)  ## what belongs to the files that differ from main, the law of the house, the digests of one game
	$(PYTEST) $$($(BIN)/python tools/changed_tests.py)

lint: $(STAMP)  ## ruff and codespell: faults, format, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

types: $(STAMP)  ## mypy, strict
	$(BIN)/mypy

check: $(STAMP)  ## every shipped config, strategy, component file and scenario
	$(BIN)/simcli check configs strategies docs/examples $(wildcard simcli/games/*/data simcli/games/*/kernels) $(wildcard tests/games/*/scenarios)

smoke: $(STAMP)  ## the demo of every game with few games
	@set -e; for game in $(patsubst configs/%/demo.yaml,%,$(wildcard configs/*/demo.yaml)); do \
	  $(BIN)/simcli run $$game/demo --deals 100 --out reports/smoke-$$game --format csv; \
	  $(BIN)/simcli report reports/smoke-$$game --format md > /dev/null; \
	  $(BIN)/simcli trace $$game/demo --deal 0 > /dev/null; \
	  if [ -e reports/smoke-$$game/board.svg ]; then $(BIN)/simcli trace $$game/demo --deal 0 --svg reports/smoke-$$game/trace.svg > /dev/null; fi; \
	done

wheel: $(STAMP)  ## build the wheel and use it in an empty environment; MACHINES=aarch64 has compiled code for these too
	MACHINES="$(MACHINES)" tools/try_wheel.sh

arm: $(STAMP)  ## play the wheel of MACHINES=aarch64 on an emulated processor and compare with this one; as root, with qemu-user
	tools/try_arm.sh $(GAMES)

bounds:  ## the lowest versions pyproject.toml allows: a run, its page, charts, a trace and a search
	tools/try_bounds.sh

browser: $(STAMP)  ## read the example pages and a few new ones in headless Chromium: phone, desk, dark, print
	$(BIN)/python tools/browser.py

pages: $(STAMP)  ## play every study in every game and read all pages in headless Chromium, some ten minutes; kept in build/pages
	$(BIN)/python tools/every_page.py $(GAMES)

digests: $(STAMP)  ## sha256 of everything simcli writes, in build/digests.txt; SAME=FILE compares with another
	@mkdir -p build
	$(BIN)/python tools/digests.py build/digests.txt $(if $(SAME),--same $(SAME))

docs: $(STAMP)  ## JSON Schemas and figures in docs; every option, record and tally as pages in build/docs, from the declarations
	$(BIN)/python tools/summary_docs.py
	$(BIN)/python tools/cli_docs.py

bench: $(STAMP)  ## games/s, decisions/s, compile time
	$(BIN)/simcli bench

c-reference: $(STAMP)  ## the random playout beside the same in C
	$(BIN)/python benchmarks/c_reference.py

soak: $(STAMP)  ## long checks, minutes to hours
	$(BIN)/pytest -n $(WORKERS) -m soak

mutants: $(STAMP)  ## known faults in the rules of GAME, one at a time: which test finds each (docs/rules-testing.md)
	$(BIN)/python tools/mutants.py $(GAME)

examples: $(STAMP)  ## make reports/examples anew, or those of GAMES="guildes architects"; tools/examples.sh --full makes larger ones
	tools/examples.sh $(GAMES)

clean:  ## remove the environment and what was built
	rm -rf $(VENV) dist build benchmarks/build
