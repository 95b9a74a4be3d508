// Verifies the deal of a finished game (docs/fair-deals.md): redraws every piece from the seed and
// the players' bytes, and compares with what one player's client received. The game is a server's
// response to GET /api/tables/NAME after its end. Pure; thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hex.hpp"
#include "base/result.hpp"
#include "base/words.hpp"
#include "engine/fair_deal/deal.hpp"

namespace coset::cli {

struct FinishedGame {
  std::string table;
  fair_deal::GameId game{};
  fair_deal::Bytes32 commitment{};
  fair_deal::Bytes32 seed{};
  std::vector<fair_deal::Bytes16> entropy;
  std::vector<int> bots;  // their seats, counted from 1
  std::string record;
  std::string ending;
  std::uint64_t ply = 0;
  std::string chain;
};

struct OwnBytes {
  std::size_t place = 0;  // in the order of joining, in a rematch the seat; counted from 1
  fair_deal::Bytes16 bytes{};
};

// What a player's client received and sent, as far as it is known.
struct DealEvidence {
  std::optional<fair_deal::Bytes32> commitment;
  std::optional<OwnBytes> own;
  std::optional<int> seat;  // counted from 1, with `own`; not for a rematch, which draws no seating
  std::optional<std::string> chain;
};

// Parses the JSON.
Result<FinishedGame> read_finished(std::string_view text);

// The first fault found, in this order.
enum class DealFault : std::uint8_t {
  none,
  id,
  promise,  // the file's commitment differs from the one that the player received
  commitment,
  seed,
  mine,  // the player's bytes are not at the player's place
  bots,  // a seat has no entry, or a bot has bytes
  entropy,
  deal,
  lot,  // the player's seat is not the one that the key draws
  record,
  chain,
};
COSET_WORDS(DealFault, "none", "id", "promise", "commitment", "seed", "mine", "bots", "entropy",
            "deal", "lot", "record", "chain")

struct DealCheck {
  DealFault fault = DealFault::none;
  int deals = 0;  // redrawn
  int agree = 0;  // of them
  // The first mismatch: its number, its line in the record, the dealt and the redrawn piece.
  int draw = 0;
  int line = 0;
  std::string dealt;
  std::string drawn;
  std::string broken;              // why the record cannot be replayed, if it cannot
  std::vector<std::uint8_t> lot;   // the seat of each player in joining order, counted from 0
  fair_deal::Bytes32 committed{};  // the commitment of the seed
};

DealCheck check_deal(const FinishedGame& game, const DealEvidence& evidence = {});

}  // namespace coset::cli
