#include "server/node/archive_line.hpp"

#include "protocol/table/fields_reader.hpp"
#include "server/node/log_rows.hpp"
#include "table/json.hpp"
#include "table/messages.hpp"

namespace coset::node {

namespace {

constexpr protocol::Limits limits{.text = table::max_json, .list = 4096};
constexpr int max_levels = 8;

// What follows the setup.
struct Rest {
  std::vector<std::string> log;
  std::string record;
  std::optional<Bytes32> seed;
  protocol::Chain chain;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("log", self.log);
    io("record", self.record);
    io("seed", self.seed);
    io("chain", self.chain);
  }
};

Error corrupt(const char* why) { return {"table.corrupt", 0, why}; }

bool fits(const table::Setup& setup, GameId game, const std::optional<Bytes32>& seed,
          const CryptoFunctions& crypto) {
  return !setup.commitment ||
         (seed && fair_deal::commitment(crypto.deal, game, *seed) == setup.commitment);
}

// The names and the tokens are no part of the chain, and stay in the database.
std::string anonymous(table::Setup setup) {
  std::uint8_t number = 0;
  for (table::SeatSetup& seat : setup.seats) {
    if (seat.player != protocol::Player::human) continue;
    seat.name = "someone";
    seat.token = {};
    seat.token.bytes.back() = ++number;  // they must differ
  }
  return table::write_setup(setup);
}

}  // namespace

Result<std::string> archive_line(GameId game, const store::Log& log,
                                 const std::optional<Bytes32>& seed,
                                 const CryptoFunctions& crypto) {
  const auto setup = setup_of(log, game);
  if (!setup) return setup.error();
  const auto ledger = table::Ledger::load(*setup, crypto.blake2b, rows_of(log));
  if (!ledger) return ledger.error();
  if (!ledger->over()) return corrupt("The game has no end.");
  if (!fits(**setup, game, seed, crypto))
    return corrupt("The deal seed does not match its commitment.");
  Rest rest{{}, table::game_over_for(*ledger).record, seed, ledger->chain()};
  for (const store::Event& event : log.events) rest.log.push_back(event.body);
  return R"({"setup":)" + anonymous(**setup) + ',' + protocol::written(rest).substr(1);
}

std::optional<Error> check_archive_line(std::string_view line, const ArchivedChain& stored,
                                        const CryptoFunctions& crypto) {
  const auto json = protocol::parse_json(line, 4 * table::max_json, max_levels);
  if (!json || !json->is_object() || !json->contains("setup")) return corrupt("It is not JSON.");
  Rest rest;
  protocol::FieldReader reader(*json, limits);
  Rest::fields(reader, rest);
  if (!reader.wrong().empty()) return corrupt("A field is missing or wrong.");
  const std::string text =
      json->find("setup")->dump(-1, ' ', true, protocol::Json::error_handler_t::replace);
  const auto setup = setup_of({text, {}}, stored.game);
  if (!setup) return setup.error();
  table::Ledger ledger(*setup, crypto.blake2b);
  for (const std::string& body : rest.log)
    if (auto error = ledger.append_body(body)) return error;
  if (!(ledger.chain() == stored.chain) || !(rest.chain == stored.chain))
    return corrupt("It leads to another chain than the database has.");
  if (!ledger.over() || rest.record != table::game_over_for(ledger).record)
    return corrupt("It has another record.");
  if (!fits(**setup, stored.game, rest.seed, crypto)) return corrupt("It has another seed.");
  return std::nullopt;
}

}  // namespace coset::node
