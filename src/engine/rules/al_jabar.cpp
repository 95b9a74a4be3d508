#include "engine/rules/al_jabar.hpp"

#include "engine/rules/exchange_ranking.hpp"

namespace coset {

template <class T>
auto AlJabar<T>::defaults(const Group& group, int seats, int max_exchange) -> Options {
  Options options;
  static_cast<ExchangeOptions&>(options) = ExchangeRules::defaults(group, seats, max_exchange);
  options.seats = seats;
  return options;
}

template <class T>
Result<AlJabar<T>> AlJabar<T>::make(const Operation& operation, const Options& options) {
  const auto group = operation.group();
  if (!group)
    return Error{"spec.not_a_group", 0,
                 "Al-Jabar needs an abelian group, because sums must cancel; a magma is playable "
                 "in Mad Abel only."};
  if (auto refusal = ExchangeRules::refusal(*group, options, options.seats))
    return *std::move(refusal);
  CHECK(group->order() <= T::capacity);
  return AlJabar(ExchangeRules(*group, options), options);
}

template <class T>
auto AlJabar<T>::start() const -> State {
  State s;
  s.bag = full_bag<T>(rules_.group(), options_.copies);  // rule 2
  return s;
}

template <class T>
Turn AlJabar<T>::turn(const State& s) const {
  switch (s.phase) {
    case Phase::deal_hand:
    case Phase::drawing:
    case Phase::drawing_after:
      return {Turn::Kind::deal, s.seat};
    case Phase::deal_center:
      return {Turn::Kind::deal, nobody};
    case Phase::act:
    case Phase::after:
      return {Turn::Kind::act, s.seat};
    case Phase::over:
      return {Turn::Kind::over, nobody};
  }
  CHECK(false);
}

template <class T>
ExchangeCount AlJabar<T>::exchanges(const State& s) const {
  return count_exchanges(rules_, hand(s), s.center);
}

template <class T>
T AlJabar<T>::discards(const State& s) const {
  T out;
  for (int i = 1; i < rules_.group().order(); ++i) {
    const Element e = element(i);
    int left = options_.copies - s.bag[e] - s.center[e];
    for (const T& hand : s.hands) left -= hand[e];
    out.set(e, left);
  }
  return out;
}

template <class T>
bool AlJabar<T>::can_draw(const State& s) const {
  return !s.bag.empty() || (options_.recycle_discards && !discards(s).empty());  // A11
}

template <class T>
bool AlJabar<T>::may_draw(const State& s) const {
  return s.stuck != Stuck::moving && can_draw(s);  // rule 7, A8, A10
}

template <class T>
bool AlJabar<T>::may_pass(const State& s) const {
  if (s.phase == Phase::after) return true;
  if (s.stuck == Stuck::moving) return options_.stuck_move == StuckMove::optional;  // A14
  if (s.stuck == Stuck::may_signal) return true;                                    // A13
  const bool final_pass = final_round(s) && options_.final_pass;                    // A18
  if (final_pass && s.drawn == 0) return true;
  // A9: a seat that drew must exchange if possible. A11: with an empty bag no move is a pass.
  // A16: a small hand is not made to draw.
  const bool need_not_draw =
      final_pass || !can_draw(s) ||
      (has_final_move(s) && s.drawn == 0 && hand(s).size() <= rules_.max_exchange());
  return need_not_draw && !exchanges(s).any;
}

template <class T>
bool AlJabar<T>::legal(const State& s, const Action& a) const {
  switch (a.verb) {
    case Verb::deal:
      return turn(s).kind == Turn::Kind::deal && a.give.size() == 1 && a.take.empty() &&
             contains(s.bag, a.give);
    case Verb::exchange:
      return s.phase == Phase::act && legal_exchange(rules_, hand(s), s.center, a.give, a.take);
    case Verb::draw:
      return turn(s).kind == Turn::Kind::act && a.give.empty() && a.take.empty() && may_draw(s);
    case Verb::pass:
      return turn(s).kind == Turn::Kind::act && a.give.empty() && a.take.empty() && may_pass(s);
    case Verb::play:
      return false;
  }
  CHECK(false);
}

template <class T>
Action AlJabar<T>::canonical(const State&, const Action& a) const {
  return {a.verb, sorted(a.give), sorted(a.take)};
}

template <class T>
void AlJabar<T>::actions(const State& s, ActionList& list) const {
  if (turn(s).kind != Turn::Kind::act) return;
  if (s.phase == Phase::act) list_best_exchanges(rules_, hand(s), s.center, list);
  if (may_draw(s)) list.add({Verb::draw, {}, {}});
  if (may_pass(s)) list.add({Verb::pass, {}, {}});
}

template <class T>
Action AlJabar<T>::random_action(const State& s, ActionList&, Rng& rng) const {
  if (s.phase == Phase::act)
    if (const auto exchange = random_exchange(rules_, hand(s), s.center, rng)) return *exchange;
  return random_without_exchange(s);
}

template <class T>
void AlJabar<T>::apply(State& s, const Action& a, Trace* trace) const {
  switch (a.verb) {
    case Verb::deal:
      return deal(s, a.give[0]);
    case Verb::draw:
      if (s.bag.empty()) s.bag = discards(s);  // A11, recycle_discards=yes
      s.drawn = 1;
      forget_offer(s);
      s.phase = s.phase == Phase::after ? Phase::drawing_after : Phase::drawing;
      return;
    case Verb::exchange:
      return exchange(s, a, trace);
    case Verb::pass:
      return pass(s);
    case Verb::play:
      break;
  }
  CHECK(false);
}

template <class T>
void AlJabar<T>::deal(State& s, Element piece) const {
  s.bag.remove(piece);
  switch (s.phase) {
    case Phase::deal_hand:  // rule 3
      hand(s).add(piece);
      if (hand(s).size() < options_.deal) return;
      ++s.seat;
      if (s.seat == seats()) s.phase = Phase::deal_center;
      return;
    case Phase::deal_center:  // rule 4
      s.center.add(piece);
      s.center.add(identity);
      s.seat = 0;
      return begin_turn(s);
    case Phase::drawing:
      hand(s).add(piece);
      s.phase = Phase::act;
      return;
    case Phase::drawing_after:
      hand(s).add(piece);
      s.phase = Phase::after;
      return;
    case Phase::act:
    case Phase::after:
    case Phase::over:
      break;
  }
  CHECK(false);
}

template <class T>
void AlJabar<T>::exchange(State& s, const Action& a, Trace* trace) const {
  forget_offer(s);
  int clears = 0;
  make_exchange(rules_, hand(s), s.center, a, [&](Element e, int tuples, bool exempt) {
    clears += exempt ? 0 : tuples;
    note_cancelled(trace, rules_, e, tuples, exempt);
  });
  for (std::size_t other = 0; other < static_cast<std::size_t>(seats()); ++other) {
    if (other == s.seat) continue;  // 6, A22: every other seat, never the mover
    s.hands[other].add(identity, clears);
    if (trace != nullptr) trace->clears[other] = clears;
  }
  if (options_.draw_timing == DrawTiming::both) {
    s.phase = Phase::after;
  } else {
    end_turn(s, true);
  }
}

template <class T>
void AlJabar<T>::pass(State& s) const {
  if (s.phase == Phase::after) return end_turn(s, true);
  if (s.stuck == Stuck::may_signal) signal(s, Ending::stuck);
  if (s.phase != Phase::over) end_turn(s, false);
}

// Rule 8, A17: only the first signal decides which seats still move.
template <class T>
void AlJabar<T>::signal(State& s, Ending cause) const {
  if (final_round(s)) return;
  s.signal = cause;
  s.signal_seat = s.seat;
  if (options_.end_rule == EndRule::immediate) finish(s, cause);
}

// A14: in a final round that another seat has begun, being stuck takes nothing away.
template <class T>
bool AlJabar<T>::has_final_move(const State& s) const {
  return options_.final_stuck == FinalStuck::may_move && final_round(s) && s.signal_seat != s.seat;
}

// A12-A16: a small hand that cannot be reduced is noticed before anything else happens.
template <class T>
void AlJabar<T>::begin_turn(State& s) const {
  s.phase = Phase::act;
  s.drawn = 0;
  s.stuck = Stuck::no;
  if (hand(s).size() > rules_.max_exchange() || has_final_move(s)) return;
  if (can_reduce(rules_, hand(s), s.center)) return;
  if (options_.stuck_signal == StuckSignal::optional) {
    s.stuck = Stuck::may_signal;
    return;
  }
  signal(s, Ending::stuck);
  if (s.phase == Phase::over) return;
  const bool moves_on = options_.stuck_move == StuckMove::optional ||
                        (options_.stuck_move == StuckMove::forced && exchanges(s).any);
  if (moves_on) {
    s.stuck = Stuck::moving;
  } else {
    end_turn(s, false);  // the turn is void
  }
}

template <class T>
void AlJabar<T>::end_turn(State& s, bool exchanged) const {
  if (exchanged && hand(s).size() == 1) {
    signal(s, Ending::one_piece);  // 8(i)
  } else if (exchanged && options_.stuck_check == StuckCheck::also_after &&
             hand(s).size() <= rules_.max_exchange() && !can_reduce(rules_, hand(s), s.center)) {
    signal(s, Ending::stuck);
  }
  if (s.phase != Phase::over) next_seat(s);
}

template <class T>
void AlJabar<T>::next_seat(State& s) const {
  const bool round_complete = s.seat + 1 == seats();
  const auto next = static_cast<Seat>(round_complete ? 0 : s.seat + 1);
  if (final_round(s)) {  // A17
    const bool complete =
        options_.end_rule == EndRule::finish_round ? round_complete : next == s.signal_seat;
    if (complete) return finish(s, s.signal);
  } else if (round_complete && s.round >= options_.max_rounds) {
    return finish(s, Ending::limit);  // A23
  }
  s.seat = next;
  if (round_complete) s.round = s.round + 1;
  begin_turn(s);
}

template <class T>
void AlJabar<T>::finish(State& s, Ending cause) const {
  s.phase = Phase::over;
  s.ending = cause;
  s.drawn = 0;
  s.stuck = Stuck::no;
}

template <class T>
Scores AlJabar<T>::scores(const State& s) const {
  Scores out;
  out.seats = static_cast<std::uint8_t>(seats());
  int fewest = 0xffff * seats();
  for (std::size_t i = 0; i < out.seats; ++i) {
    out.points[i] = s.hands[i].size();
    fewest = std::min(fewest, out.points[i]);
  }
  for (std::size_t i = 0; i < out.seats; ++i)  // A25: equal hands share the victory
    if (out.points[i] == fewest) out.winners |= static_cast<std::uint8_t>(1U << i);
  return out;
}

template <class T>
std::optional<RepetitionMark> AlJabar<T>::repetition_mark(const State& s) const {
  if (s.phase != Phase::act || s.drawn != 0) return std::nullopt;
  State position = s;
  position.round = 1;
  RepetitionMark mark;
  mark.position = hash_words(bytes_of(position));
  // A draw shrinks the bag, and a cancellation the number of coloured pieces in play.
  int coloured = s.center.size() - s.center[identity];
  for (const T& hand : s.hands) coloured += hand.size() - hand[identity];
  mark.epoch = static_cast<std::uint32_t>(s.bag.size() << 16 | coloured);
  return mark;
}

template class AlJabar<Tally<8>>;
template class AlJabar<Tally<64>>;
template class AlJabar<Tally<256>>;

static_assert(Game<AlJabar<Tally<8>>>);

}  // namespace coset
