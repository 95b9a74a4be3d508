#include "protocol/table/view.hpp"

namespace coset::protocol {

namespace {

template <class T>
AlJabarView position_of(const AlJabar<T>& game, const typename AlJabar<T>::View& v) {
  using Game = AlJabar<T>;
  AlJabarView out;
  out.hands.reserve(static_cast<std::size_t>(game.seats()));
  for (int i = 0; i < game.seats(); ++i)
    out.hands.push_back(pieces_of(game.operation(), v.hands[static_cast<std::size_t>(i)]));
  out.center = pieces_of(game.operation(), v.center);
  out.bag = pieces_of(game.operation(), v.bag);
  out.round = v.round;
  out.drawn = v.drawn != 0;
  out.exchanged = v.phase == Game::Phase::after;
  out.stuck = v.stuck != Game::Stuck::no;
  if (v.signal != Ending::none) out.final_round = FinalRound{end_of(v.signal), v.signal_seat};
  return out;
}

template <class T>
SolitaireView position_of(const Solitaire<T>& game, const typename Solitaire<T>::View& v) {
  return {pieces_of(game.operation(), v.hand),
          pieces_of(game.operation(), v.center),
          pieces_of(game.operation(), v.bag),
          v.turns,
          v.cancellations,
          game.score(v, game.options().score)};
}

template <class T>
MadAbelView position_of(const MadAbel<T>& game, const typename MadAbel<T>::View& v) {
  using Phase = typename MadAbel<T>::Phase;
  const Operation& operation = game.operation();
  MadAbelView out;
  if (v.viewer != nobody) out.hand = pieces_of(operation, v.hand);
  out.deck = v.urn.size();
  for (int i = 0; i < game.seats(); ++i) {
    const int size = v.sizes[static_cast<std::size_t>(i)];
    out.sizes.push_back(size);
    if (i != v.viewer) out.deck -= size;
  }
  out.pile = pieces_of(operation, v.pile);
  if (v.phase >= Phase::deal_top) out.second = operation.names().write(v.second);
  if (v.phase >= Phase::act) {
    out.top = operation.names().write(v.top);
    out.target = operation.names().write(operation.product(v.second, v.top));
  }
  out.turns = v.turns;
  return out;
}

// Whether two pieces of the hand make one of the Center: a fast test that mostly succeeds.
bool two_for_one(const AlJabar<Tally<8>>& game, const AlJabar<Tally<8>>::State& s, Seat reader) {
  const Tally<8>& hand = s.hands[reader];
  const Operation& operation = game.operation();
  for (int i = 1; i < operation.order(); ++i)
    for (int j = i; j < operation.order(); ++j) {
      const Element a = element(i), b = element(j);
      if (hand[a] == 0 || hand[b] == 0 || s.center[operation.product(a, b)] == 0) continue;
      if (game.legal(s, {Verb::exchange, {a, b}, {operation.product(a, b)}})) return true;
    }
  return false;
}
template <Game G>
bool two_for_one(const G&, const typename G::State&, Seat) {
  return false;
}

// The legal actions of the seat on turn, from its own view; hidden cards are imagined and not used.
// In Mad Abel the list reveals nothing about the hand, even where drawing is checked (M3).
template <Game G>
std::vector<Verb> may(const G& game, const typename G::View& v, Seat reader) {
  Rng rng(0);
  const typename G::State s = game.imagine(v, rng);
  if (game.turn(s) != Turn{Turn::Kind::act, reader}) return {};
  if constexpr (G::hands_are_hidden) {
    const bool cards = !s.deck.empty() || (game.options().reshuffle && !s.pile.empty());
    return {Verb::play, cards ? Verb::draw : Verb::pass};
  } else {
    std::vector<Verb> out;
    if (s.phase == G::Phase::act && (two_for_one(game, s, reader) || game.exchanges(s).any))
      out.push_back(Verb::exchange);
    for (const Verb verb : {Verb::draw, Verb::pass})
      if (game.legal(s, {verb, {}, {}})) out.push_back(verb);
    return out;
  }
}

}  // namespace

View view_of(const Spec& spec, const AnyView& seen, Seat reader) {
  return std::visit(
      [&]<Game G>(const G& game) {
        const auto* v = std::get_if<typename G::View>(&seen);
        CHECK(v != nullptr);
        View out;
        out.you = reader;
        if (reader != nobody) out.may = may(game, *v, reader);
        out.position = position_of(game, *v);
        return out;
      },
      spec.game());
}

std::vector<Verb> verbs_of(const Spec& spec, const AnyView& seen, Seat reader) {
  return std::visit(
      [&]<Game G>(const G& game) {
        const auto* v = std::get_if<typename G::View>(&seen);
        CHECK(v != nullptr);
        return reader == nobody ? std::vector<Verb>() : may(game, *v, reader);
      },
      spec.game());
}

}  // namespace coset::protocol
