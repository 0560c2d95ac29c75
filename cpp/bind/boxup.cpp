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
      .def(
          "__init__",
          [](SystemOf<Boxup>* self, int width, const nb::bytes& walls, Word player,
             std::vector<BoxupBox> boxes, std::size_t red, std::size_t blue) {
            new (self) SystemOf<Boxup>(width, bytes_of(walls), player, std::move(boxes), red, blue);
          },
          nb::arg("width"), nb::arg("walls"), nb::arg("player"), nb::arg("boxes"), nb::arg("red"),
          nb::arg("blue"));
  module.attr("BOXUP_MAX_BOXES") = Boxup::kMostBoxes;
}

}  // namespace ludoplan
