// Track A: what the eight colours make together.
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

constexpr Element clear = identity;
constexpr Element white = element(7);

Word two_primaries(const Operation& /*colours*/, Rng& rng) {
  Pieces primaries = {element(1), element(2), element(4)};
  shuffle(rng, primaries);
  return {primaries[0], primaries[1]};
}

Word with_doubles(const Operation& colours, Rng& rng) {
  const Word pair = any_pair(colours, rng);
  switch (below(rng, 4)) {
    case 0:
      return {pair[0], pair[0]};
    case 1:
      return {pair[0], pair[0], pair[0]};
    case 2:
      return shuffled(rng, {pair[0], pair[0], pair[0], pair[1]});
    default:
      return shuffled(rng, {pair[0], pair[0], pair[1]});
  }
}

// Two pieces that share a primary: paint would keep it.
Word overlapping(const Operation& colours, Rng& rng) {
  while (true) {
    const Word pair = any_pair(colours, rng);
    if ((index(pair[0]) & index(pair[1])) != 0 && pair[0] != white && pair[1] != white) return pair;
  }
}

Word with_white(const Operation& colours, Rng& rng) {
  while (true) {
    const Word pair = any_pair(colours, rng);
    if (pair[0] == white || pair[1] == white) continue;
    if (below(rng, 2) == 0) return shuffled(rng, {white, pair[0]});
    return shuffled(rng, {white, pair[0], pair[1]});
  }
}

Word with_clear(const Operation& colours, Rng& rng) {
  const Word pair = any_pair(colours, rng);
  switch (below(rng, 4)) {
    case 0:
      return shuffled(rng, {pair[0], clear});
    case 1:
      return shuffled(rng, {pair[0], clear, clear});
    default:
      return shuffled(rng, joined(pair, clear));
  }
}

Word anything(const Operation& colours, Rng& rng) {
  constexpr WordMaker makers[] = {two_primaries, with_doubles, overlapping,
                                  with_white,    with_clear,   any_triple};
  return makers[below(rng, 6)](colours, rng);
}

using enum ItemType;
constexpr WordLesson primaries{
    "Z2^3", two_primaries, {sum, sum, missing, sum, missing, build, missing, spot}};
constexpr WordLesson doubles{"Z2^3", with_doubles, {sum, sum, sum, missing, spot, sum, equal, sum}};
constexpr WordLesson not_paint{
    "Z2^3", overlapping, {sum, sum, equal, sum, missing, build, spot, equal}};
constexpr WordLesson with_whites{
    "Z2^3", with_white, {sum, sum, missing, equal, sum, build, spot, sum}};
constexpr WordLesson with_clears{
    "Z2^3", with_clear, {sum, sum, equal, sum, missing, equal, spot, build}};
constexpr WordLesson three{"Z2^3", any_triple, {sum, steps, sum, build, steps, missing, sum, spot}};
constexpr WordLesson equals{
    "Z2^3", anything, {equal, equal, equal, spot, equal, equal, build, equal}};
constexpr WordLesson speed{"Z2^3", anything, {sum, missing, sum, equal, sum, missing, sum, sum}};

constexpr Lesson lessons[] = {
    {"colours.primaries", "colours.primaries.goal", from_words<primaries>},
    {"colours.doubles", "colours.doubles.goal", from_words<doubles>},
    {"colours.not-paint", "colours.not-paint.goal", from_words<not_paint>},
    {"colours.white", "colours.white.goal", from_words<with_whites>},
    {"colours.clear", "colours.clear.goal", from_words<with_clears>},
    {"colours.three", "colours.three.goal", from_words<three>},
    {"colours.equal", "colours.equal.goal", from_words<equals>},
    {"colours.speed", "colours.speed.goal", from_words<speed>},
};

}  // namespace

std::span<const Lesson> colour_lessons() { return lessons; }

}  // namespace coset::teach
