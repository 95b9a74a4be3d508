#include "engine/bots/seeded.hpp"

#include "base/hash.hpp"
#include "engine/bots/bot.hpp"
#include "engine/play/match.hpp"

namespace coset::bots {

namespace {

Rng rng_for(std::uint64_t seed, std::uint64_t number, std::uint64_t purpose) {
  return Rng(mix(seed + purpose) ^ mix(number));
}

}  // namespace

Rng deal_rng(std::uint64_t seed, std::uint64_t number) { return rng_for(seed, number, 1); }
Rng bot_rng(std::uint64_t seed, std::uint64_t number) { return rng_for(seed, number, 2); }

int par_of(const Spec& spec, std::uint64_t seed) {
  CHECK(spec.seats() == 1);
  const auto bot = make_bot("greedy").value();
  Match match = Match::open(spec);
  for (std::uint64_t deals = 0;;) {
    const Turn turn = match.turn();
    if (turn.kind == Turn::Kind::over) return match.scores().points[0];
    if (turn.kind == Turn::Kind::deal) {
      Rng rng = deal_rng(seed, deals++);
      match.deal(rng);
      continue;
    }
    Rng rng = bot_rng(seed, match.moves().size());
    CHECK(!match.play(turn.seat, bot->choose(spec, match.observe(turn.seat), {}, rng)));
  }
}

}  // namespace coset::bots
