#include "play/simulate.hpp"

#include <array>

#include "play/position.hpp"

namespace coset {

namespace {

// Calls visit(action) for every action that the count follows.
template <Game G, class Visit>
void for_each_ply(const G& game, const typename G::State& s, PerftCount count, Visit&& visit) {
  const bool moves_only = count == PerftCount::moves;
  if (game.turn(s).kind == Turn::Kind::deal && !moves_only) {
    for (int e = 0; e < game.operation().order(); ++e)
      if (game.urn(s)[element(e)] > 0) visit(deal_of(element(e)));
  }
  ActionList list;
  game.actions(s, list);
  for (const Action& action : list)
    if (!moves_only || action.verb == Verb::exchange || action.verb == Verb::play) visit(action);
}

template <Game G>
std::uint64_t count_lines(const G& game, const typename G::State& s, int depth, PerftCount count) {
  if (depth == 0) return 1;
  if constexpr (requires { game.exchanges(s).all; }) {  // the last ply is counted, not followed
    if (depth == 1 && count == PerftCount::moves)
      return s.phase == G::Phase::act ? game.exchanges(s).all : 0;
  }
  std::uint64_t lines = 0;
  for_each_ply(game, s, count, [&](const Action& action) {
    typename G::State next = s;
    game.apply(next, action);
    lines += count_lines(game, next, depth - 1, count);
  });
  return lines;
}

template <Game G>
std::uint64_t count_with_progress(const G& game, const typename G::State& s, int depth,
                                  PerftCount count, const PerftProgress& progress) {
  if (depth <= 1 || !progress) return count_lines(game, s, depth, count);
  std::vector<Action> first;
  for_each_ply(game, s, count, [&](const Action& action) { first.push_back(action); });
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    typename G::State next = s;
    game.apply(next, first[i]);
    lines += count_lines(game, next, depth - 1, count);
    progress(i + 1, first.size());
  }
  return lines;
}

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
        return count_with_progress(game, *state, depth, count, progress);
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

std::uint64_t behaviour_signature() {
  static constexpr std::array<std::string_view, 14> specs = {
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
      "mad-abel Z4xZ13 seats=2",
      "mad-abel Z4xZ13 seats=4 inability=checked single_card=choose",
      "mad-abel Z4xZ5 seats=2 metric=lee",
      "mad-abel S3 seats=3",
      "mad-abel Z13:Z4 seats=2 reshuffle=no",
  };
  constexpr std::uint64_t games = 40;
  std::uint64_t signature = fnv_start;
  for (const std::string_view text : specs) {
    const auto spec = Spec::parse(text);
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
