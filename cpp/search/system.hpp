// A transition system behind one interface, whatever the puzzle: every kernel by name, and a look at single
// states for comparing the system with its Python rules.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "search/explore.hpp"
#include "search/kernels.hpp"
#include "search/paused.hpp"

namespace ludoplan {

class AnySystem {
 public:
  using Words = std::vector<Word>;
  using Step = std::tuple<Move, Cost, Words>;

  virtual ~AnySystem() = default;

  // The names of the heuristics; a kernel knows each by its place. The first is "blind".
  virtual std::vector<std::string> heuristics() const = 0;
  virtual std::vector<std::string> kernels() const = 0;
  virtual Outcome search(const Request& request, Monitor& monitor) const = 0;
  // A search that takes turns with others; the system outlives it.
  virtual std::unique_ptr<PausedSearch> pausing(const Request& request, Monitor::Report report) const = 0;
  virtual Outcome count_layers(std::size_t depth, std::vector<std::uint64_t>& layers,
                               Monitor& monitor) const = 0;
  virtual Landscape explore(const std::string& heuristic, std::size_t threads,
                            std::optional<std::size_t> most_drawn, Monitor& monitor) const = 0;

  virtual std::size_t packed_words() const = 0;
  virtual Words initial() const = 0;
  virtual bool is_goal(const Words& state) const = 0;
  virtual Cost estimate(const std::string& heuristic, const Words& state) const = 0;
  virtual std::vector<Step> successors(const Words& state) const = 0;
  virtual std::vector<Step> successors_within(const std::string& heuristic, const Words& state,
                                              Cost most) const = 0;

 protected:
  int number_of(const std::string& heuristic) const {
    const std::vector<std::string> names = heuristics();
    const auto found = std::find(names.begin(), names.end(), heuristic);
    if (found == names.end()) throw std::invalid_argument("no heuristic '" + heuristic + "'");
    return static_cast<int>(found - names.begin());
  }
};

template <TransitionSystem System>
class SystemOf final : public AnySystem {
 public:
  using State = typename System::State;

  template <class... Args>
    requires std::constructible_from<System, Args...>
  explicit SystemOf(Args&&... args) : system_(std::forward<Args>(args)...) {}
  SystemOf(const SystemOf&) = delete;  // else the bindings hold a copy of every constructor
  SystemOf& operator=(const SystemOf&) = delete;

  const System& system() const { return system_; }

  std::vector<std::string> heuristics() const override {
    if constexpr (requires { System::kHeuristics; }) {
      std::vector<std::string> names{"blind"};
      names.insert(names.end(), std::begin(System::kHeuristics), std::end(System::kHeuristics));
      return names;
    } else {
      return system_.heuristic_names();
    }
  }
  std::vector<std::string> kernels() const override {
    std::vector<std::string> names;
    for (const auto& kernel : kernels_of(system_)) names.emplace_back(kernel.name);
    return names;
  }

  Outcome search(const Request& request, Monitor& monitor) const override {
    const Kernel<System> kernel = kernel_named(request.kernel);
    return settled(kernel.run(system_, settings_of(request), monitor, after(request.prefix)), monitor);
  }
  std::unique_ptr<PausedSearch> pausing(const Request& request, Monitor::Report report) const override {
    const Kernel<System> kernel = kernel_named(request.kernel);
    if (kernel.pausing == nullptr)
      throw std::invalid_argument("kernel '" + request.kernel + "' cannot pause");
    return kernel.pausing(system_, settings_of(request), request.limits, std::move(report),
                          after(request.prefix));
  }
  Outcome count_layers(std::size_t depth, std::vector<std::uint64_t>& layers,
                       Monitor& monitor) const override {
    if constexpr (is_for_best_first_alone<System>()) {
      throw std::invalid_argument("this system is for best-first search alone");
    } else {
      return BreadthFirst<System>(system_, {}, monitor).count_layers(system_.initial(), depth, layers);
    }
  }
  Landscape explore(const std::string& heuristic, std::size_t threads, std::optional<std::size_t> most_drawn,
                    Monitor& monitor) const override {
    if constexpr (is_for_best_first_alone<System>()) {
      throw std::invalid_argument("this system is for best-first search alone");
    } else {
      Settings settings;
      settings.heuristic = number_of(heuristic);
      settings.threads = threads;
      return Explorer<System>(system_, settings, monitor).explore(system_.initial(), most_drawn);
    }
  }

  // With the heuristics by number.
  Settings settings_of(const Request& request) const {
    Settings settings = request.settings;
    settings.heuristic = number_of(request.heuristic);
    settings.guide = number_of(request.guide);
    return settings;
  }

  std::size_t packed_words() const override { return system_.packed_words(); }
  Words initial() const override { return words_of(system_.initial()); }
  bool is_goal(const Words& state) const override { return system_.is_goal(state_of(state)); }
  Cost estimate(const std::string& heuristic, const Words& state) const override {
    return system_.estimate(number_of(heuristic), state_of(state));
  }
  std::vector<Step> successors(const Words& state) const override {
    std::vector<Step> found;
    for (const auto& [move, next, cost] : successors_of(system_, state_of(state))) {
      found.emplace_back(move, cost, words_of(next));
    }
    return found;
  }
  std::vector<Step> successors_within(const std::string& heuristic, const Words& state,
                                      Cost most) const override {
    std::vector<Step> found;
    for_each_successor_within(
        system_, number_of(heuristic), state_of(state), most,
        [&](Move move, const State& next, Cost cost) { found.emplace_back(move, cost, words_of(next)); });
    return found;
  }

 private:
  Kernel<System> kernel_named(const std::string& name) const {
    for (const auto& kernel : kernels_of(system_)) {
      if (kernel.name == name) return kernel;
    }
    throw std::invalid_argument("no kernel '" + name + "' for this system");
  }
  State after(const std::vector<Move>& moves) const {
    State state = system_.initial();
    for (const Move wanted : moves) {
      if constexpr (requires { system_.is_idle(state, wanted); }) {
        if (system_.is_idle(state, wanted)) continue;
      }
      const auto steps = successors_of(system_, state);
      const auto made =
          std::find_if(steps.begin(), steps.end(), [&](const auto& step) { return step.move == wanted; });
      if (made == steps.end()) throw std::invalid_argument("the prefix has an illegal move");
      state = made->state;
    }
    return state;
  }
  State state_of(const Words& words) const {
    if (words.size() != system_.packed_words()) throw std::invalid_argument("wrong number of words");
    return unpacked(system_, words.data());
  }
  Words words_of(const State& state) const {
    Words words(system_.packed_words());
    system_.pack(state, words.data());
    return words;
  }

  System system_;
};

}  // namespace ludoplan
