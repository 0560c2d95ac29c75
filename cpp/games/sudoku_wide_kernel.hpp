// The kernel of sudoku_wide.hpp, compiled once for each set of instructions: included inside a namespace of
// its own. A vector holds two digits: words 0 to 2 and 4 to 6 are their bands.

using Vector = std::uint32_t __attribute__((vector_size(32), may_alias));
#define WIDE_INLINE static inline __attribute__((always_inline))

constexpr std::uint32_t kAll = (1U << 27) - 1;
constexpr std::uint32_t kColumns = 07U | 07U << 9 | 07U << 18;  // bits k*9 + j
constexpr std::uint32_t kOn = ~0U;
constexpr Vector kBands{kOn, kOn, kOn, 0, kOn, kOn, kOn, 0};  // without the words that only fill
constexpr Vector kNinth{kOn, kOn, kOn, kOn, 0, 0, 0, 0};      // of the last vector: without the tenth digit
constexpr Vector kTenth{0, 0, 0, 0, kAll, kAll, kAll, kAll};

WIDE_INLINE Vector all(std::uint32_t word) { return Vector{word, word, word, word, word, word, word, word}; }
// The next band, and the one after it, in place of each.
WIDE_INLINE Vector next_band(Vector x) { return __builtin_shufflevector(x, x, 1, 2, 0, 3, 5, 6, 4, 7); }
WIDE_INLINE Vector last_band(Vector x) { return __builtin_shufflevector(x, x, 2, 0, 1, 3, 6, 4, 5, 7); }
WIDE_INLINE Vector swapped(Vector x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3); }

WIDE_INLINE bool any(Vector x) {
  using Longs = long long __attribute__((vector_size(32), may_alias));
  const auto longs = reinterpret_cast<Longs>(x);
#ifdef WIDE_AVX
  return __builtin_ia32_ptestz256(longs, longs) == 0;
#else
  return (longs[0] | longs[1] | longs[2] | longs[3]) != 0;
#endif
}

WIDE_INLINE Vector cells_of(Vector boxes) {
  const Vector slice = boxes | boxes << 3 | boxes << 6;
  return slice | slice << 9 | slice << 18;
}

// One of three bits and no other; at the lowest of them.
WIDE_INLINE Vector single(Vector first, Vector second, Vector third) {
  return (first ^ second ^ third) & ~(first & second & third);
}

// What follows for two digits from their own candidates. In a band a digit stands once in each row and once
// in each box, so its minirows are a permutation: minirow (i, j) is kept if the two others of one of its two
// permutations are there. In a stack the same holds for columns and boxes. `placed` are the cells that are
// the last of their box.
WIDE_INLINE bool filter(Vector& digits, Vector& placed) {
  Vector x = digits;
  const Vector minirows = (x | x >> 9 | x >> 18) & 511;  // bits i*3 + j
  const Vector twice = minirows | minirows << 9;         // so that turning the rows is a shift
  const Vector one = ((twice >> 1) & all(0333333)) | ((twice << 2) & all(0444444));  // the next box
  const Vector two = ((twice >> 2) & all(0111111)) | ((twice << 1) & all(0666666));  // the one after it
  const Vector rows = minirows & (((one >> 3) & (two >> 6)) | ((two >> 3) & (one >> 6)));
  x &= rows | rows << 9 | rows << 18;

  const Vector columns = (x | x >> 3 | x >> 6) & all(kColumns);
  const Vector right = ((columns >> 9) | (columns << 18)) & all(kColumns);
  const Vector left = ((columns >> 18) | (columns << 9)) & all(kColumns);
  const Vector kept = columns & ((next_band(right) & last_band(left)) | (next_band(left) & last_band(right)));
  x &= kept | kept << 3 | kept << 6;

  const Vector folded = x | x >> 9 | x >> 18;
  const Vector boxes = single(folded, folded >> 3, folded >> 6) & single(kept, kept >> 9, kept >> 18) & 7;
  placed = x & cells_of(boxes);
  const bool is_changed = any(x ^ digits);
  digits = x;
  return is_changed;
}

