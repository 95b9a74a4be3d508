// What can be played in Mad Abel: whether there is a play, which ones, and any one of them.
#include "base/sort.hpp"
#include "engine/rules/mad_abel.hpp"
#include "engine/rules/play_ranking.hpp"

namespace coset {

namespace {

// So many words take half a millisecond.
constexpr int max_words = 100000;
// The sub-multisets of such a hand are few; larger hands have too many.
constexpr int max_ordered_hand = 9;

// Whether some order of some of the cards makes something wanted.
template <class T>
bool ordering_exists(const Operation& operation, const T& cards, int max_cards,
                     const ElementSet& wanted) {
  Orderings<T> orderings(operation, cards, max_cards);
  while (orderings.grow())
    if (!orderings.for_each(orderings.largest(), [&](const T&, const ElementSet& products) {
          return !products.meets(wanted);
        }))
      return true;
  return false;
}

}  // namespace

template <class T>
bool MadAbel<T>::can_play(const State& s) const {
  const ElementSet& wanted = accepted(s);
  const int most = options_.max_cards;
  if (!ordered_) return subset_exists(operation_, hand(s), most, wanted);
  if (!right_coset_exists(hand(s), wanted) || !reachable(hand(s), wanted)) return false;
  WordSearch<T> search(operation_, hand(s), wanted, max_words);
  if (search.exists(most)) return true;
  const bool all = search.looked() < max_words;
  return !all && hand(s).size() <= max_ordered_hand &&
         ordering_exists(operation_, hand(s), most, wanted);
}

// What words make at all if cards could be used again and again: nothing else can be made.
template <class T>
bool MadAbel<T>::reachable(const T& cards, const ElementSet& wanted) const {
  ElementSet made;
  for (int i = 0; i < operation_.order(); ++i)
    if (cards[element(i)] > 0) made.insert(element(i));
  const ElementSet kinds = made;
  for (int size = 1; size <= options_.max_cards; ++size) {
    if (made.meets(wanted)) return true;
    ElementSet next = made;
    for (const Element e : kinds) next |= times(operation_, made, e);
    if (next == made) return false;
    made = next;
  }
  return made.meets(wanted);
}

// Modulo commutators the order of cards does not matter, so a sum there shows quickly that no
// order of any cards will do: all even permutations never make an odd one.
template <class T>
bool MadAbel<T>::right_coset_exists(const T& cards, const ElementSet& wanted) const {
  if (coset_.empty()) return true;
  const auto coset = [&](Element e) { return coset_[static_cast<std::size_t>(index(e))]; };
  ElementSet reached;
  for (int i = 0; i < operation_.order(); ++i) {
    const int copies = std::min(cards[element(i)], operation_.order());
    for (int copy = 0; copy < copies; ++copy) {
      ElementSet next = reached;
      next.insert(coset(element(i)));
      for (const Element sum : reached) next.insert(coset(operation_.product(sum, element(i))));
      reached = next;
    }
  }
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](Element e) { return reached.contains(coset(e)); });
}

template <class T>
bool MadAbel<T>::legal_play(const State& s, const Action& a) const {
  if (a.give.empty() || a.give.size() > options_.max_cards) return false;  // M5, M9
  if (!contains(hand(s), a.give)) return false;
  if (!a.take.empty()) {  // M1: the lower card stays under a single one
    const bool keeps_second = options_.single_card == SingleCard::choose && a.give.size() == 1 &&
                              a.take.size() == 1 && a.take[0] == s.second && s.second != s.top;
    if (!keeps_second) return false;
  }
  return accepted(s).contains(operation_.product(a.give));
}

template <class T>
bool MadAbel<T>::legal(const State& s, const Action& a) const {
  if (a.verb == Verb::deal)
    return turn(s).kind == Turn::Kind::deal && a.give.size() == 1 && a.take.empty() &&
           contains(s.deck, a.give);
  if (s.phase != Phase::act) return false;
  if (a.verb == Verb::play) return legal_play(s, a);
  if (!a.give.empty() || !a.take.empty()) return false;
  // M3; where there is no card to draw, a pass takes the place of the draw.
  if (a.verb != (can_draw(s) ? Verb::draw : Verb::pass)) return false;
  return options_.inability == Inability::honour || !can_play(s);
}

