#include "games/maze.hpp"

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

using MazeStep = MazeMap::Step;

void bind_maze(nb::module_& module) {
  BIND_ENUM(MazeStep, north, south, east, west);
  nb::class_<MazeMap>(module, "MazeMap")
      .def(nb::init<int, Bytes, Word, std::vector<Word>>(), nb::arg("width"), nb::arg("walls"),
           nb::arg("start"), nb::arg("food"));
  bind_system<MazeAnyFood>(module, "MazeAnyFood").def(nb::init<MazeMap>());
  bind_system<MazeAllFood>(module, "MazeAllFood").def(nb::init<MazeMap>());
  bind_system<MazeTour>(module, "MazeTour")
      .def(nb::init<MazeMap>())
      .def(
          "steps",
          [](const SystemOf<MazeTour>& tour, const std::vector<Move>& dots) {
            return tour.system().steps(dots);
          },
          nb::arg("dots"));
  module.attr("MAZE_MAX_FOOD") = kMaxFoodWords * 32;
}

}  // namespace ludoplan
