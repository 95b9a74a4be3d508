#include "server/net/routes.hpp"

#include <algorithm>
#include <optional>

#include "base/date.hpp"
#include "base/hex.hpp"

namespace coset::net {

namespace {

constexpr std::size_t max_target = 1024;
constexpr std::size_t code_symbols = 6;
constexpr std::size_t max_table_name = 40;
constexpr std::string_view table_page = "/t/";
constexpr std::string_view day_page = "/d/";

std::optional<std::string> percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = any_case_hex_value(text[i + 1]), low = any_case_hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (c <= ' ' || c > '~' || c == '\\') return std::nullopt;
    out.push_back(c);
  }
  return out;
}

bool has_dots(std::string_view path) {
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::string_view part = path.substr(0, path.find('/'));
    if (part == "." || part == "..") return true;
    path.remove_prefix(part.size());
  }
  return false;
}

bool is_under(std::string_view path, std::string_view parent) {
  return path.starts_with(parent) && (path.size() == parent.size() || path[parent.size()] == '/');
}

// A class code, or nearly: six letters and digits in either case, hyphens between them. The page
// says if there is no such class.
bool is_code(std::string_view path) {
  if (path.size() <= code_symbols || path.size() > 2 * code_symbols) return false;
  std::size_t symbols = 0;
  for (const char c : path.substr(1)) {
    if (c == '-') continue;
    if (!(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) return false;
    ++symbols;
  }
  return symbols == code_symbols && path[1] != '-' && path.back() != '-';
}

// What a page or a person writes for a space.
std::string without_spaces(std::string_view target) {
  std::string out(target);
  for (std::size_t at = out.find("%20"); at != out.npos; at = out.find("%20")) out.erase(at, 3);
  return out;
}

// The name of a table: words and dashes.
bool is_table_name(std::string_view text) {
  return !text.empty() && text.size() <= max_table_name &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-';
         });
}

Route route_of(std::string_view path) {
  if (is_under(path, "/api")) return Route::api;
  if (is_under(path, "/ws")) return Route::socket;
  if (path == "/metrics") return Route::metrics;
  if (path == "/healthz") return Route::health;
  if (path == "/readyz") return Route::ready;
  if (path == "/.well-known/security.txt") return Route::security;
  if (path == "/" || path == "/teach" || is_code(path)) return Route::page;
  if (path.starts_with(table_page) && is_table_name(path.substr(table_page.size())))
    return Route::page;
  if (path.starts_with(day_page) && is_date(path.substr(day_page.size()))) return Route::page;
  return Route::file;
}

}  // namespace

Target parse_target(std::string_view target) {
  if (target.empty() || target.front() != '/' || target.size() > max_target) return {};
  const std::string_view raw = target.substr(0, target.find_first_of("?#"));
  auto path = percent_decode(raw);
  if (std::string code = path ? "" : without_spaces(raw); is_code(code))
    return {Route::page, std::move(code)};
  if (!path || has_dots(*path)) return {};
  const Route route = route_of(*path);
  // The pages at /t/NAME and /d/DATE request their files beside themselves.
  static_assert(table_page.size() == day_page.size());
  if (route == Route::file && (path->starts_with(table_page) || path->starts_with(day_page)))
    path->erase(0, table_page.size() - 1);
  return {route, *std::move(path)};
}

bool is_probe(Route route) {
  return route == Route::health || route == Route::ready || route == Route::metrics;
}

std::string table_of(const Target& target) {
  if (target.route != Route::page || !target.path.starts_with(table_page)) return {};
  return target.path.substr(table_page.size());
}

std::string date_of(const Target& target) {
  if (target.route != Route::page || !target.path.starts_with(day_page)) return {};
  return target.path.substr(day_page.size());
}

bool names_class(std::string_view target) {
  const std::size_t query = target.find('?');
  if (target.substr(0, query).starts_with("/ws/c/")) return true;
  if (query == target.npos) return false;
  const std::string_view parameters = target.substr(query + 1);
  return parameters.starts_with("class=") || parameters.find("&class=") != parameters.npos;
}

}  // namespace coset::net
