# Two commands set up everything: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check lint types imports clean

$(STAMP): setup.cfg pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all,dev]'
	touch $@

demo: $(STAMP)
	$(BIN)/planner solve domains/competition/problems/*.xml --out demo-out --pictures
	$(BIN)/planner translate domains/competition/problems/plate.xml --out demo-out/pddl
	@echo "plans (*.plan), results (*.json), pictures (*.svg) and PDDL (pddl/) are in demo-out/"

test: $(STAMP)
	$(BIN)/python -m pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

imports: $(STAMP)
	PYTHONPATH=. $(BIN)/lint-imports

check: lint types imports test

clean:
	rm -rf $(VENV) demo-out build *.egg-info
