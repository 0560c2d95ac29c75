#include "games/lara.hpp"

#include <nanobind/stl/array.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

using LaraAction = Lara::Action;
using LaraTileKind = LaraTile::Kind;
using LaraTrapKind = LaraTrap::Kind;

void bind_lara(nb::module_& module) {
  BIND_ENUM(LaraAction, left, right, up, down, pull, throw_at);
  BIND_ENUM(LaraTrapKind, snake, saw, spider, lizard);
  BIND_ENUM(LaraTileKind, plain, weak, movable);
  nb::class_<LaraTile>(module, "LaraTile")
      .def(nb::init<int, LaraTileKind, bool, std::array<int, 4>, std::vector<int>, bool, int>(),
           nb::arg("id"), nb::arg("kind"), nb::arg("is_active"), nb::arg("joins"), nb::arg("air_connect"),
           nb::arg("is_goal"), nb::arg("drop"));
  nb::class_<LaraLever>(module, "LaraLever")
      .def(nb::init<std::vector<int>, std::vector<int>>(), nb::arg("pos"), nb::arg("tiles"));
  nb::class_<LaraTrap>(module, "LaraTrap")
      .def(nb::init<LaraTrapKind, bool, int, int, std::vector<int>, int>(), nb::arg("kind"),
           nb::arg("can_attack"), nb::arg("pos"), nb::arg("guards"), nb::arg("sequence"),
           nb::arg("activates"));
  bind_system<Lara>(module, "Lara")
      .def(nb::init<std::vector<LaraTile>, std::vector<LaraTrap>, std::vector<int>, std::vector<LaraLever>,
                    int, bool>(),
           nb::arg("tiles"), nb::arg("traps"), nb::arg("spears"), nb::arg("levers"), nb::arg("start"),
           nb::arg("traps_act_on_any"));
  module.attr("LARA_NO_TILE") = Lara::kNoTile;
  module.attr("LARA_MOST_TRAPS") = Lara::kMostTraps;
  module.attr("LARA_MOST_STEPS") = Lara::kMostSteps;
  module.attr("LARA_MOST_TILES") = Lara::kMostTiles;
  module.attr("LARA_MOST_OF_SET") = Lara::kMostOfSet;
}

}  // namespace ludoplan