// What the cards under `second` and `top` may make for the whole word to be accepted.
template <class T>
ElementSet MadAbel<T>::wanted_below(const State& s, Element second, Element top) const {
  ElementSet wanted;
  for (int i = 0; i < operation_.order(); ++i)
    if (accepted(s).contains(operation_.product(operation_.product(element(i), second), top)))
      wanted.insert(element(i));
  return wanted;
}

template <class T>
Action MadAbel<T>::canonical(const State& s, const Action& a) const {
  if (a.verb != Verb::play || a.give.size() < 3) return a;
  Action out = a;
  const int buried = a.give.size() - 2;
  if (!ordered_) {
    out.give.sort(buried);
    return out;
  }
  T cards{};
  for (int i = 0; i < buried; ++i) cards.add(a.give[i]);
  const Element second = a.give[buried];
  const Element top = a.give[buried + 1];
  out.give = Orderings<T>::whole(operation_, cards, buried)
                 .arrangement(cards, wanted_below(s, second, top));
  out.give.push(second);
  out.give.push(top);
  return out;
}

template <class T>
bool MadAbel<T>::list_single(const State& s, Element card, ActionList& list) const {
  if (!list.add({Verb::play, {card}, {}})) return false;
  const bool choice = options_.single_card == SingleCard::choose && s.second != s.top;
  return !choice || list.add({Verb::play, {card}, {s.second}});
}

// M2: every ordered pair of the cards may end on top; the others are buried in index order.
template <class T>
void MadAbel<T>::list_orders(const State& s, const Word& subset, ActionList& list) const {
  if (subset.size() == 1) {
    list_single(s, subset[0], list);
    return;
  }
  for (int i = 0; i < subset.size(); ++i) {
    if (i > 0 && subset[i] == subset[i - 1]) continue;
    for (int j = 0; j < subset.size(); ++j) {
      // Equal cards are one kind: take the first of a kind, or the second where `i` has the first.
      const bool first = j == 0 || subset[j] != subset[j - 1];
      if (j == i || !(first || j - 1 == i)) continue;
      Action action{Verb::play, {}, {}};
      for (int k = 0; k < subset.size(); ++k)
        if (k != i && k != j) action.give.push(subset[k]);
      action.give.push(subset[i]);
      action.give.push(subset[j]);
      if (!list.add(action)) return;
    }
  }
}

template <class T>
void MadAbel<T>::list_words(const State& s, ActionList& list) const {
  const T& cards = hand(s);
  for (int i = 0; i < operation_.order(); ++i)
    if (cards[element(i)] > 0 && accepted(s).contains(element(i)) &&
        !list_single(s, element(i), list))
      return;
  const auto below = Orderings<T>::whole(operation_, cards, std::max(0, options_.max_cards - 2));
  if (below.truncated()) list.truncate();
  for (int i = 0; i < operation_.order(); ++i)
    for (int j = 0; j < operation_.order() && cards[element(i)] > 0; ++j) {
      const Element second = element(i);
      const Element top = element(j);
      if (options_.max_cards < 2 || !contains(cards, {second, top})) continue;
      T rest = cards;
      rest.remove(second);
      rest.remove(top);
      const auto add = [&](Word word) {
        word.push(second);
        word.push(top);
        return list.add({Verb::play, word, {}});
      };
      if (accepted(s).contains(operation_.product(second, top)) && !add({})) return;
      const ElementSet wanted = wanted_below(s, second, top);
      for (int size = 1; size <= below.largest(); ++size) {
        const bool more = below.for_each(size, [&](const T& buried, const ElementSet& products) {
          if (!products.meets(wanted)) return true;
          for (int e = 0; e < operation_.order(); ++e)
            if (buried[element(e)] > rest[element(e)]) return true;
          return add(below.arrangement(buried, wanted));
        });
        if (!more) return;
      }
    }
}

