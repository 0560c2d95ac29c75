#include "planning/planner.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <limits>

#include "planning/ground.hpp"
#include "planning/inline.hpp"
#include "planning/landmark_graph.hpp"
#include "planning/mutex.hpp"
#include "planning/pairs.hpp"
#include "planning/simplify.hpp"

namespace ludoplan::planning {

namespace {

// A search without grounding that takes a share of the time while a task is ground.
class Beside {
 public:
  Beside(const LiftedTask& lifted, Monitor& monitor)
      : lifted_(lifted),
        monitor_(monitor),
        is_over_(!lifted.searches_beside || !LiftedSearch::lacks(lifted).empty()) {}

  // A turn, if it is time for one.
  void look() {
    const double now = monitor_.seconds();
    if (now >= kAlone && spent_ <= kShare * now) go(std::max(kTurn, kShare * spent_));
  }
  void go(double seconds) {
    if (is_over_) return;
    const double began = monitor_.seconds();
    if (search_ == nullptr) {
      // By reference: a copy would count uses of a Python object, for which nobody holds the interpreter
      // here.
      search_ = std::make_unique<LiftedSearch>(
          lifted_, monitor_.left(),
          [&report = monitor_.report()](const Counters& now) { return !report || report(now); });
    }
    const Outcome outcome = search_->go(seconds);
    spent_ += monitor_.seconds() - began;
    counters = outcome.counters;
    if (outcome.verdict == Verdict::paused) return;
    is_over_ = true;
    if (outcome.verdict == Verdict::found) plan = search_->plan();
    search_ = nullptr;
    if (!plan.empty() && lifted_.ends_at_plan) throw Stopped{};
  }

  std::vector<LiftedSearch::Step> plan;
  Counters counters;

