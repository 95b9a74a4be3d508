#include "engine/rules/mad_abel.hpp"

#include "base/sentence.hpp"
#include "engine/algebra/structure.hpp"

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
    return error_of(
        "spec.deck",
        {"The deal takes ", needed, " cards, but there are ", cards, "; ",
         fit >= 1 ? sentence({"play with seats=", fit, " or fewer, "}) : "", "deal fewer cards",
         packs <= 16 ? sentence({", or add packs with decks=", packs, "."}) : "."});
  }
  if (options.metric != Metric::exact && operation.moduli().empty())  // M14
    return error_of("spec.metric",
                    {"A length needs coordinates: metric=", word_of(options.metric),
                     " works on products of cyclic groups such as Z4xZ5; on ",
                     std::string_view(operation.text()).substr(0, 24), " only metric=exact does."});
  const auto group = operation.group();
  const bool ordered = !group || !group->abelian();
  if (ordered && options.max_cards > Options::max_ordered)
    return error_of("spec.max_cards", {"Where the order of the cards matters, a play has at most ",
                                       Options::max_ordered, " cards: set max_cards=",
                                       Options::max_ordered, " or less."});
  CHECK(operation.order() <= T::capacity && each <= T::max_copies);
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
void MadAbel<T>::apply(State& s, const Action& a, Trace* trace) const {
  switch (a.verb) {
    case Verb::deal:
      return deal(s, a.give[0], trace);
    case Verb::play:
      return play(s, a);
    case Verb::draw:
      s.idle = 0;
      return draw_or_end(s, Phase::draw_two, trace);
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
void MadAbel<T>::draw_or_end(State& s, Phase drawing, Trace* trace) const {
  if (s.deck.empty() && options_.reshuffle) {
    if (trace != nullptr) trace->turned = s.pile.size();
    std::swap(s.deck, s.pile);
  }
  if (s.deck.empty()) return end_turn(s);
  s.phase = drawing;
}

template <class T>
void MadAbel<T>::deal(State& s, Element card, Trace* trace) const {
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
      return draw_or_end(s, Phase::draw_one, trace);
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

template class MadAbel<CardSet>;
template class MadAbel<Tally<64>>;
template class MadAbel<Tally<256>>;

static_assert(Game<MadAbel<CardSet>>);

}  // namespace coset
