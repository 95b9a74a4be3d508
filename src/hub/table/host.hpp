// The loop of every host of a table. A host has an answer for each case of Want, and go_round puts
// to it what the table wants, again and again, until nothing of it can be answered now. A host that
// lacks a case does not compile, and none may answer whatever comes: a case that is new would be
// swallowed.
#pragma once

#include "base/overloaded.hpp"
#include "hub/table/table.hpp"

namespace coset::hub {

template <class Answers, class Wants>
inline constexpr bool answers_all = false;
template <class Answers, class... W>
inline constexpr bool answers_all<Answers, std::variant<W...>> =
    (std::is_invocable_r_v<bool, Answers&, const W&> && ...);

struct NoWant {};

// A function a case, which says whether it has called the table.
template <class Answers>
concept AnswersWants = answers_all<Answers, Want> && !std::is_invocable_v<Answers&, const NoWant&>;

template <class W>
struct LaterOne {
  bool operator()(const W&) const { return false; }
};
// The answer to what a host does elsewhere, or has begun already.
template <class... W>
struct Later : LaterOne<W>... {
  using LaterOne<W>::operator()...;
};

template <AnswersWants Answers>
void go_round(const Table& table, Answers answers) {
  const auto answered_one = [&] {
    for (const Want& want : table.wants())
      if (std::visit(answers, want)) return true;  // and whatever else was wanted may be gone
    return false;
  };
  while (answered_one()) {
  }
}

// The one want of a kind, if there is such a one.
template <class W>
std::optional<W> wanted(const Table& table) {
  for (const Want& want : table.wants())
    if (const W* found = std::get_if<W>(&want)) return *found;
  return std::nullopt;
}

}  // namespace coset::hub
