// Finished games of all three kinds, dealt by the real sampler with libsodium and played at the
// real table: what a server answers to GET /api/tables/NAME after the end, one a line.
//   deal_games COUNT [SEED]
#include <cstdio>
#include <cstdlib>

#include "base/rng.hpp"
#include "crypto/primitives.hpp"
#include "hub/hub_support.hpp"
#include "serve/api.hpp"
#include "serve/names.hpp"

namespace coset {
namespace {

// The usual games, and what is special about others: recycled discards, a small pack that is soon
// shuffled again, other groups, a start from a position.
constexpr const char* specs[] = {
    "al-jabar",
    "mad-abel",
    "solitaire",
    "al-jabar seats=3 recycle_discards=yes copies=6 deal=5",
    "mad-abel Z4xZ5 seats=3 deal=3",
    "al-jabar Z3^2 deal=5",
    "solitaire Z2^2 deal=5 copies=6 black_to_bag=no",
    "mad-abel Z4xZ13 seats=4",
    "al-jabar Z2xZ4 deal=6 draw_timing=both",
    "mad-abel Z2^3 deal=2",
    "solitaire Z3^2 deal=6",
    "al-jabar seats=4 spectrum_clear=supply deal=6",
};
constexpr int most_moves = 160;

template <class Bytes>
Bytes random_bytes(Rng& rng) {
  Bytes out{};
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(rng.below(256));
  return out;
}

hub::Setup setup_of(const char* spec, const deal::Primitives& primitives, const deal::Bytes32& seed,
                    Rng& rng) {
  hub::Setup out = hub::casual(spec);
  out.table = serve::table_name(random_bytes<std::array<std::uint8_t, 4>>(rng), 4);
  out.game = serve::game_of(crypto::blake2b, out.table);
  out.commitment = deal::commitment(primitives, *out.game, seed);
  for (std::size_t i = 0; i < out.seats.size(); ++i)
    out.entropy.push_back(rng.below(5) == 0 ? deal::Bytes16{} : random_bytes<deal::Bytes16>(rng));
  return out;
}

std::string finished_game(const char* spec, std::uint64_t number) {
  Rng rng(mix(number));
  const deal::Primitives primitives = crypto::primitives();
  const auto seed = random_bytes<deal::Bytes32>(rng);
  const auto setup = hub::made(setup_of(spec, primitives, seed, rng));
  const deal::Draws draws(primitives, deal::key_of(primitives, *setup->game, seed, setup->entropy));
  hub::Table table = *hub::Table::load(setup, crypto::blake2b, {}, hub::start_time);
  table.know_seed(seed);
  const Overloaded answers{
      [&](const hub::Urn& urn) {
        table.dealt(urn.at(draws.place(urn.number, urn.size)));
        return true;
      },
      [&](const hub::Proposal& proposal) {
        (void)table.committed(proposal.row->ply, hub::start_time);
        return true;
      },
      hub::Later<hub::BotTurn, hub::HintAsked, hub::Wake, hub::Rematch>{},
  };
  const auto say = [&](Seat seat, const wire::FromClient& message) {
    (void)table.handle(seat + 1U, message, hub::start_time);
    hub::go_round(table, answers);
  };
  hub::go_round(table, answers);
  for (int i = 0; i < setup->spec.seats(); ++i) {
    wire::Hello hello;
    hello.table = setup->table;
    hello.token = hub::token_of(i);
    say(static_cast<Seat>(i), hello);
  }
  const hub::Ledger& ledger = table.ledger();
  for (std::uint64_t id = 1; !ledger.over(); ++id) {
    if (id > most_moves) {
      for (Seat seat = 0; seat < setup->spec.seats(); ++seat)
        say(seat, wire::Resign{static_cast<wire::MoveId>(id + 1000 + seat)});
      break;
    }
    wire::Move move;
    move.id = static_cast<wire::MoveId>(id);
    move.on_ply = ledger.head();
    move.move = ledger.match().write(ledger.match().random_action(rng));
    say(ledger.turn(), move);
  }
  CHECK(ledger.over());
  return serve::table_answer(ledger, seed).body;
}

}  // namespace
}  // namespace coset

int main(int count, char** words) {
  const auto games = count > 1 ? std::strtoull(words[1], nullptr, 10) : 0;
  const auto seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  for (std::uint64_t i = 0; i < games; ++i) {
    const char* spec = coset::specs[i % std::size(coset::specs)];
    std::puts(coset::finished_game(spec, seed * 1'000'000'007 + i).c_str());
  }
}
