#include "games/sudoku_wide.hpp"

#include <cstring>

// The vectors never cross the border of a file, so how they would be passed does not matter.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace ludoplan {

namespace wide_plain {
#include "games/sudoku_wide_kernel.hpp"
}  // namespace wide_plain

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LUDOPLAN_WIDE_FORMS
#define WIDE_AVX
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
namespace wide_avx2 {
#include "games/sudoku_wide_kernel.hpp"
}  // namespace wide_avx2
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")
namespace wide_avx512 {
#include "games/sudoku_wide_kernel.hpp"
}  // namespace wide_avx512
#pragma GCC pop_options
#endif

const std::vector<WideKernel>& wide_kernels() {
  static const std::vector<WideKernel> kernels = [] {
    std::vector<WideKernel> found;
#ifdef LUDOPLAN_WIDE_FORMS
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    if (has_avx2 && has_avx512) found.push_back({"avx512", wide_avx512::propagate, wide_avx512::choose});
    if (has_avx2) found.push_back({"avx2", wide_avx2::propagate, wide_avx2::choose});
#endif
    found.push_back({"plain", wide_plain::propagate, wide_plain::choose});
    return found;
  }();
  return kernels;
}

WideKernel wide_kernel = wide_kernels().front();

WideChoice WideGrid::tightest() const {
  const auto best = Plain::tightest(state_.words, {state_.open[0], state_.open[1], state_.open[2]});
  int digit = best.digit < 0 ? N - 1 : best.digit;  // of a cell the last candidate
  while ((state_.words[static_cast<std::size_t>(digit)][best.band] & best.cells) == 0) --digit;
  return {digit, static_cast<int>(best.band), best.cells & (~best.cells + 1)};
}

bool use_wide_kernel(const std::string& name) {
  for (const WideKernel& kernel : wide_kernels()) {
    if (kernel.name == name) {
      wide_kernel = kernel;
      return true;
    }
  }
  return false;
}

}  // namespace ludoplan
