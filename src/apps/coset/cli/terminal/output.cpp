#include "apps/coset/cli/terminal/output.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace coset::cli {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string sentence_and_place(const Error& error, std::string_view text,
                               const std::string& where) {
  std::string out = where.empty() ? error.sentence : where + ": " + error.sentence;
  if (!text.empty()) out += "\n" + pointed(text, error.offset);
  return out;
}

}  // namespace

Failure::Failure(Exit exit, const Error& error, std::string_view text, const std::string& where)
    : runtime_error(sentence_and_place(error, text, where)), exit_(exit) {}

std::string pointed(std::string_view text, std::size_t offset) {
  constexpr std::size_t before = 40;
  constexpr std::size_t after = 30;
  std::size_t start = offset > before ? offset - before : 0;
  while (start > 0 && is_continuation(text[start])) --start;
  std::size_t end = std::min(text.size(), offset + after);
  while (end < text.size() && is_continuation(text[end])) ++end;
  std::string shown = start > 0 ? "..." : "";
  const std::size_t lead = width(shown) + width(text.substr(start, offset - start));
  shown += text.substr(start, end - start);
  if (end < text.size()) shown += "...";
  std::replace_if(shown.begin(), shown.end(), is_control, '?');
  return "  " + shown + "\n  " + std::string(lead, ' ') + "^";
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_line(const nlohmann::ordered_json& json) {
  print(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::size_t width(std::string_view text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  const std::size_t kept = columns < 3 ? 0 : columns - 3;
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if (!is_continuation(text[end]) && seen++ == kept) break;
  return std::string(text.substr(0, end)) + "...";
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string out(text);
  if (width(text) < columns) out.append(columns - width(text), ' ');
  return out;
}

}  // namespace coset::cli
