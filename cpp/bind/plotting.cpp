#include "games/plotting.hpp"

#include "bind/fields.hpp"
#include "bind/system.hpp"

namespace ludoplan {
namespace {

template <class Form>
void bind_form(nb::module_& module, const char* name) {
  bind_system<Form>(module, name)
      .def(nb::init<const PlottingGrid&>())
      .def_static("fits", &Form::fits, nb::arg("grid"));
}

}  // namespace

void bind_plotting(nb::module_& module) {
  BIND_VARIABLE(PlottingGrid, rows, colours, stacks, hand, goal, open_rows, open_columns);
  bind_form<PlottingSmall>(module, "PlottingSmall");
  bind_form<PlottingLarge>(module, "PlottingLarge");
}

}  // namespace ludoplan
