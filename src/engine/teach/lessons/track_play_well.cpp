// Track C: how to choose among the exchanges that there are.
#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/teach/lessons/items_table.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

constexpr Element white = element(7);
const Message own_hint{"", {}};  // play_item finds its own

// The fewest pieces after two exchanges, if nobody else moves, and how to get there.
struct Twice {
  int fewest = 0;
  std::string line;
};
Twice fewest_after_two(const GameTable& table) {
  Twice out{table.hand.size(), ""};
  for (const Action& action : table.exchanges()) {
    const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
    const int fewest = fewest_after(table.rules(), after.hand, after.center);
    if (fewest >= out.fewest) continue;
    out = {fewest, table.match.write(action)};
    if (fewest < after.hand.size())
      out.line += ", then " +
                  write_action(table.operation(),
                               *exchange_leaving(table.rules(), after.hand, after.center, fewest));
  }
  return out;
}

Exercise two_ahead(Rng& rng, int item) {
  const Shape shape{5 + below(rng, 4), 2 + below(rng, 2), 1, 5};
  return draw_item(rng, shape, [&](const GameTable& table) -> std::optional<Exercise> {
    const auto [fewest, line] = fewest_after_two(table);
    const int once_fewest = fewest_after(table.rules(), table.hand, table.center);
    if (fewest >= table.hand.size() - 1) return std::nullopt;
    // Shedding the most immediately must sometimes be wrong, or the item is trivial.
    const std::vector<Action> all = table.exchanges();
    const bool tempting = std::any_of(all.begin(), all.end(), [&](const Action& action) {
      return table.hand.size() - action.give.size() + action.take.size() == once_fewest &&
             !meets(table, {Goal::Kind::two_ahead, fewest, {}}, action);
    });
    if (!tempting) return std::nullopt;
    if (item % 2 == 0)
      return play_item(table, {Goal::Kind::two_ahead, fewest, {}},
                       {"ask.two_ahead", {{"n", number(fewest)}}}, own_hint, rng);
    Exercise out(table.operation(), ItemType::predict, {"ask.fewest", {}});
    lay_out(out, table);
    const Message fact{"fact.fewest", {{"n", number(fewest)}, {"line", line}}};
    const int size = table.hand.size();
    const int once = fewest_after(table.rules(), table.hand, table.center);
    add_numbers(
        out, rng, fewest, {1},
        {{size - 2 * (size - once), Misconception::none, fact}, {once, Misconception::none, fact}},
        fact);
    out.hint = {"hint.item.fewest", {}};
    out.why = {fact};
    return out;
  });
}

Exercise keep_white(Rng& rng, int item) {
  const bool want = below(rng, 2) == 0;
  return draw_item(rng, {7, 4, 1, 5}, [&](const GameTable& table) -> std::optional<Exercise> {
    if (table.hand[white] == 0) return std::nullopt;
    const int n = item < 4 ? 1 : 2;
    if (item % 2 == 0) {
      // Something must tempt: the white could go for as many pieces.
      const std::vector<Action> all = table.exchanges();
      const bool tempting = std::any_of(all.begin(), all.end(), [&](const Action& action) {
        return meets(table, {Goal::Kind::shed, n, {}}, action) &&
               !meets(table, {Goal::Kind::keep_white, n, {}}, action);
      });
      if (!tempting) return std::nullopt;
      return play_item(table, {Goal::Kind::keep_white, n, {}},
                       {"ask.keep_white", {{"n", number(n)}}}, own_hint, rng);
    }
    std::vector<Action> legal = table.exchanges();
    if (legal.empty()) return std::nullopt;
    const Action action = pick(rng, legal);
    const Word& spectrum = table.rules().spectrum();
    const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
    const bool yes = contains(after.hand, spectrum);
    if (yes != want || after.hand[white] == 0) return std::nullopt;
    Exercise out(table.operation(), ItemType::predict,
                 {"ask.spectrum_after", {{"move", table.match.write(action)}}});
    lay_out(out, table);
    out.moves = {action};
    const Message fact{"fact.hand_after",
                       {{"pieces", write_set(table.operation(), pieces_in(after.hand))}}};
    add_yes_no(out, yes, fact);
    out.hint = {"hint.item.spectrum", {}};
    out.why = {fact};
    return out;
  });
}

