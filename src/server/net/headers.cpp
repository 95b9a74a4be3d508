#include "server/net/headers.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace coset::net {

namespace {

constexpr std::size_t max_host = 255;
constexpr std::size_t key_digits = 22;

// ASCII letters and digits, and the others.
bool all_of(std::string_view value, std::string_view others) {
  return std::all_of(value.begin(), value.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != others.npos;
  });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// Removes and returns the text before the first `mark`, without the blanks around it.
std::string_view take_part(std::string_view& list, char mark) {
  const std::size_t end = list.find(mark);
  std::string_view part = list.substr(0, end);
  list = end == list.npos ? std::string_view() : list.substr(end + 1);
  while (part.starts_with(' ') || part.starts_with('\t')) part.remove_prefix(1);
  while (part.ends_with(' ') || part.ends_with('\t')) part.remove_suffix(1);
  return part;
}

// In "br;q=0.5", a weight of nothing but zeros is a refusal.
bool is_refused(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view weight = take_part(parameters, ';');
    if (same_word(take_part(weight, '='), "q"))
      return weight.find_first_of("123456789") == weight.npos;
  }
  return false;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool accepts_encoding(std::string_view accepted, std::string_view encoding) {
  bool any = false;
  while (!accepted.empty()) {
    std::string_view parameters = take_part(accepted, ',');
    const std::string_view name = take_part(parameters, ';');
    if (same_word(name, encoding)) return !is_refused(parameters);
    if (name == "*") any = !is_refused(parameters);
  }
  return any;
}

bool is_host(std::string_view value) {
  return value.size() <= max_host && all_of(value, "-._~:[]%!$&'()*+,;=");
}

bool is_socket_key(std::string_view value) {
  return value.size() == key_digits + 2 && value.ends_with("==") &&
         all_of(value.substr(0, key_digits), "+/");
}

std::string http_date(std::chrono::system_clock::time_point when) {
  static constexpr std::array days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  // Not by strftime, whose names depend on the locale.
  std::array<char, 64> out{};
  const int size = std::snprintf(out.data(), out.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                                 days.at(static_cast<std::size_t>(parts.tm_wday)), parts.tm_mday,
                                 months.at(static_cast<std::size_t>(parts.tm_mon)),
                                 parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return {out.data(), static_cast<std::size_t>(size)};
}

}  // namespace coset::net
