// Values of moves, and reviews of games.
#include "apps/capi/handles.hpp"
#include "protocol/json_output/review.hpp"

using namespace coset;
using namespace coset::capi;

coset_analysis* coset_analysis_begin(const coset_match* match, const char* options,
                                     size_t options_size, coset_text** problem) {
  if (match == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  if (const auto error = flaw(options, options_size)) return refuse(problem, *error);
  auto analysis = protocol::PositionAnalysis::begin(match->match, text(options, options_size));
  if (!analysis) return refuse(problem, analysis.error());
  return new coset_analysis{*std::move(analysis)};
}

void coset_analysis_free(coset_analysis* analysis) { delete analysis; }

int32_t coset_analysis_step(coset_analysis* analysis, uint32_t positions) {
  if (analysis == nullptr || analysis->done) return 0;
  analysis->done = !analysis->analysis.step(positions);
  return analysis->done ? 0 : 1;
}

coset_text* coset_analysis_result(coset_analysis* analysis) {
  return analysis == nullptr ? no_handle() : done(analysis->analysis.answer());
}

coset_text* coset_review(const char* answers, size_t answers_size, int32_t seat) {
  if (const auto error = flaw(answers, answers_size)) return refused(*error);
  if (seat < 0 || seat > max_seats) return refused({"seat.unknown", 0, "There is no such seat."});
  const auto review = protocol::review_of(text(answers, answers_size),
                                          seat == 0 ? nobody : static_cast<Seat>(seat - 1));
  if (!review) return refused(review.error());
  return done(protocol::review_json(*review));
}
