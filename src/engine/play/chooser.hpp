// Chooser<G>: what G::random_action does, from the same tickets, without a list of moves and
// without allocating once it is made (where order matters, for up to three cards a play). It holds
// a workspace, so it belongs to one thread. Tests compare the two action by action.
#pragma once

#include <cstring>
#include <optional>

#include "base/sort.hpp"
#include "engine/play/family.hpp"
#include "engine/rules/counting/subset_counts.hpp"
#include "engine/rules/fast/multisets.hpp"

namespace coset {

// Exchanges, from a table of multisets where that is small, else by counting.
template <class T>
class ExchangeChooser {
 public:
  explicit ExchangeChooser(const ExchangeRules& rules) : rules_(rules) {
    const int largest = rules.max_exchange();
    if (MultisetTable::count(rules.group().order(), largest) <= MultisetTable::most) {
      table_.emplace(rules.group(), largest);
      table_gives_.emplace(*table_);
      table_takes_.emplace(*table_);
    } else {
      gives_.emplace(rules.group(), largest);
      takes_.emplace(rules.group(), largest);
    }
  }
  // The samplers point into it.
  ExchangeChooser(const ExchangeChooser&) = delete;
  ExchangeChooser& operator=(const ExchangeChooser&) = delete;
  ~ExchangeChooser() = default;

  // False if there is none.
  bool choose(const T& hand, const T& center, Rng& rng, Action& out) {
    const bool spectrum = spectrum_available(rules_, hand, center);
    if (table_) {
      table_gives_->reset(hand);
      table_takes_->reset(center);
      const auto nulls = [&] { return table_gives_->common(*table_takes_); };
      return random_exchange(rules_, spectrum, *table_gives_, *table_takes_, nulls, rng, out);
    }
    gives_->reset(hand);
    takes_->reset(center);
    const auto nulls = [&] { return count_nulls(rules_, hand, center); };
    return random_exchange(rules_, spectrum, *gives_, *takes_, nulls, rng, out);
  }

 private:
  const ExchangeRules& rules_;
  std::optional<MultisetTable> table_;
  std::optional<TableSampler<T>> table_gives_;
  std::optional<TableSampler<T>> table_takes_;
  std::optional<SumSampler<T>> gives_;
  std::optional<SumSampler<T>> takes_;
};

template <Game G>
class Chooser;

template <class T>
class Chooser<AlJabar<T>> {
 public:
  explicit Chooser(const AlJabar<T>& game) : exchanges_(game.rules()) {}

  Action operator()(const AlJabar<T>& game, const typename AlJabar<T>::State& s, Seat, Rng& rng) {
    Action out;
    if (s.phase == AlJabar<T>::Phase::act && exchanges_.choose(s.hands[s.seat], s.center, rng, out))
      return out;
    return game.random_without_exchange(s);
  }

 private:
  ExchangeChooser<T> exchanges_;
};

template <class T>
class Chooser<Solitaire<T>> {
 public:
  explicit Chooser(const Solitaire<T>& game) : exchanges_(game.rules()) {}

  Action operator()(const Solitaire<T>&, const typename Solitaire<T>::State& s, Seat, Rng& rng) {
    Action out;
    if (exchanges_.choose(s.hand, s.center, rng, out)) return out;
    return {Verb::draw, {}, {}};
  }

 private:
  ExchangeChooser<T> exchanges_;
};

template <class T>
class Chooser<MadAbel<T>> {
 public:
  using Game = MadAbel<T>;
  using State = typename Game::State;
  static constexpr std::uint64_t max_listed = ActionList::default_limit;

  explicit Chooser(const Game& game) : counts_(game.operation(), game.options().max_cards) {
    if (!game.ordered()) return;
    // The order in which Orderings lists single cards.
    const auto alone = [](Element e) {
      T cards{};
      cards.add(e);
      return cards;
    };
    for (int i = 0; i < game.operation().order(); ++i) singles_.push_back(element(i));
    put_in_order(singles_.begin(), singles_.end(), [&](Element a, Element b) {
      const T one = alone(a);
      const T other = alone(b);
      return std::memcmp(&one, &other, sizeof(T)) < 0;
    });
  }