 private:
  static constexpr double kAlone = 1.0;  // seconds: most tasks are ground by then
  static constexpr double kShare = 1.0 / 3, kTurn = 0.05;
  const LiftedTask& lifted_;
  Monitor& monitor_;
  bool is_over_;
  double spent_ = 0;
  std::unique_ptr<LiftedSearch> search_;
};

}  // namespace

Planner::Planner(LiftedTask& lifted, Monitor& monitor) {
  predicates_ = static_cast<int>(lifted.predicate_arity.size());
  Patience patience(monitor);
  Beside beside(lifted, monitor);
  patience.do_beside([&] { beside.look(); });
  const std::uint64_t at_first = resident_bytes();
  stop_ = until_stopped(monitor, [&] {
    const LiftedSymmetries alike(lifted);
    Grounder grounder(lifted, patience);
    GroundModel model = grounder.ground();
    relations_ = grounder.take_relations();
    // Trimming makes a copy, and so does laying out what is left.
    patience.need(resident_bytes() - std::min(at_first, resident_bytes()));
    model = simplified(model, patience);
    if (lifted.inlines_axioms && Inliner(model, patience).run()) model = simplified(model, patience);
    // An effect that never happens might happen after an exchange of alike objects.
    const Pairs pairs(model, patience);
    if (pairs.is_complete() && pairs.trim(model, alike.classes().empty()))
      model = simplified(model, patience);
    sort(model.actions);
    MutexGroups groups(
        model, [&](int fact) { return relations_[model.predicate_of[fact]].objects(model.row_of[fact]); },
        patience);
    auto disjoint = groups.disjoint();
    task_ = std::make_unique<Task>(model, disjoint, groups.all(), patience);
    if (lifted.uses_symmetries) {
      symmetries_ = std::make_unique<Symmetries>(alike, *task_, relations_, predicates_, patience);
      if (symmetries_->is_empty()) symmetries_ = nullptr;
    }
  });
  if (stop_ == Stop::memory) {
    std::vector<Relation>().swap(relations_);
#ifdef __GLIBC__
    malloc_trim(0);  // the limit is on what the process holds
#endif
    // Stops when there is a plan.
    until_stopped(monitor, [&] { beside.go(std::numeric_limits<double>::infinity()); });
  }
  early_plan_ = std::move(beside.plan);
  early_counters_ = beside.counters;
  seconds_ = monitor.seconds();
}

// In the order in which the problem lists the objects, which is often a good one to try them in.
void Planner::sort(std::vector<GroundAction>& actions) const {
  std::sort(actions.begin(), actions.end(), [&](const GroundAction& left, const GroundAction& right) {
    if (left.schema != right.schema) return left.schema < right.schema;
    const Relation& rows = relations_[predicates_ + left.schema];
    const int *mine = rows.row(left.row), *other = rows.row(right.row);
    return std::lexicographical_compare(mine, mine + rows.arity(), other, other + rows.arity());
  });
}

void Planner::successors(const State& state, bool only_needed,
                         const std::function<void(Move, const State&, Cost)>& emit) const {
  // Whoever is told of a state may ask for its estimate, which can make use of where it comes from; not where
  // objects have been exchanged.
  const auto tell = [&](Move move, const State& next, Cost cost, bool is_direct) {
    origin_ = is_direct ? Origin{&state, &next, move} : Origin{};
    emit(move, next, cost);
  };
  State shared;
  if (!only_needed) {
    task().for_each_successor(state, [&](Move move, const State& next, Cost cost) {
      if (symmetries_ == nullptr) return tell(move, next, cost, true);
      shared.words = next.words;
      const bool was_other = symmetries_->normalise(shared);
      tell(move, shared, cost, !was_other);
    });
  } else {
    if (stubborn_ == nullptr) stubborn_ = std::make_unique<StubbornSets>(task());
    moves_.clear();
    task().for_each_applicable(state, [&](int action) { moves_.push_back(action); });
    stubborn_->reduce(state, moves_);
    const bool may_pass = looked_at_ < kForcedTrial ||
                          static_cast<double>(forced_) >= kLeastForced * static_cast<double>(looked_at_);
    for (const int action : moves_) {
      Cost cost;
      if (!task().apply(action, state, shared, cost)) continue;
      bool is_direct = symmetries_ == nullptr || !symmetries_->normalise(shared);
      if (may_pass) {
        const Passing passing = pass(shared, cost, nullptr);
        ++looked_at_;
        forced_ += passing != Passing::here;
        if (passing == Passing::nowhere) continue;
        is_direct &= passing == Passing::here;
      }
      tell(static_cast<Move>(action), shared, cost, is_direct);
    }
  }
  origin_ = {};
}

// Goes on from a state as long as there is one action only.
Planner::Passing Planner::pass(State& state, Cost& cost, std::vector<Move>* path) const {
  constexpr int kNone = -1;
  State next;
  int step = 0;
  for (; step < kMostForced && !is_goal(state); ++step) {
    int only = kNone;
    const bool is_choice = task().any_applicable(state, [&](int action) {
      if (only != kNone) return true;
      only = action;
      return false;
    });
    if (is_choice) break;
    Cost more;
    if (only == kNone || !task().apply(only, state, next, more)) return Passing::nowhere;
    cost = plus(cost, more);
    if (path != nullptr) path->push_back(static_cast<Move>(only));
    std::swap(state, next);
    if (symmetries_ != nullptr) symmetries_->normalise(state);
  }
  return step == 0 ? Passing::here : Passing::further;
}

Cost Planner::forced_steps(const State& from, const Word* to, Cost than, std::vector<Move>& path) const {
  std::vector<Move> best, moves;
  std::vector<Word> words(packed_words());
  Cost least = than;
  for_each_successor(from, [&](Move move, const State& first, Cost cost) {
    moves.assign(1, move);
    State state = first;
    if (pass(state, cost, &moves) != Passing::further || cost >= least) return;
    pack(state, words.data());
    if (!std::equal(words.begin(), words.end(), to)) return;
    least = cost;
    best = moves;
  });
  path.insert(path.end(), best.begin(), best.end());
  return best.empty() ? kDeadEnd : least;
}

std::vector<std::vector<int>> Planner::landmarks() const {
  const Relaxation relaxation(task());
  return LandmarkGraph(relaxation, task().initial(), [] { return false; }).facts();
}

}  // namespace ludoplan::planning
