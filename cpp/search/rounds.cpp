#include "search/rounds.hpp"

#include <bit>
#include <numeric>

#include "search/bidirectional.hpp"
#include "search/breadth_first.hpp"
#include "search/explore.hpp"

namespace ludoplan {

namespace {

constexpr std::size_t kWorthThreads = worth_threads(1024);
constexpr std::size_t kStatesOfThread = 4096;
constexpr std::size_t kMostShards = 256;
constexpr std::size_t kAhead = 32;
constexpr std::size_t kStateAhead = 12;

}  // namespace

Rounds::Rounds(std::size_t words, std::size_t threads, std::uint64_t poll_mask, Monitor& monitor)
    : monitor_(monitor),
      words_(words),
      poll_mask_(poll_mask),
      crew_(threads),
      shards_(threads == 1 ? 1 : std::min<std::size_t>(std::bit_ceil(4 * threads), kMostShards)),
      parts_(threads == 1 ? 1 : 4 * threads) {
  for (Part& part : parts_) part.boxes.resize(shards_);
}

void Rounds::Box::grow(std::size_t words) {
  const std::size_t more = std::max<std::size_t>(2 * capacity, 64);
  auto new_records = std::make_unique_for_overwrite<Record[]>(more);
  auto new_packed = std::make_unique_for_overwrite<Word[]>(more * words);
  std::copy_n(records.get(), size, new_records.get());
  std::copy_n(packed.get(), size * words, new_packed.get());
  records = std::move(new_records);
  packed = std::move(new_packed);
  capacity = more;
}

template <class Rules>
Rounds::End Rounds::go(ShardedTable& table, StateId& first, std::size_t last, Counters& counters,
                       Rules& rules) {
  const std::size_t count = std::min(last - first, most_states(counters));
  const std::size_t known = table.size();
  const bool is_shared = count >= kWorthThreads;
  const std::size_t parts = is_shared ? parts_.size() : 1;
  share(is_shared, parts, [&](std::size_t thread, std::size_t number) {
    const auto begin = static_cast<StateId>(first + count * number / parts);
    const auto end = static_cast<StateId>(first + count * (number + 1) / parts);
    Part& part = parts_[number];
    for (Box& box : part.boxes) {
      box.size = 0;
      box.costs.clear();
    }
    part.keeps_costs = Rules::kTellsLinks;
    part.shards.clear();
    part.counts.clear();
    part.goals.clear();
    part.least = kDeadEnd;
    part.most = 0;
    part.is_at_goal = false;
    part.words.resize(words_);
    expand(thread, part, table, begin, end, counters, rules, Rules::kGoals);
  });
  account();
  if (monitor_.stopped() != Stop::none) return End::stopped;
  std::size_t used = 1;
  while (used < parts && !parts_[used - 1].is_at_goal) ++used;
  share(is_shared, shards_, [&](std::size_t, std::size_t shard) { take_in(table, shard, used, rules); });
  if (monitor_.stopped() != Stop::none) return End::stopped;
  const bool is_end = line_up(first, known, counters.generated, used, rules);
  if (shards_ > 1) table.grow_to(parts_[used - 1].states + parts_[used - 1].fresh);
  if (is_end)
    used = numbered_to_end(table, rules);
  else
    share(is_shared, used,
          [&](std::size_t, std::size_t number) { give_numbers(table, parts_[number], rules); });
  if constexpr (Rules::kTellsLinks) {
    if (shards_ > 1)
      share(is_shared, used,
            [&](std::size_t, std::size_t number) { tell_links(table, parts_[number], rules); });
  }
  for (std::size_t number = 0; number < used; ++number) {
    const Part& part = parts_[number];
    for (const std::uint32_t goal : part.goals) rules.goal(part.first + goal);
    first += static_cast<StateId>(part.counts.size());
    counters.expanded += part.counts.size() - part.goals.size();
    counters.generated += part.made;
    counters.stored += part.fresh;
  }
  if (is_end) return End::end;
  return parts_[used - 1].is_at_goal ? End::goal : End::none;
}

std::size_t Rounds::most_states(const Counters& counters) const {
  // One thread looks at the clock and the limits at every round, as it would without rounds.
  if (crew_.size() == 1) return poll_mask_ + 1;
  return std::min<std::size_t>(kStatesOfThread * crew_.size(), kWorthThreads + counters.stored / 8);
}

template <class Work>
void Rounds::share(bool is_shared, std::size_t parts, Work&& work) {
  if (is_shared && crew_.size() > 1) {
    crew_.share(parts, work);
  } else {
    for (std::size_t part = 0; part < parts; ++part) work(0, part);
  }
}

template <class Rules>
void Rounds::take_in(ShardedTable& table, std::size_t shard, std::size_t used, const Rules& rules) {
  const bool is_large = table.is_large();
  for (std::size_t number = 0; number < used; ++number) {
    Box& box = parts_[number].boxes[shard];
    const std::size_t count = box.size;
    const std::size_t ahead = is_large ? count : 0;  // so many are fetched ahead
    box.fresh = 0;
    box.has_end = false;
    for (std::size_t i = 0; i < std::min(kAhead, ahead); ++i) table.prefetch(box.records[i].hash);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < ahead) table.prefetch(box.records[i + kAhead].hash);
      if (i + kStateAhead < ahead) table.prefetch_state(box.records[i + kStateAhead].hash);
      const std::uint64_t hash = box.records[i].hash;
      const Word* packed = &box.packed[i * words_];
      const auto [id, kind] = table.place(packed, hash);
      if (kind == ShardedTable::Kind::lost) return;
      const bool is_fresh = kind == ShardedTable::Kind::fresh;
      const bool is_end = is_fresh && rules.is_end(packed, hash);
      box.records[i].taken = {id, kind, is_end};
      box.fresh += is_fresh;
      box.has_end = box.has_end || is_end;
    }
  }
}

