#include "rules/mad_abel.hpp"

#include "algebra/structure.hpp"

namespace coset {

template <class T>
auto MadAbel<T>::defaults(const Operation& operation, int seats) -> Options {
  Options options;
  options.seats = seats;
  const auto group = operation.group();
  const bool pack = operation.card_ranks() > 0;
  options.copies = pack ? 1 : std::max(1, 48 / operation.order());  // M13: about 48 cards
  if (!group || !group->abelian()) options.max_cards = 3;           // M13
  if (pack) {                                                       // M18
    options.suits = default_suits;
    options.ranks = default_ranks(operation.card_ranks());
  }
  return options;
}

template <class T>
Result<MadAbel<T>> MadAbel<T>::make(const Operation& operation, const Options& options) {
  const int each = options.copies * options.decks;
  const int cards = each * operation.order();
  const int needed = options.deal * options.seats + 2;
  if (each > 255) return Error{"spec.copies", 0, "copies times decks is at most 255."};
  if (needed > cards) {  // M10
    const int fit = (cards - 2) / options.deal;
    const int pack = cards / options.decks;
    const int packs = (needed + pack - 1) / pack;
    return Error{
        "spec.deck", 0,
        "The deal takes " + std::to_string(needed) + " cards, but there are " +
            std::to_string(cards) + "; " +
            (fit >= 1 ? "play with seats=" + std::to_string(fit) + " or fewer, deal" : "deal") +
            " fewer cards" +
            (packs <= 16 ? ", or add packs with decks=" + std::to_string(packs) + "." : ".")};
  }
  if (options.metric != Metric::exact && operation.moduli().empty())  // M14
    return Error{"spec.metric", 0,
                 "A length needs coordinates: metric=" + std::string(word_of(options.metric)) +
                     " works on products of cyclic groups such as Z4xZ5; on " +
                     operation.text().substr(0, 24) + " only metric=exact does."};
  const auto group = operation.group();
  const bool ordered = !group || !group->abelian();
  if (ordered && options.max_cards > Options::most_ordered)
    return Error{"spec.max_cards", 0,
                 "Where the order of the cards matters, a play has at most " +
                     std::to_string(Options::most_ordered) + " cards: set max_cards=" +
                     std::to_string(Options::most_ordered) + " or less."};
  CHECK(operation.order() <= T::capacity && each <= T::most_copies);
  if (options.suits.empty()) return MadAbel(operation, options);
  return MadAbel(
      operation.renamed(card_names(operation.card_ranks(), options.suits, options.ranks)), options);
}

template <class T>
MadAbel<T>::MadAbel(Operation operation, const Options& options)
    : operation_(std::move(operation)),
      options_(options),
      accepted_(static_cast<std::size_t>(operation_.order())) {
  const auto group = operation_.group();
  ordered_ = !group || !group->abelian();
  if (group && ordered_) {
    const ElementSet commutators = derived_subgroup(*group);
    for (int e = 0; e < operation_.order(); ++e) {
      ElementSet same;
      for (const Element c : commutators) same.insert(operation_.product(element(e), c));
      coset_.push_back(*same.begin());
    }
  }
  for (int target = 0; target < operation_.order(); ++target)
    for (int made = 0; made < operation_.order(); ++made)
      if (options_.metric == Metric::exact ? made == target
                                           : length(element(made)) == length(element(target)))
        accepted_[static_cast<std::size_t>(target)].insert(element(made));
}

template <class T>
int MadAbel<T>::length(Element e) const {
  int total = 0;
  for (int i = 0; i < static_cast<int>(operation_.moduli().size()); ++i) {
    const int x = operation_.coordinate(e, i);
    const int nearest = std::min(x, operation_.moduli()[static_cast<std::size_t>(i)] - x);
    total += options_.metric == Metric::rep   ? x
             : options_.metric == Metric::lee ? nearest
                                              : nearest * nearest;
  }
  return total;
}

template <class T>
auto MadAbel<T>::start() const -> State {
  State s;
  for (int e = 0; e < operation_.order(); ++e)
    s.deck.set(element(e), options_.copies * options_.decks);
  return s;
}

template <class T>
Turn MadAbel<T>::turn(const State& s) const {
  switch (s.phase) {
    case Phase::deal_hand:
    case Phase::draw_two:
    case Phase::draw_one:
      return {Turn::Kind::deal, s.seat};
    case Phase::deal_second:
    case Phase::deal_top:
      return {Turn::Kind::deal, nobody};
    case Phase::act:
      return {Turn::Kind::act, s.seat};
    case Phase::over:
      return {Turn::Kind::over, nobody};
  }
  CHECK(false);
}

template <class T>
bool MadAbel<T>::can_draw(const State& s) const {
  return !s.deck.empty() || (options_.reshuffle && !s.pile.empty());  // M6
}

template <class T>
bool MadAbel<T>::can_play(const State& s) const {
  const ElementSet& wanted = accepted(s);
  if (!ordered_) return subset_exists(operation_, hand(s), options_.max_cards, wanted);
  if (!right_coset_exists(hand(s), wanted) || !reachable(hand(s), wanted)) return false;
  return WordSearch<T>(operation_, hand(s), wanted).exists(options_.max_cards);
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

// Modulo commutators the order of cards does not matter, so a sum there tells quickly that no
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
    for (int j = 0; j < operation_.order(); ++j) {
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
  if (list.empty() || options_.inability == Inability::honour) list.add(otherwise(s));
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

template <class T>
void MadAbel<T>::apply(State& s, const Action& a) const {
  switch (a.verb) {
    case Verb::deal:
      return deal(s, a.give[0]);
    case Verb::play:
      return play(s, a);
    case Verb::draw:
      s.idle = 0;
      return draw_or_end(s, Phase::draw_two);
    case Verb::pass:
      ++s.idle;
      return end_turn(s);
    case Verb::exchange:
      break;
  }
  CHECK(false);
}

// Waits for a card if there is one to be had (M6), else ends the turn.
template <class T>
void MadAbel<T>::draw_or_end(State& s, Phase drawing) const {
  if (s.deck.empty() && options_.reshuffle) std::swap(s.deck, s.pile);
  if (s.deck.empty()) return end_turn(s);
  s.phase = drawing;
}

template <class T>
void MadAbel<T>::deal(State& s, Element card) const {
  s.deck.remove(card);
  switch (s.phase) {
    case Phase::deal_hand:
      hand(s).add(card);
      if (hand(s).size() < options_.deal) return;
      ++s.seat;
      if (s.seat == seats()) {
        s.seat = 0;
        s.phase = Phase::deal_second;
      }
      return;
    case Phase::deal_second:
      s.second = card;
      s.phase = Phase::deal_top;
      return;
    case Phase::deal_top:  // M11
      s.top = card;
      s.phase = Phase::act;
      return;
    case Phase::draw_two:
      hand(s).add(card);
      return draw_or_end(s, Phase::draw_one);
    case Phase::draw_one:
      hand(s).add(card);
      return end_turn(s);  // M4
    case Phase::act:
    case Phase::over:
      break;
  }
  CHECK(false);
}

template <class T>
void MadAbel<T>::play(State& s, const Action& a) const {
  const Word& cards = a.give;
  for (const Element e : cards) hand(s).remove(e);
  if (cards.size() == 1) {                           // M1
    if (a.take.empty()) std::swap(s.second, s.top);  // now `top` is the card to be covered
    s.pile.add(s.top);
    s.top = cards[0];
  } else {
    s.pile.add(s.second);
    s.pile.add(s.top);
    for (int i = 0; i < cards.size() - 2; ++i) s.pile.add(cards[i]);
    s.second = cards[cards.size() - 2];
    s.top = cards.back();
  }
  s.idle = 0;
  if (!hand(s).empty()) return end_turn(s);
  s.turns = s.turns + 1;
  s.phase = Phase::over;
  s.ending = Ending::emptied;  // M8
}

template <class T>
void MadAbel<T>::end_turn(State& s) const {
  s.turns = s.turns + 1;
  s.phase = Phase::act;
  if (s.idle == seats()) {
    s.ending = Ending::blocked;  // M7
  } else if (s.turns >= options_.max_turns) {
    s.ending = Ending::limit;  // M16
  }
  if (s.ending != Ending::none) {
    s.phase = Phase::over;
    return;
  }
  s.seat = static_cast<Seat>((s.seat + 1) % seats());
}

template <class T>
Scores MadAbel<T>::scores(const State& s) const {
  Scores out;
  out.seats = static_cast<std::uint8_t>(seats());
  int fewest = 0xffff;
  for (std::size_t i = 0; i < out.seats; ++i) {
    out.points[i] = s.hands[i].size();
    fewest = std::min(fewest, out.points[i]);
  }
  if (seats() == 1 && s.ending != Ending::emptied)
    return out;  // M19: alone, only an empty hand is a win
  for (std::size_t i = 0; i < out.seats; ++i)
    if (out.points[i] == fewest) out.winners |= static_cast<std::uint8_t>(1U << i);
  return out;
}

template <class T>
auto MadAbel<T>::observe(const State& s, Seat viewer) const -> View {
  View v;
  v.urn = s.deck;
  for (int i = 0; i < seats(); ++i) {
    const T& cards = s.hands[static_cast<std::size_t>(i)];
    v.sizes[static_cast<std::size_t>(i)] = cards.size();
    if (i == viewer) {
      v.hand = cards;
      continue;
    }
    for (int e = 0; e < operation_.order(); ++e)
      if (const int copies = cards[element(e)]; copies > 0) v.urn.add(element(e), copies);
  }
  v.pile = s.pile;
  v.turns = s.turns;
  v.second = s.second;
  v.top = s.top;
  v.phase = s.phase;
  v.seat = s.seat;
  v.idle = s.idle;
  v.ending = s.ending;
  v.viewer = viewer;
  return v;
}

template <class T>
auto MadAbel<T>::imagine(const View& v, Rng& rng) const -> State {
  State s;
  s.deck = v.urn;
  for (int i = 0; i < seats(); ++i) {
    T& cards = s.hands[static_cast<std::size_t>(i)];
    if (i == v.viewer) {
      cards = v.hand;
      continue;
    }
    for (int left = v.sizes[static_cast<std::size_t>(i)]; left > 0; --left) {
      const Element card = draw_from(s.deck, rng);
      s.deck.remove(card);
      cards.add(card);
    }
  }
  s.pile = v.pile;
  s.turns = v.turns;
  s.second = v.second;
  s.top = v.top;
  s.phase = v.phase;
  s.seat = v.seat;
  s.idle = v.idle;
  s.ending = v.ending;
  return s;
}

template <class T>
std::optional<Error> MadAbel<T>::flaw(const State& s) const {
  const auto bad = [](std::string_view code, std::string sentence) {
    return Error{code, 0, std::move(sentence)};
  };
  const int dealt = s.phase == Phase::deal_hand || s.phase == Phase::deal_second ? 0
                    : s.phase == Phase::deal_top                                 ? 1
                                                                                 : 2;
  if (s.seat >= seats()) return bad("position.seat", "That seat is not at this table.");
  if (index(s.second) >= operation_.order() || index(s.top) >= operation_.order() ||
      (dealt < 1 && s.second != Element{}) || (dealt < 2 && s.top != Element{}))
    return bad("position.table", "The cards on the table do not fit the deal.");
  for (int i = 0; i < operation_.order(); ++i) {
    const Element e = element(i);
    int total = s.deck[e] + s.pile[e] + (dealt >= 1 && s.second == e ? 1 : 0) +
                (dealt >= 2 && s.top == e ? 1 : 0);
    for (const T& hand : s.hands) total += hand[e];
    if (total != options_.copies * options_.decks)
      return bad("position.pieces", "There are " + std::to_string(total) + " of " +
                                        operation_.names().write(e) + " here and " +
                                        std::to_string(options_.copies * options_.decks) +
                                        " in the game.");
  }
  if (dealt < 2 && (!s.pile.empty() || s.turns != 0 || s.idle != 0))
    return bad("position.deal", "Nothing can have been played before the cards are dealt.");
  int empty_hands = 0;
  for (int i = 0; i < max_seats; ++i) {
    const int size = s.hands[static_cast<std::size_t>(i)].size();
    if (i >= seats() && size > 0)
      return bad("position.hand",
                 "Seat " + std::to_string(i + 1) + " is not at this table but holds cards.");
    if (i >= seats()) continue;
    if (size == 0) ++empty_hands;
    const bool full = dealt < 2 && (s.phase != Phase::deal_hand || i < s.seat);
    const bool fits = dealt == 2 || (full          ? size == options_.deal
                                     : i == s.seat ? size < options_.deal
                                                   : size == 0);
    if (!fits)
      return bad("position.deal",
                 "Seat " + std::to_string(i + 1) + " does not hold what it has been dealt.");
  }
  if ((s.phase == Phase::deal_second || s.phase == Phase::deal_top) && s.seat != 0)
    return bad("position.deal", "The table is dealt before the first seat's turn.");
  if ((s.phase == Phase::draw_two || s.phase == Phase::draw_one) && (s.deck.empty() || s.idle != 0))
    return bad("position.draw", "A card is to be drawn, but the deck is empty.");
  const bool over = s.phase == Phase::over;
  const bool known =
      s.ending == Ending::emptied || s.ending == Ending::blocked || s.ending == Ending::limit;
  if (over != known || (!over && s.ending != Ending::none))
    return bad("position.ending", "A game is over exactly if it has an ending.");
  if (dealt == 2 && (empty_hands != 0) != (s.ending == Ending::emptied))
    return bad("position.ending", "The game ends when a hand is emptied, and so only.");
  if (s.idle > seats() || (s.idle == seats()) != (s.ending == Ending::blocked))
    return bad("position.idle", "The turns without a play or a draw do not fit.");
  if (s.turns > options_.max_turns || (s.turns == options_.max_turns && !over))
    return bad("position.turns", "More turns are counted than max_turns allows.");
  return std::nullopt;
}

template class MadAbel<CardSet>;
template class MadAbel<Tally<64>>;
template class MadAbel<Tally<256>>;

static_assert(Game<MadAbel<CardSet>>);

}  // namespace coset
