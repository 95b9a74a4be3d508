#include "serve/paths.hpp"

#include <algorithm>

#include "base/reader.hpp"
#include "rules/action.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_name = 40;

}  // namespace

bool a_name(std::string_view text) {
  return !text.empty() && text.size() <= most_name &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

std::optional<std::pair<std::string, std::uint32_t>> report_in(std::string_view path) {
  Reader in(path);
  if (!in.take("/api/tables/")) return std::nullopt;
  const std::string name(in.take_while([](char c) { return c != '/'; }));
  if (!a_name(name) || !in.take("/reports/")) return std::nullopt;
  const auto seat = in.number(max_seats);
  return seat && in.done() ? std::optional(std::pair(name, *seat)) : std::nullopt;
}

std::optional<std::size_t> from_in(std::string_view target) {
  const auto query = target.find('?');
  if (query == target.npos) return 0;
  Reader in(target.substr(query + 1));
  if (!in.take("from=")) return std::nullopt;
  const auto number = in.number(1'000'000'000);
  return number && in.done() ? std::optional<std::size_t>(*number) : std::nullopt;
}

}  // namespace coset::serve