// Draws the consequences: in turn those of each digit, of cells that are settled, and of cells with one
// candidate.
bool propagate(WideState& state) {
  auto* const words = reinterpret_cast<Vector*>(state.words.data());
  Vector done = *reinterpret_cast<const Vector*>(state.done.data());
  Vector open{};
  Vector pairs{};
  std::uint32_t dirty = state.dirty;
  do {
    Vector placed[5] = {};
    Vector settled{};
    Vector clash{};
    Vector empty{};
    std::uint32_t changed = 0;
    for (std::uint32_t left = dirty; left != 0; left &= left - 1) {
      const int at = std::countr_zero(left);
      changed |= static_cast<std::uint32_t>(filter(words[at], placed[at])) << at;
      empty |= reinterpret_cast<Vector>(words[at] == 0);
      clash |= settled & placed[at];
      settled |= placed[at];
    }
    const Vector others = swapped(settled);
    clash |= settled & others;
    settled = (settled | others) & kBands;
    if (any(empty | (clash & kBands))) return false;
    done |= settled;

    // Candidates of each cell: one or more, two or more, three or more.
    Vector once{};
    Vector twice{};
    Vector thrice{};
    for (int at = 0; at < 5; ++at) {
      const Vector before = words[at];
      Vector x = before & (~settled | placed[at]);
      if (at == 4) x |= kTenth;
      changed |= static_cast<std::uint32_t>(any(x ^ before)) << at;
      words[at] = x;
      if (at == 4) x &= kNinth;
      thrice |= twice & x;
      twice |= once & x;
      once |= x;
    }
    const Vector once_more = swapped(once);
    const Vector twice_more = swapped(twice);
    thrice |= swapped(thrice) | (twice & once_more) | (once & twice_more);
    twice |= twice_more | (once & once_more);
    once |= once_more;
    if (any((once ^ all(kAll)) & kBands)) return false;
    open = twice & kBands;
    pairs = open & ~thrice;
    const Vector naked = once & ~twice & ~done & kBands;
    if (any(naked)) {
      done |= naked;
      for (int at = 0; at < 5; ++at) {
        Vector hit = words[at] & naked;
        if (at == 4) hit &= kNinth;
        const Vector folded = hit | hit >> 9 | hit >> 18;
        words[at] = (words[at] & ~cells_of((folded | folded >> 3 | folded >> 6) & 7)) | hit;
        changed |= static_cast<std::uint32_t>(any(hit)) << at;
      }
    }
    dirty = changed;
  } while (dirty != 0);
  *reinterpret_cast<Vector*>(state.done.data()) = done;
  *reinterpret_cast<Vector*>(state.open.data()) = open;
  *reinterpret_cast<Vector*>(state.pairs.data()) = pairs;
  state.dirty = 0;
  return true;
}

WIDE_INLINE int bits_of(std::uint32_t word) { return std::popcount(word); }

// A cell with two candidates: of the digit that most such cells have and the one that most of the others
// have, where most such cells see it.
WideChoice choose(const WideState& state) {
  const auto& words = state.words;
  std::uint32_t of[9][3];
  int count[9];
  std::size_t first = 0;
  for (std::size_t digit = 0; digit < 9; ++digit) {
    for (std::size_t band = 0; band < 3; ++band) of[digit][band] = words[digit][band] & state.pairs[band];
    count[digit] = bits_of(of[digit][0]) + bits_of(of[digit][1]) + bits_of(of[digit][2]);
    if (count[digit] > count[first]) first = digit;
  }
  std::size_t second = 9;
  for (std::size_t digit = 0; digit < 9; ++digit) {
    if (digit == first || (second < 9 && count[digit] <= count[second])) continue;
    std::uint32_t common = 0;
    for (std::size_t band = 0; band < 3; ++band) common |= of[digit][band] & of[first][band];
    if (common != 0) second = digit;
  }
  int best = -1;
  WideChoice choice{};
  for (std::size_t band = 0; band < 3; ++band) {
    for (std::uint32_t left = of[first][band] & of[second][band]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      const std::uint32_t row = (07U | 07U << 9 | 07U << 18) << bit % 9 / 3 * 3;
      const std::uint32_t box = 0111111111U << bit % 3;
      const std::uint32_t column = 0111U << (bit / 9 * 9 + bit % 3);
      int seen = 0;
      for (const std::size_t digit : {first, second}) {
        for (std::size_t other = 0; other < 3; ++other)
          seen += bits_of(of[digit][other] & (other == band ? row | box : column));
      }
      if (seen <= best) continue;
      best = seen;
      choice = {static_cast<int>(first), static_cast<int>(band), left & (~left + 1),
                static_cast<int>(second)};
    }
  }
  return choice;
}

#undef WIDE_INLINE