// Four exchanges that shed the same: after which of them is least dealt back?
Exercise feed_no_clears(Rng& rng, int /*item*/) {
  return draw_item(rng, {6, 4, 1, 5}, [&](const GameTable& table) -> std::optional<Exercise> {
    std::vector<Action> same;
    for (const Action& action : table.exchanges())
      if (action.give.size() == action.take.size() + 1) same.push_back(action);
    if (same.size() < 4) return std::nullopt;
    shuffle(rng, same);
    same.resize(4);
    std::vector<int> back;
    std::vector<Message> facts;
    for (const Action& action : same) {
      const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
      Tally8 next = table.next;
      next.add(identity, after.clears);
      const auto [clears, reply] = max_dealing(table.rules(), next, after.center);
      back.push_back(clears);
      facts.push_back({clears > 0 ? "fact.feed" : "fact.feed.none",
                       {{"move", table.match.write(action)}, {"n", number(clears)}}});
      if (clears > 0)
        facts.back().parameters.emplace_back("reply", write_action(table.operation(), reply));
    }
    const auto least = std::min_element(back.begin(), back.end());
    if (std::count(back.begin(), back.end(), *least) != 1) return std::nullopt;
    Exercise out(table.operation(), ItemType::play, {"ask.feed", {}});
    lay_out(out, table, Hands::both);
    for (std::size_t i = 0; i < same.size(); ++i) {
      add_choice(out, text_choice(table.match.write(same[i]), {}, back[i] == *least, facts[i]));
    }
    out.moves = same;
    settle_answer(out);
    out.hint = {"hint.item.feed", {}};
    out.why = {facts[static_cast<std::size_t>(least - back.begin())]};
    return out;
  });
}

Exercise one_left(Rng& rng, int item) {
  const bool want = below(rng, 2) == 0;
  return draw_item(
      rng, {5, 4, 1, 2 + below(rng, 2)}, [&](const GameTable& table) -> std::optional<Exercise> {
        if (item % 2 == 0)
          return play_item(table, {Goal::Kind::stop_next, 0, {}}, {"ask.stop", {}},
                           {"hint.item.stop", {}}, rng);
        const std::vector<Action> legal = table.exchanges();
        if (legal.empty()) return std::nullopt;
        const Action action = pick(rng, legal);
        const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
        Tally8 next = table.next;
        next.add(identity, after.clears);
        const bool yes = can_finish(table.rules(), next, after.center);
        if (yes != want) return std::nullopt;
        Exercise out(table.operation(), ItemType::predict,
                     {"ask.finish", {{"move", table.match.write(action)}}});
        lay_out(out, table, Hands::both);
        out.moves = {action};
        Message fact{yes ? "fact.finish" : "fact.no_finish",
                     {{"clears", number(after.clears)},
                      {"center", write_set(table.operation(), pieces_in(after.center))}}};
        if (yes)
          fact.parameters.emplace_back(
              "reply", write_action(table.operation(),
                                    *exchange_leaving(table.rules(), next, after.center, 1)));
        add_yes_no(out, yes, fact);
        out.hint = {"hint.item.stop", {}};
        out.why = {fact};
        return out;
      });
}

Exercise small_hand(Rng& rng, int item) {
  if (item % 2 == 0)
    return draw_item(rng, {4 + below(rng, 2), 4, 1, 5}, [&](const GameTable& table) {
      const int n = item < 4 ? 3 : 2;
      return play_item(table, {Goal::Kind::at_most, n, {}}, {"ask.at_most", {{"n", number(n)}}},
                       own_hint, rng);
    });
  // Can a small hand still be made smaller? Tables at which it cannot are not on turn any more.
  const Operation colours = operation_of("Z2^3");
  const ExchangeRules rules(*colours.group(), ExchangeRules::defaults(*colours.group(), 2, 0));
  const bool want = below(rng, 2) == 0;
  while (true) {
    Tally8 hand;
    Tally8 center;
    for (int i = 2 + below(rng, 2); i > 0; --i) hand.add(any_piece(colours, rng));
    const int size = 2 + below(rng, 2);
    while (center.size() < size) center.set(any_piece(colours, rng), 1);
    center.set(identity, 1);
    if (count_exchanges(rules, hand, center).any_reducing != want) continue;
    Exercise out(colours, ItemType::predict, {"ask.reduce", {}});
    out.hand = in_text_order(colours, pieces_in(hand));
    out.center = in_text_order(colours, pieces_in(center));
    out.shown = {{"show.center", {{"pieces", write_set(colours, out.center)}}},
                 {"show.hand", {{"pieces", write_set(colours, out.hand)}}}};
    Message fact{want ? "fact.reduce" : "fact.no_reduce", {}};
    if (want)
      fact.parameters = {
          {"move", write_action(colours, *exchange_leaving(rules, hand, center, hand.size() - 1))}};
    add_yes_no(out, want, fact);
    out.hint = {"hint.item.reduce", {}};
    out.why = {fact};
    return out;
  }
}

constexpr Lesson lessons[] = {
    {"play-well.two-ahead", "play-well.two-ahead.goal", two_ahead},
    {"play-well.keep-white", "play-well.keep-white.goal", keep_white},
    {"play-well.feed", "play-well.feed.goal", feed_no_clears},
    {"play-well.one-left", "play-well.one-left.goal", one_left},
    {"play-well.end-small", "play-well.end-small.goal", small_hand},
};

}  // namespace

std::span<const Lesson> play_well_lessons() { return lessons; }

}  // namespace coset::teach
