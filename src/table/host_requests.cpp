#include "table/host_requests.hpp"

namespace coset::table {

Element DrawRequest::at(std::uint32_t ticket) const {
  CHECK(ticket < size);
  auto left = static_cast<std::int64_t>(ticket);
  std::size_t i = 0;
  for (; left >= counts[i]; ++i) left -= counts[i];
  return element(static_cast<int>(i));
}

BotTask BotRequest::task() const {
  return {seat, ply, std::string(ledger->bot_of(seat)), ledger->setup().spec,
          ledger->match().observe(seat)};
}

HintTask HintRequest::task() const {
  return {connection, seat, ply, level, ledger->setup().spec, ledger->match().observe(seat)};
}

}  // namespace coset::table
