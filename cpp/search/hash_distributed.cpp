#include "search/hash_distributed.hpp"

namespace ludoplan {

namespace {

constexpr std::size_t kMostOfShard = 2048;  // states that it expands in a round
constexpr std::size_t kLettersAhead = 32;
constexpr std::size_t kStatesAhead = 12;
constexpr std::size_t kWorthCrew = worth_threads(16);  // states of each shard

}  // namespace

HashDistributed::HashDistributed(std::size_t words, std::size_t threads, const Settings& settings,
                                 Monitor& monitor)
    : settings_(settings), monitor_(monitor), words_(words), crew_(threads) {
  for (std::size_t i = 0; i < kShards; ++i) {
    shards_.push_back(std::make_unique<Shard>(i, words_, settings, monitor));
  }
}

StateId HashDistributed::goal_from(const Word* start) {
  shards_.front()->words.assign(start, start + words_);
  send(*shards_.front(), kNoState, 0);
  receive_all();
  while (monitor_.stopped() == Stop::none) {
    const Cost f = lowest();
    // All that is left is as dear, where the estimate counts as a bound.
    if (f == kDeadEnd || (f >= settings_.cut_at && settings_.h_weight == settings_.g_weight)) break;
    counters_.bound = std::max(counters_.bound, bound_of(settings_, f));
    const std::size_t most = states_of_round();
    share(most, [&](std::size_t thread, Shard& shard) { expand(thread, shard, f, most); });
    for (const auto& shard : shards_) {
      if (shard->goal != kNoState) return shard->goal;
    }
    receive_all();
  }
  return kNoState;
}

// Has all shards do the work, of so many states each.
template <class Work>
void HashDistributed::share(std::size_t states, Work&& work) {
  if (states >= kWorthCrew) {
    crew_.share(kShards, [&](std::size_t thread, std::size_t number) { work(thread, *shards_[number]); });
  } else {
    for (const auto& shard : shards_) work(0, *shard);
  }
  for (const auto& shard : shards_) {
    counters_.expanded += shard->counters.expanded;
    counters_.generated += shard->counters.generated;
    counters_.stored += shard->counters.stored;
    shard->counters = Counters();
  }
}

// Of all open states; kDeadEnd if there are none.
Cost HashDistributed::lowest() const {
  Cost least = kDeadEnd;
  for (const auto& shard : shards_) least = std::min(least, shard->open.lowest());
  return least;
}

// So many states each shard expands: few in the beginning, lest many be expanded that one thread would not
// have come to.
std::size_t HashDistributed::states_of_round() const {
  return std::clamp<std::size_t>(counters_.expanded / (64 * kShards), 1, kMostOfShard);
}

void HashDistributed::send(Shard& from, StateId parent, Cost g) {
  const std::uint64_t hash = hash_words(from.words.data(), words_);
  Box& box = from.outgoing[shard_of(hash)];
  box.letters.push_back({hash, g, parent});
  box.packed.insert(box.packed.end(), from.words.begin(), from.words.end());
}

void HashDistributed::receive_all() {
  std::size_t letters = 0;
  for (const auto& shard : shards_) {
    for (const Box& box : shard->outgoing) letters += box.letters.size();
  }
  share(letters / kShards, [&](std::size_t thread, Shard& shard) {
    for (const auto& sender : shards_) {
      if (!receive(shard, sender->outgoing[shard.number])) return;
    }
    estimate(thread, shard);
  });
}

// False when there is no room or no time.
bool HashDistributed::receive(Shard& shard, Box& box) {
  const std::size_t count = box.letters.size();
  for (std::size_t i = 0; i < std::min(kLettersAhead, count); ++i) shard.table.prefetch(box.letters[i].hash);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kLettersAhead < count) shard.table.prefetch(box.letters[i + kLettersAhead].hash);
    if (i + kStatesAhead < count) {
      const StateId known = shard.table.prefetch_state(box.letters[i + kStatesAhead].hash);
      if (known < shard.nodes.size()) shard.nodes.prefetch(known);
    }
    if (!take_in(shard, &box.packed[i * words_], box.letters[i])) return false;
  }
  box.letters.clear();
  box.packed.clear();
  return true;
}

bool HashDistributed::take_in(Shard& shard, const Word* packed, const Letter& letter) {
  const auto [id, is_new] = shard.table.insert(packed, letter.hash);
  if (id == kNoState) return false;
  if (is_new) {
    if (id >= kNoState >> kShift) {
      monitor_.stop(Stop::memory);
      return false;
    }
    ++shard.counters.stored;
    shard.nodes.push_back({letter.parent, letter.g, 0});
    return true;
  }
  if (letter.g >= shard.nodes.part(id, [](const auto& known) { return known.g; })) return true;
  Node node{letter.parent, letter.g, shard.nodes[id].mark};
  if (id < shard.fresh) {
    if (!is_of_use(settings_, node)) return true;
    node.reopen();
    shard.open.push(rank(settings_, node), node.h(), id);
  }
  shard.nodes.set(id, node);
  return true;
}

}  // namespace ludoplan
