// Mad Abel's plays against brute force over all words of a small hand.
#include "engine/rules/mad_abel.hpp"

#include <set>

#include "engine/play/position.hpp"
#include "engine/play/spec.hpp"
#include "property.hpp"

namespace coset {
namespace {

using property::number;

struct Position {
  Spec spec;
  std::string text;
};

// A game whose hand has up to six cards, on groups, tables and metrics of every kind.
Position any_position() {
  std::string text = "mad-abel ";
  const bool cyclic = property::coin();
  text += cyclic ? property::one_of({"Z4xZ5", "Z4xZ7", "Z2^3", "Z3^2", "Z6"})
                 : property::one_of({"S3", "Q8", "D4", "Z5:Z4", "table:0,1/1,0"});
  if (cyclic) text += " metric=" + property::one_of({"exact", "lee", "rep", "euclid"});
  text += " copies=5 decks=2 deal=1 single_card=" + property::one_of({"pile", "choose"});
  text += " inability=" + property::one_of({"honour", "checked"});
  text += " max_cards=" + std::to_string(number(1, 5));
  auto spec = Spec::parse(text);
  RC_ASSERT(spec.ok());
  const Names& names = spec->operation().names();
  const int order = spec->operation().order();
  const auto card = [&](int e) { return names.write(element(e)); };
  std::string position = "hand1=";
  for (const int e : property::numbers(1, 6, order)) position += card(e) + "+";
  position.back() = ' ';
  position += "hand2=" + card(number(0, order - 1)) + " second=" + card(number(0, order - 1));
  return {*spec, position + " top=" + card(number(0, order - 1))};
}

// Every word of up to max_cards cards of the hand that makes something accepted, with what counts
// of it: the multiset of buried cards, and the top two (or the kept card) in order.
using Play = std::tuple<std::vector<int>, std::vector<int>, std::vector<int>>;

Play summary(const std::vector<int>& word, const std::vector<int>& kept) {
  const std::size_t buried = word.size() > 2 ? word.size() - 2 : 0;
  const auto split = word.begin() + static_cast<std::ptrdiff_t>(buried);
  std::vector<int> below(word.begin(), split);
  std::sort(below.begin(), below.end());
  return {below, {split, word.end()}, kept};
}

template <class T>
std::set<Play> all_plays(const MadAbel<T>& game, const typename MadAbel<T>::State& s) {
  std::set<Play> out;
  const int second = index(s.second);
  const bool choice = game.options().single_card == SingleCard::choose && s.second != s.top;
  const auto cards = property::expanded(s.hands[s.seat], game.operation().order());
  for (auto word : property::sub_multisets(cards, 1, game.options().max_cards)) do {
      if (!game.accepted(s).contains(element(property::product_of(game.operation(), word))))
        continue;
      out.insert(summary(word, {}));
      if (word.size() == 1 && choice) out.insert(summary(word, {second}));
    } while (std::next_permutation(word.begin(), word.end()));
  return out;
}

RC_GTEST_PROP(MadAbelLaws, TheListIsEveryPlay, ()) {
  const Position position = any_position();
  RC_LOG() << position.spec.text() << "\n" << position.text << "\n";
  std::visit(
      [&]<Game G>(const G& game) {
        if constexpr (G::hands_are_hidden) {
          const auto state = read_position(game, position.text);
          RC_ASSERT(state.ok());
          const std::set<Play> expected = all_plays(game, *state);
          ActionList list;
          game.actions(*state, list);
          std::set<Play> found;
          bool draws = false;
          for (const Action& a : list) {
            RC_ASSERT(game.legal(*state, a) && game.canonical(*state, a) == a);
            draws = draws || a.verb == Verb::draw;
            if (a.verb == Verb::play) {
              const Play play = summary(property::letters(a.give), property::letters(a.take));
              RC_ASSERT(found.insert(play).second);
            }
          }
          RC_ASSERT(found == expected);
          RC_ASSERT(game.can_play(*state) == !expected.empty());
          RC_ASSERT(draws == (expected.empty() || game.options().inability == Inability::honour));
        }
      },
      position.spec.game());
}

RC_GTEST_PROP(MadAbelLaws, AnyArrangementIsLegalIfItMakesTheTarget, ()) {
  const Position position = any_position();
  RC_LOG() << position.spec.text() << "\n" << position.text << "\n";
  std::visit(
      [&]<Game G>(const G& game) {
        if constexpr (G::hands_are_hidden) {
          const auto state = read_position(game, position.text);
          RC_ASSERT(state.ok());
          auto word = property::expanded(state->hands[0], game.operation().order());
          const auto mixed = property::shuffled(word);
          const auto used = static_cast<std::size_t>(number(1, static_cast<int>(word.size())));
          word.assign(mixed.begin(), mixed.begin() + static_cast<std::ptrdiff_t>(used));
          const Action action{Verb::play, property::word_of(word), {}};
          const int made = property::product_of(game.operation(), word);
          const bool fits = static_cast<int>(used) <= game.options().max_cards &&
                            game.accepted(*state).contains(element(made));
          RC_ASSERT(game.legal(*state, action) == fits);
          if (!fits) return;
          const Action canonical = game.canonical(*state, action);
          RC_ASSERT(game.legal(*state, canonical));
          auto one = *state;
          auto other = *state;
          game.apply(one, action);
          game.apply(other, canonical);
          RC_ASSERT(one == other);
        }
      },
      position.spec.game());
}

// M14: the target itself is always accepted, and lengths are those of Z, not of a representative.
RC_GTEST_PROP(MadAbelLaws, AcceptedIsEverythingOfTheTargetsLength, ()) {
  const Position position = any_position();
  std::visit(
      [&]<Game G>(const G& game) {
        if constexpr (G::hands_are_hidden) {
          const auto state = read_position(game, position.text);
          RC_ASSERT(state.ok());
          const Element target = game.target(*state);
          for (int e = 0; e < game.operation().order(); ++e) {
            const bool accepted = game.accepted(*state).contains(element(e));
            const bool same = game.options().metric == Metric::exact
                                  ? element(e) == target
                                  : game.length(element(e)) == game.length(target);
            RC_ASSERT(accepted == same);
          }
        }
      },
      position.spec.game());
}

}  // namespace
}  // namespace coset
