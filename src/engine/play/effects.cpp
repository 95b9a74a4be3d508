#include "engine/play/effects.hpp"

namespace coset {

namespace {

template <class T>
Dealt dealt_in(const AlJabar<T>&, typename AlJabar<T>::Phase phase) {
  using Phase = typename AlJabar<T>::Phase;
  return phase == Phase::deal_hand     ? Dealt::hand
         : phase == Phase::deal_center ? Dealt::table
                                       : Dealt::draw;
}

template <class T>
Dealt dealt_in(const Solitaire<T>&, typename Solitaire<T>::Phase phase) {
  using Phase = typename Solitaire<T>::Phase;
  return phase == Phase::deal_hand     ? Dealt::hand
         : phase == Phase::deal_center ? Dealt::table
         : phase == Phase::remove      ? Dealt::remove
         : phase == Phase::refill      ? Dealt::refill
                                       : Dealt::draw;
}

template <class T>
Dealt dealt_in(const MadAbel<T>&, typename MadAbel<T>::Phase phase) {
  using Phase = typename MadAbel<T>::Phase;
  return phase == Phase::deal_hand                                 ? Dealt::hand
         : phase == Phase::deal_second || phase == Phase::deal_top ? Dealt::table
                                                                   : Dealt::draw;
}

template <class T>
void apply_to(const AlJabar<T>& game, typename AlJabar<T>::State& s, Effects& out) {
  using Phase = typename AlJabar<T>::Phase;
  const bool opening = s.phase == Phase::deal_hand || s.phase == Phase::deal_center;
  const bool signalled = game.final_round(s);
  const int turns = game.turns(s);
  const int mover = s.seat;
  game.apply(s, out.action, &out);
  if (!signalled && game.final_round(s)) {
    out.signal = s.signal;
    out.signal_seat = s.signal_seat;
  }
  // Turns that passed beside the mover's own were void (A14).
  if (opening && s.phase != Phase::act && s.phase != Phase::over) return;
  const int first = opening ? 0 : mover + 1;
  const int passed = opening ? game.turns(s) : game.turns(s) - turns - 1;
  for (int i = 0; i < passed; ++i)
    out.skipped.push_back(static_cast<Seat>((first + i) % game.seats()));
}

template <class T>
void apply_to(const Solitaire<T>& game, typename Solitaire<T>::State& s, Effects& out) {
  game.apply(s, out.action, &out);
}

template <class T>
void apply_to(const MadAbel<T>& game, typename MadAbel<T>::State& s, Effects& out) {
  game.apply(s, out.action, &out);
  if (out.action.verb != Verb::play) return;
  out.target = game.target(s);
  if (game.options().metric != Metric::exact) out.length = game.length(*out.target);
}

}  // namespace

int Effects::clears_due() const {
  int out = 0;
  for (const Cancelled& gone : cancelled) out += gone.exempt ? 0 : gone.tuples;
  return out;
}

template <Game G>
Effects apply_told(const G& game, typename G::State& s, Seat seat, const Action& action) {
  Effects out;
  out.seat = seat;
  out.action = action;
  if (action.verb == Verb::deal) out.dealt = dealt_in(game, s.phase);
  if (seat != nobody) out.before = game.hand(s, seat).size();
  apply_to(game, s, out);
  if (seat != nobody) out.after = game.hand(s, seat).size();
  out.ending = game.ending(s);
  return out;
}

#define COSET_EFFECTS(G) \
  template Effects apply_told(const G&, typename G::State&, Seat, const Action&);
COSET_EFFECTS(AlJabar<Tally<8>>)
COSET_EFFECTS(AlJabar<Tally<64>>)
COSET_EFFECTS(AlJabar<Tally<256>>)
COSET_EFFECTS(Solitaire<Tally<8>>)
COSET_EFFECTS(Solitaire<Tally<64>>)
COSET_EFFECTS(Solitaire<Tally<256>>)
COSET_EFFECTS(MadAbel<CardSet>)
COSET_EFFECTS(MadAbel<Tally<64>>)
COSET_EFFECTS(MadAbel<Tally<256>>)
#undef COSET_EFFECTS

}  // namespace coset
