// The analysis protocol: a line of JSON asks for the values of the moves of a position, or of
// several positions of a record; the answer is one line for each position, or one line with the
// invalid field and the error. Every line gets an answer. docs/analysis-protocol.md specifies it.
// Hosts that must not block analyse one position in steps. Pure but for the host's clock;
// thread-safe, but for a PositionAnalysis, which belongs to one thread at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/bots/analysis.hpp"
#include "engine/play/match.hpp"

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

// The analysis of the position of a match, in steps.
class PositionAnalysis {
 public:
  // `options`: the fields of a question that do not name the position, as a JSON object; empty: all
  // defaults. An error if no seat is to act.
  static Result<PositionAnalysis> begin(const Match& match, std::string_view options);

  // As AnalysisSearch::step.
  bool step(std::uint64_t positions) { return search_.step(positions); }
  // The answer of the protocol from what was found so far, without an id; after one step if there
  // was none.
  std::string answer();

 private:
  PositionAnalysis(const Match& match, std::string bot_name, std::shared_ptr<const bots::Bot> bot,
                   std::uint64_t top, const bots::AnalysisSettings& settings);
  std::string written(const std::string& id) const;
  friend void answer_analysis(std::string_view question, const AnalysisHost& host,
                              const std::function<void(const std::string& line)>& say);

  Spec spec_;
  AnyView view_;
  Seat seat_;
  std::size_t turn_;
  std::string bot_name_;
  std::uint64_t top_;
  bots::AnalysisSearch search_;
};

}  // namespace coset::protocol
