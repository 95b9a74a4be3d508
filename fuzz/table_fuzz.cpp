// Whatever lines arrive from whichever connections, a table goes on: what it writes can be read, it
// tells nothing ahead of its log, and its log leads to the same table. A line is one message; its
// first byte chooses the connection, and a line that is no message is a command to the host.
#include "fuzz_support.hpp"
#include "protocol/table/codec.hpp"
#include "table/host_loop.hpp"

using namespace coset;
using namespace coset::table;
using fuzz::expect;

namespace {

Bytes16 digest(std::string_view bytes) {
  Bytes16 out{};
  const std::uint64_t hash = mix(fnv1a(bytes));
  for (std::size_t i = 0; i < 16; ++i) out[i] = static_cast<std::uint8_t>(hash >> 8 * (i % 8));
  return out;
}

std::shared_ptr<const Setup> setup_of(const char* text) {
  auto spec = Spec::parse(text);
  expect(spec.ok(), "every spec of the list is one");
  Setup setup{.table = "oak", .spec = *std::move(spec), .seats = {}, .clock = {}};
  setup.clock = {protocol::ClockKind::fischer, 60'000, 1'000};
  for (int i = 0; i < setup.spec.seats(); ++i) {
    protocol::Token token;
    token.bytes.fill(static_cast<std::uint8_t>(i + 1));
    setup.seats.push_back({"player", protocol::Player::human, "", token});
  }
  auto made = make_setup(std::move(setup));
  expect(made.ok(), "and a setup");
  return *std::move(made);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::shared_ptr<const Setup> setups[] = {
      setup_of("al-jabar Z2^2 seats=2 deal=4"), setup_of("mad-abel Z4xZ5 seats=2 deal=3"),
      setup_of("solitaire Z2^2 deal=4"), setup_of("mad-abel S3 seats=3 deal=2")};
  if (size == 0 || size > 20'000) return 0;
  const auto& setup = setups[data[0] % std::size(setups)];
  std::vector<Row> log;
  Time now = 0;
  Rng rng(data[0]);
  Table table = *Table::load(setup, digest, log, now);
  const auto check = [&](const Outgoing& sends) {
    for (const OutgoingMessage& send : sends) {
      const std::string text = protocol::encode(send.message);
      const auto again = protocol::decode_table(text);
      expect(again && *again == send.message, "what a table writes can be read");
      if (const auto* event = std::get_if<protocol::Event>(&send.message))
        expect(event->ply <= log.size() && event->chain == log[event->ply - 1].chain,
               "an event is in the log");
    }
  };
  bool bots_move = false;
  const Overloaded answers{
      [&](const DrawRequest& urn) {
        table.dealt(urn.at(rng.below(urn.size)));
        return true;
      },
      [&](const AppendRequest& proposal) {
        log.push_back(*proposal.row);
        check(table.committed(proposal.row->ply, now));
        return true;
      },
      [&](const BotRequest& turn) {
        if (!std::exchange(bots_move, false)) return false;
        check(table.bot_chose(turn.task(), table.ledger().match().random_action(rng), now));
        return true;
      },
      [&](const HintRequest& asked) {
        const HintTask task = asked.task();
        check(table.hinted(task, teach::hint(task.spec, task.view, task.seat)));
        return true;
      },
      [&](const RematchRequest& rematch) {
        expect(make_setup(rematch.setup()).ok(), "a rematch can be played");
        check(table.announce_rematch("elm"));
        return true;
      },
      Later<TimerRequest>{},
  };
  serve_requests(table, answers);
  for (ConnectionId i = 1; i <= setup->seats.size(); ++i) {
    protocol::Hello hello;
    hello.table = "oak";
    hello.token = setup->seats[i - 1].token;
    check(table.handle(i, hello, now));
  }
  Reader in(fuzz::text_of(data + 1, size - 1));
  while (!in.done()) {
    const auto from = static_cast<ConnectionId>(static_cast<unsigned char>(in.peek()) % 4 + 1);
    in.skip();
    const std::string_view line = in.take_while([](char c) { return c != '\n'; });
    in.skip();
    now += 700;
    if (line == "leave") {
      check(table.on_disconnect(from, now));
    } else if (line == "wait") {
      now += 100'000;
      check(table.tick(now));
    } else if (line == "bot") {
      bots_move = true;
    } else if (line == "move") {  // a legal one, which random text seldom is
      const Ledger& ledger = table.ledger();
      if (ledger.turn() != nobody) {
        const Match& match = ledger.match();
        const protocol::Move move{static_cast<MoveId>(rng.next() | 1U), ledger.head(),
                                  match.write(match.random_action(rng))};
        check(table.handle(ledger.turn() + 1U, move, now));
      }
    } else {
      check(table.handle(from, line, now));
    }
    serve_requests(table, answers);
  }
  const auto again = Table::load(setup, digest, log, now);
  expect(again.ok(), "a table loads from its log");
  expect(again->ledger().chain() == table.ledger().chain() &&
             again->ledger().over() == table.ledger().over() &&
             again->ledger().match().full_record() == table.ledger().match().full_record(),
         "and is the same table");
  return 0;
}