template <class T>
void MadAbel<T>::actions(const State& s, ActionList& list) const {
  if (s.phase != Phase::act) return;
  if (ordered_) {
    list_words(s, list);
  } else {
    for_each_subset(operation_, hand(s), options_.max_cards, accepted(s), [&](const Word& subset) {
      list_orders(s, subset, list);
      return !list.truncated();
    });
  }
  if (list.truncated()) list_best(s, list);
  if (list.empty() || options_.inability == Inability::honour) list.add(otherwise(s));
}

// In place of a list that was cut: the plays of most cards.
template <class T>
void MadAbel<T>::list_best(const State& s, ActionList& list) const {
  std::vector<Word> words;
  PlayRanking ranking(operation_);
  const auto look = [&](std::size_t limit) {
    ranking.list(kinds_of(hand(s), operation_.order(), options_.max_cards), options_.max_cards,
                 accepted(s), limit, nullptr, words);
  };
  if (!ordered_) {
    look(list.limit());
    list.clear();
    for (const Word& subset : words) list_orders(s, subset, list);
    list.truncate();
    return;
  }
  // Where order matters: of all plays, or of the first and of some of the longest.
  constexpr std::size_t max_known = 2000;
  constexpr std::size_t max_looked_for = 256;
  ActionList first(std::max(list.limit(), max_known));
  list_words(s, first);
  std::vector<Action> known(first.begin(), first.end());
  if (first.truncated()) {
    look(max_looked_for);
    for (const Word& word : words) known.push_back(canonical(s, {Verb::play, word, {}}));
  }
  put_in_order(known.begin(), known.end(), [](const Action& a, const Action& b) {
    return a.give.size() != b.give.size() ? a.give.size() > b.give.size() : a < b;
  });
  known.erase(std::unique(known.begin(), known.end()), known.end());
  list.clear();
  for (const Action& action : known) list.add(action);
  list.truncate();
}

template <class T>
Action MadAbel<T>::random_action(const State& s, ActionList& list, Rng& rng) const {
  const auto pick = [&] { return list[rng.below(static_cast<std::uint32_t>(list.size()))]; };
  list.clear();
  if (ordered_) {
    list_words(s, list);
    return list.empty() ? otherwise(s) : pick();
  }
  // Uniform over the sets of cards first, then over their ordered top pairs.
  for_each_subset(operation_, hand(s), options_.max_cards, accepted(s),
                  [&](const Word& subset) { return list.add({Verb::play, subset, {}}); });
  if (list.empty()) return otherwise(s);
  const Word subset = pick().give;
  list.clear();
  list_orders(s, subset, list);
  return pick();
}

// Instantiated for each kind of hand; the class itself is in mad_abel.cpp.
#define COSET_PLAYS_WITH(T)                                                            \
  template bool MadAbel<T>::can_play(const State&) const;                              \
  template bool MadAbel<T>::reachable(const T&, const ElementSet&) const;              \
  template bool MadAbel<T>::right_coset_exists(const T&, const ElementSet&) const;     \
  template bool MadAbel<T>::legal_play(const State&, const Action&) const;             \
  template bool MadAbel<T>::legal(const State&, const Action&) const;                  \
  template ElementSet MadAbel<T>::wanted_below(const State&, Element, Element) const;  \
  template Action MadAbel<T>::canonical(const State&, const Action&) const;            \
  template bool MadAbel<T>::list_single(const State&, Element, ActionList&) const;     \
  template void MadAbel<T>::list_orders(const State&, const Word&, ActionList&) const; \
  template void MadAbel<T>::list_words(const State&, ActionList&) const;               \
  template void MadAbel<T>::list_best(const State&, ActionList&) const;                \
  template void MadAbel<T>::actions(const State&, ActionList&) const;                  \
  template Action MadAbel<T>::random_action(const State&, ActionList&, Rng&) const;
COSET_PLAYS_WITH(CardSet)
COSET_PLAYS_WITH(Tally<64>)
COSET_PLAYS_WITH(Tally<256>)

}  // namespace coset
