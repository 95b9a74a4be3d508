// Who plays whom: by the circle method, so that nobody meets twice before all have met. Where
// pupils came and went in between, by a largest matching of those who have not met in this cycle;
// who is left over plays a bot, or is the third at a table. A cycle ends when all who are there
// have met. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "protocol/classroom/client.hpp"

namespace coset::classroom {

using protocol::classroom::PupilNumber;

struct Seating {
  std::vector<std::vector<PupilNumber>> tables;  // of two or three
  std::vector<PupilNumber> alone;                // against a bot each

  friend bool operator==(const Seating&, const Seating&) = default;
};

class PairingHistory {
 public:
  // The next round of those who are there, each number once. `three`: a pupil who is left over is
  // the third at a table with two whom the pupil has not met.
  Seating next_round(std::span<const PupilNumber> present, bool three) const;

  // A round begins, for those who are there. Its tables follow.
  void begin_round(std::span<const PupilNumber> present);
  // These sit at one table; one alone plays a bot.
  void add_table(std::span<const PupilNumber> pupils);

  bool have_met(PupilNumber a, PupilNumber b) const;  // in this cycle

  friend bool operator==(const PairingHistory&, const PairingHistory&) = default;

 private:
  bool all_have_met(std::span<const PupilNumber> present) const;

  std::vector<std::pair<PupilNumber, PupilNumber>> met_;  // sorted, the lower number first
  std::vector<PupilNumber> alone_;                        // once for every round with a bot
  std::uint16_t rounds_ = 0;                              // of this cycle
};

}  // namespace coset::classroom
