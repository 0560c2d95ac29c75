#include "games/roll.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

using RollEffect = RollSwitch::Effect;
using RollFloor = Roll::Floor;
using RollKind = Roll::Kind;
using RollStep = Roll::Step;

void bind_roll(nb::module_& module) {
  BIND_ENUM(RollEffect, toggle, open, close);
  BIND_CODES(RollFloor, hole, plain, fragile, first_bridge);
  BIND_ENUM(RollKind, standing, lying_across, lying_down, split);
  BIND_ENUM(RollStep, up, down, left, right, swap);
  nb::class_<RollSwitch>(module, "RollSwitch")
      .def(nb::init<bool, std::vector<std::pair<RollEffect, Word>>, std::optional<std::pair<Word, Word>>>(),
           nb::arg("heavy"), nb::arg("effects"), nb::arg("split_cells").none());
  nb::class_<Roll::State>(module, "RollState")
      .def(nb::init<RollKind, Word, Word, Word>(), nb::arg("kind"), nb::arg("cell"), nb::arg("other"),
           nb::arg("bridges"));
  bind_system<Roll>(module, "Roll")
      .def(nb::init<int, Bytes, Bytes, std::vector<RollSwitch>, Roll::State, Word, Cost>(), nb::arg("width"),
           nb::arg("floors"), nb::arg("switch_at"), nb::arg("switches"), nb::arg("start"), nb::arg("target"),
           nb::arg("swap_cost"));
}

}  // namespace ludoplan
