// The original's random numbers: RC4 keyed with the seed, seven bytes a number. They depend on nothing but
// the seed and how many were drawn before, so that a state need keep only their count.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ludoplan::puzzlescript {

class Chance {
 public:
  explicit Chance(const std::vector<std::uint8_t>& key) {
    for (std::size_t i = 0; i < stream_.box.size(); ++i) stream_.box[i] = static_cast<std::uint8_t>(i);
    if (key.empty()) return;
    std::uint8_t other = 0;
    for (std::size_t i = 0; i < stream_.box.size(); ++i) {
      other = static_cast<std::uint8_t>(other + stream_.box[i] + key[i % key.size()]);
      std::swap(stream_.box[i], stream_.box[other]);
    }
  }

  std::uint32_t drawn() const { return drawn_; }
  void go_to(std::uint32_t drawn) { drawn_ = drawn; }

  // Whether there was anything to choose since: a choice of one among one takes a number like any other.
  bool has_chosen() const { return has_chosen_; }
  void forget_choices() { has_chosen_ = false; }

  // A number from 0 to below `count`.
  std::size_t below(std::size_t count) {
    has_chosen_ |= count > 1;
    return static_cast<std::size_t>(number(drawn_++) * static_cast<double>(count));
  }

 private:
  // The first numbers are kept; of those after them, only the stream now and then.
  static constexpr std::uint32_t kKept = std::uint32_t{1} << 18;
  static constexpr std::uint32_t kInterval = 2048;
  struct Stream {
    std::array<std::uint8_t, 256> box;
    std::uint8_t first = 0;
    std::uint8_t second = 0;
  };

  double number(std::uint32_t place) {
    if (place < numbers_.size()) return numbers_[place];
    if (place < made_) {
      const std::uint32_t mark = (place - kKept) / kInterval;
      stream_ = marks_[mark];
      made_ = kKept + mark * kInterval;
    }
    while (made_ < place) make();
    return make();
  }

  double make() {
    if (made_ >= kKept && (made_ - kKept) % kInterval == 0 && (made_ - kKept) / kInterval == marks_.size()) {
      marks_.push_back(stream_);
    }
    double sum = 0;
    for (int i = 0; i < 7; ++i) {
      stream_.first = static_cast<std::uint8_t>(stream_.first + 1);
      stream_.second = static_cast<std::uint8_t>(stream_.second + stream_.box[stream_.first]);
      std::swap(stream_.box[stream_.first], stream_.box[stream_.second]);
      sum = sum * 256 +
            stream_.box[static_cast<std::uint8_t>(stream_.box[stream_.first] + stream_.box[stream_.second])];
    }
    sum /= 72057594037927935.0;
    if (made_++ < kKept) numbers_.push_back(sum);
    return sum;
  }

  Stream stream_;
  std::uint32_t made_ = 0;  // numbers that the stream has given
  std::uint32_t drawn_ = 0;
  bool has_chosen_ = false;
  std::vector<double> numbers_;
  std::vector<Stream> marks_;
};

}  // namespace ludoplan::puzzlescript
