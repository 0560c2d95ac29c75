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
    for (std::size_t i = 0; i < box_.size(); ++i) box_[i] = static_cast<std::uint8_t>(i);
    if (key.empty()) return;
    std::uint8_t other = 0;
    for (std::size_t i = 0; i < box_.size(); ++i) {
      other = static_cast<std::uint8_t>(other + box_[i] + key[i % key.size()]);
      std::swap(box_[i], box_[other]);
    }
  }

  std::uint32_t drawn() const { return drawn_; }
  void go_to(std::uint32_t drawn) { drawn_ = drawn; }

  // A number from 0 to below `count`.
  std::size_t below(std::size_t count) {
    while (numbers_.size() <= drawn_) numbers_.push_back(next());
    return static_cast<std::size_t>(numbers_[drawn_++] * static_cast<double>(count));
  }

 private:
  double next() {
    double sum = 0;
    for (int i = 0; i < 7; ++i) {
      first_ = static_cast<std::uint8_t>(first_ + 1);
      second_ = static_cast<std::uint8_t>(second_ + box_[first_]);
      std::swap(box_[first_], box_[second_]);
      sum = sum * 256 + box_[static_cast<std::uint8_t>(box_[first_] + box_[second_])];
    }
    return sum / 72057594037927935.0;
  }

  std::array<std::uint8_t, 256> box_;
  std::uint8_t first_ = 0;
  std::uint8_t second_ = 0;
  std::vector<double> numbers_;
  std::uint32_t drawn_ = 0;
};

}  // namespace ludoplan::puzzlescript
