#include "search/rounds.hpp"

#include <numeric>

#include "search/bidirectional.hpp"
#include "search/breadth_first.hpp"
#include "search/explore.hpp"

namespace ludoplan {

namespace {

// States to expand from which on a table is shared, and then a round.
constexpr std::size_t kWide = worth_threads(2048);
constexpr std::size_t kWorthThreads = worth_threads(256);
constexpr std::size_t kStatesOfThread = 65536;
constexpr StateId kStatesOfBatch = 64;
constexpr std::size_t kPartsOfThread = 4;
constexpr std::size_t kAhead = 32;
constexpr std::size_t kStateAhead = 12;

}  // namespace

Rounds::Rounds(std::size_t words, std::size_t threads, std::uint64_t poll_mask, Monitor& monitor)
    : monitor_(monitor), words_(words), poll_mask_(poll_mask), crew_(threads) {
  const std::size_t parts = threads == 1 ? 1 : kPartsOfThread * threads;
  for (std::size_t i = 0; i < parts; ++i) parts_.push_back(std::make_unique<Part>());
}

std::size_t Rounds::parts_for(std::size_t states) const {
  return states >= kWorthThreads ? parts_.size() : 1;
}

void Rounds::Batch::grow(std::size_t words) {
  const std::size_t more = std::max<std::size_t>(2 * size, 256);
  hashes.resize(more);
  packed.resize(more * words);
  costs.resize(more);
}

void Rounds::Part::clear() {
  batch.size = 0;
  counts.clear();
  goals.clear();
  links.clear();
  costs.clear();
  claims.clear();
  lost = 0;
  least = kDeadEnd;
  most = 0;
  made = 0;
  is_at_goal = has_end = is_too_large = false;
}

void Rounds::Part::end_at(std::size_t at) {
  counts.resize(at + 1);
  made = std::reduce(counts.begin(), counts.end(), std::size_t{0});
}

std::size_t Rounds::Part::bytes() const {
  const std::size_t of_batch = batch.hashes.capacity() * (sizeof(std::uint64_t) + sizeof(Cost)) +
                               batch.packed.capacity() * sizeof(Word);
  return of_batch + counts.capacity() * sizeof(std::uint32_t) + links.capacity() * sizeof(StateId) +
         costs.capacity() * sizeof(Cost) + claims.capacity() * sizeof(Claim);
}

template <class Rules>
Rounds::End Rounds::go(NumberedTable& table, StateId& first, std::size_t last, Counters& counters,
                       Rules& rules) {
  const bool is_wide = threads() > 1 && last - first >= kWide;
  if (is_wide && !table.is_shared() && !table.share(crew_)) return End::stopped;
  return table.is_shared() ? go_together(table, first, last, counters, rules)
                           : go_alone(table, first, last, counters, rules);
}

// One thread looks at the clock and the limits at every round, as it would without rounds.
template <class Rules>
Rounds::End Rounds::go_alone(NumberedTable& table, StateId& first, std::size_t last, Counters& counters,
                             Rules& rules) {
  if (monitor_.poll(counters)) return End::stopped;
  Part& part = *parts_.front();
  part.clear();
  const auto end = static_cast<StateId>(first + std::min<std::size_t>(last - first, poll_mask_ + 1));
  expand(0, part, table, first, end, rules.is_forward, Rules::kGoals);
  account();
  StateTable& states = table.alone();
  const std::size_t known = states.size();
  part.first = first;
  part.made = part.batch.size;
  rules.prepare(known + part.made, counters.generated + part.made, part.least, part.most);
  bool is_end = false;
  for_each_link(
      part, 0, states.is_large() ? part.made : 0, states, rules,
      [&](std::size_t at, std::size_t link) {
        rules.begin(static_cast<StateId>(first + at), states.size(), counters.generated + link);
      },
      [&](std::size_t at, std::size_t link, const Word* packed, std::uint64_t hash) {
        const auto [id, is_new] = states.insert(packed, hash);
        if (id == kNoState) return false;
        rules.link(counters.generated + link, id, part.batch.costs[link]);
        if (!is_new) return true;
        rules.add(static_cast<StateId>(first + at), id);
        is_end = rules.is_end(packed, hash);
        if (is_end) {
          last_ = id;
          part.end_at(at);
        }
        return !is_end;
      });
  part.fresh = states.size() - known;
  if (monitor_.stopped() != Stop::none) return End::stopped;
  tally(part, first, counters, rules);
  return is_end ? End::end : part.is_at_goal ? End::goal : End::none;
}

template <class Rules>
Rounds::End Rounds::go_together(NumberedTable& table, StateId& first, std::size_t last, Counters& counters,
                                Rules& rules) {
  const std::size_t count =
      std::min({last - first, kStatesOfThread * crew_.size(), kWorthThreads + counters.stored / 8});
  const std::size_t parts = parts_for(count);
  if (!expand_all(table, first, count, parts, counters, rules)) return End::stopped;
  account();
  std::size_t used = 1;
  while (used < parts && !parts_[used - 1]->is_at_goal) ++used;
  SharedTable& states = table.shared();
  const bool has_end = line_up(states.size(), counters.generated, used, rules);
  states.number_up_to(parts_[used - 1]->states_before + parts_[used - 1]->fresh);
  bool is_end = false;
  if (has_end) {
    for (std::size_t number = 0; number < used && !is_end; ++number) {
      is_end = give_numbers(states, number, rules);
      if (is_end) used = number + 1;
    }
    last_ = static_cast<StateId>(parts_[used - 1]->states_before + parts_[used - 1]->fresh - 1);
  } else {
    share(used, [&](std::size_t, std::size_t number) { give_numbers(states, number, rules); });
  }
  if constexpr (Rules::kTellsLinks)
    share(used, [&](std::size_t, std::size_t number) { tell_links(states, *parts_[number], rules); });
  for (std::size_t number = 0; number < used; ++number) tally(*parts_[number], first, counters, rules);
  return is_end ? End::end : parts_[used - 1]->is_at_goal ? End::goal : End::none;
}

// Has what so many states lead to entered; false if it is time to stop. Where the table turns out to be too
// small for that, all of it is done again with a larger one.
template <class Rules>
bool Rounds::expand_all(NumberedTable& table, StateId first, std::size_t count, std::size_t parts,
                        const Counters& counters, const Rules& rules) {
  SharedTable& states = table.shared();
  if (states.room() < count * room_of_state_ && !states.grow(count * room_of_state_, crew_)) return false;
  for (;;) {
    const std::size_t most = states.room() / parts;
    share(parts, [&](std::size_t thread, std::size_t number) {
      Part& part = *parts_[number];
      part.clear();
      auto begin = static_cast<StateId>(first + count * number / parts);
      const auto end = static_cast<StateId>(first + count * (number + 1) / parts);
      for (part.first = begin; begin < end && !part.is_at_goal && !part.is_too_large;) {
        // Only the thread that called the search may poll.
        if (thread == 0 ? monitor_.poll(counters) : monitor_.stopped() != Stop::none) return;
        const StateId next = std::min<StateId>(begin + kStatesOfBatch, end);
        part.batch.size = 0;
        const std::size_t known = part.counts.size();
        expand(thread, part, table, begin, next, rules.is_forward, Rules::kGoals);
        take_in(states, thread, number, most, known, rules);
        begin = next;
      }
    });
    if (monitor_.stopped() != Stop::none) return false;
    if (std::none_of(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(parts),
                     [](const auto& part) { return part->is_too_large; }))
      return true;
    room_of_state_ *= 4;
    if (!states.grow(count * room_of_state_, crew_)) return false;
  }
}

// Calls begin(at, link) for the states of a part from one on and enter(at, link, packed, hash) for all that
// each of them leads to, in order, until it says false. For so many links what is looked at is fetched ahead.
template <class Table, class Rules, class Begin, class Enter>
void Rounds::for_each_link(const Part& part, std::size_t from, std::size_t ahead, const Table& table,
                           const Rules& rules, Begin&& begin, Enter&& enter) {
  const Batch& batch = part.batch;
  const auto prefetch = [&](std::size_t link) {
    if (link >= ahead) return;
    table.prefetch(batch.hashes[link]);
    rules.prefetch(batch.hashes[link]);
  };
  for (std::size_t link = 0; link < kAhead; ++link) prefetch(link);
  std::size_t link = 0;
  for (std::size_t at = from; at < part.counts.size(); ++at) {
    begin(at, link);
    for (const std::size_t end = link + part.counts[at]; link < end; ++link) {
      prefetch(link + kAhead);
      if (link + kStateAhead < ahead) table.prefetch_first(batch.hashes[link + kStateAhead]);
      if (!enter(at, link, &batch.packed[link * words_], batch.hashes[link])) return;
    }
  }
}

template <class Rules>
void Rounds::take_in(SharedTable& table, std::size_t thread, std::size_t number, std::size_t most,
                     std::size_t from, const Rules& rules) {
  Part& part = *parts_[number];
  part.made += part.batch.size;
  for_each_link(
      part, from, part.batch.size, table, rules, [](std::size_t, std::size_t) {},
      [&](std::size_t at, std::size_t link, const Word* packed, std::uint64_t hash) {
        part.is_too_large = part.claims.size() >= most;
        if (part.is_too_large) return false;
        const auto arrival = table.enter(packed, hash, static_cast<StateId>(number), thread);
        if constexpr (Rules::kTellsLinks) {
          part.links.push_back(arrival.id);
          part.costs.push_back(part.batch.costs[link]);
        }
        if (!arrival.is_claimed) return true;
        const bool is_end = rules.is_end(packed, hash);
        part.claims.push_back({arrival.place(), static_cast<std::uint32_t>(at), is_end});
        part.has_end = part.has_end || is_end;
        if (arrival.loser != SharedTable::kNoPart) ++parts_[arrival.loser]->lost;
        return true;
      });
}

// Where each part begins; true if one has a state that ends the round.
template <class Rules>
bool Rounds::line_up(std::size_t states, std::size_t links, std::size_t used, Rules& rules) {
  bool has_end = false;
  Cost least = kDeadEnd;
  Cost most = 0;
  for (std::size_t number = 0; number < used; ++number) {
    Part& part = *parts_[number];
    part.states_before = states;
    part.links_before = links;
    part.fresh = part.claims.size() - part.lost;
    states += part.fresh;
    links += part.made;
    least = std::min(least, part.least);
    most = std::max(most, part.most);
    has_end = has_end || part.has_end;
  }
  rules.prepare(states, links, least, most);
  return has_end;
}

// True if there was a state that ends the round. States behind it do not count, but the other successors of
// its predecessor do.
template <class Rules>
bool Rounds::give_numbers(SharedTable& table, std::size_t number, Rules& rules) {
  Part& part = *parts_[number];
  auto next = static_cast<StateId>(part.states_before);
  std::size_t links = part.links_before;
  auto claim = part.claims.begin();
  for (std::size_t at = 0; at < part.counts.size(); ++at) {
    const auto from = static_cast<StateId>(part.first + at);
    rules.begin(from, next, links);
    links += part.counts[at];
    for (; claim != part.claims.end() && claim->from == at; ++claim) {
      if (!table.is_claimed_by(static_cast<StateId>(number), claim->place)) continue;
      table.give_number(claim->place, next);
      rules.add(from, next++);
      if (!claim->is_end) continue;
      part.end_at(at);
      part.fresh = next - part.states_before;
      return true;
    }
  }
  return false;
}

template <class Rules>
void Rounds::tell_links(const SharedTable& table, const Part& part, Rules& rules) {
  for (std::size_t i = 0; i < part.links.size(); ++i) {
    if (i + kAhead < part.links.size()) table.prefetch_mark(part.links[i + kAhead]);
    rules.link(part.links_before + i, table.number_of(part.links[i]), part.costs[i]);
  }
}

template <class Rules>
void Rounds::tally(const Part& part, StateId& first, Counters& counters, Rules& rules) {
  for (const std::uint32_t goal : part.goals) rules.goal(part.first + goal);
  first += static_cast<StateId>(part.counts.size());
  counters.expanded += part.counts.size() - part.goals.size();
  counters.generated += part.made;
  counters.stored += part.fresh;
}

// Tells the monitor what the parts take.
void Rounds::account() {
  std::size_t bytes = 0;
  for (const auto& part : parts_) bytes += part->bytes();
  if (bytes > held_) {
    monitor_.took(bytes - held_);
    held_ = bytes;
  }
}

template Rounds::End Rounds::go(NumberedTable&, StateId&, std::size_t, Counters&, ParentRules&);
template Rounds::End Rounds::go(NumberedTable&, StateId&, std::size_t, Counters&, ToGoalRules&);
template Rounds::End Rounds::go(NumberedTable&, StateId&, std::size_t, Counters&, MeetingRules&);
template Rounds::End Rounds::go(NumberedTable&, StateId&, std::size_t, Counters&, SpaceRules&);

}  // namespace ludoplan
