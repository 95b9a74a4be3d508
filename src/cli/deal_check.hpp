// Whether the deal of a finished game is what its seed and everybody's bytes make of it, as
// docs/fair-deals.md says it. The game is what a server answers to GET /api/tables/NAME after its
// end. Every piece that was dealt is drawn again. Pure; thread-safe.
#pragma once

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
  std::string record;
};

// From its JSON.
Result<FinishedGame> read_finished(std::string_view text);

// The first thing that is wrong, in this order.
enum class DealFault : std::uint8_t { none, id, commitment, seed, entropy, deal, record };
COSET_WORDS(DealFault, "none", "id", "commitment", "seed", "entropy", "deal", "record")

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

DealCheck check_deal(const FinishedGame& game);

}  // namespace coset::cli
