#include "teach/why/argument.hpp"

#include "play/notation.hpp"

namespace coset::teach {

Argument argue(const Operation& operation, const Word& left, const Word& right, const Word& target,
               const Word& hand) {
  constexpr std::size_t most = 5;
  Argument out{explain(operation, left), {}, {}, {}};
  if (!right.empty()) {
    out.right = explain(operation, right);
    out.wanted = out.right->sum;
  }
  if (!target.empty()) out.wanted = operation.product(target);
  if (out.wanted && !out.equal() && !hand.empty()) {
    // An exchange has at most as many pieces as there are factors; cards have no such limit.
    const bool exchanged = operation.moduli().size() > 1 && operation.card_ranks() == 0;
    const int largest = exchanged ? static_cast<int>(operation.moduli().size()) : Word::max_size;
    out.repairs = repairs(operation, left, *out.wanted, {hand.begin(), hand.end()}, largest, most);
  }
  return out;
}

Message describe(const Operation& operation, const Repair& repair, Element wanted) {
  using Kind = Repair::Kind;
  Message out{repair.kind == Kind::add    ? "repair.add"
              : repair.kind == Kind::swap ? "repair.swap"
                                          : "repair.drop",
              {{"piece", operation.names().write(repair.piece)},
               {"word", write_word(operation, repair.word)},
               {"wanted", operation.names().write(wanted)}}};
  if (repair.old) out.parameters.emplace_back("old", operation.names().write(*repair.old));
  return out;
}

}  // namespace coset::teach
