// The analysis protocol: a line of JSON asks what the moves of a position, or of several positions
// of a record, are worth; one line answers for each position, or says in one line which field is
// wrong and why. Whatever the line is, there is an answer. docs/analysis-protocol.md is the
// promise. Pure but for the host's clock; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace coset::wire {

struct AnalysisHost {
  // True once so many milliseconds have passed since it was asked for; nothing: there is no clock.
  std::function<std::function<bool()>(int milliseconds)> timer;
  // Asked now and then; true: answer at once. For hosts that do not let every question take its
  // time.
  std::function<bool()> stop;
  std::uint64_t most_playouts = 1000000;
  bool any_bot = true;  // else random and greedy, and whoever plays on without being asked for
};

inline constexpr std::size_t longest_analysis_query = std::size_t{1} << 20U;  // bytes

void answer_analysis(std::string_view question, const AnalysisHost& host,
                     const std::function<void(const std::string& line)>& say);

}  // namespace coset::wire
