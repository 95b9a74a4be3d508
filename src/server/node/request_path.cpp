#include "server/node/request_path.hpp"

#include <algorithm>

#include "base/reader.hpp"
#include "engine/rules/action.hpp"

namespace coset::node {

namespace {

constexpr std::size_t max_name = 40;

}  // namespace

bool is_table_name(std::string_view text) {
  return !text.empty() && text.size() <= max_name &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

std::optional<std::pair<std::string, std::uint32_t>> parse_report_path(std::string_view path) {
  Reader in(path);
  if (!in.take("/api/tables/")) return std::nullopt;
  const std::string name(in.take_while([](char c) { return c != '/'; }));
  if (!is_table_name(name) || !in.take("/seats/")) return std::nullopt;
  const auto seat = in.number(max_seats);
  return seat && in.take("/reports") && in.done() ? std::optional(std::pair(name, *seat))
                                                  : std::nullopt;
}

std::optional<std::size_t> parse_offset(std::string_view target) {
  const auto query = target.find('?');
  if (query == target.npos) return 0;
  Reader in(target.substr(query + 1));
  if (!in.take("offset=")) return std::nullopt;
  const auto number = in.number(1'000'000'000);
  return number && in.done() ? std::optional<std::size_t>(*number) : std::nullopt;
}

bool names_node(std::string_view target) {
  const auto query = target.find('?');
  if (query == target.npos) return false;
  const std::string_view parameters = target.substr(query + 1);
  return parameters.starts_with("node=") || parameters.find("&node=") != parameters.npos;
}

namespace {

std::string_view parameter_of(std::string_view target, std::string_view key) {
  for (std::size_t at = target.find('?'); at != target.npos; at = target.find('&', at)) {
    const std::string_view parameter = target.substr(++at);
    if (parameter.starts_with(key))
      return parameter.substr(key.size(), parameter.find('&') - key.size());
  }
  return {};
}

}  // namespace

std::string_view node_of(std::string_view target) { return parameter_of(target, "node="); }
std::string_view class_of(std::string_view target) { return parameter_of(target, "class="); }

}  // namespace coset::node
