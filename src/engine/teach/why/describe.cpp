#include "engine/teach/why/describe.hpp"

#include <algorithm>

#include "base/sort.hpp"
#include "engine/play/notation.hpp"

namespace coset::teach {

namespace {

int kinds(const Pieces& pieces) {
  Pieces sorted = pieces;
  put_in_order(sorted.begin(), sorted.end());
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

// "7+2 is 9.", "5+3 is 8; going round at 6, that is 2."
Message describe_round(const Operation& operation, const Step& step) {
  const std::string& sum = operation.names().write(step.after[0]);
  if (step.idle) return {"step.one_piece.none", {{"after", sum}}};
  int total = 0;
  for (const int value : step.values) total += value;
  Message out{total < step.modulus ? "step.round" : "step.round.over",
              {{"word", write_pieces(operation, step.before)}, {"sum", sum}}};
  if (total >= step.modulus) {
    out.parameters.emplace_back("total", std::to_string(total));
    out.parameters.emplace_back("n", std::to_string(step.modulus));
  }
  return out;
}

Message describe_dial(const Operation& operation, const Step& step) {
  if (operation.moduli().size() == 1) return describe_round(operation, step);
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

// "R, Y and B"
std::string write_list(const Operation& operation, const Pieces& pieces) {
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) out += i + 1 == pieces.size() ? " and " : ", ";
    out += operation.names().write(pieces[i]);
  }
  return out;
}

// Of quaternions with a minus: the product without it, which the key has, and what the minus does.
Message describe_signs(const Operation& operation, const Step& step, Message plain) {
  const Names& names = operation.names();
  Word bare;
  int minuses = 0;
  for (const Element e : {step.before[0], step.moved[0]}) {
    std::string_view name = names.write(e);
    const bool minus = name.starts_with('-');
    name.remove_prefix(minus ? 1 : 0);
    minuses += minus ? 1 : 0;
    bare.push(*names.find(name));
  }
  if (minuses == 0) return plain;
  plain.id = minuses == 1 ? (step.commutes ? "step.sign" : "step.sign.order")
                          : (step.commutes ? "step.signs" : "step.signs.order");
  plain.parameters.emplace_back("bare", write_word(operation, bare));
  plain.parameters.emplace_back("plain", names.write(operation.product(bare)));
  return plain;
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
  return operation.text() == "Q8" ? describe_signs(operation, step, std::move(out)) : out;
}

}  // namespace

Message describe(const Operation& operation, const Step& step) {
  switch (step.kind) {
    case Step::Kind::cancel:
      return describe_cancel(operation, step, "step.cancel", "step.cancel.none");
    case Step::Kind::cancel_again:
      return describe_cancel(operation, step, "step.cancel_again", "step.cancel_again.none");
    case Step::Kind::replace:
    case Step::Kind::one_piece: {
      const bool one = step.kind == Step::Kind::one_piece;
      const std::string before = write_pieces(operation, step.before);
      const std::string after = write_pieces(operation, step.after);
      if (step.idle)
        return one ? Message{"step.one_piece.none", {{"after", after}}}
                   : Message{"step.replace.none", {}};
      if (!one) return {"step.replace", {{"before", before}, {"after", after}}};
      return {
          "step.one_piece",
          {{"before", before}, {"parts", write_list(operation, step.before)}, {"after", after}}};
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
