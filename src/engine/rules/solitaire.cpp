#include "engine/rules/solitaire.hpp"

#include "base/sentence.hpp"

#include "engine/rules/exchange_ranking.hpp"

namespace coset {

template <class T>
auto Solitaire<T>::defaults(const Group& group, int, int max_exchange) -> Options {
  Options options;
  static_cast<ExchangeOptions&>(options) = ExchangeRules::defaults(group, 1, max_exchange);
  return options;
}

template <class T>
Result<Solitaire<T>> Solitaire<T>::make(const Operation& operation, const Options& options) {
  const auto group = operation.group();
  if (!group)
    return Error{"spec.not_a_group", 0,
                 "Solitaire needs an abelian group, because sums must cancel; a magma is playable "
                 "in Mad Abel only."};
  if (auto refusal = ExchangeRules::refusal(*group, options, 1)) return *std::move(refusal);
  CHECK(group->order() <= T::capacity);
  return Solitaire(ExchangeRules(*group, options), options);
}

template <class T>
auto Solitaire<T>::start() const -> State {
  State s;
  s.bag = full_bag<T>(rules_.group(), options_.copies);  // rule 2
  return s;
}

template <class T>
Turn Solitaire<T>::turn(const State& s) const {
  switch (s.phase) {
    case Phase::deal_hand:
    case Phase::drawing:
      return {Turn::Kind::deal, 0};
    case Phase::deal_center:
    case Phase::remove:
    case Phase::refill:
      return {Turn::Kind::deal, nobody};
    case Phase::act:
      return {Turn::Kind::act, 0};
    case Phase::over:
      return {Turn::Kind::over, nobody};
  }
  CHECK(false);
}

template <class T>
bool Solitaire<T>::legal(const State& s, const Action& a) const {
  switch (a.verb) {
    case Verb::deal:
      return turn(s).kind == Turn::Kind::deal && a.give.size() == 1 && a.take.empty() &&
             contains(urn(s), a.give);
    case Verb::exchange:
      return s.phase == Phase::act && legal_exchange(rules_, s.hand, s.center, a.give, a.take);
    case Verb::draw:  // rule 8
      return s.phase == Phase::act && a.give.empty() && a.take.empty() && !s.bag.empty();
    case Verb::play:
    case Verb::pass:
      return false;
  }
  CHECK(false);
}

template <class T>
Action Solitaire<T>::canonical(const State&, const Action& a) const {
  return {a.verb, sorted(a.give), sorted(a.take)};
}

template <class T>
void Solitaire<T>::actions(const State& s, ActionList& list) const {
  if (s.phase != Phase::act) return;
  list_best_exchanges(rules_, s.hand, s.center, list);
  if (!s.bag.empty()) list.add({Verb::draw, {}, {}});
}

template <class T>
Action Solitaire<T>::random_action(const State& s, ActionList&, Rng& rng) const {
  return random_exchange(rules_, s.hand, s.center, rng).value_or(Action{Verb::draw, {}, {}});
}

template <class T>
void Solitaire<T>::apply(State& s, const Action& a, Trace* trace) const {
  switch (a.verb) {
    case Verb::deal:
      return deal(s, a.give[0], trace);
    case Verb::draw:
      s.phase = Phase::drawing;
      return;
    case Verb::exchange:
      return exchange(s, a, trace);
    case Verb::play:
    case Verb::pass:
      break;
  }
  CHECK(false);
}

template <class T>
void Solitaire<T>::deal(State& s, Element piece, Trace* trace) const {
  switch (s.phase) {
    case Phase::deal_hand:  // rule 3
      s.bag.remove(piece);
      s.hand.add(piece);
      if (s.hand.size() == options_.deal) s.phase = Phase::deal_center;
      return;
    case Phase::deal_center:  // rule 4
      s.bag.remove(piece);
      s.center.add(piece);
      s.center.add(identity);
      return begin_turn(s);
    case Phase::drawing:
      s.bag.remove(piece);
      s.hand.add(piece);
      s.phase = Phase::act;
      return check_bag(s);
    case Phase::remove:  // 7(b)
      s.center.remove(piece);
      if (piece != identity || options_.black_to_bag) s.bag.add(piece);  // S1
      s.pending = s.pending - 1;
      if (s.pending == 0) begin_refill(s, trace);
      return;
    case Phase::refill:  // 7(c)
      s.bag.remove(piece);
      s.fresh.add(piece);
      s.pending = s.pending - 1;
      if (s.pending == 0) end_game_turn(s, trace);
      return;
    case Phase::act:
    case Phase::over:
      break;
  }
  CHECK(false);
}

template <class T>
void Solitaire<T>::exchange(State& s, const Action& a, Trace* trace) const {
  int aside = 0;
  make_exchange(rules_, s.hand, s.center, a, [&](Element e, int tuples, bool exempt) {
    if (exempt) {
      s.bag.add(e, tuples * rules_.tuple_of(e));  // 6(b)
    } else {
      aside += tuples;  // S4: only what is set aside counts
    }
    note_cancelled(trace, rules_, e, tuples, exempt);
  });
  s.cancellations = s.cancellations + aside;
  s.turns = s.turns + 1;
  if (s.hand.size() == 1) return finish(s, Ending::one_piece);         // 9(a), S9: this turn counts
  if (s.turns >= options_.max_turns) return finish(s, Ending::limit);  // S13
  begin_game_turn(s, trace);
}

// 9(b), S8: noticed at the start of a turn, before any draw.
template <class T>
void Solitaire<T>::begin_turn(State& s) const {
  s.phase = Phase::act;
  if (s.hand.size() <= rules_.max_exchange() && !can_reduce(rules_, s.hand, s.center))
    return finish(s, Ending::stuck);
  check_bag(s);
}

// S7: nothing to exchange and nothing to draw.
template <class T>
void Solitaire<T>::check_bag(State& s) const {
  if (s.bag.empty() && !exchanges(s).any) finish(s, Ending::bag_empty);
}

template <class T>
void Solitaire<T>::begin_game_turn(State& s, Trace* trace) const {
  const int stay = std::min(s.center[identity], 2);  // 7(a), S2
  if (trace != nullptr) trace->discarded = s.center[identity] - stay;
  s.center.set(identity, stay);
  s.pending = (s.center.size() + 2) / 3;  // 7(b), S10: a third, rounded up
  s.removed = s.pending;
  s.phase = Phase::remove;
}

template <class T>
void Solitaire<T>::begin_refill(State& s, Trace* trace) const {
  s.pending = std::min<int>(s.removed, s.bag.size());  // 7(c), S11
  s.phase = Phase::refill;
  if (s.pending == 0) end_game_turn(s, trace);
}

// 7(d): the player gets a clear for each cancelled tuple, unless the bag itself sent one (S12).
template <class T>
void Solitaire<T>::end_game_turn(State& s, Trace* trace) const {
  const T fresh = s.fresh;
  for (int i = 0; i < rules_.group().order(); ++i) s.center.add(element(i), fresh[element(i)]);
  s.fresh = T{};
  s.removed = 0;
  cancel_tuples(
      rules_, s.center, [&](Element e) { return fresh[e]; },
      [&](Element e, int tuples, bool exempt) {
        const int clears = exempt ? 0 : tuples;
        s.hand.add(identity, clears);
        note_cancelled(trace, rules_, e, tuples, exempt);
        if (trace != nullptr) trace->clears[0] += clears;
      });
  begin_turn(s);
}

template <class T>
void Solitaire<T>::finish(State& s, Ending cause) const {
  s.phase = Phase::over;
  s.ending = cause;
}

template <class T>
int Solitaire<T>::score(const State& s, ScoreRule rule) const {
  const bool penalty = rule == ScoreRule::plus_r || s.ending == Ending::bag_empty;  // S7
  return 2 * s.turns + (penalty ? s.hand.size() : -s.hand.size()) - s.cancellations;
}

template <class T>
Scores Solitaire<T>::scores(const State& s) const {
  Scores out;
  out.seats = 1;
  out.points[0] = score(s, options_.score);
  out.winners = s.ending == Ending::one_piece ? 1 : 0;
  return out;
}

template <class T>
std::optional<Error> Solitaire<T>::flaw(const State& s) const {
  const bool dealing = s.phase == Phase::deal_hand || s.phase == Phase::deal_center;
  const auto held = [&](Element e) { return s.bag[e] + s.center[e] + s.hand[e] + s.fresh[e]; };
  if (auto error = flaw_of_pieces(rules_, s.center, options_.copies, dealing, held)) return error;
  if (dealing &&
      (s.hand[identity] != 0 || s.bag[identity] != 0 || s.turns != 0 || s.cancellations != 0 ||
       (s.phase == Phase::deal_hand) != (s.hand.size() < options_.deal) ||
       s.hand.size() > options_.deal))
    return error_of("position.deal", {"The hand does not hold what it has while it is dealt."});
  if (!dealing && s.hand.empty())
    return error_of("position.hand", {"The hand is empty; it never gets below one piece."});
  const bool removing = s.phase == Phase::remove;
  const bool refilling = s.phase == Phase::refill;
  const T& urn_now = urn(s);
  if ((removing || refilling) != (s.pending != 0) || (removing || refilling) != (s.removed != 0) ||
      s.pending > s.removed || s.removed > 0xff00 || s.pending > urn_now.size())
    return error_of("position.pending",
                    {"The pieces still to be moved in the game's own turn do not fit."});
  if (s.fresh.size() !=
      (refilling ? std::min<int>(s.removed, s.fresh.size() + s.bag.size()) - s.pending : 0))
    return error_of(
        "position.fresh",
        {"The pieces drawn in the game's own turn do not fit what is still to be drawn."});
  if (s.phase == Phase::drawing && s.bag.empty())
    return error_of("position.draw", {"The bag is empty."});
  if (s.turns > options_.max_turns || (s.turns == options_.max_turns && s.phase != Phase::over))
    return error_of("position.turns", {"More turns are counted than max_turns allows."});
  int gone = 0;  // sets of pieces that have left the game
  for (int i = 1; i < rules_.group().order(); ++i)
    gone += (options_.copies - held(element(i))) / rules_.tuple_of(element(i));
  if (s.cancellations > gone)
    return error_of("position.cancellations",
                    {"More cancellations are counted than pieces are gone."});
  const bool over = s.phase == Phase::over;
  const bool known = s.ending == Ending::one_piece || s.ending == Ending::stuck ||
                     s.ending == Ending::bag_empty || s.ending == Ending::limit;
  if (over != known || (!over && s.ending != Ending::none))
    return error_of("position.ending", {"A game is over exactly if it has an ending."});
  return std::nullopt;
}

template class Solitaire<Tally<8>>;
template class Solitaire<Tally<64>>;
template class Solitaire<Tally<256>>;

static_assert(Game<Solitaire<Tally<8>>>);

}  // namespace coset
