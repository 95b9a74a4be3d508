// Whether the deal of a finished game is what its seed and everybody's bytes make of it, as
// docs/fair-deals.md says it, and what one of the players was told. The game is what a server
// answers to GET /api/tables/NAME after its end. Every piece that was dealt is drawn again. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/words.hpp"
#include "deal/deal.hpp"

namespace coset::cli {

struct FinishedGame {
  std::string table;
  deal::GameId game{};
  deal::Bytes32 commitment{};
  deal::Bytes32 seed{};
  std::vector<deal::Bytes16> entropy;
  std::vector<int> bots;  // their seats, counted from 1
  std::string record;
  std::string ending;
  std::uint64_t head = 0;
  std::string chain;
};

struct OwnBytes {
  std::size_t place = 0;  // in the order of joining, in a rematch the seat; counted from 1
  deal::Bytes16 bytes{};
};

// What a player's own client was told and has sent, as far as it is known.
struct KeptPromise {
  std::optional<deal::Bytes32> commitment;
  std::optional<OwnBytes> own;
  std::optional<int> seat;  // counted from 1, with `own`; not of a rematch, which has no lot
  std::optional<std::string> chain;
};

// Small letters alone, as the server writes them; false if it is not so many bytes.
bool read_hex(std::string_view text, std::span<std::uint8_t> out);

// From its JSON.
Result<FinishedGame> read_finished(std::string_view text);

// The first thing that is wrong, in this order.
enum class DealFault : std::uint8_t {
  none,
  id,
  promise,  // the file's commitment is another than the player was told
  commitment,
  seed,
  mine,  // the player's bytes are not at the player's place
  bots,  // a seat has no entry, or a bot has bytes
  entropy,
  deal,
  lot,  // the player was given another seat than the key draws
  record,
  chain,
};
COSET_WORDS(DealFault, "none", "id", "promise", "commitment", "seed", "mine", "bots", "entropy",
            "deal", "lot", "record", "chain")

struct DealCheck {
  DealFault fault = DealFault::none;
  int deals = 0;  // that were drawn again
  int agree = 0;  // of them
  // The first that does not: its number, its line of the record, what was dealt and what is drawn.
  int draw = 0;
  int line = 0;
  std::string dealt;
  std::string drawn;
  std::string broken;             // why the record cannot be played through, if it cannot
  std::vector<std::uint8_t> lot;  // the seat of each who joined, counted from 0
  deal::Bytes32 committed{};      // what the seed's commitment would be
};

DealCheck check_deal(const FinishedGame& game, const KeptPromise& kept = {});

}  // namespace coset::cli
