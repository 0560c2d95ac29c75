// Binds a transition system; what all of them can do is bound once, in module.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/monitor.hpp"
#include "search/system.hpp"

namespace ludoplan {

// Its constructors are those of the puzzle.
template <TransitionSystem System>
nb::class_<SystemOf<System>, AnySystem> bind_system(nb::module_& module, const char* name) {
  return nb::class_<SystemOf<System>, AnySystem>(module, name);
}

}  // namespace ludoplan
