// A level as the search kernels see it, and a session as a player sees it.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "puzzlescript/turn.hpp"
#include "search/concepts.hpp"

namespace ludoplan::puzzlescript {

using Key = std::vector<std::uint8_t>;  // the bytes of a seed

inline const SourceMap& map_of(const Program& program, std::size_t level) {
  if (level >= program.levels.size()) throw std::invalid_argument("no such level");
  if (program.levels[level].width == 0) throw std::invalid_argument("this level is a message");
  return program.levels[level];
}

// The objects of each cell, column by column.
inline std::vector<std::vector<int>> objects_of(const LevelCode& code, const Engine& engine) {
  std::vector<std::vector<int>> all(code.cells);
  for (std::size_t at = 0; at < code.cells; ++at) {
    for_each_bit(engine.cell(at), code.object_words,
                 [&](std::size_t object) { all[at].push_back(static_cast<int>(object)); });
  }
  return all;
}

// Chance had something to choose in a search whose states leave it out.
struct ChanceMatters : std::runtime_error {
  ChanceMatters() : std::runtime_error("what happens depends on chance") {}
};

class Level {
 public:
  struct State {
    std::vector<Word> words;
  };
  // Both from the win conditions; the second is admissible.
  static constexpr const char* kHeuristics[] = {"distance", "bound"};
  static constexpr int kBound = 2;
  // A turn of a heavy game takes long.
  static constexpr std::uint64_t kPollMask = 7;
  static constexpr bool kShared = true;

  // Without chance, states are the same however many random numbers were drawn before: as long as none had
  // anything to choose, they are. The first one that has throws ChanceMatters.
  Level(std::shared_ptr<const Program> program, std::size_t level, Key key, bool keeps_chance = true)
      : program_(std::move(program)),
        code_(*program_, map_of(*program_, level)),
        reach_(code_),
        packing_(code_, reach_, keeps_chance),
        guide_(code_, reach_),
        key_(std::move(key)) {
    for (int input = 0; input < kInputs; ++input) {
      const bool is_there = input == static_cast<int>(Input::action) ? program_->has_action
                            : input == static_cast<int>(Input::tick) ? program_->is_realtime
                                                                     : true;
      if (is_there) inputs_.push_back(static_cast<Input>(input));
    }
    first_ = initial().words;
  }

  std::size_t packed_words() const { return packing_.words(); }
  void pack(const State& state, Word* out) const { std::ranges::copy(state.words, out); }
  void unpack(const Word* packed, State& state) const { state.words.assign(packed, packed + packed_words()); }

  State initial() const {
    const Lease engine(*this);
    engine->reset();
    return {engine->state()};
  }
  bool is_goal(const State& state) const { return Packing::is_won(state.words.data()); }
  Cost estimate(int heuristic, const State& state) const {
    if (heuristic == kBlind || is_goal(state)) return 0;
    return look_at(state, [&](Engine& engine) {
      return heuristic == kBound ? engine.bound(guide_) : engine.distance(guide_);
    });
  }

  int atoms() const { return packing_.atoms(); }
  template <class Visit>
  void for_each_atom(const State& state, Visit&& visit) const {
    packing_.for_each_atom(state.words.data(), visit);
  }
  template <class Visit>
  void for_each_new_atom(const State& before, const State& after, Visit&& visit) const {
    packing_.for_each_new_atom(before.words.data(), after.words.data(), visit);
  }
  int unmet_goals(const State& state) const {
    return look_at(state, [](Engine& engine) { return engine.unmet(); });
  }
  // No way is guessed; but it may be known that there is none.
  bool way_to_goal(const State& state, std::vector<int>& atoms) const {
    atoms.clear();
    return estimate(kBound, state) != kDeadEnd;
  }

  // Moves that change nothing are left out, unless they win; so are those whose turns never end, and, where
  // that is wanted, those that begin the level again.
  template <class Emit>
  void for_each_successor(const State& state, Emit&& emit) const {
    if (is_goal(state)) return;
    const Lease engine(*this);
    const AtHand remembered(*this, *engine);
    State next;
    for (const Input input : inputs_) {
      engine->load(state.words.data());
      press(*engine, input);
      if (engine->is_endless()) continue;
      const std::vector<Word>& words = engine->state();
      if (words == state.words) continue;
      if (code_.leaves_out_restarts && engine->has_restarted() && words == first_) continue;
      next.words = words;
      emit(static_cast<Move>(input), next, Cost{1});
    }
  }

  // Whether the input may be pressed and changes nothing.
  bool is_idle(const State& state, Move move) const {
    const auto input = std::ranges::find(inputs_, static_cast<Input>(move));
    if (input == inputs_.end() || is_goal(state)) return false;
    const Lease engine(*this);
    engine->load(state.words.data());
    press(*engine, *input);
    return !engine->is_endless() && engine->state() == state.words;
  }

  std::vector<std::vector<int>> cells(const State& state) const {
    const Lease engine(*this);
    engine->load(state.words.data());
    return objects_of(code_, *engine);
  }

  const Guide& guide() const { return guide_; }

  // Presses random inputs; a win starts the level again. The number of wins.
  std::uint64_t walk(std::uint64_t steps, std::uint64_t seed) const {
    const Lease engine(*this);
    engine->reset();
    std::uint64_t wins = 0;
    for (std::uint64_t random = seed | 1; steps > 0; --steps) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      if (!engine->press(inputs_[static_cast<std::size_t>((random >> 32) * inputs_.size() >> 32)])) continue;
      ++wins;
      engine->reset();
    }
    return wins;
  }

