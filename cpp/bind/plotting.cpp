#include "games/plotting.hpp"

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {

void bind_plotting(nb::module_& module) {
  BIND_VARIABLE(PlottingGrid, rows, colours, stacks, hand, goal, open_rows, open_columns);
  bind_system<PlottingSmall>(module, "PlottingSmall").def(nb::init<const PlottingGrid&>());
  bind_system<PlottingLarge>(module, "PlottingLarge").def(nb::init<const PlottingGrid&>());
}

}  // namespace ludoplan
