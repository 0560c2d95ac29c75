# Everything happens in a virtual environment of its own; a bare machine needs python3 (3.11 or later) and g++.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.base
STAMP := $(VENV)/.installed
NATIVE := $(wildcard cpp/*/*.hpp cpp/*/*.cpp) CMakeLists.txt
EXTRAS := dev
# Whoever builds by `make` develops: every warning is an error. `pip install` is without.
STRICT := -C cmake.define.LUDOPLAN_STRICT=ON

# Hours of benchmarks/trials.py after the tests with fresh seeds.
HOURS := 0.05

.PHONY: demo test trials fuzz lint format stubs docs sanitize threads clean

# The tour needs the package alone; what tests and extras need comes with the first `make test`.
demo: $(BASE)
	@echo "[4/4] the tour"
	@$(BIN)/ludoplan demo

test: lint
	@command -v chromium >/dev/null || echo "no chromium: the web pages are not tested in a browser"
	@# One more than there are cores: many tests wait, for browsers and for limits.
	$(BIN)/pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1))
	$(MAKE) sanitize threads

# The tests that draw examples, with new ones each time; what is found stays found. Then random tasks, solver against
# solver: `make trials HOURS=8`.
trials: $(STAMP)
	LUDOPLAN_PROFILE=fresh $(BIN)/pytest -n $$(getconf _NPROCESSORS_ONLN) -m hypothesis
	$(BIN)/python benchmarks/trials.py --hours $(HOURS) --seed $$(date +%s)

# Every reader of files on mutated ones, so many seconds each: `make fuzz SECONDS=3600` by hand.
SECONDS := 10
fuzz: $(STAMP)
	$(BIN)/python tests/fuzz/readers.py --seconds $(SECONDS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter-out CMakeLists.txt,$(NATIVE))
	@# The types of the pages' scripts, where there is Node; nothing else needs it.
	@if npx --yes --package typescript@5.9 tsc --version >/dev/null 2>&1; \
	then npx --yes --package typescript@5.9 tsc -p src/ludoplan/web; \
	else echo "no TypeScript by npx: the types of the pages' scripts are not checked"; fi

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(NATIVE))

# The types of the native module, for mypy and editors; a test compares them with the module.
stubs: $(STAMP)
	$(BIN)/python -m nanobind.stubgen -q -m ludoplan._native -o src/ludoplan/_native.pyi

# The documentation as a site, in build/site; a warning is an error.
docs: $(STAMP)
	$(BIN)/python -m pip install -q "mkdocs-material>=9.5" "mkdocstrings[python]>=0.26"
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict -q

# The native code once more, under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize: $(STAMP)
	tests/sanitize.sh $(BIN)

# What has threads in C++, under ThreadSanitizer.
threads:
	tests/threads.sh

$(BASE): pyproject.toml $(NATIVE)
	@echo "[1/4] a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "[2/4] what building takes: scikit-build-core, nanobind, CMake, Ninja"
	@$(BIN)/python -m pip install -q --disable-pip-version-check "scikit-build-core>=0.11" "nanobind>=3,<4" "cmake>=3.26" "ninja>=1.11"
	@echo "[3/4] compiling and installing ludoplan, a few minutes of processor time"
	@# Built without isolation, so that a change of one C++ file does not compile all of them again.
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation $(STRICT) -e .
	@touch $@

$(STAMP): $(BASE)
	@echo "tools for tests, and all extras"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation $(STRICT) -e ".[$(EXTRAS)]"
	@touch $@

clean:
	rm -rf $(VENV) build