 private:
  void press(Engine& engine, Input input) const {
    engine.press(input);
    if (!packing_.draws() && engine.has_chosen()) throw ChanceMatters();
  }

  // An engine of one's own, for threads and for searches within searches.
  class Lease {
   public:
    explicit Lease(const Level& level) : level_(level), engine_(level.spare_.exchange(nullptr)) {
      if (engine_ == nullptr) engine_ = level.take();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      Engine* none = nullptr;
      if (!level_.spare_.compare_exchange_strong(none, engine_)) level_.give(engine_);
    }
    Engine* operator->() const { return engine_; }
    Engine& operator*() const { return *engine_; }

   private:
    const Level& level_;
    Engine* engine_;
  };

  // The engine that has just made the states that are asked about.
  class AtHand {
   public:
    AtHand(const Level& level, Engine& engine) : before_(at_hand) { at_hand = {&level, &engine}; }
    AtHand(const AtHand&) = delete;
    AtHand& operator=(const AtHand&) = delete;
    ~AtHand() { at_hand = before_; }

   private:
    std::pair<const Level*, Engine*> before_;
  };
  inline static thread_local std::pair<const Level*, Engine*> at_hand{};

  // Calls look(engine) with one that shows the state.
  template <class Look>
  std::invoke_result_t<Look, Engine&> look_at(const State& state, Look&& look) const {
    if (at_hand.first == this && at_hand.second->state() == state.words) return look(*at_hand.second);
    const Lease engine(*this);
    engine->load(state.words.data());
    return look(*engine);
  }

  Engine* take() const {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) {
      engines_.push_back(std::make_unique<Engine>(code_, packing_, key_));
      engines_.back()->reset();
      return engines_.back().get();
    }
    Engine* const engine = free_.back();
    free_.pop_back();
    return engine;
  }
  void give(Engine* engine) const {
    const std::scoped_lock lock(mutex_);
    free_.push_back(engine);
  }

  std::shared_ptr<const Program> program_;
  LevelCode code_;
  Reach reach_;
  Packing packing_;
  Guide guide_;
  Key key_;
  std::vector<Input> inputs_;
  std::vector<Word> first_;
  mutable std::atomic<Engine*> spare_ = nullptr;
  mutable std::mutex mutex_;  // of what follows
  mutable std::vector<std::unique_ptr<Engine>> engines_;
  mutable std::vector<Engine*> free_;
};

// A search is offered for the systems that have what it needs: without this, one might go unnoticed.
static_assert(AtomicSystem<Level>);

// Play as it was recorded from the original: a win leads to the next level at once; a message, or the end of
// the game, leaves the board as it is, and no more is won.
class Session {
 public:
  Session(std::shared_ptr<const Program> program, std::size_t level, Key key)
      : program_(std::move(program)), key_(std::move(key)) {
    if (level < program_->levels.size() && program_->levels[level].width > 0) {
      start(level);
    } else {
      level_ = level;
    }
  }

  void press(Input input) {
    ++inputs_;
    if (engine_ == nullptr) return;
    if (engine_->press(input)) go_on();
  }
  void undo() {
    ++inputs_;
    if (engine_ != nullptr) engine_->undo();
  }
  void restart() {
    ++inputs_;
    if (engine_ != nullptr && engine_->restart()) go_on();
  }

  std::size_t level() const { return level_; }
  int width() const { return engine_ == nullptr ? 0 : code_->width; }
  int height() const { return engine_ == nullptr ? 0 : code_->height; }
  const std::vector<int>& wins() const { return wins_; }
  std::vector<std::string> sounds() const {
    std::vector<std::string> all = sounds_;
    if (engine_ != nullptr) all.insert(all.end(), engine_->sounds().begin(), engine_->sounds().end());
    return all;
  }
  std::vector<std::vector<int>> cells() const {
    return engine_ == nullptr ? std::vector<std::vector<int>>() : objects_of(*code_, *engine_);
  }

 private:
  void start(std::size_t level) {
    sounds_ = sounds();
    is_over_ = false;
    level_ = level;
    engine_ = nullptr;
    packing_ = nullptr;
    code_ = std::make_unique<LevelCode>(*program_, program_->levels[level]);
    packing_ = std::make_unique<Packing>(*code_, Reach(*code_));
    engine_ = std::make_unique<Engine>(*code_, *packing_, key_);
    // What is heard while the first level is loaded belongs to no input.
    engine_->record(!wins_.empty(), [this] { return stays(); });
    if (engine_->reset()) go_on();
  }
  std::size_t next() const { return is_over_ ? 0 : level_ + 1; }
  // A win: true if the board stays.
  bool stays() {
    wins_.push_back(inputs_);
    const std::size_t level = next();
    if (level < program_->levels.size() && program_->levels[level].width > 0) return false;
    is_over_ = level == program_->levels.size();
    level_ = is_over_ ? 0 : level;
    return true;
  }
  void go_on() { start(next()); }

  std::shared_ptr<const Program> program_;
  Key key_;
  std::unique_ptr<LevelCode> code_;
  std::unique_ptr<Packing> packing_;
  std::unique_ptr<Engine> engine_;
  std::size_t level_ = 0;
  bool is_over_ = false;
  int inputs_ = 0;
  std::vector<int> wins_;
  std::vector<std::string> sounds_;
};

}  // namespace ludoplan::puzzlescript
