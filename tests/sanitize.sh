#!/usr/bin/env bash
# Builds the native module with AddressSanitizer and UndefinedBehaviorSanitizer and runs the tests that work it hardest.
# usage: tests/sanitize.sh BIN    (BIN: the bin folder of a virtual environment with the project's dev extra)
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(cd "$1" && pwd)
build=build/sanitize
"$bin/cmake" -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DLUDOPLAN_SANITIZE=ON \
  -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DPython_EXECUTABLE="$bin/python" \
  -Dnanobind_DIR="$("$bin/python" -m nanobind --cmake_dir)" >/dev/null
"$bin/cmake" --build "$build" | tail -1

# A copy of the package with the sanitized module. Without `site` (-S) the editable install does not get in its way.
rm -rf "$build/site"
mkdir -p "$build/site"
cp -r src/ludoplan "$build/site/"
cp "$build"/_native*.so "$build/site/ludoplan/"
packages=$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
run() {
  LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH="$build/site:$packages" \
    "$bin/python" -S -m pytest -p no:xdist -p no:cacheprovider "$@"
}
# Two at once, since each takes one core.
run tests/perft tests/equivalence >"$build/first.log" 2>&1 &
first=$!
run tests/contracts/test_algorithms.py tests/planning/test_sat_encoding.py tests/games/test_sudoku_batch.py
wait "$first" || { cat "$build/first.log"; exit 1; }
tail -1 "$build/first.log"
