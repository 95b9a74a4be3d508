// Rng: xoshiro256** with Lemire's bounded sampling by rejection. The sequence for a seed is a
// promise: the same on every compiler and in WebAssembly. For simulation and bots, never for deals
// that must be unpredictable. A value type; not to be shared between threads.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/check.hpp"
#include "base/hash.hpp"

namespace coset {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (auto& word : state_) {
      word = mix(seed);
      seed += 0x9e3779b97f4a7c15ULL;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound). REQUIRES: bound > 0
  std::uint32_t below(std::uint32_t bound) {
    CHECK(bound > 0);
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, bound) for bounds beyond 32 bits, by rejection. REQUIRES: bound > 0
  std::uint64_t below64(std::uint64_t bound) {
    CHECK(bound > 0);
    if (bound <= 0xffffffffU) return below(static_cast<std::uint32_t>(bound));
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound - 1);
    std::uint64_t value = next() & mask;
    while (value >= bound) value = next() & mask;
    return value;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace coset
