// Binds a transition system; what all of them can do is bound once, in module.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/monitor.hpp"
#include "search/system.hpp"

namespace ludoplan {

// Maps come as bytes: a list's items would be looked at one by one.
inline std::vector<std::uint8_t> bytes_of(const nb::bytes& bytes) {
  const auto* first = static_cast<const std::uint8_t*>(bytes.data());
  return {first, first + bytes.size()};
}

// Its constructors are those of the puzzle.
template <TransitionSystem System>
nb::class_<SystemOf<System>, AnySystem> bind_system(nb::module_& module, const char* name) {
  return nb::class_<SystemOf<System>, AnySystem>(module, name);
}

}  // namespace ludoplan
