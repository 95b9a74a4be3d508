#include "server/node/crash_history.hpp"

#include <algorithm>

#include "base/hex.hpp"
#include "base/reader.hpp"

namespace coset::node {

namespace {

std::string hex(fair_deal::GameId game) { return to_hex(static_cast<std::uint64_t>(game)); }

std::optional<fair_deal::GameId> read_id(Reader& in) {
  const auto value = parse_hex64(in.take_while(is_hex_digit));
  if (!value || !in.take('\n')) return std::nullopt;
  return fair_deal::GameId{*value};
}

}  // namespace

CrashHistory CrashHistory::after(std::optional<fair_deal::GameId> marked) const {
  CrashHistory out{marked, quarantined};
  const bool again = marked && marked == last;
  if (again && std::find(quarantined.begin(), quarantined.end(), *marked) == quarantined.end())
    out.quarantined.push_back(*marked);
  return out;
}

std::string format_crash_history(const CrashHistory& history) {
  std::string out;
  if (history.last) out += "last " + hex(*history.last) + "\n";
  for (const fair_deal::GameId game : history.quarantined) out += "closed " + hex(game) + "\n";
  return out;
}

CrashHistory parse_crash_history(std::string_view text) {
  Reader in(text);
  CrashHistory out;
  while (!in.done()) {
    const bool last = in.take("last ");
    if (!last && !in.take("closed ")) return {};
    const auto game = read_id(in);
    if (!game) return {};
    if (last) {
      out.last = game;
    } else {
      out.quarantined.push_back(*game);
    }
  }
  return out;
}

}  // namespace coset::node
