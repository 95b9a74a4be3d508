#include "al_jabar.hpp"

#include <algorithm>
#include <cstddef>

namespace oracle {

namespace {

AlJabar::Params with_defaults(AlJabar::Params p) {
  require(!p.moduli.empty(), "a group needs a modulus");
  const int largest = *std::max_element(p.moduli.begin(), p.moduli.end());
  const int n = p.max_exchange.value_or(static_cast<int>(p.moduli.size()));  // G7
  p.max_exchange = n;
  if (!p.deal) p.deal = n * (n + 1) + 1;                      // G1
  if (!p.copies) p.copies = std::max(10, largest * p.seats);  // G1
  return p;
}

}  // namespace

AlJabar::AlJabar(const Params& params)
    : params_(with_defaults(params)),
      exchange_(params_.moduli, *params_.max_exchange, params_.null_exchange,
                params_.spectrum_clear, params_.cancel) {
  require(params_.seats >= 2 && params_.seats <= 4, "Al-Jabar seats 2-4");
  require(*params_.deal >= 1, "a hand is dealt at least one piece");
  const int pool = *params_.copies * (exchange_.order() - 1);
  require(*params_.deal * params_.seats + 1 <= pool, "the bag is too small for the deal");  // G1
}

AlJabar::State AlJabar::start() const {
  const std::size_t order = static_cast<std::size_t>(exchange_.order());
  State s;
  s.hands.assign(static_cast<std::size_t>(params_.seats), Counts(order, 0));
  s.center.assign(order, 0);
  s.discards.assign(order, 0);
  s.bag.assign(order, *params_.copies);
  s.bag[0] = 0;  // identities come from the supply, which is unlimited (A7)
  return s;
}

AlJabar::State AlJabar::set_up(const std::vector<Counts>& hands, const Counts& center,
                               const Counts& bag, int seat) const {
  State s = start();
  s.hands = hands;
  s.center = center;
  s.bag = bag;
  s.seat = seat;
  begin_turn(s);
  return s;
}

bool AlJabar::is_deal(const State& s) const {
  return s.phase == Phase::deal_hand || s.phase == Phase::deal_center ||
         s.phase == Phase::deal_draw;
}

void AlJabar::deal(State& s, int piece) const {
  require(is_deal(s), "nothing is to be dealt");
  const std::size_t e = static_cast<std::size_t>(piece);
  require(s.bag.at(e) > 0, "the bag has no such piece");
  --s.bag[e];
  if (s.phase == Phase::deal_hand) {
    ++hand(s)[e];
    if (total(hand(s)) < *params_.deal) return;
    if (s.seat + 1 < params_.seats) {
      ++s.seat;
    } else {
      s.seat = 0;
      s.phase = Phase::deal_center;
    }
  } else if (s.phase == Phase::deal_center) {
    ++s.center[e];
    ++s.center[0];  // rule 4
    begin_turn(s);
  } else {
    ++hand(s)[e];
    s.phase = s.exchanged ? Phase::after : Phase::act;
  }
}

std::vector<Action> AlJabar::legal(const State& s) const {
  std::vector<Action> out;
  const Action draw_one{Kind::draw};
  const Action pass{Kind::pass};
  if (s.phase == Phase::after) {  // A8, draw_timing = both
    if (can_draw(s) && !s.stuck_turn) out.push_back(draw_one);
    out.push_back(pass);
  }
  if (s.phase != Phase::act) return out;

  out = exchange_.list(hand(s), s.center);
  const bool no_exchange = out.empty();
  const bool final_pass = s.signal != Cause::none && params_.final_pass;
  bool passing = false;
  bool drawing = false;
  if (s.stuck_turn) {
    passing = params_.stuck_move == StuckMove::optional;  // A14
  } else {
    drawing = can_draw(s);                                  // A8, A10
    if (s.may_signal) passing = true;                       // A13
    if (final_pass && !s.drawn) passing = true;             // A18
    if (final_pass && no_exchange) passing = true;          // A18
    if (no_exchange && !drawing) passing = true;            // A11
    if (no_exchange && s.late && !s.drawn) passing = true;  // A14, A16
  }
  if (drawing) out.push_back(draw_one);
  if (passing) out.push_back(pass);
  return out;
}

bool AlJabar::is_legal(const State& s, const Action& action) const {
  const bool bare = action.give.empty() && action.take.empty();
  switch (action.kind) {
    case Kind::exchange:
      return s.phase == Phase::act && exchange_.is_legal(hand(s), s.center, action);
    case Kind::draw:
      if (s.phase != Phase::act && s.phase != Phase::after) return false;
      return bare && !s.stuck_turn && can_draw(s);
    case Kind::pass:
      return bare && may_pass(s);
    case Kind::play:
      return false;
  }
  return false;
}

// The same rule as in legal(), told from the other end: who must not pass.
bool AlJabar::may_pass(const State& s) const {
  if (s.phase == Phase::after) return true;
  if (s.phase != Phase::act) return false;
  if (s.stuck_turn) return params_.stuck_move != StuckMove::forced;  // A14
  if (s.may_signal) return true;                                     // A13
  const bool final_pass = s.signal != Cause::none && params_.final_pass;
  if (final_pass && !s.drawn) return true;                // A18
  if (exchange_.exists(hand(s), s.center)) return false;  // A9: a turn is an exchange
  if (!can_draw(s)) return true;                          // A11
  if (s.late && !s.drawn) return true;                    // A14, A16: it need not draw
  return final_pass;                                      // A10, A18
}

void AlJabar::apply(State& s, const Action& action) const {
  require(is_legal(s, action), "the action is not legal");
  if (action.kind == Kind::exchange) {
    make_exchange(s, action);
  } else if (action.kind == Kind::draw) {
    draw(s);
  } else if (s.phase == Phase::after) {
    end_turn(s, true);
  } else {
    if (s.may_signal) signal(s, Cause::stuck);  // A13
    if (!is_over(s)) end_turn(s, false);
  }
}

void AlJabar::draw(State& s) const {
  if (total(s.bag) == 0) {  // A11, recycle_discards
    s.bag = s.discards;
    s.discards.assign(s.discards.size(), 0);
  }
  s.drawn = true;
  s.may_signal = false;  // the offer was for the hand as it stood at the start of the turn
  s.phase = Phase::deal_draw;
}

void AlJabar::make_exchange(State& s, const Action& action) const {
  exchange_.move(hand(s), s.center, action);
  const Counts placed = tally(action.give, exchange_.order());
  const Counts tuples = exchange_.cancel(s.center);
  for (int e = 1; e < exchange_.order(); ++e) {
    const std::size_t i = static_cast<std::size_t>(e);
    s.discards[i] += tuples[i] * exchange_.cancel_order(e);
    if (placed[i] >= exchange_.cancel_order(e)) continue;  // 6(ii), A21
    for (int other = 0; other < params_.seats; ++other) {
      if (other != s.seat) s.hands[static_cast<std::size_t>(other)][0] += tuples[i];  // A19, A22
    }
  }
  s.may_signal = false;
  s.exchanged = true;
  if (params_.draw_timing == DrawTiming::both) {
    s.phase = Phase::after;
  } else {
    end_turn(s, true);
  }
}

bool AlJabar::can_draw(const State& s) const {
  if (total(s.bag) > 0) return true;
  return params_.recycle_discards && total(s.discards) > 0;  // A11
}

// Event 8(ii), also with no exchange at all (A16).
bool AlJabar::is_stuck(const State& s) const {
  return total(hand(s)) <= *params_.max_exchange && !exchange_.can_reduce(hand(s), s.center);
}

void AlJabar::begin_turn(State& s) const {
  s.phase = Phase::act;
  s.drawn = false;
  s.exchanged = false;
  s.stuck_turn = false;
  s.may_signal = false;
  s.late = false;
  if (!is_stuck(s)) return;  // A12
  const bool another_signalled = s.signal != Cause::none && s.signal_seat != s.seat;
  if (another_signalled && params_.final_stuck == FinalStuck::may_move) {
    s.late = true;  // A14: rule 8 leaves it the final move
    return;
  }
  if (params_.stuck_signal == StuckSignal::optional) {
    s.may_signal = true;  // A13
    return;
  }
  signal(s, Cause::stuck);
  if (is_over(s)) return;
  bool still_moves = false;  // A14
  if (params_.stuck_move == StuckMove::optional) still_moves = true;
  if (params_.stuck_move == StuckMove::forced) still_moves = exchange_.exists(hand(s), s.center);
  if (still_moves) {
    s.stuck_turn = true;
  } else {
    end_turn(s, false);
  }
}

// took_it: by an exchange; a void or passed turn announces nothing.
void AlJabar::end_turn(State& s, bool took_it) const {
  if (took_it) {
    if (total(hand(s)) == 1) {
      signal(s, Cause::one_piece);  // 8(i)
    } else if (params_.stuck_check == StuckCheck::also_after && is_stuck(s)) {
      signal(s, Cause::stuck);  // 8(ii), A12
    }
  }
  if (is_over(s)) return;

  if (s.signal != Cause::none) {  // A17
    if (s.seat != s.signal_seat) --s.turns_left;
    if (s.turns_left == 0) {
      finish(s, s.signal);
      return;
    }
  }
  const bool round_complete = s.seat == params_.seats - 1;
  if (round_complete && s.round >= params_.max_rounds && s.signal == Cause::none) {
    finish(s, Cause::max_rounds);  // A23
    return;
  }
  if (round_complete) ++s.round;
  s.seat = round_complete ? 0 : s.seat + 1;
  begin_turn(s);
}

void AlJabar::signal(State& s, Cause cause) const {
  if (s.signal != Cause::none) return;  // only the first one counts
  s.signal = cause;
  s.signal_seat = s.seat;
  switch (params_.end_rule) {  // A17
    case EndRule::finish_round:
      s.turns_left = params_.seats - 1 - s.seat;
      break;
    case EndRule::one_more_each:
      s.turns_left = params_.seats - 1;
      break;
    case EndRule::immediate:
      finish(s, cause);
      break;
  }
}

void AlJabar::finish(State& s, Cause cause) const {
  s.phase = Phase::over;
  s.cause = cause;
  s.drawn = false;
  s.exchanged = false;
  s.stuck_turn = false;
  s.may_signal = false;
  s.late = false;
}

std::vector<int> AlJabar::scores(const State& s) const {
  std::vector<int> out;
  for (const Counts& one : s.hands) out.push_back(total(one));
  return out;
}

std::vector<int> AlJabar::winners(const State& s) const {
  const std::vector<int> score = scores(s);
  const int fewest = *std::min_element(score.begin(), score.end());
  std::vector<int> out;
  for (int seat = 0; seat < params_.seats; ++seat) {
    if (score[static_cast<std::size_t>(seat)] == fewest) out.push_back(seat);
  }
  return out;
}

}  // namespace oracle
