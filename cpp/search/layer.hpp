// A layer of packed states that is being made: in the order of arrival, duplicates among them, dealt out to
// buckets by their hash. Equal states meet in one bucket, so duplicates are found bucket by bucket in a table
// that is small enough for the caches, and nothing is ever looked up in the layer as a whole. What does not
// fit into memory can wait in a file: it is written and read in large pieces.
#pragma once

#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "search/state_table.hpp"

namespace ludoplan {

// Equal blocks of memory for records, used again and again, and a file without a name for those that do not
// fit. Threads share it.
class BlockStore {
 public:
  static constexpr std::size_t kRecords = 4096;

  // No folder: no file.
  BlockStore(std::size_t words, const std::string& folder, Monitor& monitor)
      : words_(words), monitor_(&monitor) {
    if (folder.empty()) return;
    std::string name = folder + "/ludoplan-XXXXXX";
    file_ = mkstemp(name.data());
    if (file_ >= 0) unlink(name.c_str());
  }
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;
  ~BlockStore() {
    monitor_->gave(taken_ * bytes());
    if (file_ >= 0) close(file_);
  }

  std::size_t words() const { return words_; }
  // So many blocks are a small part of what may be taken.
  std::size_t few() const { return static_cast<std::size_t>(monitor_->limit() / 16 / bytes()); }

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

  // Whether full blocks should go to the file.
  bool must_write() {
    const std::scoped_lock lock(mutex_);
    return file_ >= 0 && free_.empty() && monitor_->is_tight();
  }
  // The place in the file; stops the search if there is no room.
  std::size_t write(Block block) {
    const std::size_t place = free_place();
    if (pwrite(file_, block.get(), bytes(), offset(place)) != static_cast<ssize_t>(bytes())) {
      monitor_->stop(Stop::memory);
    }
    give(std::move(block));
    return place;
  }
  Block read(std::size_t place) {
    Block block = take();
    if (pread(file_, block.get(), bytes(), offset(place)) != static_cast<ssize_t>(bytes())) {
      monitor_->stop(Stop::memory);
    }
    const std::scoped_lock lock(mutex_);
    free_places_.push_back(place);
    return block;
  }

 private:
  std::size_t free_place() {
    const std::scoped_lock lock(mutex_);
    if (free_places_.empty()) return places_++;
    const std::size_t place = free_places_.back();
    free_places_.pop_back();
    return place;
  }
  std::size_t bytes() const { return kRecords * words_ * sizeof(Word); }
  off_t offset(std::size_t place) const { return static_cast<off_t>(place * bytes()); }

  std::size_t words_;
  Monitor* monitor_;
  int file_ = -1;
  std::mutex mutex_;  // of what follows
  std::size_t taken_ = 0;
  std::vector<Block> free_;
  std::size_t places_ = 0;
  std::vector<std::size_t> free_places_;
};

class Layer {
 public:
  Layer(BlockStore& store, std::size_t buckets) : store_(&store), tails_(buckets), buckets_(buckets) {}
  // How many buckets are good for about so many states, if so many threads have a layer of them each.
  static std::size_t buckets_for(const BlockStore& store, std::size_t states, std::size_t threads) {
    // Each has a block at hand.
    const std::size_t most = std::clamp<std::size_t>(store.few() / threads, 1, 1024);
    return std::bit_floor(std::clamp<std::size_t>(states >> kShift, 1, most));
  }

  void add(const Word* state, std::uint64_t hash) {
    const std::size_t number = bucket_of(hash);
    Tail& tail = tails_[number];
    if (tail.next == tail.end) add_block(number);
    for (std::size_t i = 0; i < store_->words(); ++i) tail.next[i] = state[i];
    tail.next += store_->words();
    ++size_;
  }
  std::size_t size() const { return size_; }
  std::size_t buckets() const { return buckets_.size(); }

  // Moves the states of a bucket, each once, into a table. Threads may do so with different buckets.
  void move_bucket(std::size_t number, StateTable& table) {
    Bucket& bucket = buckets_[number];
    for (const std::size_t place : bucket.places)
      move_block(store_->read(place), BlockStore::kRecords, table);
    for (std::size_t i = 0; i < bucket.blocks.size(); ++i) {
      const bool is_last = i + 1 == bucket.blocks.size();
      const auto left = static_cast<std::size_t>(tails_[number].end - tails_[number].next);
      move_block(std::move(bucket.blocks[i]), BlockStore::kRecords - (is_last ? left / store_->words() : 0),
                 table);
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
  struct Bucket {
    std::vector<std::size_t> places;  // of full blocks in the file
    std::vector<BlockStore::Block> blocks;
  };
  static constexpr unsigned kShift = 18;  // some hundred thousand states of a bucket

  // By other bits of the hash than a table looks at first.
  std::size_t bucket_of(std::uint64_t hash) const { return (hash >> 8) & (tails_.size() - 1); }

  void add_block(std::size_t number) {
    Bucket& bucket = buckets_[number];
    if (!bucket.blocks.empty() && store_->must_write()) {
      bucket.places.push_back(store_->write(std::move(bucket.blocks.back())));
      bucket.blocks.pop_back();
    }
    bucket.blocks.push_back(store_->take());
    Word* first = bucket.blocks.back().get();
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
  std::size_t size_ = 0;
};

}  // namespace ludoplan
