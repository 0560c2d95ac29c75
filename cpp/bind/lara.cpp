#include "games/lara.hpp"

#include <nanobind/stl/array.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

using LaraAction = Lara::Action;
using LaraTrapKind = LaraTrap::Kind;

void bind_lara(nb::module_& module) {
  BIND_ENUM(LaraAction, left, right, up, down, pull, throw_at);
  BIND_ENUM(LaraTrapKind, snake, saw, spider, lizard);
  nb::class_<LaraTile>(module, "LaraTile")
      .def(nb::init<std::array<int, 4>, std::vector<int>, bool, int, int, int, int, int>(), nb::arg("joins"),
           nb::arg("air_connect"), nb::arg("is_goal"), nb::arg("drop"), nb::arg("cracked"), nb::arg("moving"),
           nb::arg("spear"), nb::arg("lever"));
  nb::class_<LaraTrap>(module, "LaraTrap")
      .def(nb::init<LaraTrapKind, bool, int, int, std::vector<int>, int>(), nb::arg("kind"),
           nb::arg("can_attack"), nb::arg("pos"), nb::arg("guards"), nb::arg("sequence"),
           nb::arg("activates"));
  bind_system<Lara>(module, "Lara")
      .def(nb::init<std::vector<LaraTile>, std::vector<LaraTrap>, std::vector<std::uint64_t>, int,
                    std::uint64_t, bool>(),
           nb::arg("tiles"), nb::arg("traps"), nb::arg("levers"), nb::arg("start"), nb::arg("off"),
           nb::arg("traps_act_on_any"));
  module.attr("LARA_MOST_TRAPS") = Lara::kMostTraps;
  module.attr("LARA_MOST_STEPS") = Lara::kMostSteps;
  module.attr("LARA_MOST_TILES") = Lara::kMostTiles;
  module.attr("LARA_MOST_OF_SET") = Lara::kMostOfSet;
}

}  // namespace ludoplan
