#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/fields.hpp"
#include "bind/system.hpp"
#include "puzzlescript/system.hpp"

namespace ludoplan {

namespace {

using namespace puzzlescript;

#define READ_FIELD(program, name) program.name = nb::cast<decltype(program.name)>(source_[#name]);

// Reads what ludoplan.games.puzzlescript.native makes of a program: tuples of numbers, masks among them as
// whole numbers of any size.
class Reader {
 public:
  explicit Reader(const nb::dict& source) : source_(source), program_(std::make_shared<Program>()) {}

  // The same program with one map.
  Reader(const Program& program, int width, int height, nb::handle cells, bool leaves_out_restarts)
      : program_(std::make_shared<Program>(program)) {
    program_->levels = {read_map(width, height, cells)};
    program_->leaves_out_restarts = leaves_out_restarts;
  }
  const std::shared_ptr<Program>& program() const { return program_; }

  std::shared_ptr<Program> read() {
    Program& program = *program_;
    BIND_EACH(READ_FIELD, program, layer_of, layers, player_is_aggregate, rigid_groups, runs_rules_on_start,
              requires_player_movement, has_action, is_realtime, has_undo, has_restart)
    program.objects = program.layer_of.size();
    for (const nb::handle mask : source_["layer_masks"]) program.layer_masks.push_back(objects(mask));
    program.player = objects(source_["player"]);
    read_groups(source_["rules"], program.rules);
    read_groups(source_["late_rules"], program.late_rules);
    for (const nb::handle win : source_["wins"]) {
      program.win_conditions.push_back({nb::cast<Quantifier>(win[0]), objects(win[1]), objects(win[2]),
                                        nb::cast<bool>(win[3]), nb::cast<bool>(win[4])});
    }
    for (const nb::handle level : source_["levels"]) {
      program.levels.push_back(read_map(nb::cast<int>(level[0]), nb::cast<int>(level[1]), level[2]));
    }
    read_sounds(source_["create_sounds"], program.create_sounds);
    read_sounds(source_["destroy_sounds"], program.destroy_sounds);
    for (const nb::handle layer : source_["move_sounds"]) {
      read_sounds(layer, program.move_sounds.emplace_back());
    }
    program.move_sounds.resize(program.layers);
    read_sounds(source_["stuck_sounds"], program.stuck_sounds);
    return program_;
  }

 private:
  // Adds the bits of a whole number to a mask; `place` says where each goes.
  template <class Place>
  static void add_bits(nb::handle number, Mask& mask, Place&& place) {
    const auto add_word = [&](Bits word, std::size_t first) {
      for_each_bit(word, [&](std::size_t bit) {
        const std::size_t to = place(first + bit);
        if (to / kWordBits >= mask.size()) throw std::invalid_argument("a mask has too many bits");
        add(mask, to);
      });
    };
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (overflow == 0 && small >= 0) return add_word(static_cast<Bits>(small), 0);
    if (overflow <= 0) throw std::invalid_argument("a mask is negative");
    nb::object left = nb::borrow(number);
    for (std::size_t first = 0; nb::cast<int>(left.attr("bit_length")()) > 0; first += kWordBits) {
      add_word(PyLong_AsUnsignedLongLongMask(left.ptr()), first);
      left = left >> nb::int_(kWordBits);
    }
  }
  Mask objects(nb::handle number) const {
    Mask mask(program_->object_words(), 0);
    add_bits(number, mask, [](std::size_t bit) { return bit; });
    return mask;
  }
  // Objects and movements in one.
  Mask both(nb::handle object_bits, nb::handle movement_bits) const {
    Mask mask(program_->cell_words(), 0);
    add_bits(object_bits, mask, [](std::size_t bit) { return bit; });
    add_movements(movement_bits, mask);
    return mask;
  }
  void add_movements(nb::handle number, Mask& mask) const {
    add_bits(number, mask,
             [&](std::size_t bit) { return program_->movement_bit(bit / kLayerBits) + bit % kLayerBits; });
  }

  SourceMap read_map(int width, int height, nb::handle cells) const {
    SourceMap map{width, height, {}};
    for (const nb::handle cell : cells) {
      const Mask mask = objects(cell);
      map.cells.insert(map.cells.end(), mask.begin(), mask.end());
    }
    return map;
  }
  void read_groups(nb::handle source, std::vector<SourceGroup>& groups) const {
    for (const nb::handle from : source) {
      SourceGroup& group = groups.emplace_back();
      group.is_random = nb::cast<bool>(from[0]);
      group.loop_to = nb::cast<int>(from[1]);
      for (const nb::handle rule : from[2]) group.rules.push_back(read_rule(rule));
    }
  }
  SourceRule read_rule(nb::handle from) const {
    SourceRule rule;
    rule.direction = nb::cast<Direction>(from[0]);
    rule.has_replacement = nb::cast<bool>(from[1]);
    rule.rigid = nb::cast<int>(from[2]);
    rule.commands = nb::cast<std::vector<std::uint8_t>>(from[3]);
    for (const nb::handle row : from[4]) {
      auto& cells = rule.rows.emplace_back();
      for (const nb::handle cell : row) cells.push_back(read_cell(cell));
    }
    return rule;
  }
  SourceCell read_cell(nb::handle from) const {
    SourceCell cell;
    cell.is_ellipsis = from.is_none();
    if (cell.is_ellipsis) return cell;
    cell.present = both(from[0], from[1]);
    cell.missing = both(from[2], from[3]);
    for (const nb::handle any : from[4]) cell.any.push_back(both(any, nb::int_(0)));
    const nb::object to = from[5];
    cell.is_replaced = !to.is_none();
    if (!cell.is_replaced) return cell;
    cell.replacement.clear = both(to[0], to[1]);
    cell.replacement.set = both(to[2], to[3]);
    cell.replacement.rewritten_layers = both(nb::int_(0), to[4]);
    add_movements(to[4], cell.replacement.clear);
    cell.replacement.random_objects = nb::cast<std::vector<int>>(to[5]);
    cell.replacement.random_layers = nb::cast<std::vector<int>>(to[6]);
    return cell;
  }
  void read_sounds(nb::handle source, std::vector<ObjectSound>& sounds) const {
    for (const nb::handle from : source) {
      sounds.push_back({objects(from[0]), both(nb::int_(0), from[1]), nb::cast<std::string>(from[2])});
    }
  }

