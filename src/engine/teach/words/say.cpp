#include "engine/teach/words/say.hpp"

#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/teach/words/catalogue.hpp"

namespace coset::teach {

namespace {

constexpr std::span<const Phrase> (*parts[])() = {table_phrases, lesson_phrases, exercise_phrases,
                                                  puzzle_phrases};

const Phrase& find(std::string_view id) {
  for (const auto part : parts)
    for (const Phrase& each : part())
      if (each.id == id) return each;
  CHECK(false);
}

}  // namespace

std::vector<std::string_view> message_ids() {
  std::vector<std::string_view> out;
  for (const auto part : parts)
    for (const Phrase& each : part()) out.push_back(each.id);
  return out;
}

std::string say(const Message& message) {
  const std::string_view text = find(message.id).text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      out += text[i];
      continue;
    }
    const std::size_t end = text.find('}', i);
    std::string_view inside = text.substr(i + 1, end - i - 1);
    const std::size_t colon = inside.find(':');
    const std::string_view name = inside.substr(0, colon);
    const auto value = std::find_if(message.parameters.begin(), message.parameters.end(),
                                    [&](const auto& parameter) { return parameter.first == name; });
    CHECK(value != message.parameters.end());
    if (colon == std::string_view::npos) {
      out += value->second;
    } else {
      inside.remove_prefix(colon + 1);
      const std::size_t bar = inside.find('|');
      out += value->second == "1" ? inside.substr(0, bar) : inside.substr(bar + 1);
    }
    i = end;
  }
  return out;
}

std::string write_pieces(const Operation& operation, const Pieces& pieces) {
  std::string out;
  for (const Element e : pieces)
    out += (out.empty() ? "" : order_matters(operation) ? "*" : "+") + operation.names().write(e);
  return out.empty() ? "nothing" : out;
}

std::string write_sets(const Operation& operation, const Pieces& pieces) {
  std::string out;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    while (end < pieces.size() && pieces[end] == pieces[i]) ++end;
    if (!out.empty()) out += end == pieces.size() ? " and " : ", ";
    out += write_pieces(operation, Pieces(pieces.begin() + static_cast<std::ptrdiff_t>(i),
                                          pieces.begin() + static_cast<std::ptrdiff_t>(end)));
    i = end;
  }
  return out;
}

}  // namespace coset::teach
