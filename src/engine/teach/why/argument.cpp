#include "engine/teach/why/argument.hpp"

#include "engine/play/notation.hpp"
#include "engine/play/spec.hpp"
#include "engine/rules/exchange.hpp"

namespace coset::teach {

namespace {

// Equal sums are an exchange only where there are exchanges, of what is at hand, and within the
// limits that the group has without house rules.
std::string_view equality_of(const Operation& operation, const Argument& argument, int& most) {
  if (!argument.missing.empty() || !Spec::parse("al-jabar " + operation.text()).ok())
    return "equal.sum";
  const Group group = *operation.group();
  const ExchangeRules rules(group, ExchangeRules::defaults(group, 2, 0));
  const Word& give = argument.left.word;
  const Word& take = argument.right->word;
  most = rules.max_exchange();
  if (rules.is_spectrum(sorted(give), take)) return "equal";
  if (give.size() > most) return "equal.give";
  if (take.size() > most) return "equal.take";
  return sorted(give) == sorted(take) && !rules.null_allowed() ? "equal.null" : "equal";
}

// What of a word is not among the pieces at hand.
Word beyond(const Word& word, const Word& hand) {
  Word out;
  for (const Element e : word)
    if (count_in(out, e) + count_in(hand, e) < count_in(word, e)) out.push(e);
  return out;
}

}  // namespace

Argument argue(const Operation& operation, const Word& left, const Word& right, const Word& target,
               const Word& hand) {
  constexpr std::size_t most = 5;
  Argument out{explain(operation, left), {}, {}, {}, hand.empty() ? Word{} : beyond(left, hand)};
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

std::vector<Message> judged(const Operation& operation, const Argument& argument) {
  std::vector<Message> out;
  const std::string sum = operation.names().write(argument.left.sum);
  if (argument.wanted && !argument.equal()) {
    out.push_back(
        describe_miss(operation, argument.left.word, argument.left.sum, *argument.wanted));
  } else if (argument.wanted && !argument.right) {
    out.push_back({"equal.target", {{"sum", sum}}});
  } else if (argument.wanted) {
    int most = 0;
    const std::string_view id = equality_of(operation, argument, most);
    out.push_back({id, {{"sum", sum}, {"most", std::to_string(most)}}});
  }
  if (!argument.missing.empty())
    out.push_back({"hand.missing",
                   {{"pieces", write_word(operation, argument.missing)},
                    {"count", std::to_string(argument.missing.size())}}});
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
