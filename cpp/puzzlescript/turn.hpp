// A turn from the input to the win, and the turns that follow it by `again`.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "puzzlescript/guess.hpp"
#include "puzzlescript/movements.hpp"
#include "puzzlescript/packing.hpp"

namespace ludoplan::puzzlescript {

// What is compiled for the sizes of cells and boards.
struct Parts {
  std::unique_ptr<Board> board;
  std::unique_ptr<Rules> rules;
  std::unique_ptr<Movements> movements;

  template <int S, int B>
  static Parts of_sizes(const LevelCode& code, Chance& chance) {
    auto board = std::make_unique<BoardOf<S, B>>(code);
    auto rules = std::make_unique<RulesOf<S, B>>(code, *board, chance);
    auto movements = std::make_unique<MovementsOf<S, B>>(code, *board, rules->rigid);
    return {std::move(board), std::move(rules), std::move(movements)};
  }
  static Parts of(const LevelCode& code, Chance& chance) {
    if (code.cell_words == 3) return of_sizes<3, 0>(code, chance);
    if (code.cell_words == 4) return of_sizes<4, 0>(code, chance);
    if (code.cell_words != 2) return of_sizes<0, 0>(code, chance);
    switch (code.board_words) {
      case 1:
        return of_sizes<2, 1>(code, chance);
      case 2:
        return of_sizes<2, 2>(code, chance);
      case 4:
        return of_sizes<2, 4>(code, chance);
      default:
        return of_sizes<2, 0>(code, chance);
    }
  }
};

// A level at play.
class Engine {
 public:
  // So many turns may follow one input by `again`.
  static constexpr int kMostTurns = 5000;

