#include "engine/teach/lessons/items_table.hpp"

#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

constexpr Element white = element(7);

template <class Use>
void for_each_exchange(const ExchangeRules& rules, const Tally8& hand, const Tally8& center,
                       Use use) {
  ActionList list;
  list_exchanges(rules, hand, center, list);
  for (const Action& action : list) use(action);
}

}  // namespace

const AlJabar<Tally8>& GameTable::game() const {
  const auto* game = std::get_if<AlJabar<Tally8>>(&match.spec().game());
  CHECK(game != nullptr);
  return *game;
}

std::vector<Action> GameTable::exchanges() const {
  std::vector<Action> out;
  for_each_exchange(rules(), hand, center, [&](const Action& action) { out.push_back(action); });
  return out;
}

std::optional<GameTable> table_at(const Match& match) {
  if (match.turn() != Turn{Turn::Kind::act, 0}) return std::nullopt;
  const AnyView view = match.observe(0);
  const auto* state = std::get_if<AlJabar<Tally8>::State>(&view);
  CHECK(state != nullptr);
  return GameTable{match, state->hands[0], state->center, state->hands[1]};
}

Spec spec_of_tables() {
  auto spec = Spec::parse(table_spec);
  CHECK(spec.ok());
  return *std::move(spec);
}

std::optional<GameTable> try_table(const Spec& spec, Rng& rng, const Shape& shape) {
  const Operation& operation = spec.operation();
  Tally8 hand;
  Tally8 center;
  Tally8 next;
  // A clear comes into a hand now and then.
  const auto draw = [&] { return below(rng, 8) == 0 ? identity : any_piece(operation, rng); };
  for (int i = 0; i < shape.hand; ++i) hand.add(draw());
  for (int i = 0; i < shape.next; ++i) next.add(draw());
  while (center.size() < shape.colours) center.set(any_piece(operation, rng), 1);
  center.set(identity, shape.clears);
  auto match = Match::open(spec, "hand1=" + write_tally(operation, hand) +
                                     " hand2=" + write_tally(operation, next) +
                                     " center=" + write_tally(operation, center));
  CHECK(match.ok());
  return table_at(*match);
}

Outcome outcome_of(const ExchangeRules& rules, const Tally8& hand, const Tally8& center,
                   const Action& action) {
  Outcome out{{}, hand, center};
  static_cast<Exchanged&>(out) = exchange_pieces(rules, out.hand, out.center, action);
  return out;
}

int fewest_after(const ExchangeRules& rules, const Tally8& hand, const Tally8& center) {
  int fewest = hand.size();
  for_each_exchange(rules, hand, center, [&](const Action& action) {
    fewest = std::min(fewest, hand.size() - action.give.size() + action.take.size());
  });
  return fewest;
}

std::optional<Action> exchange_leaving(const ExchangeRules& rules, const Tally8& hand,
                                       const Tally8& center, int most) {
  std::optional<Action> found;
  for_each_exchange(rules, hand, center, [&](const Action& action) {
    if (!found && hand.size() - action.give.size() + action.take.size() <= most) found = action;
  });
  return found;
}

bool can_finish(const ExchangeRules& rules, const Tally8& hand, const Tally8& center) {
  return exchange_leaving(rules, hand, center, 1).has_value();
}

std::pair<int, Action> max_dealing(const ExchangeRules& rules, const Tally8& hand,
                                   const Tally8& center) {
  std::pair<int, Action> most;
  for_each_exchange(rules, hand, center, [&](const Action& action) {
    const int clears = outcome_of(rules, hand, center, action).clears;
    if (clears > most.first) most = {clears, action};
  });
  return most;
}

int max_clears(const ExchangeRules& rules, const Tally8& hand, const Tally8& center) {
  return max_dealing(rules, hand, center).first;
}

bool meets(const GameTable& table, const Goal& goal, const Action& action) {
  const ExchangeRules& rules = table.rules();
  const Outcome after = outcome_of(rules, table.hand, table.center, action);
  const int shed = table.hand.size() - after.hand.size();
  switch (goal.kind) {
    case Goal::Kind::shed:
      return shed >= goal.n;
    case Goal::Kind::clears:
      return after.clears >= goal.n;
    case Goal::Kind::spectrum:
      return rules.is_spectrum(sorted(action.give), action.take);
    case Goal::Kind::keep_white:
      return shed >= goal.n && after.hand[white] > 0;
    case Goal::Kind::two_ahead:
      return fewest_after(rules, after.hand, after.center) <= goal.n;
    case Goal::Kind::stop_next: {
      Tally8 next = table.next;
      next.add(identity, after.clears);
      const bool stuck = next.size() <= rules.max_exchange() &&
                         !count_exchanges(rules, next, after.center).any_reducing;
      return !stuck && !can_finish(rules, next, after.center);
    }
    case Goal::Kind::at_most:
      return after.hand.size() <= goal.n;
    case Goal::Kind::none:
    case Goal::Kind::leave:
      return true;
  }
  CHECK(false);
}

Pieces pieces_in(const Tally8& tally) {
  Pieces out;
  for (int i = 0; i < Tally8::capacity; ++i)
    out.insert(out.end(), static_cast<std::size_t>(tally[element(i)]), element(i));
  return out;
}

void lay_out(Exercise& exercise, const GameTable& table, Hands hands) {
  const Operation& operation = table.operation();
  exercise.spec = table_spec;
  exercise.position = table.match.full_position();
  exercise.hand = in_text_order(operation, pieces_in(table.hand));
  exercise.center = in_text_order(operation, pieces_in(table.center));
  exercise.next = in_text_order(operation, pieces_in(table.next));
  exercise.shown.push_back({"show.center", {{"pieces", write_set(operation, exercise.center)}}});
  const std::string hand = write_set(operation, exercise.hand);
  const std::string next = write_set(operation, exercise.next);
  if (hands == Hands::seats) {
    exercise.shown.push_back({"show.seat", {{"seat", "1"}, {"pieces", hand}}});
    exercise.shown.push_back({"show.seat", {{"seat", "2"}, {"pieces", next}}});
    return;
  }
  exercise.shown.push_back({"show.hand", {{"pieces", hand}}});
  if (hands == Hands::both) exercise.shown.push_back({"show.next", {{"pieces", next}}});
}

std::optional<Exercise> play_item(const GameTable& table, const Goal& goal, Message prompt,
                                  Message hint, Rng& rng) {
  std::vector<Action> good;
  std::size_t all = 0;
  for (const Action& action : table.exchanges()) {
    ++all;
    if (meets(table, goal, action)) good.push_back(action);
  }
  const bool some_fail = good.size() < all || goal.kind == Goal::Kind::none;
  if (good.empty() || !some_fail) return std::nullopt;
  Exercise out(table.operation(), ItemType::play, std::move(prompt));
  lay_out(out, table, goal.kind == Goal::Kind::stop_next ? Hands::both : Hands::own);
  out.goal = goal;
  const Action& answer = pick(rng, good);
  out.answer = table.match.write(answer);
  const Verdict verdict = judge(table.match, 0, answer);
  CHECK(verdict.legal);
  out.why = {verdict.message};
  for (Message& message : describe(table.match.spec(), *verdict.effects))
    if (message.id != "then.hand") out.why.push_back(std::move(message));
  out.hint = std::move(hint);
  if (out.hint.id.empty())
    out.hint = {
        "hint.item.play",
        {{"piece", table.operation().names().write(table.operation().product(answer.take))}}};
  return out;
}

}  // namespace coset::teach
