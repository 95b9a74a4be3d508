#include "hub/table/effects.hpp"

#include "hub/table/faults.hpp"

namespace coset::hub {

namespace {

using wire::Dealt;
using wire::Effect;
using wire::Happening;
using Effects = std::vector<Effect>;

// Deals of one kind to one receiver are one effect.
void add_deal(Effects& out, Dealt how, Seat seat, const std::string& name) {
  const bool joins = !out.empty() && out.back().effect == Happening::deal &&
                     out.back().how == how && out.back().seat == seat;
  if (!joins) {
    Effect deal;
    deal.how = how;
    deal.seat = seat;
    out.push_back(std::move(deal));
  }
  ++out.back().count;
  out.back().pieces.push_back(name);
}

void add(Effects& out, Happening effect, Seat seat, int count) {
  Effect added;
  added.effect = effect;
  added.seat = seat;
  added.count = count;
  out.push_back(std::move(added));
}

template <class T, class Placed>
void add_cancelled(Effects& out, const ExchangeRules& rules, T& center, Placed placed) {
  cancel_tuples(rules, center, placed, [&](Element e, int tuples, bool exempt) {
    add(out, Happening::cancel, nobody, tuples);
    out.back().pieces.push_back(rules.group().names().write(e));
    out.back().exempt = exempt;
  });
}

void add_clears(Effects& out, Seat seat, int count) {
  if (count > 0) add(out, Happening::clears, seat, count);
}

template <class T>
void add_for(const AlJabar<T>& game, const typename AlJabar<T>::View& before, Seat seat,
             const Action& action, const typename AlJabar<T>::View& after, Effects& out) {
  using Phase = typename AlJabar<T>::Phase;
  const bool opening = before.phase == Phase::deal_hand || before.phase == Phase::deal_center;
  if (action.verb == Verb::deal)
    add_deal(out,
             before.phase == Phase::deal_hand     ? Dealt::hand
             : before.phase == Phase::deal_center ? Dealt::table
                                                  : Dealt::draw,
             seat, game.operation().names().write(action.give[0]));
  if (action.verb == Verb::exchange) {
    T hand = before.hands[seat];
    T center = before.center;
    move_exchange(game.rules(), hand, center, action.give, action.take);
    add_cancelled(out, game.rules(), center, [&](Element e) { return count_in(action.give, e); });
    for (int i = 0; i < game.seats(); ++i) {
      const auto other = static_cast<std::size_t>(i);
      if (i != seat)
        add_clears(out, static_cast<Seat>(i),
                   after.hands[other][identity] - before.hands[other][identity]);
    }
  }
  if (before.signal == Ending::none && after.signal != Ending::none) {
    add(out, Happening::final_round, after.signal_seat, 0);
    out.back().cause = wire::end_of(after.signal);
  }
  // Turns that passed beside the mover's own were void (A14).
  if (opening && after.phase != Phase::act && after.phase != Phase::over) return;
  const int first = opening ? 0 : before.seat + 1;
  const int passed = opening ? game.turns(after) : game.turns(after) - game.turns(before) - 1;
  for (int i = 0; i < passed; ++i)
    add(out, Happening::skip, static_cast<Seat>((first + i) % game.seats()), 0);
}

template <class T>
void add_for(const Solitaire<T>& game, const typename Solitaire<T>::View& before, Seat seat,
             const Action& action, const typename Solitaire<T>::View& after, Effects& out) {
  using Phase = typename Solitaire<T>::Phase;
  T hand = before.hand;
  T center = before.center;
  if (action.verb == Verb::exchange) {
    move_exchange(game.rules(), hand, center, action.give, action.take);
    add_cancelled(out, game.rules(), center, [&](Element e) { return count_in(action.give, e); });
    if (const int gone = center[identity] - after.center[identity]; gone > 0) {  // 7(a)
      add(out, Happening::discard, nobody, gone);
      out.back().pieces.push_back(game.operation().names().write(identity));
    }
  }
  if (action.verb != Verb::deal) return;
  const Element piece = action.give[0];
  const bool removes = before.phase == Phase::remove;
  const bool refills = before.phase == Phase::refill;
  add_deal(out,
           removes                              ? Dealt::remove
           : refills                            ? Dealt::refill
           : before.phase == Phase::deal_hand   ? Dealt::hand
           : before.phase == Phase::deal_center ? Dealt::table
                                                : Dealt::draw,
           seat, game.operation().names().write(piece));
  if (!refills || after.phase == Phase::refill) return;
  T fresh = before.fresh;  // 7(d)
  fresh.add(piece);
  for (int i = 0; i < game.operation().order(); ++i) center.add(element(i), fresh[element(i)]);
  add_cancelled(out, game.rules(), center, [&](Element e) { return fresh[e]; });
  add_clears(out, 0, after.hand[identity] - before.hand[identity]);
}

template <class T>
void add_for(const MadAbel<T>& game, const typename MadAbel<T>::View& before, Seat seat,
             const Action& action, const typename MadAbel<T>::View& after, Effects& out) {
  using Phase = typename MadAbel<T>::Phase;
  if (action.verb == Verb::deal)
    add_deal(out,
             before.phase == Phase::deal_hand                                        ? Dealt::hand
             : before.phase == Phase::deal_second || before.phase == Phase::deal_top ? Dealt::table
                                                                                     : Dealt::draw,
             seat, game.operation().names().write(action.give[0]));
  if (!before.pile.empty() && after.pile.empty())  // M6; a play only adds to the pile
    add(out, Happening::reshuffle, nobody, before.pile.size());
}

}  // namespace

void add_effects(const Spec& spec, const AnyView& before, Seat seat, const Action& action,
                 const AnyView& after, std::vector<wire::Effect>& out) {
  std::visit(
      [&]<Game G>(const G& game) {
        add_for(game, *std::get_if<typename G::View>(&before), seat, action,
                *std::get_if<typename G::View>(&after), out);
      },
      spec.game());
}

std::vector<wire::Effect> seen_by(Seat reader, bool hands_are_hidden,
                                  std::vector<wire::Effect> effects) {
  if (!hands_are_hidden || faulty(Fault::no_filter)) return effects;
  for (Effect& effect : effects)
    if (effect.effect == Happening::deal && effect.seat != nobody && effect.seat != reader)
      effect.pieces.clear();
  return effects;
}

}  // namespace coset::hub
