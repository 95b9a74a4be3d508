#include "engine/rules/fast/colours.hpp"

namespace coset {

namespace {

// Each pair of coloured pieces may yet make a clear a seat.
bool fits(int clears, int coloured, int seats) {
  return clears + seats * (coloured / 2) + coloured <= 255;
}

}  // namespace

std::optional<ColourRules> ColourRules::of(const AlJabar<Tally<8>>& game) {
  const AlJabarOptions& options = game.options();
  const bool usual = game.operation().text() == "Z2^3" && options.max_exchange == 3 &&
                     options.spectrum_clear == SpectrumClear::center &&
                     options.draw_timing == DrawTiming::before && !options.recycle_discards &&
                     options.stuck_check == StuckCheck::start &&
                     options.stuck_signal == StuckSignal::automatic &&
                     options.stuck_move == StuckMove::none;
  if (!usual || !fits(1, 7 * options.copies, options.seats)) return std::nullopt;
  return ColourRules{options.seats,      options.null_exchange == NullExchange::allow,
                     options.end_rule,   options.final_pass,
                     options.max_rounds, options.deal,
                     options.copies,     options.final_stuck == FinalStuck::may_move};
}

bool fits_lanes(const AlJabar<Tally<8>>::State& s, int seats) {
  int clears = s.center[identity] + s.bag[identity];
  int all = s.center.size() + s.bag.size();
  for (const Tally<8>& hand : s.hands) {
    clears += hand[identity];
    all += hand.size();
  }
  return fits(clears, all - clears, seats);
}

ColourState compact(const AlJabar<Tally<8>>::State& s) {
  using Phase = AlJabar<Tally<8>>::Phase;
  CHECK(s.phase == Phase::act || s.phase == Phase::over);
  ColourState out;
  for (std::size_t i = 0; i < out.hands.size(); ++i) out.hands[i] = lanes::pack(s.hands[i]);
  out.center = lanes::pack(s.center);
  out.bag = lanes::pack(s.bag);
  out.round = static_cast<std::uint16_t>(static_cast<int>(s.round));
  out.seat = s.seat;
  out.signal = s.signal;
  out.signal_seat = s.signal_seat;
  out.ending = s.ending;
  out.drawn = s.drawn;
  return out;
}

Action to_action(lanes::Exchange exchange) {
  return {Verb::exchange, lanes::word_of(exchange.give), lanes::word_of(exchange.take)};
}

lanes::Exchange to_exchange(const Action& action) {
  CHECK(action.verb == Verb::exchange);
  const auto find = [](const Word& word) {
    lanes::Packed pieces = 0;
    for (const Element e : word) pieces += lanes::piece(index(e));
    int id = 0;
    while (id < 256 && lanes::tables.pieces[static_cast<std::size_t>(id)] != pieces) ++id;
    CHECK(id < 256);
    return static_cast<lanes::Id>(id);
  };
  return {find(action.give), find(action.take)};
}

}  // namespace coset
