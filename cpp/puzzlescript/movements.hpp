// Movements: the player's, and how all of them end.
//
// Cells are gone through in their order again and again, layers rising, until nothing moves any more: of two
// objects that want the same place the first one there has it. An action "moves" in place. Sounds have a say
// in it (see `LevelCode::forgets`).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "puzzlescript/rules.hpp"

namespace ludoplan::puzzlescript {

// Objects that moved or were stuck, by what they sound like; each once, in the order in which it happened.
struct MoveSounds {
  bool are_kept = false;
  std::vector<std::string> moved;
  std::vector<std::string> stuck;

  static void note(std::vector<std::string>& heard, const std::string& seed) {
    if (std::ranges::find(heard, seed) == heard.end()) heard.push_back(seed);
  }
};

class Movements {
 public:
  Movements(const LevelCode& code, RigidMarks& rigid) : code_(code), rigid_(rigid), done_(code.cell_words) {
    for_each_bit(code.program.player, [&](std::size_t object) {
      players_.push_back(
          {object, code.program.movement_bit(static_cast<std::size_t>(code.program.layer_of[object]))});
    });
  }
  virtual ~Movements() = default;

  MoveSounds sounds;

  // Starts the movement of all players; with `cells`, tells where they are.
  virtual void start(Direction direction, std::vector<std::uint32_t>* cells) = 0;
  // Moves what can move and ends all movements. True if a rigid body was stuck: its group becomes banned.
  virtual bool resolve(std::vector<char>& banned) = 0;
  virtual void drop_all() = 0;
  // Late rules may leave movements for the next turn. A turn that begins again has them again.
  virtual void note_left_over() = 0;
  virtual void put_left_over() = 0;
  // What goes with a board that is put back. The original keeps 32 bits a word, and clears as many words as
  // there are cells: of games with many layers, movements that late rules left stay in the last cells.
  virtual void drop_restored() = 0;

 protected:
  struct Player {
    std::size_t object;
    std::size_t movement;
  };

  // The first layer in which a rigid movement is left decides which group is to blame.
  bool ban(const Bits* cell, std::size_t at, std::vector<char>& banned) {
    const std::size_t words = code_.cell_words;
    for (std::size_t word = code_.object_words; word < words; ++word) {
      const Bits stuck = cell[word] & rigid_.layers[at * words + word];
      if (stuck == 0) continue;
      const std::size_t first = static_cast<std::size_t>(__builtin_ctzll(stuck)) / kLayerBits * kLayerBits;
      const auto number = static_cast<std::size_t>(rigid_.groups[at * words + word] >> first & 31);
      if (number == 0 || number > code_.program.rigid_groups.size()) return false;
      const auto group = static_cast<std::size_t>(code_.program.rigid_groups[number - 1]);
      const bool is_new = banned[group] == 0;
      banned[group] = 1;
      return is_new;
    }
    return false;
  }

  void note_moved(const Bits* cell, std::size_t layer) {
    for (const ObjectSound& sound : code_.program.move_sounds[layer]) {
      if (!meet(cell, sound.objects)) continue;
      if (++reads_ % LevelCode::kLostReads == 0) std::ranges::fill(done_, 0);
      if (sounds.are_kept && meet(cell, sound.movements)) MoveSounds::note(sounds.moved, sound.seed);
    }
  }
  void note_stuck(const Bits* cell, std::size_t at) {
    // Where rigid rules moved something, only their movements are heard.
    Mask words(cell, cell + code_.cell_words);
    if (!rigid_.layers.empty()) {
      const Bits* const marks = rigid_.layers.data() + at * code_.cell_words;
      Bits any = 0;
      for (std::size_t i = 0; i < code_.cell_words; ++i) any |= marks[i];
      for (std::size_t i = code_.object_words; i < code_.cell_words && any != 0; ++i) words[i] &= marks[i];
    }
    for (const ObjectSound& sound : code_.program.stuck_sounds) {
      if (meet(cell, sound.objects) && meet(words, sound.movements))
        MoveSounds::note(sounds.stuck, sound.seed);
    }
  }

  const LevelCode& code_;
  RigidMarks& rigid_;
  std::vector<Player> players_;
  Mask done_;                                                   // movements of a cell that are over
  std::size_t reads_ = 0;                                       // of this cell, for sounds
  std::vector<std::pair<std::size_t, std::size_t>> left_over_;  // cells and bits
};

template <int S, int B>
class MovementsOf final : public Movements {
 public:
  MovementsOf(const LevelCode& code, BoardOf<S, B>& board, RigidMarks& rigid)
      : Movements(code, rigid), board_(board) {}

