#!/usr/bin/env bash
# Everything in C++ that has threads, under ThreadSanitizer: about a minute, most of it compiling.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/threads
g++ -std=c++20 -O1 -g1 -fsanitize=thread -DLUDOPLAN_ALWAYS_THREADS -Icpp -o build/threads/threads \
  tests/threads.cpp cpp/search/*.cpp
TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" build/threads/threads
