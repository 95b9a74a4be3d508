// Table::follow, which reads a log from the table's head on, equals Table::reload of the whole log.
#include "unit/table/follow_trial.hpp"

namespace coset::table {
namespace {

TEST(Follow, EqualsReload) {
  const int count = scaled(3000);
  int followed = 0;
  for (int seed = 0; seed < count; ++seed) {
    FollowTrial trial(static_cast<std::uint64_t>(seed));
    const auto read = [&](Ply from) {
      const std::size_t skipped = std::min<std::size_t>(from - 1, trial.log().size());
      return std::span(trial.log()).subspan(skipped);
    };
    ASSERT_EQ(trial.run(read), "") << "seed " << seed << ", " << trial.setup().spec.text();
    followed += trial.reloaded() ? 0 : 1;
  }
  // Else nothing is gained: only shorter, other and corrupt logs are read whole.
  EXPECT_GT(5 * followed, 2 * count);
}

TEST(Follow, SendsOnlyTheNewRows) {
  const auto setup = made(casual("al-jabar"));
  LocalHost host(setup, 1);
  for (int seat = 0; seat < 2; ++seat) host.say(static_cast<ConnectionId>(seat + 1), hello(seat));
  Table rival = *Table::load(setup, test_digest, host.log.rows, host.now);
  rival.handle(1, hello(0), host.now);
  const Seat turn = host.table.ledger().turn();
  host.say(ConnectionId{turn} + 1, move_of(50, 1, "draw"));
  const auto sends = rival.follow(host.log.rows, host.now);
  ASSERT_TRUE(sends && *sends);
  EXPECT_EQ(count<protocol::Event>(**sends), 1);
  EXPECT_EQ(count<protocol::Snapshot>(**sends), 0);
  EXPECT_EQ(rival.ledger().chain(), host.table.ledger().chain());
}

// Two hosts, one request, other cards: the chain covers only public data.
TEST(Follow, NoticesOtherDealsUnderTheSameChain) {
  LocalHost host(casual("mad-abel"));
  host.say(1, hello(0));
  Table rival =
      *Table::load(host.table.ledger().shared_setup(), test_digest, host.log.rows, host.now);
  rival.handle(1, hello(0), host.now);
  rival.handle(1, move_of(50, 1, "draw"), host.now);
  while (const auto urn = find_request<DrawRequest>(rival)) rival.dealt(urn->at(urn->size - 1));
  host.table.handle(1, move_of(50, 1, "draw"), host.now);
  while (const auto urn = host.find_request<DrawRequest>()) host.table.dealt(urn->at(0));
  const Row stored = *find_request<AppendRequest>(rival)->row;
  ASSERT_EQ(stored.chain, host.find_request<AppendRequest>()->row->chain);
  ASSERT_NE(stored.body, host.find_request<AppendRequest>()->row->body);
  host.table.committed(2, host.now);  // wrong: its own row is not in the log
  const auto sends = host.table.follow(std::span(&stored, 1), host.now);
  ASSERT_TRUE(sends.ok());
  EXPECT_FALSE(*sends);
  rival.committed(2, host.now);
  const auto own = rival.follow(std::span(&stored, 1), host.now);
  ASSERT_TRUE(own && *own);
  EXPECT_TRUE((*own)->empty());
}

TEST(Follow, NeedsTheRowAtTheHead) {
  LocalHost host(casual("al-jabar"));
  host.say(1, hello(0));
  const auto shorter = host.table.follow({}, host.now);
  ASSERT_TRUE(shorter.ok());
  EXPECT_FALSE(*shorter);
  Row other = host.log.rows[0];
  other.id = static_cast<MoveId>(7);
  EXPECT_FALSE(*host.table.follow(std::span(&other, 1), host.now));
}

TEST(Ledger, LacksWhatItCannotHave) {
  LocalHost host(casual("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  for (std::uint64_t id = 1; id <= 20 && !host.table.ledger().over(); ++id)
    host.say(ConnectionId{host.table.ledger().turn()} + 1, move_of(id, host.head(), "draw"));
  const Ledger& ledger = host.table.ledger();
  ASSERT_GT(ledger.head(), Ledger::recall);
  const Chain other{};
  EXPECT_TRUE(ledger.lacks(ledger.head() + 1, {}));
  EXPECT_TRUE(ledger.lacks(ledger.head() + 1, ledger.chain()));
  EXPECT_FALSE(ledger.lacks(ledger.head(), {}));
  EXPECT_FALSE(ledger.lacks(ledger.head(), ledger.chain()));
  EXPECT_TRUE(ledger.lacks(ledger.head(), other));
  for (std::size_t i = 1; i < Ledger::recall; ++i) {
    const Row& row = host.log.rows[host.log.rows.size() - 1 - i];
    EXPECT_FALSE(ledger.lacks(row.ply, row.chain)) << i;
    EXPECT_TRUE(ledger.lacks(row.ply, other)) << i;
  }
  EXPECT_FALSE(ledger.lacks(1, other));  // too old to be compared
  EXPECT_FALSE(ledger.lacks(0, other));
}

}  // namespace
}  // namespace coset::table
