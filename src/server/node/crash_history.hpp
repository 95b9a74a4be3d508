// CrashHistory: which tables crashed the process. A client that resends the message behind a failed
// CHECK would crash it again. So a CrashMarker records the table being served, and a table that
// crashed two runs in a row is quarantined while the others keep running. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fair_deal/deal.hpp"

namespace coset::node {

struct CrashHistory {
  std::optional<fair_deal::GameId> last;  // served when the last run crashed
  std::vector<fair_deal::GameId> quarantined;

  // The history after a run that ended while serving `marked`, or no table.
  CrashHistory after(std::optional<fair_deal::GameId> marked) const;

  friend bool operator==(const CrashHistory&, const CrashHistory&) = default;
};

// One line "last ID" and one "closed ID" each, ids in 16 hex digits. Invalid text reads as empty.
std::string format_crash_history(const CrashHistory& history);
CrashHistory parse_crash_history(std::string_view text);

}  // namespace coset::node
