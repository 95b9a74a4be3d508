#include "apps/coset_load/class_work.hpp"

#include <algorithm>
#include <map>

#include "engine/teach/lessons/lesson.hpp"

namespace coset::coset_load {

using teach::Misconception;

namespace {

constexpr int max_draws = 4000;  // the rarest trade is one of some hundred

std::uint32_t below(Rng& rng, std::size_t bound) {
  return rng.below(static_cast<std::uint32_t>(bound));
}

Word random_word(const Operation& operation, int size, Rng& rng) {
  Word out;
  for (int i = 0; i < size; ++i)
    out.push(element(static_cast<int>(below(rng, static_cast<std::size_t>(operation.order())))));
  return out;
}

std::vector<std::string> names_of(const Operation& operation, const Word& word) {
  std::vector<std::string> out;
  for (const Element e : word) out.push_back(operation.names().write(e));
  return out;
}

// A white among the pieces makes paint and white_swallows agree: it is white_swallows.
bool is_ambiguous(const std::vector<teach::Mistake>& mistakes, const teach::Mistake& wanted) {
  return std::any_of(mistakes.begin(), mistakes.end(), [&](const teach::Mistake& other) {
    if (other.result != wanted.result || other.misconception == wanted.misconception) return false;
    return wanted.misconception != Misconception::white_swallows ||
           other.misconception != Misconception::paint;
  });
}

bool plays_cards(const Spec& spec) { return spec.game_name() == "mad-abel"; }

std::optional<PlannedTrade> draw_mistake(const Spec& spec, Misconception wanted, Rng& rng) {
  const Operation& operation = spec.operation();
  const Word word = random_word(operation, 2 + static_cast<int>(below(rng, 2)), rng);
  const auto mistakes = teach::mistakes(operation, word);
  for (const teach::Mistake& mistake : mistakes) {
    if (mistake.misconception != wanted || is_ambiguous(mistakes, mistake)) continue;
    PlannedTrade out{names_of(operation, word), names_of(operation, {mistake.result}),
                     std::string(teach::word_of(wanted))};
    if (!plays_cards(spec) && below(rng, 2) == 0) std::swap(out.give, out.take);
    return out;
  }
  return std::nullopt;
}

std::optional<PlannedTrade> draw_other(const Spec& spec, Rng& rng) {
  const Operation& operation = spec.operation();
  const Word give = random_word(operation, 1 + static_cast<int>(below(rng, 3)), rng);
  const Word take =
      random_word(operation, plays_cards(spec) ? 1 : 1 + static_cast<int>(below(rng, 3)), rng);
  const bool given = plays_cards(spec) || give.size() >= take.size();
  const Element other = operation.product(given ? take : give);
  if (operation.product(given ? give : take) == other) return std::nullopt;
  for (const teach::Mistake& mistake : teach::mistakes(operation, given ? give : take))
    if (mistake.result == other) return std::nullopt;
  return PlannedTrade{names_of(operation, give), names_of(operation, take), "other"};
}

}  // namespace

std::optional<Misconception> find_misconception(std::string_view word) {
  for (int i = 1; i < teach::misconceptions; ++i)
    if (teach::word_of(static_cast<Misconception>(i)) == word) return static_cast<Misconception>(i);
  return std::nullopt;
}

PlannedAnswer plan_answer(std::string_view lesson, std::uint64_t seed, int item, bool wrong,
                          const std::vector<Misconception>& wanted, Rng& rng) {
  const teach::Exercise exercise = teach::make_exercise(*teach::find_lesson(lesson), seed, item);
  PlannedAnswer right{exercise.answer, true, ""};
  if (!wrong) return right;
  std::vector<std::string> texts;
  if (exercise.choices.empty())
    for (const Element e : exercise.operation.names().text_order())
      texts.push_back(exercise.operation.names().write(e));
  for (const teach::Choice& choice : exercise.choices) texts.push_back(teach::say(choice.label));
  std::vector<PlannedAnswer> others, chosen;
  for (const std::string& text : texts) {
    const auto judgement = teach::check(exercise, text);
    if (!judgement.understood || judgement.right) continue;
    const bool named = judgement.misconception != Misconception::none;
    others.push_back(
        {text, false, named ? std::string(teach::word_of(judgement.misconception)) : ""});
    if (std::find(wanted.begin(), wanted.end(), judgement.misconception) != wanted.end())
      chosen.push_back(others.back());
  }
  const auto& from = chosen.empty() ? others : chosen;
  return from.empty() ? right : from[below(rng, from.size())];
}

std::vector<Misconception> misconceptions_of(const Spec& spec) {
  // A class has many pupils and few games.
  static std::map<std::string, std::vector<Misconception>> known;
  const auto [place, is_new] = known.try_emplace(spec.text());
  if (!is_new) return place->second;
  Rng rng(1);
  for (int i = 1; i < teach::misconceptions; ++i)
    if (plan_trade(spec, static_cast<Misconception>(i), rng))
      place->second.push_back(static_cast<Misconception>(i));
  return place->second;
}

std::optional<PlannedTrade> plan_trade(const Spec& spec, Misconception misconception, Rng& rng) {
  for (int i = 0; i < max_draws; ++i)
    if (auto drawn = misconception == Misconception::none ? draw_other(spec, rng)
                                                          : draw_mistake(spec, misconception, rng))
      return drawn;
  return std::nullopt;
}

}  // namespace coset::coset_load