  void start(Direction direction, std::vector<std::uint32_t>* cells) override {
    for (const Player& player : players_) {
      if (board_.count(player.object) == 0) continue;
      for_each_bit(board_.cells_with(player.object), board_.board_words(), [&](std::size_t at) {
        if (code_.program.player_is_aggregate && !has(board_.cell(at), code_.program.player, true)) return;
        board_.add_movement(at, player.movement + static_cast<std::size_t>(direction));
        if (cells != nullptr) cells->push_back(static_cast<std::uint32_t>(at));
      });
    }
  }
  bool resolve(std::vector<char>& banned) override {
    for (bool moved = true; moved;) {
      moved = false;
      for_each_moving([&](std::size_t at) { moved |= move(at); });
    }
    bool has_stuck_body = false;
    for_each_moving([&](std::size_t at) {
      if (!rigid_.layers.empty()) has_stuck_body |= ban(board_.cell(at), at, banned);
      if (sounds.are_kept) note_stuck(board_.cell(at), at);
      drop_all(at);
    });
    if (!rigid_.cells.empty()) rigid_.clear(board_.cell_words());
    return has_stuck_body;
  }
  void drop_all() override {
    for_each_moving([&](std::size_t at) { drop_all(at); });
  }
  void note_left_over() override {
    left_over_.clear();
    for_each_moving([&](std::size_t at) {
      for (std::size_t word = board_.object_words(); word < board_.cell_words(); ++word) {
        for_each_bit(board_.cell(at)[word],
                     [&](std::size_t bit) { left_over_.push_back({at, word * kWordBits + bit}); });
      }
    });
  }
  void put_left_over() override {
    for (const auto& [at, bit] : left_over_) board_.add_movement(at, bit);
  }
  void drop_restored() override {
    const std::size_t words = words_for(code_.program.layers, kLayersCleared);
    for_each_moving([&](std::size_t at) {
      const std::size_t cleared = at * words < code_.cells ? std::min(words, code_.cells - at * words) : 0;
      for (std::size_t bit = 0; bit < code_.program.layers * kLayerBits && bit < 32 * cleared; ++bit) {
        const std::size_t place = code_.program.movement_bit(bit / kLayerBits) + bit % kLayerBits;
        board_.drop_movements(at, place / kWordBits, Bits{1} << (place % kWordBits));
      }
    });
  }

 private:
  static constexpr std::size_t kLayersCleared = 5;  // by a word, as the original counts them

  template <class Visit>
  void for_each_moving(Visit&& visit) {
    for_each_bit(board_.moving(), board_.board_words(), visit);
  }
  void drop_all(std::size_t at) {
    for (std::size_t word = board_.object_words(); word < board_.cell_words(); ++word) {
      board_.drop_movements(at, word, ~Bits{0});
    }
  }

  bool move(std::size_t at) {
    bool moved = false;
    std::size_t layer = 0;
    std::ranges::fill(done_, 0);
    reads_ = 0;
    for (std::size_t word = board_.object_words(); word < board_.cell_words();
         ++word, layer += kLayersOfWord) {
      for (Bits left = board_.cell(at)[word]; left != 0;) {
        const auto of_word = static_cast<std::size_t>(__builtin_ctzll(left)) / kLayerBits;
        const Bits all = Bits{31} << (of_word * kLayerBits);
        if (move(at, layer + of_word, (left & all) >> (of_word * kLayerBits))) {
          done_[word] |= left & all;
          moved = true;
        }
        left &= ~all;
      }
    }
    for (std::size_t word = board_.object_words(); moved && word < board_.cell_words(); ++word)
      board_.drop_movements(at, word, done_[word]);
    return moved;
  }

  bool move(std::size_t at, std::size_t layer, Bits movement) {
    const Mask& mask = code_.program.layer_masks[layer];
    std::size_t target = at;
    if (movement == 1 || movement == 2 || movement == 4 || movement == 8) {
      const std::int32_t next = code_.neighbours[static_cast<std::size_t>(__builtin_ctzll(movement))][at];
      if (next == kNone) return false;
      target = static_cast<std::size_t>(next);
    }
    if (movement != 1 << kAction && has_any(target, mask)) return false;
    if (sounds.are_kept || code_.forgets) note_moved(board_.cell(at), layer);
    if (target == at) return true;
    for (std::size_t i = 0; i < board_.object_words(); ++i) {
      for_each_bit(board_.cell(at)[i] & mask[i],
                   [&](std::size_t bit) { board_.carry(at, target, i * kWordBits + bit); });
    }
    return true;
  }
  bool has_any(std::size_t at, const Mask& mask) const {
    for (std::size_t i = 0; i < board_.object_words(); ++i) {
      if ((board_.cell(at)[i] & mask[i]) != 0) return true;
    }
    return false;
  }

  BoardOf<S, B>& board_;
};

}  // namespace ludoplan::puzzlescript
