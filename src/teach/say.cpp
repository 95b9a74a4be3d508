#include "teach/say.hpp"

#include <algorithm>

#include "play/notation.hpp"
#include "teach/english.hpp"

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

int kinds(const Pieces& pieces) {
  Pieces sorted = pieces;
  std::sort(sorted.begin(), sorted.end());
  return static_cast<int>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

Message describe_cancel(const Operation& operation, const Step& step, std::string_view id,
                        std::string_view none) {
  if (step.idle) return {none, {}};
  return {id,
          {{"gone", write_sets(operation, step.moved)},
           {"count", std::to_string(kinds(step.moved) == 1 && step.moved.size() == 1 ? 1 : 2)},
           {"left", write_pieces(operation, step.after)}}};
}

std::string_view suit_word(char letter) {
  switch (letter) {
    case 'h':
      return "hearts";
    case 's':
      return "spades";
    case 'd':
      return "diamonds";
    default:
      return "clubs";
  }
}

Message describe_dial(const Operation& operation, const Step& step) {
  std::string values;
  int total = 0;
  for (const int value : step.values) {
    values += (values.empty() ? "" : " + ") + std::to_string(value);
    total += value;
  }
  const int stand = step.stands.back();
  std::string shown = std::to_string(total);
  if (total != stand) shown += " = " + std::to_string(stand);
  // The suit or rank is what a card with this one coordinate is called: a heart, or of rank zero.
  const bool suit = step.coordinate == 0;
  const std::string& name = operation.names().write(element(suit ? stand : 4 * stand));
  return {suit ? "step.dial.suit" : "step.dial.rank",
          {{"modulus", std::to_string(step.modulus)},
           {"values", values},
           {"total", shown},
           {"name", suit ? std::string(suit_word(name[0])) : name.substr(1)}}};
}

Message describe_multiply(const Operation& operation, const Step& step) {
  const Element left = step.before[0];
  const Element right = step.moved[0];
  Message out{step.commutes ? "step.multiply" : "step.multiply.order",
              {{"left", operation.names().write(left)},
               {"right", operation.names().write(right)},
               {"made", operation.names().write(step.after[0])}}};
  if (!step.commutes)
    out.parameters.emplace_back("other", operation.names().write(operation.product(right, left)));
  return out;
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

Message describe(const Operation& operation, const Step& step) {
  switch (step.kind) {
    case Step::Kind::cancel:
      return describe_cancel(operation, step, "step.cancel", "step.cancel.none");
    case Step::Kind::cancel_again:
      return describe_cancel(operation, step, "step.cancel_again", "step.cancel_again.none");
    case Step::Kind::replace:
    case Step::Kind::one_piece: {
      const bool one = step.kind == Step::Kind::one_piece;
      const std::string after = write_pieces(operation, step.after);
      if (step.idle)
        return one ? Message{"step.one_piece.none", {{"after", after}}}
                   : Message{"step.replace.none", {}};
      return {one ? "step.one_piece" : "step.replace",
              {{"before", write_pieces(operation, step.before)}, {"after", after}}};
    }
    case Step::Kind::dial:
      return describe_dial(operation, step);
    case Step::Kind::multiply:
      return describe_multiply(operation, step);
  }
  CHECK(false);
}

Message describe_sum(const Operation& operation, const Word& word, Element sum) {
  return {"sum", {{"word", write_word(operation, word)}, {"sum", operation.names().write(sum)}}};
}

Message describe_miss(const Operation& operation, const Word& word, Element made, Element wanted) {
  const auto missing = difference(operation, made, wanted);
  Message out{!missing                   ? "sum.miss.magma"
              : order_matters(operation) ? "sum.miss.right"
                                         : "sum.miss",
              {{"word", write_word(operation, word)},
               {"made", operation.names().write(made)},
               {"wanted", operation.names().write(wanted)}}};
  if (missing) out.parameters.emplace_back("difference", operation.names().write(*missing));
  return out;
}

}  // namespace coset::teach