  Engine(const LevelCode& code, const Packing& packing, const std::vector<std::uint8_t>& key)
      : code_(code),
        packing_(packing),
        chance_(key),
        parts_(Parts::of(code, chance_)),
        guess_(code, board_),
        restart_point_(code.map.cells),
        state_(packing.words(), 0) {
    banned_.resize(code.program.rigid_groups.empty() ? 0 : code.program.rules.size(), 0);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The level as it begins: start rules and what follows from them done. True if that won.
  bool reset() {
    chance_.go_to(0);
    history_.clear();
    checks_wins_ = true;
    restart_point_ = code_.map.cells;
    show(restart_point_);
    won_ = again_ = false;
    if (code_.program.runs_rules_on_start) turn(Input::tick, {.may_win = false});
    if (!hears_start_) sounds_.clear();
    settle();
    return won_;
  }

  // One input with all the turns that follow by `again`. True if it won.
  bool press(Input input) {
    chance_.forget_choices();
    won_ = again_ = has_restarted_ = false;
    turn(input, {});
    settle();
    return won_;
  }
  // The last input's turns would have gone round for ever.
  bool is_endless() const { return is_endless_; }
  // Chance had something to choose in the last input's turns.
  bool has_chosen() const { return chance_.has_chosen(); }
  // The last input's turns went back to the restart point.
  bool has_restarted() const { return has_restarted_; }

  const std::vector<Word>& state() {
    for (const std::uint32_t at : stale_) packing_.encode(at, board_.cell(at), state_.data());
    stale_.clear();
    state_[0] = (state_[0] & ~Word{1}) | Word{won_};
    if (packing_.draws()) state_[packing_.drawn_at()] = chance_.drawn();
    if (packing_.keeps_restart_point() && restart_point_is_stale_) {
      encode_all(restart_point_, state_.data() + packing_.restart_at());
      restart_point_is_stale_ = false;
    }
    return state_;
  }

  void load(const Word* wanted) {
    state();
    packing_.for_each_difference(state_.data(), wanted, [&](std::size_t at, const Mask& mask, int object) {
      board_.put_only(at, mask, object);
    });
    chance_.go_to(packing_.draws() ? wanted[packing_.drawn_at()] : 0);
    if (packing_.keeps_restart_point()) {
      const std::size_t from = packing_.restart_at();
      packing_.for_each_difference(state_.data() + from, wanted + from,
                                   [&](std::size_t at, const Mask& mask, int object) {
                                     Bits* const words = restart_point_.data() + at * board_.object_words();
                                     for (std::size_t i = 0; i < board_.object_words(); ++i)
                                       words[i] = Board::with_only(words[i], i, mask, object);
                                   });
    }
    std::copy_n(wanted, state_.size(), state_.data());
    won_ = Packing::is_won(wanted);
  }

  // How far the win seems to be, and how far it is at least; kDeadEnd: there is no way.
  Cost distance(const Guide& guide) { return won_ ? 0 : guess_.estimate(guide); }
  Cost bound(const Guide& guide) const { return won_ ? 0 : guess_.bound(guide); }
  // Objects that are not as the win conditions want them.
  int unmet() { return won_ ? 0 : guess_.unmet(); }
  const Bits* cell(std::size_t at) const { return board_.cell(at); }

  // For sessions: sounds are kept, those of the start rules only on demand; boards are kept for undo; and
  // play goes on after a win if `on_win` says so.
  void record(bool from_start, std::function<bool()> on_win) {
    hears_start_ = from_start;
    on_win_ = std::move(on_win);
    is_recorded_ = rules_.traces.are_kept = movements_.sounds.are_kept = true;
  }
  const std::vector<std::string>& sounds() const { return sounds_; }

  void undo() {
    if (!code_.program.has_undo) return;
    while (!history_.empty() && history_.back() == shown()) history_.pop_back();
    if (history_.empty()) return;
    show(history_.back());
    history_.pop_back();
    again_ = false;
  }
  bool restart() {
    if (!code_.program.has_restart) return false;
    if (again_) undo();  // in the middle of turns that never end
    history_.push_back(shown());
    won_ = false;
    go_to_restart_point();
    settle();
    return won_;
  }

 private:
  using Boards = std::vector<Bits>;  // the objects of all cells
  struct Mode {
    bool may_win = true;
    bool is_trial = false;  // only to see whether something would change
  };

  // What the board shows.
  Boards shown() const {
    Boards boards(code_.map.cells.size());
    for (std::size_t at = 0; at < code_.cells; ++at) {
      std::copy_n(board_.cell(at), board_.object_words(), boards.data() + at * board_.object_words());
    }
    return boards;
  }
  void show(const Boards& boards) {
    for (std::size_t at = 0; at < code_.cells; ++at) {
      const Bits* const objects = boards.data() + at * board_.object_words();
      if (board_.has_just(at, objects)) continue;
      board_.put_objects(at, objects);
      stale_.push_back(static_cast<std::uint32_t>(at));
    }
    movements_.drop_restored();
    board_.begin_journal();
  }
  Boards shown_before_turn() const {
    Boards boards = shown();
    board_.for_each_entry([&](std::size_t at, const Bits* objects) {
      std::copy_n(objects, board_.object_words(), boards.data() + at * board_.object_words());
    });
    return boards;
  }

  void encode_all(const Boards& boards, Word* words) const {
    for (std::size_t at = 0; at < code_.cells; ++at) {
      packing_.encode(at, boards.data() + at * board_.object_words(), words);
    }
  }

  // Turns asked for by `again`. A chain that comes back to where it was would never end: every so often the
  // state is noted, at ever longer intervals, and compared with those after it.
  void settle() {
    int turns = 0;
    int noted_at = 0;
    while (again_ && !won_ && turns++ < kMostTurns) {
      turn(Input::tick, {});
      if (is_recorded_ || turns < kSoonest || !again_) continue;
      const std::vector<Word>& now = state();
      if (noted_at != 0 && now == noted_) {
        // Round after round is the same: only what is left of the last one is played.
        turns = kMostTurns - (kMostTurns - turns) % (turns - noted_at);
        noted_at = 0;
      } else if ((turns & (turns - 1)) == 0) {
        noted_ = now;
        noted_at = turns;
      }
    }
    is_endless_ = again_ && !won_;
  }

  // True if something changed, or would.
  bool turn(Input input, Mode mode) {
    again_ = false;
    board_.begin_journal();
    player_cells_.clear();
    rules_.commands.clear();
    if (is_recorded_) begin_sounds();
    if (!banned_.empty()) movements_.note_left_over();
    start_movement(input);
    if (banned_.empty()) {
      rules_.apply(code_.rules, banned_);
      movements_.resolve(banned_);
      if (!code_.late_rules.empty()) rules_.apply(code_.late_rules, banned_);
    } else {
      apply_rigid_rules(input);
    }
    if (!player_cells_.empty() && std::ranges::all_of(player_cells_, [&](std::uint32_t at) {
          return meet(board_.cell(at), code_.program.player);
        })) {
      roll_back();
      checks_wins_ = true;
      return false;
    }
    return rules_.commands.is_empty() ? end_turn(input, mode) : obey(input, mode);
  }

  void start_movement(Input input) {
    constexpr Direction kDirections[] = {kUp, kLeft, kDown, kRight, kAction};
    if (input == Input::tick) return;
    movements_.start(kDirections[static_cast<int>(input)],
                     code_.program.requires_player_movement ? &player_cells_ : nullptr);
  }

  // A rigid body that is stuck takes its group out, and the turn begins again.
  void apply_rigid_rules(Input input) {
    static const std::vector<char> kNoneBanned;
    std::ranges::fill(banned_, 0);
    for (int round = 0; round < kMostRigidRounds; ++round) {
      rules_.apply(code_.rules, banned_);
      if (!movements_.resolve(banned_)) {
        rules_.apply(code_.late_rules, kNoneBanned);
        return;
      }
      board_.roll_back();
      rules_.commands.clear();
      rules_.traces.clear();
      movements_.sounds.moved.clear();
      player_cells_.clear();
      movements_.put_left_over();
      start_movement(input);
    }
    movements_.drop_all();
  }

  void roll_back() {
    board_.roll_back();
    movements_.drop_restored();
  }

  // Cancel and restart.
  bool obey(Input input, Mode mode) {
    if (rules_.commands.has(kCancel)) {
      const bool has_more = rules_.commands.size() > 1;
      roll_back();
      return has_more;
    }
    if (!rules_.commands.has(kRestart)) return end_turn(input, mode);
    const Boards before = shown_before_turn();
    if (is_recorded_) history_.push_back(before);
    if (mode.is_trial) {
      roll_back();
      return true;
    }
    commit();
    has_restarted_ = true;
    if (!is_restarting_) go_to_restart_point();
    const bool modified = shown() != before;
    if (is_recorded_) {
      if (modified && input != Input::tick) history_.push_back(before);
      end_sounds();
    }
    conclude(mode, modified);
    return modified;
  }

  void go_to_restart_point() {
    is_restarting_ = true;
    show(restart_point_);
    again_ = false;
    if (code_.program.runs_rules_on_start) turn(Input::tick, {.may_win = false});
    rules_.commands.clear();
    is_restarting_ = false;
  }

  bool end_turn(Input input, Mode mode) {
    const bool modified = board_.differs_from_journal();
    if (mode.is_trial) {
      if (modified) roll_back();
      if (modified || rules_.commands.has(kWin)) return true;
    } else if (is_recorded_) {
      if (modified && input != Input::tick) history_.push_back(shown_before_turn());
      end_sounds();
    }
    if (modified) commit();
    conclude(mode, modified);
    return modified && !mode.is_trial;
  }

  // Win, checkpoint, again.
  void conclude(Mode mode, bool modified) {
    if (checks_wins_ && mode.may_win && has_won()) {
      won_ = !on_win_ || !on_win_();
      if (won_) return;
      checks_wins_ = false;
    }
    if (rules_.commands.is_empty()) return;
    if (rules_.commands.has(kCheckpoint)) {
      restart_point_ = shown();
      restart_point_is_stale_ = true;
    }
    if (rules_.commands.has(kAgain) && modified && !mode.is_trial) {
      const bool goes_on = turn(Input::tick, {.may_win = false, .is_trial = true});
      again_ = goes_on;
    }
    rules_.commands.clear();
  }

  // Many cells are as they were: what rules draw anew each turn, for instance.
  void commit() {
    board_.for_each_entry([&](std::size_t at, const Bits* objects) {
      if (!board_.has_just(at, objects)) stale_.push_back(static_cast<std::uint32_t>(at));
    });
  }

  bool has_won() const {
    if (rules_.commands.has(kWin)) return true;
    return !code_.wins.empty() &&
           std::ranges::all_of(code_.wins, [&](const WinCode& win) { return holds(win); });
  }
  bool holds(const WinCode& win) const {
    const bool wants_target = win.quantifier != Quantifier::all;
    for (const std::uint32_t object : win.subjects) {
      if (board_.count(object) == 0) continue;
      const Bits* const board = board_.cells_with(object);
      for (std::size_t word = 0; word < board_.board_words(); ++word) {
        for (Bits left = board[word]; left != 0; left &= left - 1) {
          const Bits* const there =
              board_.cell(word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(left)));
          if (win.subject_is_aggregate && !has(there, win.subject, true)) continue;
          if (has(there, win.target, win.target_is_aggregate) == wants_target) {
            return win.quantifier == Quantifier::some;
          }
        }
      }
    }
    return win.quantifier != Quantifier::some;
  }
  void begin_sounds() {
    rules_.traces.clear();
    movements_.sounds.moved.clear();
    movements_.sounds.stuck.clear();
  }
  void end_sounds() {
    for (const std::string& seed : movements_.sounds.stuck) sounds_.push_back(seed);
    for (const std::string& seed : movements_.sounds.moved) sounds_.push_back(seed);
    add_sounds(code_.program.create_sounds, rules_.traces.made);
    add_sounds(code_.program.destroy_sounds, rules_.traces.destroyed);
  }
  void add_sounds(const std::vector<ObjectSound>& from, const Mask& objects) {
    for (const ObjectSound& sound : from) {
      if (meet(objects, sound.objects)) sounds_.push_back(sound.seed);
    }
  }

  static constexpr int kMostRigidRounds = 50;
  static constexpr int kSoonest = 32;
  const LevelCode& code_;
  const Packing& packing_;
  Chance chance_;
  Parts parts_;
  Board& board_ = *parts_.board;
  Rules& rules_ = *parts_.rules;
  Movements& movements_ = *parts_.movements;
  Guess guess_;
  Boards restart_point_;
  std::vector<Word> state_;
  std::vector<std::uint32_t> stale_;  // cells that `state_` does not know yet
  std::vector<char> banned_;
  std::vector<std::uint32_t> player_cells_;
  std::vector<Word> noted_;
  std::function<bool()> on_win_;
  std::vector<Boards> history_;
  std::vector<std::string> sounds_;
  bool won_ = false;
  bool again_ = false;
  bool is_endless_ = false;
  bool checks_wins_ = true;
  bool is_restarting_ = false;
  bool has_restarted_ = false;
  bool is_recorded_ = false;
  bool hears_start_ = false;
  bool restart_point_is_stale_ = true;
};

}  // namespace ludoplan::puzzlescript
