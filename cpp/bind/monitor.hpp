// A monitor that calls back into Python.
#pragma once

#include <nanobind/nanobind.h>

#include "search/monitor.hpp"

namespace ludoplan {

namespace nb = nanobind;

// Looks for signals and reports progress, both of which need the interpreter.
inline Monitor::Report reporter(const nb::object& progress) {
  return [progress](const Counters& counters) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
      // Ctrl-C: the search ends by itself and tells what it knows. Other handlers' errors go on.
      nb::python_error error;
      if (!error.matches(PyExc_KeyboardInterrupt)) throw error;
      return false;
    }
    return progress.is_none() || nb::cast<bool>(progress(counters));
  };
}

}  // namespace ludoplan
