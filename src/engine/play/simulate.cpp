#include "engine/play/simulate.hpp"

#include <array>
#include <limits>
#include <vector>

#include "engine/play/perft_colours.hpp"
#include "engine/play/position.hpp"

namespace coset {

namespace {

// Counts lines; too many moves in one position, or too many lines, are noticed and not hidden.
template <Game G>
class LineCounter {
 public:
  LineCounter(const G& game, PerftCount count) : game_(game), count_(count) {
    if constexpr (std::is_same_v<G, AlJabar<Tally<8>>>) colours_ = ColourRules::of(game);
  }

  std::uint64_t count(const typename G::State& s, int depth, const PerftProgress& progress = {}) {
    if (depth == 0) return 1;
    if constexpr (std::is_same_v<G, AlJabar<Tally<8>>>) {
      // Few enough plies that the count fits 64 bits in any position; more go ply by ply.
      constexpr int max_fast = 5;
      if (colours_ && count_ == PerftCount::moves && depth <= max_fast && !progress &&
          fits_lanes(s, colours_->seats))
        return s.phase == G::Phase::act ? count_colour_lines(*colours_, compact(s), depth) : 0;
    }
    if constexpr (requires { game_.exchanges(s).all; }) {  // the last ply is counted, not followed
      if (depth == 1 && count_ == PerftCount::moves)
        return s.phase == G::Phase::act ? checked(game_.exchanges(s).all) : 0;
    }
    const std::vector<Action> plies = plies_of(s);
    std::uint64_t lines = 0;
    for (std::size_t i = 0; i < plies.size() && !too_many_; ++i) {
      typename G::State next = s;
      game_.apply(next, plies[i]);
      if (__builtin_add_overflow(lines, count(next, depth - 1), &lines)) too_many_ = true;
      if (progress) progress(i + 1, plies.size());
    }
    return lines;
  }
  bool too_many() const { return too_many_; }

 private:
  static constexpr std::size_t max_plies = 2000000;

  std::uint64_t checked(std::uint64_t all) {
    if (all == std::numeric_limits<std::uint64_t>::max()) too_many_ = true;
    return all;
  }

  std::vector<Action> plies_of(const typename G::State& s) {
    std::vector<Action> out;
    if (game_.turn(s).kind == Turn::Kind::deal && count_ == PerftCount::all) {
      for (int e = 0; e < game_.operation().order(); ++e)
        if (game_.urn(s)[element(e)] > 0) out.push_back(deal_of(element(e)));
    }
    ActionList list(max_plies);
    game_.actions(s, list);
    if (list.truncated()) too_many_ = true;
    for (const Action& action : list)
      if (count_ == PerftCount::all || action.verb == Verb::exchange || action.verb == Verb::play)
        out.push_back(action);
    return out;
  }

  const G& game_;
  PerftCount count_;
  std::optional<ColourRules> colours_;  // Al-Jabar on Z2^3 with the usual options
  bool too_many_ = false;
};

}  // namespace

GameSummary play_random_game(const Spec& spec, std::uint64_t seed) {
  Rng rng(seed);
  return std::visit(
      [&](const auto& game) {
        return play_out(game, spec.repetition(), rng, RandomChoice(),
                        [](const auto&, const Action&) {});
      },
      spec.game());
}

Result<std::uint64_t> perft(const Spec& spec, std::string_view position, int depth,
                            PerftCount count, const PerftProgress& progress) {
  return std::visit(
      [&](const auto& game) -> Result<std::uint64_t> {
        const auto state = read_position(game, position);
        if (!state) return state.error();
        LineCounter counter(game, count);
        const std::uint64_t lines = counter.count(*state, depth, progress);
        if (counter.too_many())
          return Error{
              "perft.too_many", 0,
              "There are too many moves or lines to count here; ask for a smaller depth or group."};
        return lines;
      },
      spec.game());
}

Result<std::string> canon_position(const Spec& spec) {
  const auto* game = std::get_if<AlJabar<Tally<8>>>(&spec.game());
  if (game == nullptr || spec.operation().text() != "Z2^3")
    return Error{"position.canon", 0,
                 "The canon is a position of Al-Jabar on Z2^3; give --position for another game."};
  std::string out;
  for (int seat = 1; seat <= game->seats(); ++seat)
    out += "hand" + std::to_string(seat) + "=R^2+Y^2+B^2+O^2+G^2+P^2+W ";
  return out + "center=R+C";
}

std::uint64_t behaviour_signature(int rules) {
  static constexpr std::array<std::string_view, 16> specs = {
      "al-jabar Z2^3 seats=2",
      "al-jabar Z2^3 seats=3",
      "al-jabar Z2^3 seats=4 end_rule=one_more_each stuck_move=optional draw_timing=both",
      "al-jabar Z2^3 seats=2 null_exchange=allow spectrum_clear=supply stuck_signal=optional "
      "max_rounds=40",
      "al-jabar Z3^2 seats=2 max_rounds=20",
      "al-jabar Z2xZ4 seats=3 max_rounds=20",
      "solitaire Z2^3",
      "solitaire Z2^3 score=plus_R black_to_bag=no spectrum_clear=center_then_supply",
      "solitaire Z5^2 max_turns=30",
      "al-jabar Z2^7 seats=2 max_exchange=3 deal=6 max_rounds=2",
      "mad-abel Z2^8 seats=2 max_turns=12",
      "mad-abel Z4xZ13 seats=2",
      "mad-abel Z4xZ13 seats=4 inability=checked single_card=choose",
      "mad-abel Z4xZ5 seats=2 metric=lee",
      "mad-abel S3 seats=3",
      "mad-abel Z13:Z4 seats=2 reshuffle=no",
  };
  constexpr std::uint64_t games = 40;
  std::uint64_t signature = fnv_start;
  for (const std::string_view text : specs) {
    const auto spec = Spec::parse(std::string(text) + " rules=" + std::to_string(rules));
    CHECK(spec.ok());
    signature = fnv1a(spec->text(), signature);
    std::visit(
        [&]<Game G>(const G& game) {
          for (std::uint64_t seed = 0; seed < games; ++seed) {
            Rng rng(mix(seed));
            ActionList list(2000);
            const auto observe = [&](const typename G::State& s, const Action& action) {
              list.clear();
              game.actions(s, list);
              const auto legal = static_cast<std::uint32_t>(list.size());
              signature = fnv1a(bytes_of(legal), fnv1a(bytes_of(action), signature));
            };
            const GameSummary summary =
                play_out(game, spec->repetition(), rng, RandomChoice(), observe);
            signature = fnv1a(bytes_of(summary.scores.points), signature);
            signature = fnv1a(bytes_of(summary.ending), signature);
          }
        },
        spec->game());
  }
  return signature;
}

}  // namespace coset
