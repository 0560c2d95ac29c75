// Binds a transition system; what all of them can do is bound once, in module.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/monitor.hpp"
#include "search/system.hpp"

namespace ludoplan {

// Maps come as bytes: a list's items would be looked at one by one.
struct Bytes : std::vector<std::uint8_t> {};

// Its constructors are those of the puzzle.
template <TransitionSystem System>
nb::class_<SystemOf<System>, AnySystem> bind_system(nb::module_& module, const char* name) {
  return nb::class_<SystemOf<System>, AnySystem>(module, name);
}

}  // namespace ludoplan

template <>
struct nanobind::detail::type_caster<ludoplan::Bytes> {
  NB_TYPE_CASTER(ludoplan::Bytes, const_name("bytes"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    if (!isinstance<bytes>(source)) return false;
    const auto items = borrow<bytes>(source);
    const auto* const first = static_cast<const std::uint8_t*>(items.data());
    value.assign(first, first + items.size());
    return true;
  }
};
