// Shared by the tests of tables: a digest that needs no library, setups, a log with the one
// guarantee of a host, and a host that commits immediately.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "engine/bots/bot.hpp"
#include "protocol/table/codec.hpp"
#include "table/host_loop.hpp"

namespace coset::table {

// Two FNV hashes, mixed. Good enough for tests; a real host injects BLAKE2b.
inline Bytes16 test_digest(std::string_view bytes) {
  Bytes16 out{};
  std::uint64_t words[] = {mix(fnv1a(bytes)), mix(fnv1a(bytes, 0x1234567))};
  for (std::size_t i = 0; i < 16; ++i)
    out[i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
  return out;
}

inline int scaled(int count) {
  const char* text = std::getenv("COSET_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::atof(text);
  return std::max(1, static_cast<int>(count * scale));
}

inline Spec spec_of(std::string_view text) {
  auto spec = Spec::parse(text);
  EXPECT_TRUE(spec.ok()) << text;
  return *std::move(spec);
}

inline protocol::Token token_of(int seat) {
  protocol::Token out;
  out.bytes.fill(static_cast<std::uint8_t>(seat + 1));
  return out;
}

// Only humans, no clock, casual.
inline Setup casual(std::string_view spec) {
  Setup out{.table = "oak", .spec = spec_of(spec), .seats = {}, .clock = {}};
  constexpr const char* names[] = {"Emmy", "Sophie", "Niels", "Evariste", "Arthur", "Felix", "Ada"};
  for (int i = 0; i < out.spec.seats(); ++i)
    out.seats.push_back({names[i], protocol::Player::human, "", token_of(i)});
  return out;
}

inline Setup with_bot(Setup setup, int seat, std::string bot) {
  setup.seats[static_cast<std::size_t>(seat)].player = protocol::Player::bot;
  setup.seats[static_cast<std::size_t>(seat)].bot = std::move(bot);
  return setup;
}

inline std::shared_ptr<const Setup> made(Setup setup) {
  auto out = make_setup(std::move(setup));
  EXPECT_TRUE(out.ok()) << (out ? "" : out.error().sentence);
  return *std::move(out);
}

// A log with the guarantee of every store: a row is accepted only after the row that it names.
class Log {
 public:
  explicit Log(const Setup& setup) : first_{test_digest(header_of(setup))} {}

  bool append(const Row& event) {
    const Chain& last = rows.empty() ? first_ : rows.back().chain;
    if (event.ply != rows.size() + 1 || !(event.before == last)) return false;
    rows.push_back(event);
    return true;
  }

  std::vector<Row> rows;

 private:
  Chain first_;
};

inline constexpr Time start_time = 1'700'000'000'000;

// Deals from a seed and commits immediately.
class LocalHost {
 public:
  explicit LocalHost(Setup setup, std::uint64_t seed = 1)
      : LocalHost(made(std::move(setup)), seed) {}
  explicit LocalHost(const std::shared_ptr<const Setup>& setup, std::uint64_t seed)
      : log(*setup), rng(seed), table(*Table::load(setup, test_digest, {}, start_time)) {
    deal_and_commit();
  }

  // All outgoing messages that the message causes.
  Outgoing say(ConnectionId from, const protocol::FromClient& message) {
    return deal_and_commit(table.handle(from, message, now));
  }
  Outgoing say(ConnectionId from, std::string_view json) {
    return deal_and_commit(table.handle(from, json, now));
  }
  Outgoing deal_and_commit(Outgoing out = {}) {
    const Overloaded answers{
        [&](const DrawRequest& urn) { return deal(urn); },
        [&](const AppendRequest& proposal) { return commit(proposal, out); },
        Later<BotRequest, HintRequest, TimerRequest, RematchRequest>{},
    };
    serve_requests(table, answers);
    return out;
  }
  Outgoing tick() { return deal_and_commit(table.tick(now)); }
  // Lets bots move until a human is on turn or the game is over.
  Outgoing let_bots_play() {
    Outgoing out;
    const Overloaded answers{
        [&](const DrawRequest& urn) { return deal(urn); },
        [&](const AppendRequest& proposal) { return commit(proposal, out); },
        [&](const BotRequest& turn) {
          const BotTask task = turn.task();
          const auto bot = *bots::make_bot(task.bot);
          const Action action = bot->choose(task.spec, task.view, {}, rng);
          add(out, table.bot_chose(task, action, now));
          return true;
        },
        Later<HintRequest, TimerRequest, RematchRequest>{},
    };
    serve_requests(table, answers);
    return out;
  }

  static void add(Outgoing& out, Outgoing more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  }

  template <class R>
  std::optional<R> find_request() const {
    return table::find_request<R>(table);
  }
  std::optional<Time> wake_at() const {
    const auto wake = find_request<TimerRequest>();
    return wake ? std::optional(wake->at) : std::nullopt;
  }
  Ply head() const { return table.ledger().head(); }
  const Match& match() const { return table.ledger().match(); }

  Log log;
  Rng rng;
  Table table;
  Time now = start_time;

 private:
  bool deal(const DrawRequest& urn) {
    table.dealt(urn.at(rng.below(urn.size)));
    return true;
  }
  bool commit(const AppendRequest& proposal, Outgoing& out) {
    EXPECT_TRUE(log.append(*proposal.row));
    add(out, table.committed(proposal.row->ply, now));
    return true;
  }
};

// The first message of this type, to any recipient or to one seat.
template <class M>
const M* find(const Outgoing& sends) {
  for (const OutgoingMessage& send : sends)
    if (const M* found = std::get_if<M>(&send.message)) return found;
  return nullptr;
}
template <class M>
const M* find_to(const Outgoing& sends, Seat seat) {
  for (const OutgoingMessage& send : sends)
    if (const M* found = std::get_if<M>(&send.message);
        found != nullptr && send.to.kind != Recipient::Kind::connection && send.to.seat == seat)
      return found;
  return nullptr;
}
template <class M>
int count(const Outgoing& sends) {
  int out = 0;
  for (const OutgoingMessage& send : sends) out += std::holds_alternative<M>(send.message) ? 1 : 0;
  return out;
}

// The reason of the first error.
inline protocol::Reason reason_of(const Outgoing& sends) {
  const auto* error = find<protocol::TableError>(sends);
  EXPECT_NE(error, nullptr);
  for (std::size_t i = 0; error != nullptr && i < std::size(protocol::table_errors); ++i)
    if (error->code == protocol::table_errors[i].code) return static_cast<protocol::Reason>(i);
  ADD_FAILURE() << (error == nullptr ? "no error" : error->code);
  return {};
}

inline protocol::Hello hello(std::optional<int> seat) {
  protocol::Hello out;
  out.table = "oak";
  if (seat) out.token = token_of(*seat);
  return out;
}

inline protocol::Move move_of(std::uint64_t id, Ply base_ply, std::string text) {
  return {static_cast<MoveId>(id), base_ply, std::move(text)};
}

}  // namespace coset::table
