#include "games/plotting.hpp"

#include "bind/system.hpp"

namespace ludoplan {

void bind_plotting(nb::module_& module) {
  nb::class_<PlottingGrid>(module, "PlottingGrid")
      .def(nb::init<>())
      .def_rw("rows", &PlottingGrid::rows)
      .def_rw("colours", &PlottingGrid::colours)
      .def_rw("stacks", &PlottingGrid::stacks)
      .def_rw("hand", &PlottingGrid::hand)
      .def_rw("goal", &PlottingGrid::goal)
      .def_rw("open_rows", &PlottingGrid::open_rows)
      .def_rw("open_columns", &PlottingGrid::open_columns);
  bind_system<PlottingSmall>(module, "PlottingSmall").def(nb::init<const PlottingGrid&>());
  bind_system<PlottingLarge>(module, "PlottingLarge").def(nb::init<const PlottingGrid&>());
}

}  // namespace ludoplan
