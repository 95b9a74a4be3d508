// What a simulated pupil does: answers to exercises, right or with a misconception, and trades that
// are not level, each with the verdict that a class must return. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "engine/play/spec.hpp"
#include "engine/teach/why/misconception.hpp"

namespace coset::coset_load {

// The misconception with this word; nothing if there is none.
std::optional<teach::Misconception> find_misconception(std::string_view word);

struct PlannedAnswer {
  std::string answer;
  bool correct = false;
  std::string misconception;  // its word; empty: none
};
// An answer to an item of a lesson: the right one, or a wrong one, with one of `wanted` if the item
// has a choice for it. Where every answer is right it is right. REQUIRES: the lesson exists
PlannedAnswer plan_answer(std::string_view lesson, std::uint64_t seed, int item, bool wrong,
                          const std::vector<teach::Misconception>& wanted, Rng& rng);

struct PlannedTrade {
  std::vector<std::string> give;  // in Mad Abel the cards played
  std::vector<std::string> take;
  std::string misconception;  // its word, or "other"
};
// Misconceptions that a trade can show in the spec's group.
std::vector<teach::Misconception> misconceptions_of(const Spec& spec);
// A trade that shows a misconception and no other; `none`: one that shows none. Nothing if there is
// no such trade.
std::optional<PlannedTrade> plan_trade(const Spec& spec, teach::Misconception misconception,
                                       Rng& rng);

}  // namespace coset::coset_load
