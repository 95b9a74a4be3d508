// What a client has seen, as lines of a file, and the judgement on them by the store: what was seen
// and is not in the log, what is there twice, and who lost on time. Plain values.
#pragma once

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/event_store.hpp"

namespace coset::load {

// "GAME 12 CHAIN", both in hex: an event, or what a snapshot stood on.
struct Seen {
  store::GameId game{};
  store::Ply ply = 0;
  store::Chain chain;
};
std::string write_seen(const Seen& seen);
std::optional<Seen> read_seen(std::string_view line);

struct Judgement {
  std::uint64_t tables = 0;
  std::uint64_t seen = 0;
  std::uint64_t rows = 0;
  std::uint64_t finished = 0;
  std::uint64_t missing = 0;       // seen, but not in the log
  std::uint64_t contradicted = 0;  // another event stands at that ply
  std::uint64_t gaps = 0;          // a row without the row before it
  std::uint64_t doubled = 0;       // two rows of one move id
  std::uint64_t flagged = 0;       // kept or forfeited for time or absence

  bool good() const { return missing + contradicted + gaps + doubled + flagged == 0; }
};

// Judges what was seen of one table by its log; nothing: the store has no such game.
void judge(Judgement& out, const std::vector<Seen>& seen, const std::optional<store::Log>& log);

std::string as_json(const Judgement& judgement);

}  // namespace coset::load
