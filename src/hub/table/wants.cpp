#include "hub/table/wants.hpp"

namespace coset::hub {

Element Urn::at(std::uint32_t ticket) const {
  CHECK(ticket < size);
  auto left = static_cast<std::int64_t>(ticket);
  std::size_t i = 0;
  for (; left >= counts[i]; ++i) left -= counts[i];
  return element(static_cast<int>(i));
}

BotTask BotTurn::task() const {
  return {seat, ply, std::string(ledger->bot_of(seat)), ledger->setup().spec,
          ledger->match().observe(seat)};
}

HintTask HintAsked::task() const {
  return {connection, seat, ply, level, ledger->setup().spec, ledger->match().observe(seat)};
}

}  // namespace coset::hub