  nb::dict source_;
  std::shared_ptr<Program> program_;
};

// Steps for Python: -1 where there is no way.
std::vector<std::int64_t> told(const std::vector<Distance>& steps) {
  std::vector<std::int64_t> numbers;
  for (const Distance distance : steps) numbers.push_back(distance == kNoWay ? -1 : std::int64_t{distance});
  return numbers;
}

}  // namespace

void bind_puzzlescript(nb::module_& module) {
  using PuzzleScriptInput = Input;
  using PuzzleScriptQuantifier = Quantifier;
  using PuzzleScriptGoalKind = Goal::Kind;
  BIND_ENUM(PuzzleScriptInput, up, left, down, right, action, tick);
  BIND_ENUM(PuzzleScriptQuantifier, no, some, all);
  BIND_ENUM(PuzzleScriptGoalKind, every, some, cover);
  nb::enum_<Direction>(module, "PuzzleScriptDirection")
      .value("up", kUp)
      .value("down", kDown)
      .value("left", kLeft)
      .value("right", kRight)
      .value("action", kAction);
  nb::enum_<Command>(module, "PuzzleScriptCommand", nb::is_arithmetic())
      .value("cancel", kCancel)
      .value("restart", kRestart)
      .value("again", kAgain)
      .value("checkpoint", kCheckpoint)
      .value("win", kWin)
      .value("message", kMessage)
      .value("sound", kSound);
  nb::class_<Program>(module, "PuzzleScriptProgram")
      .def_static(
          "read",
          [](const nb::typed<nb::dict, nb::str, nb::object>& source) { return Reader(source).read(); },
          nb::arg("source"))
      .def(
          "with_map",
          [](const Program& program, int width, int height,
             const nb::typed<nb::tuple, int, nb::ellipsis>& cells, bool leaves_out_restarts) {
            const std::size_t wanted = width > 0 && height > 0 ? std::size_t(width) * std::size_t(height) : 0;
            if (wanted == 0 || cells.size() != wanted)
              throw std::invalid_argument("not as many cells as the map has");
            return Reader(program, width, height, cells, leaves_out_restarts).program();
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"), nb::arg("leaves_out_restarts") = false);
  nb::exception<ChanceMatters>(module, "PuzzleScriptChanceMatters");
  bind_system<Level>(module, "PuzzleScriptLevel")
      .def(nb::init<std::shared_ptr<Program>, std::size_t, Bytes, bool>(), nb::arg("program"),
           nb::arg("level"), nb::arg("seed"), nb::arg("keeps_chance") = true)
      .def(
          "cells",
          [](const SystemOf<Level>& level, const std::vector<Word>& state) {
            if (state.size() != level.packed_words()) throw std::invalid_argument("wrong number of words");
            return level.system().cells({state});
          },
          nb::arg("state"))
      .def("goals",
           [](const SystemOf<Level>& level) {
             using Steps = std::vector<std::int64_t>;
             std::vector<std::tuple<std::size_t, Goal::Kind, std::vector<std::uint32_t>, Steps, std::size_t,
                                    bool, std::size_t, std::size_t, std::vector<Steps>, bool, bool>>
                 goals;
             for (const Goal& goal : level.system().guide().goals()) {
               std::vector<Steps> by_way;
               for (const auto& steps : goal.by_way) by_way.push_back(told(steps));
               goals.emplace_back(goal.win, goal.kind, goal.objects, told(goal.steps), goal.wanted,
                                  goal.is_counted, goal.movers, goal.takers, by_way, goal.is_approached,
                                  goal.is_summed);
             }
             return goals;
           })
      .def_prop_ro("movers", [](const SystemOf<Level>& level) { return level.system().guide().movers(); })
      .def("approach",
           [](const SystemOf<Level>& level) {
             std::optional<std::tuple<std::vector<std::uint32_t>, std::vector<std::pair<std::int64_t, bool>>,
                                      std::vector<std::int64_t>>>
                 found;
             if (const auto& approach = level.system().guide().approach(); approach)
               found.emplace(approach->objects, approach->places, told(approach->steps));
             return found;
           })
      .def(
          "walk",
          [](const SystemOf<Level>& level, std::uint64_t steps, std::uint64_t seed) {
            return level.system().walk(steps, seed);
          },
          nb::arg("steps"), nb::arg("seed"), nb::call_guard<nb::gil_scoped_release>());
  nb::class_<Session>(module, "PuzzleScriptSession")
      .def(nb::init<std::shared_ptr<Program>, std::size_t, Bytes>(), nb::arg("program"), nb::arg("level"),
           nb::arg("seed"))
      .def("press", &Session::press, nb::arg("input"))
      .def("undo", &Session::undo)
      .def("restart", &Session::restart)
      .def_prop_ro("level", &Session::level)
      .def_prop_ro("width", &Session::width)
      .def_prop_ro("height", &Session::height)
      .def_prop_ro("wins", &Session::wins)
      .def_prop_ro("sounds", &Session::sounds)
      .def_prop_ro("cells", &Session::cells);
}

}  // namespace ludoplan
