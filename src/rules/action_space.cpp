#include "rules/action_space.hpp"

#include "rules/exchange.hpp"

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
  ActionSpace out;
  out.multisets = gives.total();
  for (int i = 0; i < group.order(); ++i) {
    const std::uint64_t given = gives.of_sum(element(i));
    out.pairs += given * given;
    out.reachable += given * takes.of_sum(element(i));
  }
  out.non_null = out.pairs - out.multisets;
  out.reachable -= takes.total();
  return out;
}

}  // namespace coset
