// The analysis protocol: a line of JSON asks for the values of the moves of a position, or of
// several positions of a record; the answer is one line for each position, or one line with the
// invalid field and the error. Every line gets an answer. docs/analysis-protocol.md specifies it.
// Pure but for the host's clock; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace coset::protocol {

struct AnalysisHost {
  // Whether so many milliseconds have passed since the request; nothing: there is no clock.
  std::function<std::function<bool()>(int milliseconds)> timer;
  // Polled; true: answer immediately. For hosts that limit the time of a request.
  std::function<bool()> stop;
  std::uint64_t max_playouts = 1000000;
  bool any_bot = true;  // else random and greedy, and the default bot
};

inline constexpr std::size_t max_analysis_query = std::size_t{1} << 20U;  // bytes

void answer_analysis(std::string_view question, const AnalysisHost& host,
                     const std::function<void(const std::string& line)>& say);

}  // namespace coset::protocol
