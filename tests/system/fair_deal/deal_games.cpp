// Finished games of all three kinds, dealt by the real sampler with libsodium and played at the
// real table: what a server returns for GET /api/tables/NAME after the end, one per line.
//   deal_games COUNT [SEED]
#include <cstdio>
#include <cstdlib>

#include "base/rng.hpp"
#include "crypto/primitives.hpp"
#include "server/node/http_json.hpp"
#include "server/node/table_names.hpp"
#include "unit/table/table_support.hpp"

namespace coset {
namespace {

// The usual games and special cases: recycled discards, a small pack that is soon reshuffled, other
// groups.
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
constexpr int max_moves = 160;

template <class Bytes>
Bytes random_bytes(Rng& rng) {
  Bytes out{};
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(rng.below(256));
  return out;
}

table::Setup setup_of(const char* spec, const fair_deal::Primitives& primitives,
                      const fair_deal::Bytes32& seed, Rng& rng) {
  table::Setup out = table::casual(spec);
  out.table = node::table_name(random_bytes<std::array<std::uint8_t, 4>>(rng), 4);
  out.game = node::game_of(crypto::blake2b, out.table);
  out.commitment = fair_deal::commitment(primitives, *out.game, seed);
  for (std::size_t i = 0; i < out.seats.size(); ++i)
    out.entropy.push_back(rng.below(5) == 0 ? fair_deal::Bytes16{}
                                            : random_bytes<fair_deal::Bytes16>(rng));
  return out;
}

std::string finished_game(const char* spec, std::uint64_t number) {
  Rng rng(mix(number));
  const fair_deal::Primitives primitives = crypto::primitives();
  const auto seed = random_bytes<fair_deal::Bytes32>(rng);
  const auto setup = table::made(setup_of(spec, primitives, seed, rng));
  const fair_deal::Draws draws(primitives,
                               fair_deal::key_of(primitives, *setup->game, seed, setup->entropy));
  table::Table table = *table::Table::load(setup, crypto::blake2b, {}, table::start_time);
  table.set_seed(seed);
  const Overloaded handlers{
      [&](const table::DrawRequest& draw) {
        table.dealt(draw.at(draws.place(draw.number, draw.size)));
        return true;
      },
      [&](const table::AppendRequest& append) {
        (void)table.committed(append.row->ply, table::start_time);
        return true;
      },
      table::Later<table::BotRequest, table::HintRequest, table::TimerRequest,
                   table::RematchRequest>{},
  };
  const auto send = [&](Seat seat, const protocol::FromClient& message) {
    (void)table.handle(seat + 1U, message, table::start_time);
    table::serve_requests(table, handlers);
  };
  table::serve_requests(table, handlers);
  for (int i = 0; i < setup->spec.seats(); ++i) {
    protocol::Hello hello;
    hello.table = setup->table;
    hello.token = table::token_of(i);
    send(static_cast<Seat>(i), hello);
  }
  const table::Ledger& ledger = table.ledger();
  for (std::uint64_t id = 1; !ledger.over(); ++id) {
    if (id > max_moves) {
      for (Seat seat = 0; seat < setup->spec.seats(); ++seat)
        send(seat, protocol::Resign{static_cast<protocol::MoveId>(id + 1000 + seat)});
      break;
    }
    protocol::Move move;
    move.id = static_cast<protocol::MoveId>(id);
    move.base_ply = ledger.head();
    move.move = ledger.match().write(ledger.match().random_action(rng));
    send(ledger.turn(), move);
  }
  CHECK(ledger.over());
  return node::table_response(ledger, seed).body;
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
