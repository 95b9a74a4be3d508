#include "apps/coset_load/observations.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "base/hex.hpp"

namespace coset::coset_load {

namespace {

constexpr std::size_t id_digits = 16;

std::optional<store::Chain> chain_of(std::string_view hex) {
  store::Chain out;
  if (!read_hex(hex, out.bytes)) return std::nullopt;
  return out;
}

// A seat that was taken over or forfeited without resigning.
bool is_flag(std::string_view body) {
  const std::string_view first = body.substr(0, body.find('\n'));
  return (first.starts_with("keep ") || first.starts_with("forfeit ")) &&
         first.find("cause=resign") == first.npos;
}

}  // namespace

std::string format_observation(const Observation& observation) {
  return protocol::hex(static_cast<store::MoveId>(observation.game)) + " " +
         std::to_string(observation.ply) + " " + protocol::hex(observation.chain.bytes) + "\n";
}

std::optional<Observation> parse_observation(std::string_view line) {
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (first == line.npos || second == line.npos) return std::nullopt;
  Observation out;
  std::uint64_t game = 0;
  const std::string_view id = line.substr(0, first);
  const auto [after, bad] = std::from_chars(id.data(), id.data() + id.size(), game, 16);
  if (bad != std::errc() || after != id.data() + id.size() || id.size() != id_digits)
    return std::nullopt;
  out.game = store::GameId{game};
  const std::string_view number = line.substr(first + 1, second - first - 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out.ply);
  const auto chain = chain_of(line.substr(second + 1));
  if (error != std::errc() || end != number.data() + number.size() || !chain) return std::nullopt;
  out.chain = *chain;
  return out;
}

void compare(LogCheck& out, const std::vector<Observation>& observed,
             const std::optional<store::Log>& log) {
  ++out.tables;
  out.observations += observed.size();
  if (!log) {
    out.missing += observed.size();
    return;
  }
  out.rows += log->events.size();
  out.finished += log->finished ? 1 : 0;
  std::set<store::MoveId> ids;
  for (std::size_t i = 0; i < log->events.size(); ++i) {
    const store::Event& event = log->events[i];
    if (event.ply != i + 1 || (i > 0 && event.before != log->events[i - 1].chain)) ++out.gaps;
    if (event.id != store::MoveId::none && !ids.insert(event.id).second) ++out.doubled;
    if (is_flag(event.body)) ++out.flagged;
  }
  for (const Observation& each : observed) {
    if (each.ply == 0) continue;  // the table before its first event
    if (each.ply > log->events.size())
      ++out.missing;
    else if (log->events[each.ply - 1].chain != each.chain)
      ++out.contradicted;
  }
}

std::string as_json(const LogCheck& check) {
  return nlohmann::ordered_json{{"tables", check.tables},   {"observations", check.observations},
                                {"rows", check.rows},       {"finished", check.finished},
                                {"missing", check.missing}, {"contradicted", check.contradicted},
                                {"gaps", check.gaps},       {"doubled", check.doubled},
                                {"flagged", check.flagged}, {"good", check.good()}}
      .dump();
}

}  // namespace coset::coset_load
