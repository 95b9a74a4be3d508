// The questions of exercises, answered without the engine: tables are added up anew from the
// group's name, positions come from the pieces of the exercise, and the oracle plays. Shares
// nothing with src/ but the exercise itself and its words.
#pragma once

#include <numeric>
#include <set>

#include "engine/teach/lessons/exercise.hpp"
#include "exercise_tables.hpp"
#include "rules/oracle/al_jabar.hpp"
#include "rules/oracle/exchange.hpp"

namespace coset::teach::property_oracle {

using oracle::Counts;

inline Numbers numbers_of(const Pieces& pieces) {
  Numbers out;
  for (const Element e : pieces) out.push_back(index(e));
  return out;
}

using Set = std::set<int>;

inline bool closed(const Table& table, const Set& set) {
  for (const int a : set)
    for (const int b : set)
      if (!set.contains(oracle::product_of(table, {a, b}))) return false;
  return true;
}

inline Set closure(const Table& table, Set set) {
  while (!closed(table, set)) {
    const Set before = set;
    for (const int a : before)
      for (const int b : before) set.insert(oracle::product_of(table, {a, b}));
  }
  return set;
}

// Which axiom fails first, by the words of the choices.
inline std::string_view verdict_on(const Table& table) {
  const int n = table.order;
  const auto at = [&](int a, int b) { return oracle::product_of(table, {a, b}); };
  for (int a = 0; a < n; ++a) {
    Set row;
    Set column;
    for (int b = 0; b < n; ++b) {
      row.insert(at(a, b));
      column.insert(at(b, a));
    }
    if (static_cast<int>(row.size()) < n || static_cast<int>(column.size()) < n)
      return "choice.twice";
  }
  bool neutral = false;
  for (int e = 0; e < n; ++e) {
    bool here = true;
    for (int a = 0; a < n; ++a) here = here && at(e, a) == a && at(a, e) == a;
    neutral |= here;
  }
  if (!neutral) return "choice.no_identity";
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int c = 0; c < n; ++c)
        if (at(at(a, b), c) != at(a, at(b, c))) return "choice.not_associative";
  return "choice.group";
}

// The tables of Al-Jabar.
inline const oracle::AlJabar& game() {
  static const oracle::AlJabar al_jabar{{}};
  return al_jabar;
}
inline const oracle::Exchange& rules() { return game().exchange(); }

inline Counts counts_of(const Pieces& pieces) { return oracle::tally(numbers_of(pieces), 8); }

inline oracle::Action oracle_action(const Action& action) {
  oracle::Action out{oracle::Kind::exchange, property::letters(action.give),
                     property::letters(action.take)};
  std::sort(out.give.begin(), out.give.end());
  std::sort(out.take.begin(), out.take.end());
  return out;
}

struct After {
  Counts hand;
  Counts center;
  int clears = 0;
};

inline After after_of(Counts hand, Counts center, const oracle::Action& action) {
  rules().move(hand, center, action);
  After out{hand, center};
  const Counts tuples = rules().cancel(out.center);
  for (int e = 1; e < 8; ++e)
    if (std::count(action.give.begin(), action.give.end(), e) < 2)
      out.clears += tuples[static_cast<std::size_t>(e)];
  return out;
}

inline int fewest(const Counts& hand, const Counts& center) {
  int least = oracle::total(hand);
  for (const oracle::Action& action : rules().list(hand, center))
    least = std::min(least, oracle::total(after_of(hand, center, action).hand));
  return least;
}

inline bool finishes(const Counts& hand, const Counts& center) {
  for (const oracle::Action& action : rules().list(hand, center))
    if (oracle::total(after_of(hand, center, action).hand) == 1) return true;
  return false;
}

inline int dealt_at_most(const Counts& hand, const Counts& center) {
  int most = 0;
  for (const oracle::Action& action : rules().list(hand, center))
    most = std::max(most, after_of(hand, center, action).clears);
  return most;
}

inline bool has_spectrum(const Counts& hand) {
  return hand[1] > 0 && hand[2] > 0 && hand[4] > 0 && hand[7] > 0;
}

