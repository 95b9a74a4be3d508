#include "protocol/table/view_decoder.hpp"

namespace coset::protocol {

namespace {

// Reads the fields of a view, and stores the first invalid one.
class Sight {
 public:
  explicit Sight(const Operation& operation) : operation_(operation) {}

  template <class T>
  T tally(std::string_view field, const Counts& counts) {
    T out;
    for (const auto& [name, count] : counts.counts) {
      const auto e = operation_.names().find(name);
      const int max = e == identity && T::max_copies > 1 ? 0xffff : T::max_copies;
      if (!e || count < 0 || count > max - out[*e]) {
        expect(field, false);
        continue;
      }
      out.add(*e, count);
    }
    return out;
  }
  Element piece(std::string_view field, const std::optional<std::string>& name) {
    const auto e = name ? operation_.names().find(*name) : std::nullopt;
    expect(field, e.has_value());
    return e.value_or(identity);
  }
  Packed16 number(std::string_view field, int value) {
    const bool fits = value >= 0 && value <= 0xffff;
    expect(field, fits);
    return fits ? value : 0;
  }
  void expect(std::string_view field, bool good) {
    if (!good && wrong_.empty()) wrong_ = field;
  }
  std::optional<Error> error() const {
    if (wrong_.empty()) return std::nullopt;
    return Error{"view.field", 0,
                 "The field '" + std::string(wrong_) + "' does not fit a view of this game."};
  }

 private:
  const Operation& operation_;
  std::string_view wrong_;
};

template <class T>
typename AlJabar<T>::View seen(const AlJabar<T>& game, const AlJabarView& told, Seat, Seat turn,
                               Sight& sight) {
  using Game = AlJabar<T>;
  typename Game::View out;
  const auto seats = static_cast<std::size_t>(game.seats());
  sight.expect("hands", told.hands.size() == seats);
  for (std::size_t i = 0; i < seats && i < told.hands.size(); ++i)
    out.hands[i] = sight.tally<T>("hands", told.hands[i]);
  out.center = sight.tally<T>("center", told.center);
  out.bag = sight.tally<T>("bag", told.bag);
  out.round = sight.number("round", told.round);
  out.phase = told.exchanged ? Game::Phase::after : Game::Phase::act;
  out.seat = turn;
  out.drawn = told.drawn ? 1 : 0;
  if (told.stuck)
    out.stuck = game.options().stuck_signal == StuckSignal::optional ? Game::Stuck::may_signal
                                                                     : Game::Stuck::moving;
  if (told.final_round) {
    out.signal = told.final_round->cause == End::one_piece ? Ending::one_piece : Ending::stuck;
    out.signal_seat = told.final_round->seat;
    sight.expect("final_round", told.final_round->cause == end_of(out.signal));
  }
  return out;
}

template <class T>
typename Solitaire<T>::View seen(const Solitaire<T>&, const SolitaireView& told, Seat, Seat,
                                 Sight& sight) {
  typename Solitaire<T>::View out;
  out.hand = sight.tally<T>("hand", told.hand);
  out.center = sight.tally<T>("center", told.center);
  out.bag = sight.tally<T>("bag", told.bag);
  out.turns = sight.number("turns", told.turns);
  out.cancellations = sight.number("cancellations", told.cancellations);
  out.phase = Solitaire<T>::Phase::act;
  return out;
}

template <class T>
typename MadAbel<T>::View seen(const MadAbel<T>& game, const MadAbelView& told, Seat reader,
                               Seat turn, Sight& sight) {
  typename MadAbel<T>::View out;
  out.viewer = reader;
  sight.expect("hand", told.hand.has_value() == (reader != nobody));
  if (told.hand) out.hand = sight.tally<T>("hand", *told.hand);
  out.pile = sight.tally<T>("pile", told.pile);
  out.second = sight.piece("second", told.second);
  out.top = sight.piece("top", told.top);
  out.turns = sight.number("turns", told.turns);
  out.phase = MadAbel<T>::Phase::act;
  out.seat = turn;
  // The cards that the reader does not see are in the deck or in another hand.
  for (int i = 0; i < game.operation().order(); ++i) {
    const Element e = element(i);
    const int left = game.options().copies * game.options().decks - out.hand[e] - out.pile[e] -
                     (out.second == e ? 1 : 0) - (out.top == e ? 1 : 0);
    sight.expect("pile", left >= 0);
    if (left > 0) out.urn.set(e, left);
  }
  const auto seats = static_cast<std::size_t>(game.seats());
  sight.expect("sizes", told.sizes.size() == seats);
  int others = 0;
  for (std::size_t i = 0; i < seats && i < told.sizes.size(); ++i) {
    out.sizes[i] = sight.number("sizes", told.sizes[i]);
    if (i == reader) sight.expect("sizes", out.sizes[i] == out.hand.size());
    if (i != reader) others += out.sizes[i];
  }
  sight.expect("deck", told.deck >= 0 && told.deck == out.urn.size() - others);
  return out;
}

}  // namespace

Result<AnyView> seen_in(const Spec& spec, const View& view, Seat turn) {
  CHECK(turn < spec.seats());
  return std::visit(
      [&]<Game G>(const G& game) -> Result<AnyView> {
        Sight sight(game.operation());
        sight.expect("you", view.you == nobody || view.you < game.seats());
        return std::visit(
            [&]<class Told>(const Told& told) -> Result<AnyView> {
              if constexpr (Told::game == G::name) {
                const typename G::View out = seen(game, told, view.you, turn, sight);
                if (auto error = sight.error()) return *std::move(error);
                Rng rng(0);
                if (auto flaw = game.flaw(game.imagine(out, rng))) return *std::move(flaw);
                return AnyView(out);
              } else {
                return Error{"view.game", 0, "This is a view of another game."};
              }
            },
            view.position);
      },
      spec.game());
}

}  // namespace coset::protocol
