#include "apps/coset/tui/picture.hpp"

#include <numeric>

namespace coset::tui {

namespace {

template <class T>
Counts counts_of(const T& tally, int order) {
  Counts out(static_cast<std::size_t>(order));
  for (int i = 0; i < order; ++i) out[static_cast<std::size_t>(i)] = tally[element(i)];
  return out;
}

template <class T>
void fill(Picture& out, const AlJabar<T>& game, const typename AlJabar<T>::View& view) {
  const int order = game.operation().order();
  for (int seat = 0; seat < game.seats(); ++seat) {
    const T& hand = view.hands[static_cast<std::size_t>(seat)];
    out.seats.push_back({hand.size(), counts_of(hand, order)});
  }
  out.center = counts_of(view.center, order);
  out.urn = view.bag.size();
  out.round = view.round;
  out.signal = view.signal;
  out.signal_seat = view.signal_seat;
}

template <class T>
void fill(Picture& out, const Solitaire<T>& game, const typename Solitaire<T>::View& view) {
  const int order = game.operation().order();
  out.seats.push_back({view.hand.size(), counts_of(view.hand, order)});
  out.center = counts_of(view.center, order);
  out.urn = view.bag.size();
  out.cancellations = view.cancellations;
  out.score_now = 2 * view.turns - view.cancellations;
}

template <class T>
void fill(Picture& out, const MadAbel<T>& game, const typename MadAbel<T>::View& view) {
  using Phase = typename MadAbel<T>::Phase;
  int others = 0;
  for (int seat = 0; seat < game.seats(); ++seat) {
    const int size = view.sizes[static_cast<std::size_t>(seat)];
    const bool own = seat == view.viewer;
    out.seats.push_back({size, own ? counts_of(view.hand, game.operation().order()) : Counts{}});
    if (!own) others += size;
  }
  out.urn = view.urn.size() - others;
  out.pile = view.pile.size();
  if (view.phase == Phase::deal_hand || view.phase == Phase::deal_second) return;
  out.second = view.second;
  if (view.phase == Phase::deal_top) return;
  out.top = view.top;
  out.target = game.operation().product(view.second, view.top);
  if (game.options().metric != Metric::exact) out.length = game.length(*out.target);
}

}  // namespace

Picture picture_of(const Match& match, Seat viewer) {
  Picture out;
  const AnyView view = match.observe(viewer);
  out.turns = match.turns();
  if (match.turn().kind == Turn::Kind::act) out.on_turn = match.turn().seat;
  std::visit([&]<Game G>(const G& game) { fill(out, game, *std::get_if<typename G::View>(&view)); },
             match.spec().game());
  return out;
}

int total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

bool is_cards(const Match& match) { return match.spec().game_name() == MadAbel<CardSet>::name; }

bool is_solitaire(const Match& match) {
  return match.spec().game_name() == Solitaire<Tally<8>>::name;
}

}  // namespace coset::tui
