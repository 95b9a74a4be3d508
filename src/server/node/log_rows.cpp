#include "server/node/log_rows.hpp"

#include "table/json.hpp"

namespace coset::node {

namespace {

Time time_of(const std::string& body) {
  const auto found = body.find(" at=");
  CHECK(found != std::string::npos);
  Time out = 0;
  for (std::size_t i = found + 4; i < body.size() && body[i] >= '0' && body[i] <= '9'; ++i)
    out = out * 10 + (body[i] - '0');
  return out;
}

}  // namespace

std::vector<table::Row> rows_of(const store::Log& log) {
  std::vector<table::Row> out;
  for (const store::Event& event : log.events)
    out.push_back({event.ply, event.before, event.chain, event.id, event.body});
  return out;
}

Result<std::shared_ptr<const table::Setup>> setup_of(const store::Log& log, GameId game) {
  auto read = table::read_setup(log.setup);
  if (!read) return read.error();
  auto setup = table::make_setup(*std::move(read));
  if (setup && (*setup)->game != game)
    return Error{"table.corrupt", 0, "The setup has no deal of this game."};
  return setup;
}

Result<table::Table> open_table(const std::shared_ptr<const table::Setup>& setup,
                                const std::vector<table::Row>& rows, const Bytes32& seed,
                                const CryptoFunctions& crypto, Time now) {
  if (fair_deal::commitment(crypto.deal, *setup->game, seed) != setup->commitment)
    return Error{"table.corrupt", 0, "The deal seed does not match its commitment."};
  return table::Table::load(setup, crypto.blake2b, rows, now);
}

store::NewGame new_game(const table::Setup& setup, const table::Digest& blake2b, Time now,
                        std::optional<GameId> rematch_of) {
  store::NewGame out{*setup.game, table::write_setup(setup), {}, now, rematch_of};
  out.first = protocol::Chain{blake2b(table::header_of(setup))};
  return out;
}

std::vector<std::uint8_t> seats_before(const table::Setup& before, const table::Setup& after) {
  std::vector<std::uint8_t> out(after.seats.size(), nobody);
  for (std::size_t i = 0; i < after.seats.size(); ++i)
    for (std::size_t j = 0; j < before.seats.size(); ++j)
      if (after.seats[i].player == protocol::Player::human &&
          before.seats[j].player == protocol::Player::human &&
          after.seats[i].token == before.seats[j].token)
        out[i] = static_cast<std::uint8_t>(j);
  return out;
}

store::Event to_event(GameId game, const table::Row& row, const table::Setup& setup,
                      std::optional<store::Epoch> epoch) {
  store::Event out{game, row.ply, row.before, row.chain, row.id, time_of(row.body), row.body};
  if (setup.clock.kind == protocol::ClockKind::correspondence) out.due = out.at + setup.clock.start;
  if (table::judges(row)) out.epoch = epoch;
  return out;
}

}  // namespace coset::node
