#include "engine/rules/action_space.hpp"

#include "engine/rules/exchange.hpp"

namespace coset {

ActionSpace action_space(const Group& group, int max_exchange, Cancel cancel) {
  ExchangeOptions options = ExchangeRules::defaults(group, 2, max_exchange);
  options.cancel = cancel;
  const ExchangeRules rules(group, options);
  using Counts = SumCounts<Operation::max_order>;
  const Counts gives(group, max_exchange, [&](Element) { return max_exchange; });
  const Counts takes(group, max_exchange, [&](Element e) {
    return e == identity ? max_exchange : std::min(max_exchange, rules.tuple_of(e) - 1);
  });
  const auto fitted = [](Wide number) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    return number > largest ? largest : static_cast<std::uint64_t>(number);
  };
  Wide pairs = 0;
  Wide reachable = 0;
  for (int i = 0; i < group.order(); ++i) {
    const auto given = static_cast<Wide>(gives.of_sum(element(i)));
    pairs += given * given;
    reachable += given * takes.of_sum(element(i));
  }
  ActionSpace out;
  out.multisets = gives.total();
  out.pairs = fitted(pairs);
  out.non_null = fitted(pairs - gives.total());
  out.reachable = fitted(reachable - takes.total());
  return out;
}

}  // namespace coset