inline bool reaches(const Exercise& exercise, const oracle::Action& action) {
  const Counts hand = counts_of(exercise.hand);
  const After after = after_of(hand, counts_of(exercise.center), action);
  const int shed = oracle::total(hand) - oracle::total(after.hand);
  const int n = exercise.goal.n;
  switch (exercise.goal.kind) {
    case Goal::Kind::shed:
      return shed >= n;
    case Goal::Kind::clears:
      return after.clears >= n;
    case Goal::Kind::spectrum:
      return action.give == Numbers{1, 2, 4, 7} && action.take == Numbers{0};
    case Goal::Kind::keep_white:
      return shed >= n && after.hand[7] > 0;
    case Goal::Kind::two_ahead:
      return fewest(after.hand, after.center) <= n;
    case Goal::Kind::stop_next: {
      Counts next = counts_of(exercise.next);
      next[0] += after.clears;
      const bool stuck = oracle::total(next) <= 3 && !rules().can_reduce(next, after.center);
      return !stuck && !finishes(next, after.center);
    }
    case Goal::Kind::at_most:
      return oracle::total(after.hand) <= n;
    default:
      RC_FAIL("a goal that the oracle does not know");
  }
  return false;
}

inline std::string parameter(const Message& message, std::string_view name) {
  for (const auto& [key, value] : message.parameters)
    if (key == name) return value;
  RC_FAIL("no such parameter");
  return "";
}

// The same question, answered without the engine.
class Oracle {
 public:
  explicit Oracle(const Exercise& exercise)
      : exercise_(exercise), table_(table_of(exercise.operation)), ask_(exercise.prompt.id) {}

  bool right(const Choice& choice) const {
    const Numbers pieces = numbers_of(choice.pieces);
    const Set set(pieces.begin(), pieces.end());
    const std::string text = say(choice.label);
    if (ask_.starts_with("ask.sum") || ask_ == "ask.table" || ask_.starts_with("ask.vector"))
      return pieces.at(0) == made(0);
    if (ask_.starts_with("ask.missing") || ask_ == "ask.line.third")
      return product(joined(word(0), pieces.at(0))) == index(*exercise_.target);
    if (ask_ == "ask.equal") return product({made(0), pieces.at(0)}) == made(1);
    if (ask_ == "ask.spot") return product({pieces.begin(), pieces.end() - 1}) != pieces.back();
    if (ask_ == "ask.cell") return can_be_mended(pieces);
    if (ask_ == "ask.steps") return text == order_of_steps();
    if (ask_ == "ask.order") return text == std::to_string(order_of(word(0).at(0)));
    if (ask_ == "ask.closed") return yes(choice) == closed(table_, set_of(0));
    if (ask_ == "ask.complete") {
      Set all = set_of(0);
      all.insert(pieces.at(0));
      return closed(table_, all);
    }
    if (ask_ == "ask.generate") return set == closure(table_, set_of(0));
    if (ask_ == "ask.coset") return set == left_coset(*set_of(1).begin(), set_of(0));
    if (ask_ == "ask.normal") return yes(choice) == normal(set_of(0));
    if (ask_ == "ask.normal.which") return normal(set);
    if (ask_ == "ask.quotient.order")
      return text == std::to_string(table_.order / static_cast<int>(set_of(0).size()));
    if (ask_ == "ask.quotient")
      return set == left_coset(product({*set_of(1).begin(), *set_of(2).begin()}), set_of(0));
    if (ask_ == "ask.line") return yes(choice) == (made(0) == 0);
    if (ask_ == "ask.forget" || ask_ == "ask.forget.sum")
      return pieces.at(0) == (made(0) & ~*set_of(0).begin());
    if (ask_ == "ask.forget.all") {
      Set all;
      for (int e = 0; e < 8; ++e)
        if ((e & ~*set_of(1).begin()) == *set_of(0).begin()) all.insert(e);
      return set == all;
    }
    if (ask_ == "ask.number.card") {
      const int n = std::stoi(parameter(exercise_.prompt, "n"));
      return pieces.at(0) % 4 == n % 4 && pieces.at(0) / 4 == n % 13;
    }
    if (ask_ == "ask.number") {
      const int n = std::stoi(text);
      return word(0).at(0) % 4 == n % 4 && word(0).at(0) / 4 == n % 13;
    }
    if (ask_ == "ask.cyclic") {
      const std::vector<int> moduli = read_moduli(exercise_.operation.text());
      return yes(choice) == (std::gcd(moduli.at(0), moduli.at(1)) == 1);
    }
    if (ask_ == "ask.broken") return choice.label.id == verdict_on(table_);
    if (ask_.starts_with("ask.target") || ask_ == "ask.first") return right_card(choice);
    return right_at_table(choice);
  }

