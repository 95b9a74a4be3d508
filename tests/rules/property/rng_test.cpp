#include "base/rng.hpp"

#include "property.hpp"

namespace coset {
namespace {

RC_GTEST_PROP(RngLaws, BelowStaysBelow, ()) {
  Rng rng(property::seed());
  const auto bound = *rc::gen::inRange<std::uint32_t>(1, 0xffffffffU);
  for (int i = 0; i < 50; ++i) RC_ASSERT(rng.below(bound) < bound);
}

// Each of 6000 samples falls on a face with probability 1/6: 1000 on average, and farther than 200
// (seven standard deviations) never in practice.
RC_GTEST_PROP(RngLaws, EveryFaceOfADieComesUp, ()) {
  Rng rng(property::seed());
  std::array<int, 6> faces{};
  for (int i = 0; i < 6000; ++i) ++faces[rng.below(6)];
  for (const int count : faces) RC_ASSERT(count > 800 && count < 1200);
}

RC_GTEST_PROP(RngLaws, ASeedIsASequence, ()) {
  const std::uint64_t seed = property::seed();
  Rng a(seed);
  Rng b(seed);
  Rng other(seed + 1);
  bool differs = false;
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t value = a.next();
    RC_ASSERT(b.next() == value);
    differs = differs || other.next() != value;
  }
  RC_ASSERT(differs);
}

}  // namespace
}  // namespace coset
