// A compiled game as the Python front end hands it over: independent of any level, in no hurry.
//
// A cell's contents are one row of 64-bit words: first the objects, one bit each, then the movements, five
// bits a layer and twelve layers a word. Rules test and rewrite both alike, so both are simply called bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludoplan::puzzlescript {

using Bits = std::uint64_t;
using Mask = std::vector<Bits>;

inline constexpr std::size_t kWordBits = 64;
inline constexpr std::size_t kLayerBits = 5;
inline constexpr std::size_t kLayersOfWord = kWordBits / kLayerBits;
inline constexpr int kNone = -1;

// The five movements of a layer, in the order of their bits.
enum Direction : int { kUp = 0, kDown = 1, kLeft = 2, kRight = 3, kAction = 4 };

// Where a movement leads, in columns and rows: an action stays where it is.
struct Step {
  int x;
  int y;
};
inline constexpr Step kSteps[] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {0, 0}};

// What a player can do; the numbers are those of the moves.
enum class Input : int { up, left, down, right, action, tick };
inline constexpr int kInputs = 6;

// Commands of rules; sounds of rules have no effect on the board and follow from `kSound` on.
enum Command : std::uint8_t { kCancel, kRestart, kAgain, kCheckpoint, kWin, kMessage, kSound };

enum class Quantifier : int { no = -1, some = 0, all = 1 };

inline std::size_t words_for(std::size_t bits, std::size_t bits_of_word) {
  return (bits + bits_of_word - 1) / bits_of_word;
}
inline bool test(const Bits* mask, std::size_t bit) {
  return (mask[bit / kWordBits] >> (bit % kWordBits) & 1) != 0;
}
inline bool test(const Mask& mask, std::size_t bit) { return test(mask.data(), bit); }
inline void add(Bits* mask, std::size_t bit) { mask[bit / kWordBits] |= Bits{1} << (bit % kWordBits); }
inline void add(Mask& mask, std::size_t bit) { add(mask.data(), bit); }
// Whether two masks have a bit in common.
inline bool meet(const Bits* some, const Mask& others) {
  Bits common = 0;
  for (std::size_t i = 0; i < others.size(); ++i) common |= some[i] & others[i];
  return common != 0;
}
inline bool meet(const Mask& some, const Mask& others) { return meet(some.data(), others); }

template <class Item>
bool contains(const std::vector<Item>& list, const Item& item) {
  return std::ranges::find(list, item) != list.end();
}

// Calls visit(bit) for every bit of a word, or of several, from the lowest on.
template <class Visit>
void for_each_bit(Bits word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<std::size_t>(__builtin_ctzll(word)));
}
template <class Visit>
void for_each_bit(const Bits* mask, std::size_t words, Visit&& visit) {
  for (std::size_t word = 0; word < words; ++word) {
    for_each_bit(mask[word], [&](std::size_t bit) { visit(word * kWordBits + bit); });
  }
}
template <class Visit>
void for_each_bit(const Mask& mask, Visit&& visit) {
  for_each_bit(mask.data(), mask.size(), visit);
}

struct SourceReplacement {
  Mask clear;
  Mask set;
  Mask rewritten_layers;            // all five movements of each layer that the rule rewrites
  std::vector<int> random_objects;  // one of these is made
  std::vector<int> random_layers;   // these get a random direction
};

struct SourceCell {
  bool is_ellipsis = false;
  Mask present;
  Mask missing;
  std::vector<Mask> any;  // of each at least one
  bool is_replaced = false;
  SourceReplacement replacement;
};

struct SourceRule {
  int direction = kUp;
  std::vector<std::vector<SourceCell>> rows;
  bool has_replacement = false;
  std::vector<std::uint8_t> commands;
  int rigid = kNone;  // the number of its rigid group
};

struct SourceGroup {
  std::vector<SourceRule> rules;
  bool is_random = false;
  int loop_to = kNone;  // the group to go back to after it if something changed
};

struct WinCondition {
  Quantifier quantifier;
  Mask subject;
  Mask target;
  bool subject_is_aggregate;
  bool target_is_aggregate;
};

struct ObjectSound {
  Mask objects;
  Mask movements;
  std::string seed;
};

struct SourceMap {
  int width = 0;  // 0: a message
  int height = 0;
  std::vector<Bits> cells;  // the objects, column by column, `object_words` words a cell
};

struct Program {
  std::size_t objects = 0;
  std::size_t layers = 0;
  std::vector<int> layer_of;  // by object
  std::vector<Mask> layer_masks;
  Mask player;
  bool player_is_aggregate = false;
  std::vector<SourceGroup> rules;
  std::vector<SourceGroup> late_rules;
  std::vector<int> rigid_groups;  // by rigid number: the group in `rules`
  std::vector<WinCondition> win_conditions;
  std::vector<SourceMap> levels;
  std::vector<ObjectSound> create_sounds;
  std::vector<ObjectSound> destroy_sounds;
  std::vector<std::vector<ObjectSound>> move_sounds;  // by layer
  std::vector<ObjectSound> stuck_sounds;
  bool runs_rules_on_start = false;
  bool requires_player_movement = false;
  bool has_action = true;
  bool is_realtime = false;
  bool has_undo = true;
  bool has_restart = true;
  bool leaves_out_restarts = false;  // by rules: for searches from the beginning of a level

  std::size_t object_words() const { return words_for(objects, kWordBits); }
  std::size_t movement_words() const { return words_for(layers, kLayersOfWord); }
  std::size_t cell_words() const { return object_words() + movement_words(); }
  // The bit of a layer's first movement in the row of words.
  std::size_t movement_bit(std::size_t layer) const {
    return (object_words() + layer / kLayersOfWord) * kWordBits + layer % kLayersOfWord * kLayerBits;
  }
};

}  // namespace ludoplan::puzzlescript
