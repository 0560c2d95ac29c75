// What Python sees of a class or an enumeration, each name said once: BIND_ENUM(Stop, none, time, memory).
#pragma once

#include <nanobind/nanobind.h>

// Calls a macro with the class and each of the names; the preprocessor looks as often as there may be names.
#define BIND_PARENTHESES ()
#define BIND_LOOK(...) BIND_LOOK_3(BIND_LOOK_3(BIND_LOOK_3(BIND_LOOK_3(__VA_ARGS__))))
#define BIND_LOOK_3(...) BIND_LOOK_2(BIND_LOOK_2(BIND_LOOK_2(BIND_LOOK_2(__VA_ARGS__))))
#define BIND_LOOK_2(...) BIND_LOOK_1(BIND_LOOK_1(BIND_LOOK_1(BIND_LOOK_1(__VA_ARGS__))))
#define BIND_LOOK_1(...) __VA_ARGS__
#define BIND_EACH(how, type, ...) BIND_LOOK(BIND_NEXT(how, type, __VA_ARGS__))
#define BIND_NEXT(how, type, name, ...) \
  how(type, name) __VA_OPT__(BIND_AGAIN BIND_PARENTHESES(how, type, __VA_ARGS__))
#define BIND_AGAIN() BIND_NEXT

#define BIND_VALUE(type, name) .value(#name, type::name)
#define BIND_READ(type, name) .def_ro(#name, &type::name)
#define BIND_WRITE(type, name) .def_rw(#name, &type::name)

#define BIND_ENUM(type, ...) nb::enum_<type>(module, #type) BIND_EACH(BIND_VALUE, type, __VA_ARGS__)
#define BIND_CODES(type, ...) \
  nb::enum_<type>(module, #type, nb::is_arithmetic()) BIND_EACH(BIND_VALUE, type, __VA_ARGS__)
#define BIND_CONSTANT(type, ...) nb::class_<type>(module, #type) BIND_EACH(BIND_READ, type, __VA_ARGS__)
#define BIND_VARIABLE(type, ...) \
  nb::class_<type>(module, #type).def(nb::init<>()) BIND_EACH(BIND_WRITE, type, __VA_ARGS__)
