// A layer of packed states that is being made: in the order of arrival, duplicates among them, dealt out to
// buckets by their hash. Equal states meet in one bucket, so duplicates are found bucket by bucket in a table
// that is small enough for the caches, and nothing is ever looked up in the layer as a whole.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <mutex>
#include <vector>

#include "search/state_table.hpp"

namespace ludoplan {

// Equal blocks of memory for records, used again and again. Threads share it.
class BlockStore {
 public:
  static constexpr std::size_t kRecords = 1024;

  BlockStore(std::size_t words, Monitor& monitor) : words_(words), monitor_(&monitor) {}
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;
  ~BlockStore() { monitor_->gave(taken_ * bytes()); }

  std::size_t words() const { return words_; }
  // So many blocks are a small part of what may be taken, even if a dozen layers have them half empty.
  std::size_t few() const { return static_cast<std::size_t>(monitor_->budget() / 64 / bytes()); }

  using Block = std::unique_ptr<Word[]>;
  Block take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        Block block = std::move(free_.back());
        free_.pop_back();
        return block;
      }
      ++taken_;
    }
    monitor_->took(bytes());
    return std::make_unique_for_overwrite<Word[]>(kRecords * words_);
  }
  void give(Block block) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(block));
  }

  // So many blocks can be had before memory gets tight.
  std::size_t available() {
    const std::scoped_lock lock(mutex_);
    return free_.size() + static_cast<std::size_t>(monitor_->room() / bytes());
  }

 private:
  std::size_t bytes() const { return kRecords * words_ * sizeof(Word); }

  std::size_t words_;
  Monitor* monitor_;
  std::mutex mutex_;  // of what follows
  std::size_t taken_ = 0;
  std::vector<Block> free_;
};

class Layer {
 public:
  Layer(BlockStore& store, std::size_t buckets) : store_(&store), tails_(buckets), buckets_(buckets) {}
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  ~Layer() {
    for (Bucket& bucket : buckets_) {
      for (BlockStore::Block& block : bucket) store_->give(std::move(block));
    }
  }
  // How many buckets are good for about so many states, if so many threads have a layer of them each.
  static std::size_t buckets_for(const BlockStore& store, std::size_t states, std::size_t threads) {
    // Each has a block at hand.
    const std::size_t most = std::clamp<std::size_t>(store.few() / threads, 1, 1024);
    // What comes of one is little, too.
    const std::size_t of_one =
        std::clamp(store.few() * BlockStore::kRecords / 2, BlockStore::kRecords, kMostOfBucket);
    return std::bit_floor(std::clamp<std::size_t>(states / of_one, 1, most));
  }

  void add(const Word* state, std::uint64_t hash) {
    const std::size_t number = bucket_of(hash);
    Tail& tail = tails_[number];
    if (tail.next == tail.end) add_block(number);
    for (std::size_t i = 0; i < store_->words(); ++i) tail.next[i] = state[i];
    tail.next += store_->words();
  }
  std::size_t size() const {
    std::size_t sum = 0;
    for (std::size_t number = 0; number < buckets(); ++number) {
      sum += buckets_[number].size() * BlockStore::kRecords - free_of(number);
    }
    return sum;
  }
  std::size_t buckets() const { return buckets_.size(); }

  // Moves the states of a bucket, each once, into a table. Threads may do so with different buckets.
  void move_bucket(std::size_t number, StateTable& table) {
    Bucket& bucket = buckets_[number];
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      const bool is_last = i + 1 == bucket.size();
      move_block(std::move(bucket[i]), BlockStore::kRecords - (is_last ? free_of(number) : 0), table);
    }
    bucket = Bucket();
    tails_[number] = Tail();
  }

 private:
  // What the next state needs is kept apart from the rest, so that it stays in the caches for all buckets.
  struct Tail {
    Word* next = nullptr;  // in the last block
    Word* end = nullptr;
  };
  using Bucket = std::vector<BlockStore::Block>;
  static constexpr std::size_t kMostOfBucket = std::size_t{1} << 18;  // for the caches

  // By other bits of the hash than a table looks at first.
  std::size_t bucket_of(std::uint64_t hash) const { return (hash >> 8) & (tails_.size() - 1); }

  // Records of the last block.
  std::size_t free_of(std::size_t number) const {
    return static_cast<std::size_t>(tails_[number].end - tails_[number].next) / store_->words();
  }

  void add_block(std::size_t number) {
    buckets_[number].push_back(store_->take());
    Word* first = buckets_[number].back().get();
    tails_[number] = {first, first + BlockStore::kRecords * store_->words()};
  }

  void move_block(BlockStore::Block block, std::size_t records, StateTable& table) {
    constexpr std::size_t kAhead = 16;
    const std::size_t words = store_->words();
    std::array<std::uint64_t, kAhead> hashes;
    for (std::size_t begin = 0; begin < records; begin += kAhead) {
      const std::size_t count = std::min(kAhead, records - begin);
      const Word* first = block.get() + begin * words;
      for (std::size_t i = 0; i < count; ++i) {
        hashes[i] = hash_words(first + i * words, words);
        table.prefetch(hashes[i]);
      }
      for (std::size_t i = 0; i < count; ++i) table.insert(first + i * words, hashes[i]);
    }
    store_->give(std::move(block));
  }

  BlockStore* store_;
  std::vector<Tail> tails_;
  std::vector<Bucket> buckets_;
};

}  // namespace ludoplan
