#include "engine/bots/settings.hpp"

#include "base/reader.hpp"

namespace coset::bots {

namespace {

constexpr std::string_view known = "depth, nodes, width, seen, draws, samples and belief";

// A number of up to nine digits.
std::optional<std::uint64_t> number(std::string_view text) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return out;
}

}  // namespace

Result<Settings> Settings::parse(std::string_view text) {
  Settings out;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t sign = part.find('=');
    const std::string_view name = part.substr(0, sign);
    const auto value =
        sign == std::string_view::npos ? std::nullopt : number(part.substr(sign + 1));
    if (!value)
      return Error{
          "bot.setting", 0,
          "A bot's settings are numbers, as in depth=3,nodes=1000; " + quoted(part) + " is none."};
    if (name == "depth") {
      out.depth = static_cast<int>(std::min<std::uint64_t>(*value, 60));
    } else if (name == "nodes") {
      out.nodes = *value;
    } else if (name == "width") {
      out.width = static_cast<int>(*value);
    } else if (name == "seen") {
      out.seen = static_cast<int>(*value);
    } else if (name == "draws") {
      out.draws = static_cast<int>(*value);
    } else if (name == "samples") {
      out.samples = static_cast<int>(*value);
    } else if (name == "belief") {
      out.belief = static_cast<int>(*value);
    } else {
      return Error{
          "bot.setting", 0,
          "A bot has no setting " + quoted(name) + "; there are " + std::string(known) + "."};
    }
  }
  return out;
}

}  // namespace coset::bots