 private:
  static bool yes(const Choice& choice) { return choice.label.id == "choice.yes"; }
  static Numbers joined(Numbers word, int last) {
    word.push_back(last);
    return word;
  }
  Numbers word(std::size_t i) const { return property::letters(exercise_.words.at(i)); }
  int product(const Numbers& letters) const { return oracle::product_of(table_, letters); }
  int made(std::size_t i) const { return product(word(i)); }
  Set set_of(std::size_t i) const {
    const Numbers pieces = numbers_of(exercise_.sets.at(i));
    return {pieces.begin(), pieces.end()};
  }
  Set left_coset(int by, const Set& subgroup) const {
    Set out;
    for (const int h : subgroup) out.insert(product({by, h}));
    return out;
  }
  // It is closed, and its left cosets are its right ones.
  bool normal(const Set& subgroup) const {
    for (int x = 0; x < table_.order; ++x) {
      Set right;
      for (const int h : subgroup) right.insert(product({h, x}));
      if (right != left_coset(x, subgroup)) return false;
    }
    return closed(table_, subgroup);
  }
  int order_of(int e) const {
    int n = 1;
    for (int power = e; power != 0; ++n) power = product({power, e});
    return n;
  }

  // Some other entry in this cell would make a group of the table.
  bool can_be_mended(const Numbers& cell) const {
    for (int entry = 0; entry < table_.order; ++entry) {
      Table mended = table_;
      mended.product[static_cast<std::size_t>(cell.at(0))][static_cast<std::size_t>(cell.at(1))] =
          entry;
      if (verdict_on(mended) == "choice.group") return true;
    }
    return false;
  }

  // What each step leaves, on Z2^n: count the pieces, then the primaries.
  std::string order_of_steps() const {
    const auto odd = [&](const Numbers& letters) {
      Numbers out;
      for (int e = 1; e < table_.order; ++e)
        if (std::count(letters.begin(), letters.end(), e) % 2 == 1) out.push_back(e);
      return out;
    };
    std::vector<Numbers> steps = {odd(word(0)), {}, {}, {made(0)}};
    for (const int e : steps[0])
      for (int bit = 1; bit < table_.order; bit *= 2)
        if ((e & bit) != 0) steps[1].push_back(bit);
    std::sort(steps[1].begin(), steps[1].end());
    steps[2] = odd(steps[1]);
    std::string out;
    for (const Numbers& step : steps)
      for (std::size_t i = 0; i < exercise_.sets.size(); ++i) {
        Numbers line = numbers_of(exercise_.sets[i]);
        std::sort(line.begin(), line.end());
        if (line == step) out += (out.empty() ? "" : " ") + std::to_string(i + 1);
      }
    return out;
  }

  bool right_card(const Choice& choice) const {
    const Numbers pile = numbers_of(exercise_.center);
    const int card = index(choice.pieces.at(0));
    if (ask_ == "ask.first") {
      Numbers rest = word(0);
      RC_ASSERT(product(rest) == product(pile));
      rest.erase(std::find(rest.begin(), rest.end(), card));
      return product(rest) == index(*exercise_.target);
    }
    const Numbers played = property::letters(exercise_.moves.at(0).give);
    RC_ASSERT(product(played) == product(pile));
    if (played.size() == 1) return card == product({pile.at(1), played[0]});
    return card == product({played.end() - 2, played.end()});
  }

