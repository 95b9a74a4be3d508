#include "apps/coset/cli/bench/table.hpp"

#include <malloc.h>

#include <vector>

#include "apps/coset/cli/bench/processor.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "protocol/table/codec.hpp"
#include "table/host_loop.hpp"

namespace coset::cli {

namespace {

using table::Table;

// In place of the host's BLAKE2b, which costs about as much.
protocol::Bytes16 quick_digest(std::string_view bytes) {
  protocol::Bytes16 out{};
  const std::uint64_t words[] = {mix(fnv1a(bytes)), mix(fnv1a(bytes, 1))};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
  return out;
}

// A host that deals from a seed and commits at once.
class Host {
 public:
  Host(const std::shared_ptr<const table::Setup>& setup, std::uint64_t seed)
      : rng_(seed), table_(*Table::load(setup, quick_digest, {}, 0)) {
    deal_and_commit(false);
    for (std::size_t i = 0; i < setup->seats.size(); ++i) {
      protocol::Hello hello;
      hello.table = setup->table;
      hello.token = setup->seats[i].token;
      table_.handle(i + 1, hello, 0);
    }
  }

  bool over() const { return table_.ledger().over(); }
  // Plays a random move; returns the bytes or messages sent.
  std::size_t move(bool as_text) {
    const auto& ledger = table_.ledger();
    const Match& match = ledger.match();
    const Action action = match.random_action(rng_);
    const protocol::Move message{static_cast<protocol::MoveId>(rng_.next() | 1U), ledger.head(),
                                 match.write(action)};
    const table::ConnectionId from = ledger.turn() + std::uint64_t{1};
    const double start = processor_seconds();
    std::size_t sent = as_text ? out(table_.handle(from, protocol::encode(message), 0), true)
                               : out(table_.handle(from, message, 0), false);
    sent += deal_and_commit(as_text);
    seconds_ += processor_seconds() - start;
    return sent;
  }
  double seconds() const { return seconds_; }

 private:
  static std::size_t out(const table::Outgoing& sends, bool as_text) {
    std::size_t bytes = sends.size();
    if (as_text)
      for (const table::OutgoingMessage& send : sends)
        bytes += protocol::encode(send.message).size();
    return bytes;
  }
  std::size_t deal_and_commit(bool as_text) {
    std::size_t sent = 0;
    const Overloaded answers{
        [&](const table::DrawRequest& urn) {
          table_.dealt(urn.at(rng_.below(urn.size)));
          return true;
        },
        [&](const table::AppendRequest& proposal) {
          sent += out(table_.committed(proposal.row->ply, 0), as_text);
          return true;
        },
        table::Later<table::BotRequest, table::HintRequest, table::TimerRequest,
                     table::RematchRequest>{},
    };
    table::serve_requests(table_, answers);
    return sent;
  }

  Rng rng_;
  Table table_;
  double seconds_ = 0;
};

std::shared_ptr<const table::Setup> setup_of(const std::string& spec) {
  table::Setup setup{.table = "bench", .spec = parse_spec(spec), .seats = {}, .clock = {}};
  setup.clock = {protocol::ClockKind::fischer, 300'000, 10'000};
  for (int i = 0; i < setup.spec.seats(); ++i) {
    protocol::Token token;
    token.bytes.fill(static_cast<std::uint8_t>(i + 1));
    setup.seats.push_back({"Player", protocol::Player::human, "", token});
  }
  auto made = make_setup(std::move(setup));
  CHECK(made.ok());
  return *std::move(made);
}

double micros_a_move(const std::shared_ptr<const table::Setup>& setup, bool as_text) {
  constexpr int enough = 4000;
  double seconds = 0;
  int moves = 0;
  std::size_t sent = 0;
  for (std::uint64_t seed = 1; moves < enough; ++seed) {
    Host host(setup, seed);
    for (; !host.over() && moves < enough; ++moves) sent += host.move(as_text);
    seconds += host.seconds();
  }
  CHECK(sent > 0);
  return 1e6 * seconds / moves;
}

double bytes_a_table(const table::Setup& setup) {
  constexpr int tables = 500;
  constexpr int moves = 12;
  std::vector<std::unique_ptr<Host>> hosts;
  hosts.reserve(tables);
  const std::size_t before = mallinfo2().uordblks;
  for (std::uint64_t seed = 1; hosts.size() < tables; ++seed) {
    auto host = std::make_unique<Host>(std::make_shared<const table::Setup>(setup), seed);
    for (int i = 0; i < moves && !host->over(); ++i) host->move(false);
    if (!host->over()) hosts.push_back(std::move(host));
  }
  return static_cast<double>(mallinfo2().uordblks - before) / tables;
}

}  // namespace

TableCost measure_table(const std::string& spec) {
  const auto setup = setup_of(spec);
  return {spec, bytes_a_table(*setup), micros_a_move(setup, false), micros_a_move(setup, true)};
}

}  // namespace coset::cli
