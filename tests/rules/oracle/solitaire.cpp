#include "solitaire.hpp"

#include <algorithm>
#include <cstddef>

namespace oracle {

namespace {

Solitaire::Params with_defaults(Solitaire::Params p) {
  require(!p.moduli.empty(), "a group needs a modulus");
  const int largest = *std::max_element(p.moduli.begin(), p.moduli.end());
  const int n = p.max_exchange.value_or(static_cast<int>(p.moduli.size()));  // G7
  p.max_exchange = n;
  if (!p.deal) p.deal = n * (n + 1) + 1;            // G1
  if (!p.copies) p.copies = std::max(10, largest);  // G1
  return p;
}

}  // namespace

Solitaire::Solitaire(const Params& params)
    : params_(with_defaults(params)),
      exchange_(params_.moduli, *params_.max_exchange, params_.null_exchange,
                params_.spectrum_clear, params_.cancel) {
  require(*params_.deal >= 1, "a hand is dealt at least one piece");
  const int pool = *params_.copies * (exchange_.order() - 1);
  require(*params_.deal + 1 <= pool, "the bag is too small for the deal");  // G1
}

Solitaire::State Solitaire::start() const {
  const Counts none(static_cast<std::size_t>(exchange_.order()), 0);
  State s;
  s.hand = none;
  s.center = none;
  s.set_aside = none;
  s.discards = none;
  s.entering = none;
  s.bag.assign(none.size(), *params_.copies);
  s.bag[0] = 0;  // identities start in the supply, which is unlimited (A7)
  return s;
}

Solitaire::State Solitaire::set_up(const Counts& hand, const Counts& center,
                                   const Counts& bag) const {
  State s = start();
  s.hand = hand;
  s.center = center;
  s.bag = bag;
  begin_turn(s);
  return s;
}

const Counts& Solitaire::urn(const State& s) const {
  return s.phase == Phase::deal_remove ? s.center : s.bag;
}

void Solitaire::deal(State& s, int piece) const {
  require(is_deal(s), "nothing is to be dealt");
  const std::size_t e = static_cast<std::size_t>(piece);
  require(urn(s).at(e) > 0, "the urn has no such piece");
  switch (s.phase) {
    case Phase::deal_hand:
      --s.bag[e];
      ++s.hand[e];
      if (total(s.hand) == *params_.deal) s.phase = Phase::deal_center;
      break;
    case Phase::deal_center:
      --s.bag[e];
      ++s.center[e];
      ++s.center[0];  // rule 4
      begin_turn(s);
      break;
    case Phase::deal_draw:
      --s.bag[e];
      ++s.hand[e];
      s.phase = Phase::act;
      look_for_exchange(s);
      break;
    case Phase::deal_remove:  // 7(b)
      --s.center[e];
      if (e != 0 || params_.black_to_bag) ++s.bag[e];  // S1
      --s.removals_left;
      if (s.removals_left == 0) go_on_refilling(s);
      break;
    case Phase::deal_refill:  // 7(c)
      --s.bag[e];
      ++s.entering[e];
      --s.refills_left;
      go_on_refilling(s);
      break;
    case Phase::act:
    case Phase::over:
      break;
  }
}

std::vector<Action> Solitaire::legal(const State& s) const {
  if (s.phase != Phase::act) return {};
  std::vector<Action> out = exchange_.list(s.hand, s.center);
  if (total(s.bag) > 0) out.push_back({Kind::draw});  // rules 5 and 8
  return out;
}

bool Solitaire::is_legal(const State& s, const Action& action) const {
  if (s.phase != Phase::act) return false;
  if (action.kind == Kind::exchange) return exchange_.is_legal(s.hand, s.center, action);
  if (action.kind != Kind::draw) return false;
  return action.give.empty() && action.take.empty() && total(s.bag) > 0;
}

void Solitaire::apply(State& s, const Action& action) const {
  require(is_legal(s, action), "the action is not legal");
  if (action.kind == Kind::draw) {
    s.drawn = true;
    s.phase = Phase::deal_draw;
    return;
  }
  exchange_.move(s.hand, s.center, action);
  const Counts placed = tally(action.give, exchange_.order());
  const Counts tuples = exchange_.cancel(s.center);  // rule 6
  for (int e = 1; e < exchange_.order(); ++e) {
    const std::size_t i = static_cast<std::size_t>(e);
    const int removed = tuples[i] * exchange_.cancel_order(e);
    if (placed[i] >= exchange_.cancel_order(e)) {
      s.bag[i] += removed;  // 6(b)
    } else {
      s.set_aside[i] += removed;
      s.cancelled += tuples[i];  // S4
    }
  }
  ++s.turns;  // S9
  if (total(s.hand) == 1) {
    finish(s, Cause::one_piece);  // 9(a)
  } else if (s.turns >= params_.max_turns) {
    finish(s, Cause::max_turns);  // S13
  } else {
    game_turn(s);
  }
}

void Solitaire::begin_turn(State& s) const {
  s.phase = Phase::act;
  s.drawn = false;
  const bool few = total(s.hand) <= *params_.max_exchange;
  if (few && !exchange_.can_reduce(s.hand, s.center)) {
    finish(s, Cause::stuck);  // 9(b), S8
  } else {
    look_for_exchange(s);
  }
}

// With no exchange the player must draw; with nothing to draw the game is over.
void Solitaire::look_for_exchange(State& s) const {
  if (total(s.bag) == 0 && !exchange_.exists(s.hand, s.center)) finish(s, Cause::bag_empty);  // S7
}

void Solitaire::game_turn(State& s) const {
  s.drawn = false;
  s.center[0] = std::min(s.center[0], 2);  // 7(a), S2
  const int third = (total(s.center) + 2) / 3;
  s.removals_left = third;  // S10
  s.refills_left = third;
  s.phase = Phase::deal_remove;
}

void Solitaire::go_on_refilling(State& s) const {
  s.phase = Phase::deal_refill;
  if (s.refills_left == 0 || total(s.bag) == 0) end_game_turn(s);  // S11
}

void Solitaire::end_game_turn(State& s) const {
  for (std::size_t i = 0; i < s.entering.size(); ++i) s.center[i] += s.entering[i];
  const Counts tuples = exchange_.cancel(s.center);  // 7(d)
  for (int e = 1; e < exchange_.order(); ++e) {
    const std::size_t i = static_cast<std::size_t>(e);
    s.discards[i] += tuples[i] * exchange_.cancel_order(e);                 // S3
    if (s.entering[i] < exchange_.cancel_order(e)) s.hand[0] += tuples[i];  // S12
  }
  s.entering.assign(s.entering.size(), 0);
  s.refills_left = 0;
  begin_turn(s);
}

void Solitaire::finish(State& s, Cause cause) const {
  s.phase = Phase::over;
  s.cause = cause;
  s.drawn = false;
}

int Solitaire::score(const State& s) const {
  const int left = total(s.hand);
  const bool penalty = params_.score == Score::plus_r || s.cause == Cause::bag_empty;  // S5, S7
  return 2 * s.turns + (penalty ? left : -left) - s.cancelled;
}

}  // namespace oracle
