#include "cli/bench/table.hpp"

#include <malloc.h>

#include <vector>

#include "cli/bench/processor.hpp"
#include "cli/game_text.hpp"
#include "hub/table/host.hpp"
#include "wire/table/codec.hpp"

namespace coset::cli {

namespace {

using hub::Table;

// Stands for the host's BLAKE2b, which costs about as much.
wire::Bytes16 quick_digest(std::string_view bytes) {
  wire::Bytes16 out{};
  const std::uint64_t words[] = {mix(fnv1a(bytes)), mix(fnv1a(bytes, 1))};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
  return out;
}

// A host that deals from a seed and commits at once.
class Host {
 public:
  Host(const std::shared_ptr<const hub::Setup>& setup, std::uint64_t seed)
      : rng_(seed), table_(*Table::load(setup, quick_digest, {}, 0)) {
    deal_and_commit(false);
    for (std::size_t i = 0; i < setup->seats.size(); ++i) {
      wire::Hello hello;
      hello.table = setup->table;
      hello.token = setup->seats[i].token;
      table_.handle(i + 1, hello, 0);
    }
  }

  bool over() const { return table_.ledger().over(); }
  // Plays a random move; the bytes or messages that went out.
  std::size_t move(bool as_text) {
    const auto& ledger = table_.ledger();
    const Match& match = ledger.match();
    const Action action = match.random_action(rng_);
    const wire::Move message{static_cast<wire::MoveId>(rng_.next() | 1U), ledger.head(),
                             match.write(action)};
    const hub::ConnectionId from = ledger.turn() + std::uint64_t{1};
    const double start = processor_seconds();
    std::size_t sent = as_text ? out(table_.handle(from, wire::encode(message), 0), true)
                               : out(table_.handle(from, message, 0), false);
    sent += deal_and_commit(as_text);
    seconds_ += processor_seconds() - start;
    return sent;
  }
  double seconds() const { return seconds_; }

 private:
  static std::size_t out(const hub::Sends& sends, bool as_text) {
    std::size_t bytes = sends.size();
    if (as_text)
      for (const hub::Send& send : sends) bytes += wire::encode(send.message).size();
    return bytes;
  }
  std::size_t deal_and_commit(bool as_text) {
    std::size_t sent = 0;
    const Overloaded answers{
        [&](const hub::Urn& urn) {
          table_.dealt(urn.at(rng_.below(urn.size)));
          return true;
        },
        [&](const hub::Proposal& proposal) {
          sent += out(table_.committed(proposal.row->ply, 0), as_text);
          return true;
        },
        hub::Later<hub::BotTurn, hub::HintAsked, hub::Wake, hub::Rematch>{},
    };
    hub::go_round(table_, answers);
    return sent;
  }

  Rng rng_;
  Table table_;
  double seconds_ = 0;
};

std::shared_ptr<const hub::Setup> setup_of(const std::string& spec) {
  hub::Setup setup{.table = "bench", .spec = parse_spec(spec), .seats = {}, .clock = {}};
  setup.clock = {wire::ClockKind::fischer, 300'000, 10'000};
  for (int i = 0; i < setup.spec.seats(); ++i) {
    wire::Token token;
    token.bytes.fill(static_cast<std::uint8_t>(i + 1));
    setup.seats.push_back({"Player", wire::Player::human, "", token});
  }
  auto made = make_setup(std::move(setup));
  CHECK(made.ok());
  return *std::move(made);
}

double micros_a_move(const std::shared_ptr<const hub::Setup>& setup, bool as_text) {
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

double bytes_a_table(const hub::Setup& setup) {
  constexpr int tables = 500;
  constexpr int moves = 12;
  std::vector<std::unique_ptr<Host>> hosts;
  hosts.reserve(tables);
  const std::size_t before = mallinfo2().uordblks;
  for (std::uint64_t seed = 1; hosts.size() < tables; ++seed) {
    auto host = std::make_unique<Host>(std::make_shared<const hub::Setup>(setup), seed);
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
