// What clients observed, as lines of a file, and its comparison with the event log: missing events,
// duplicates, and seats that lost on time. Plain values.
#pragma once

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "server/store/event_store.hpp"

namespace coset::coset_load {

// "GAME PLY CHAIN", ids in hex: an event, or the position of a snapshot.
struct Observation {
  store::GameId game{};
  store::Ply ply = 0;
  store::Chain chain;
};
std::string format_observation(const Observation& observation);
std::optional<Observation> parse_observation(std::string_view line);

struct LogCheck {
  std::uint64_t tables = 0;
  std::uint64_t observations = 0;
  std::uint64_t rows = 0;
  std::uint64_t finished = 0;
  std::uint64_t missing = 0;       // observed, but not in the log
  std::uint64_t contradicted = 0;  // another event is at that ply
  std::uint64_t gaps = 0;          // an event without its predecessor
  std::uint64_t doubled = 0;       // two events of one move id
  std::uint64_t flagged = 0;       // taken over or forfeited for time or absence

  bool good() const { return missing + contradicted + gaps + doubled + flagged == 0; }
};

// Compares the observations of one table with its log; nothing: the store has no such game.
void compare(LogCheck& out, const std::vector<Observation>& observed,
             const std::optional<store::Log>& log);

std::string as_json(const LogCheck& check);

}  // namespace coset::coset_load