// Where each part begins; true if one has a state that ends the round.
template <class Rules>
bool Rounds::line_up(StateId first, std::size_t states, std::size_t links, std::size_t used, Rules& rules) {
  bool has_end = false;
  Cost least = kDeadEnd;
  Cost most = 0;
  for (std::size_t number = 0; number < used; ++number) {
    Part& part = parts_[number];
    part.first = first;
    part.states = states;
    part.links = links;
    part.made = part.fresh = 0;
    for (const Box& box : part.boxes) {
      part.made += box.size;
      part.fresh += box.fresh;
      has_end = has_end || box.has_end;
    }
    first += static_cast<StateId>(part.counts.size());
    states += part.fresh;
    links += part.made;
    least = std::min(least, part.least);
    most = std::max(most, part.most);
  }
  rules.prepare(states, links, least, most);
  return has_end;
}

// Calls tell(from, box, record, order) for all records of a part in their order, until it says false: the
// number of the box, which is its shard, and of the record in it.
template <class Begin, class Tell>
void Rounds::for_each_record(Part& part, Begin&& begin, Tell&& tell) {
  part.read.assign(shards_, 0);
  std::size_t order = 0;
  for (std::size_t at = 0; at < part.counts.size(); ++at) {
    const auto from = static_cast<StateId>(part.first + at);
    begin(from, order);
    for (std::uint32_t i = 0; i < part.counts[at]; ++i, ++order) {
      const std::size_t shard = shards_ == 1 ? 0 : part.shards[order];
      if (!tell(from, shard, part.read[shard]++, order)) {
        part.counts.resize(at + 1);
        return;
      }
    }
  }
}

template <class Rules>
void Rounds::give_numbers(ShardedTable& table, Part& part, Rules& rules) {
  auto next = static_cast<StateId>(part.states);
  for_each_record(
      part, [&](StateId from, std::size_t order) { rules.begin(from, next, part.links + order); },
      [&](StateId from, std::size_t shard, std::size_t at, [[maybe_unused]] std::size_t order) {
        const Box& box = part.boxes[shard];
        const Taken taken = box.records[at].taken;
        if constexpr (Rules::kTellsLinks) {
          if (shards_ == 1) rules.link(part.links + order, taken.id, box.costs[at]);
        }
        if (taken.kind != ShardedTable::Kind::fresh) return true;
        table.give_number(taken.arrival(), shard, next);
        rules.add(from, next++);
        return !taken.is_end;
      });
  part.fresh = next - part.states;
}

// One by one up to the state that ends the round; the number of parts so far. States behind it do not
// count, but the other successors of its predecessor do.
template <class Rules>
std::size_t Rounds::numbered_to_end(ShardedTable& table, Rules& rules) {
  for (std::size_t number = 0;; ++number) {
    Part& part = parts_[number];
    give_numbers(table, part, rules);
    if (std::ranges::none_of(part.boxes, &Box::has_end)) continue;
    last_ = static_cast<StateId>(part.states + part.fresh - 1);
    part.made = std::reduce(part.counts.begin(), part.counts.end(), std::size_t{0});
    return number + 1;
  }
}

template <class Rules>
void Rounds::tell_links(const ShardedTable& table, Part& part, Rules& rules) {
  for_each_record(
      part, [](StateId, std::size_t) {},
      [&](StateId, std::size_t shard, std::size_t at, std::size_t order) {
        const Box& box = part.boxes[shard];
        rules.link(part.links + order, table.number_of(box.records[at].taken.arrival(), shard),
                   box.costs[at]);
        return true;
      });
}

// Tells the monitor what the records take.
void Rounds::account() {
  std::size_t bytes = 0;
  for (const Part& part : parts_) {
    for (const Box& box : part.boxes) {
      bytes += box.capacity * (sizeof(Record) + words_ * sizeof(Word)) + box.costs.capacity() * sizeof(Cost);
    }
    bytes += part.shards.capacity() + part.counts.capacity() * sizeof(std::uint32_t);
  }
  if (bytes > held_) {
    monitor_.took(bytes - held_);
    held_ = bytes;
  }
}

template Rounds::End Rounds::go(ShardedTable&, StateId&, std::size_t, Counters&, ParentRules&);
template Rounds::End Rounds::go(ShardedTable&, StateId&, std::size_t, Counters&, ToGoalRules&);
template Rounds::End Rounds::go(ShardedTable&, StateId&, std::size_t, Counters&, MeetingRules&);
template Rounds::End Rounds::go(ShardedTable&, StateId&, std::size_t, Counters&, SpaceRules&);

}  // namespace ludoplan