  bool right_at_table(const Choice& choice) const {
    const Counts hand = counts_of(exercise_.hand);
    const Counts center = counts_of(exercise_.center);
    Counts next = counts_of(exercise_.next);
    const std::string text = say(choice.label);
    if (ask_ == "ask.turn") {
      const bool stuck = oracle::total(hand) <= 3 && !rules().can_reduce(hand, center);
      return choice.label.id == (stuck                          ? "choice.final"
                                 : rules().exists(hand, center) ? "choice.exchange"
                                                                : "choice.draw");
    }
    if (ask_ == "ask.spectrum") return yes(choice) == (has_spectrum(hand) && center[0] > 0);
    if (ask_ == "ask.reduce") return yes(choice) == rules().can_reduce(hand, center);
    if (ask_ == "ask.movers") {
      std::string after;
      const int seats = std::stoi(parameter(exercise_.prompt, "seats"));
      for (int seat = std::stoi(parameter(exercise_.prompt, "seat")) + 1; seat <= seats; ++seat)
        after += (after.empty() ? "" : ", ") + std::to_string(seat);
      return text == (after.empty() ? "nobody" : after);
    }
    if (ask_ == "ask.record") return text == std::to_string(held_after(hand, center, next));
    if (ask_ == "ask.fewest") {
      int least = oracle::total(hand);
      for (const oracle::Action& action : rules().list(hand, center)) {
        const After after = after_of(hand, center, action);
        least = std::min(least, fewest(after.hand, after.center));
      }
      return text == std::to_string(least);
    }
    if (ask_ == "ask.feed") return fed_by(text) == least_fed();
    const oracle::Action action = oracle_action(exercise_.moves.at(0));
    if (ask_ == "ask.may_play") return yes(choice) == rules().is_legal(hand, center, action);
    RC_ASSERT(rules().is_legal(hand, center, action));
    const After after = after_of(hand, center, action);
    if (ask_ == "ask.clears") return text == std::to_string(after.clears);
    if (ask_ == "ask.final") return yes(choice) == (oracle::total(after.hand) == 1);
    if (ask_ == "ask.spectrum_after") return yes(choice) == has_spectrum(after.hand);
    if (ask_ == "ask.finish") {
      next[0] += after.clears;
      return yes(choice) == finishes(next, after.center);
    }
    RC_LOG() << ask_ << "\n";
    RC_FAIL("a question that the oracle does not know");
    return false;
  }

  // By the whole game, with turns and all.
  int held_after(const Counts& hand, const Counts& center, const Counts& next) const {
    Counts bag(8, 10);
    bag[0] = 0;
    for (std::size_t e = 1; e < 8; ++e) bag[e] -= hand[e] + center[e] + next[e];
    oracle::AlJabar::State state = game().set_up({hand, next}, center, bag, 0);
    for (const Action& move : exercise_.moves) {
      RC_ASSERT(game().is_legal(state, oracle_action(move)));
      game().apply(state, oracle_action(move));
    }
    const int seat = std::stoi(parameter(exercise_.prompt, "seat")) - 1;
    return game().scores(state).at(static_cast<std::size_t>(seat));
  }

  int fed_by(const std::string& move) const {
    const Counts hand = counts_of(exercise_.hand);
    for (const Action& each : exercise_.moves) {
      if (write_action(exercise_.operation, each) != move) continue;
      const After after = after_of(hand, counts_of(exercise_.center), oracle_action(each));
      Counts next = counts_of(exercise_.next);
      next[0] += after.clears;
      return dealt_at_most(next, after.center);
    }
    RC_FAIL("a choice that is no move");
    return 0;
  }
  int least_fed() const {
    int least = 1000;
    for (const Action& each : exercise_.moves)
      least = std::min(least, fed_by(write_action(exercise_.operation, each)));
    return least;
  }

  const Exercise& exercise_;
  Table table_;
  std::string_view ask_;
};

}  // namespace coset::teach::property_oracle