  Action operator()(const Game& game, const State& s, Seat, Rng& rng) {
    if (!game.ordered()) return play_subset(game, s, rng);
    if (game.options().max_cards <= 3) return play_word(game, s, rng);
    return game.random_action(s, scratch_, rng);
  }

  // One of the plays of these cards, by which of them end on top. Cards in index order.
  static Action play_in_order(const Game& game, const State& s, const Word& cards, Rng& rng) {
    if (cards.size() == 1) {
      const bool choice = game.options().single_card == SingleCard::choose && s.second != s.top;
      const bool keeps_second = rng.below(choice ? 2 : 1) == 1;
      return {Verb::play, cards, keeps_second ? Word{s.second} : Word{}};
    }
    std::uint32_t orders = 0;
    for_each_order(cards, [&](int, int) {
      ++orders;
      return true;
    });
    std::uint32_t ticket = rng.below(orders);
    Action out{Verb::play, {}, {}};
    for_each_order(cards, [&](int i, int j) {
      if (ticket-- > 0) return true;
      for (int k = 0; k < cards.size(); ++k)
        if (k != i && k != j) out.give.push(cards[k]);
      out.give.push(cards[i]);
      out.give.push(cards[j]);
      return false;
    });
    return out;
  }

 private:
  Action play_subset(const Game& game, const State& s, Rng& rng) {
    counts_.reset(s.hands[s.seat], game.options().max_cards, game.accepted(s));
    const std::uint64_t count = std::min(counts_.count(), max_listed);
    if (count == 0) return game.otherwise(s);
    const Word cards = counts_.nth(rng.below(static_cast<std::uint32_t>(count)));
    return play_in_order(game, s, cards, rng);
  }

  // M2: which card is second and which on top; equal cards are one kind.
  template <class Visit>
  static void for_each_order(const Word& cards, Visit visit) {
    for (int i = 0; i < cards.size(); ++i) {
      if (i > 0 && cards[i] == cards[i - 1]) continue;
      for (int j = 0; j < cards.size(); ++j) {
        const bool first = j == 0 || cards[j] != cards[j - 1];
        if (j == i || !(first || j - 1 == i)) continue;
        if (!visit(i, j)) return;
      }
    }
  }

  // Where order matters: the words of up to three cards, counted and then gone through again.
  Action play_word(const Game& game, const State& s, Rng& rng) const {
    std::uint64_t words = 0;
    for_each_word(game, s, [&](const Action&) { return ++words < max_listed; });
    if (words == 0) return game.otherwise(s);
    std::uint32_t ticket = rng.below(static_cast<std::uint32_t>(words));
    Action out;
    for_each_word(game, s, [&](const Action& action) {
      out = action;
      return ticket-- > 0;
    });
    return out;
  }

  template <class Visit>
  void for_each_word(const Game& game, const State& s, Visit visit) const {
    const Operation& operation = game.operation();
    const ElementSet& accepted = game.accepted(s);
    const int most = game.options().max_cards;
    T rest = s.hands[s.seat];
    const bool choice = game.options().single_card == SingleCard::choose && s.second != s.top;
    for (int i = 0; i < operation.order(); ++i) {
      if (rest[element(i)] == 0 || !accepted.contains(element(i))) continue;
      if (!visit(Action{Verb::play, {element(i)}, {}})) return;
      if (choice && !visit(Action{Verb::play, {element(i)}, {s.second}})) return;
    }
    for (int i = 0; i < operation.order() && most >= 2; ++i) {
      const Element second = element(i);
      if (rest[second] == 0) continue;
      rest.remove(second);
      for (int j = 0; j < operation.order(); ++j) {
        const Element top = element(j);
        if (rest[top] == 0) continue;
        rest.remove(top);
        if (accepted.contains(operation.product(second, top)) &&
            !visit(Action{Verb::play, {second, top}, {}}))
          return;
        for (const Element buried : singles_) {
          if (most < 3 || rest[buried] == 0) continue;
          const Element made = operation.product(operation.product(buried, second), top);
          if (accepted.contains(made) && !visit(Action{Verb::play, {buried, second, top}, {}}))
            return;
        }
        rest.add(top);
      }
      rest.add(second);
    }
  }

  SubsetCounts<T> counts_;
  std::vector<Element> singles_;
  ActionList scratch_;
};

}  // namespace coset
