// What can be done with a level at play, whatever the sizes of its cells and boards.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "puzzlescript/guide.hpp"
#include "puzzlescript/packing.hpp"
#include "puzzlescript/program.hpp"

namespace ludoplan::puzzlescript {

class Engine {
 public:
  // So many turns may follow one input by `again`.
  static constexpr int kMostTurns = 5000;

  virtual ~Engine() = default;

  // The level as it begins: start rules and what follows from them done. True if that won.
  virtual bool reset() = 0;
  // One input with all the turns that follow by `again`. True if it won.
  virtual bool press(Input input) = 0;
  // The last input's turns would have gone round for ever.
  virtual bool is_endless() const = 0;
  // Chance had something to choose in the last input's turns.
  virtual bool has_chosen() const = 0;
  // The last input's turns went back to the restart point.
  virtual bool has_restarted() const = 0;

  virtual const std::vector<Word>& state() = 0;
  virtual void load(const Word* state) = 0;
  // How far the win seems to be, and how far it is at least; kDeadEnd: there is no way.
  virtual Cost distance(const Guide& guide) = 0;
  virtual Cost bound(const Guide& guide) const = 0;
  // Objects that are not as the win conditions want them.
  virtual int unmet() = 0;
  virtual const Bits* cell(std::size_t at) const = 0;

  // For sessions: sounds are kept, those of the start rules only on demand; boards are kept for undo; and
  // play goes on after a win if `on_win` says so.
  virtual void record(bool from_start, std::function<bool()> on_win) = 0;
  virtual void undo() = 0;
  virtual bool restart() = 0;
  virtual const std::vector<std::string>& sounds() const = 0;
};

}  // namespace ludoplan::puzzlescript
