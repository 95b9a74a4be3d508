#include "load/seen.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

namespace coset::load {

namespace {

constexpr std::size_t id_digits = 16;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::optional<store::Chain> chain_of(std::string_view hex) {
  store::Chain out;
  if (hex.size() != 2 * out.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < out.bytes.size(); ++i) {
    const int high = digit_of(hex[2 * i]), low = digit_of(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return out;
}

// Who was kept or forfeited, and not by their own wish.
bool is_flag(std::string_view body) {
  const std::string_view first = body.substr(0, body.find('\n'));
  return (first.starts_with("keep ") || first.starts_with("forfeit ")) &&
         first.find("cause=resign") == first.npos;
}

}  // namespace

std::string write_seen(const Seen& seen) {
  return wire::hex(static_cast<store::MoveId>(seen.game)) + " " + std::to_string(seen.ply) + " " +
         wire::hex(seen.chain.bytes) + "\n";
}

std::optional<Seen> read_seen(std::string_view line) {
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (first == line.npos || second == line.npos) return std::nullopt;
  Seen out;
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

void judge(Judgement& out, const std::vector<Seen>& seen, const std::optional<store::Log>& log) {
  ++out.tables;
  out.seen += seen.size();
  if (!log) {
    out.missing += seen.size();
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
  for (const Seen& each : seen) {
    if (each.ply == 0) continue;  // the table before its first event
    if (each.ply > log->events.size())
      ++out.missing;
    else if (log->events[each.ply - 1].chain != each.chain)
      ++out.contradicted;
  }
}

std::string as_json(const Judgement& judgement) {
  return nlohmann::ordered_json{
      {"tables", judgement.tables},   {"seen", judgement.seen},
      {"rows", judgement.rows},       {"finished", judgement.finished},
      {"missing", judgement.missing}, {"contradicted", judgement.contradicted},
      {"gaps", judgement.gaps},       {"doubled", judgement.doubled},
      {"flagged", judgement.flagged}, {"good", judgement.good()}}
      .dump();
}

}  // namespace coset::load
