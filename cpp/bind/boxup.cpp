#include "games/boxup.hpp"

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

using BoxupStep = Boxup::Step;

void bind_boxup(nb::module_& module) {
  BIND_ENUM(BoxupStep, up, down, left, right);
  nb::class_<BoxupBox>(module, "BoxupBox")
      .def(nb::init<bool, BoxupStep, Word>(), nb::arg("is_big"), nb::arg("open"), nb::arg("cell"));
  bind_system<Boxup>(module, "Boxup")
      .def(nb::init<int, Bytes, Word, std::vector<BoxupBox>, std::size_t, std::size_t>(), nb::arg("width"),
           nb::arg("walls"), nb::arg("player"), nb::arg("boxes"), nb::arg("red"), nb::arg("blue"));
  module.attr("BOXUP_MAX_BOXES") = Boxup::kMostBoxes;
}

}  // namespace ludoplan
