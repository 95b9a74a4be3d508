#include "classroom/diagnosis.hpp"

#include "base/sentence.hpp"

namespace coset::classroom {

namespace {

Diagnosis diagnose(const Operation& operation, const Word& word, Element wanted) {
  Diagnosis out;
  out.level = operation.product(word) == wanted;
  if (out.level) return out;
  for (const teach::Mistake& mistake : teach::mistakes(operation, word)) {
    if (mistake.result != wanted) continue;
    // Where a white is among the pieces, paint makes the same of them, and this is why.
    if (out.misconception == teach::Misconception::none ||
        mistake.misconception == teach::Misconception::white_swallows)
      out.misconception = mistake.misconception;
  }
  return out;
}

}  // namespace

Diagnosis diagnose_trade(const Operation& operation, const Word& give, const Word& take) {
  const bool given = give.size() >= take.size();
  return diagnose(operation, given ? give : take, operation.product(given ? take : give));
}

Diagnosis diagnose_play(const Operation& operation, const Word& cards, Element wanted) {
  return diagnose(operation, cards, wanted);
}

Result<Word> read_side(const Operation& operation, std::span<const std::string> names) {
  Word out;
  if (names.empty() || names.size() > max_side)
    return error_of("move.piece", {"A side has 1 to ", max_side, " pieces."});
  for (const std::string& name : names) {
    const auto piece = operation.names().find(name);
    if (!piece) return error_of("move.piece", {"There is no piece ", quoted(name), "."});
    out.push(*piece);
  }
  return out;
}

std::string_view word_for(const Diagnosis& diagnosis) {
  if (diagnosis.misconception == teach::Misconception::none) return "other";
  return teach::word_of(diagnosis.misconception);
}

}  // namespace coset::classroom
