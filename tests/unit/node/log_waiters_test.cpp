// Messages that name an event which the table does not have: the log is read before they are
// answered. Another node has written it, or a failover has lost it.
#include "server/node/log_waiters.hpp"

#include "table/json.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

// A row that another node writes: a bot takes the seat, or its player takes it back.
table::Row write_elsewhere(NodeFixture& fixture, const std::string& table, Seat seat) {
  const GameId game = game_of(test_digest, table);
  store::Log log;
  fixture.events.stored.read(game, 1, [&](auto read) { log = **std::move(read); });
  std::vector<table::Row> rows;
  for (const store::Event& event : log.events)
    rows.push_back({event.ply, event.before, event.chain, event.id, event.body});
  const auto setup = table::make_setup(*table::read_setup(log.setup));
  const auto ledger = table::Ledger::load(*setup, fixture.crypto.blake2b, rows);
  EXPECT_TRUE(ledger);
  table::EventHeader header{table::EventKind::bot_takeover, seat, table::Cause::away};
  if (ledger->kept(seat)) header = {table::EventKind::reclaimed, seat};
  header.at = fixture.clock.now;
  const table::Row row = ledger->seal(ledger->begin(header, table::MoveId::none));
  fixture.events.stored.append(
      {{game, row.ply, row.before, row.chain, row.id, fixture.clock.now, row.body}},
      [](const std::vector<store::WriteResult>& out) {
        EXPECT_EQ(out[0], store::WriteResult::ok);
      });
  return row;
}

struct Elsewhere {
  NodeFixture fixture;
  NodeFixture::Two at = fixture.seat_two();
  Socket other = at.mover == at.one ? at.two : at.one;  // waits for its turn
  Seat other_seat = fixture.last(other, "welcome")["you"].get<int>() == 1 ? Seat{0} : Seat{1};

  Socket hello(int person, table::Ply ply, const std::string& chain) {
    const Socket socket = fixture.open("p" + std::to_string(person), "/ws/t/" + at.table);
    fixture.send(socket, {{"type", "hello"},
                          {"proto", 1},
                          {"table", at.table},
                          {"token", NodeFixture::token(person)},
                          {"last_ply", ply},
                          {"last_chain", chain}});
    return socket;
  }
  // Another node writes the row, and a client has seen it.
  void follow(table::Ply ply) {
    EXPECT_EQ(write_elsewhere(fixture, at.table, other_seat).ply, ply);
    heartbeat(other, ply);
    EXPECT_EQ(fixture.last(other, "heartbeat")["head"], ply);
    fixture.wait(300);  // until the log may be read again
  }
  void heartbeat(Socket socket, table::Ply head) {
    fixture.send(socket, {{"type", "heartbeat"}, {"head", head}});
  }
};

TEST(LogWait, HelloBeyondTheHeadIsAnsweredFromTheLog) {
  Elsewhere at;
  const table::Row row = write_elsewhere(at.fixture, at.at.table, at.other_seat);
  const Socket again = at.hello(0, 2, protocol::hex(row.chain.bytes));
  EXPECT_EQ(at.fixture.last(again, "welcome")["head"], 2);
  EXPECT_EQ(at.fixture.count(again, "snapshot"), 0);  // it has everything
  EXPECT_EQ(at.fixture.last(at.at.two, "event")["ply"], 2);
}

TEST(LogWait, HelloOnAnotherChainIsAnsweredFromTheLog) {
  Elsewhere at;
  write_elsewhere(at.fixture, at.at.table, at.other_seat);
  const Socket again = at.hello(0, 1, std::string(32, '0'));
  EXPECT_EQ(at.fixture.last(again, "welcome")["head"], 2);
  EXPECT_EQ(at.fixture.last(again, "snapshot")["ply"], 2);
}

TEST(LogWait, HeartbeatBeyondTheHeadIsAnsweredFromTheLog) {
  Elsewhere at;
  write_elsewhere(at.fixture, at.at.table, at.other_seat);
  at.heartbeat(at.other, 2);
  EXPECT_EQ(at.fixture.last(at.other, "heartbeat")["head"], 2);
  EXPECT_EQ(at.fixture.last(at.at.mover, "event")["ply"], 2);
}

TEST(LogWait, MoveBeyondTheHeadIsPlayedOnTheLog) {
  Elsewhere at;
  write_elsewhere(at.fixture, at.at.table, at.other_seat);
  const Json move = {
      {"type", "move"}, {"id", "00000000000000aa"}, {"base_ply", 2}, {"move", "draw"}};
  at.fixture.send(at.at.mover, move);
  EXPECT_EQ(at.fixture.count(at.at.mover, "error"), 0);
  EXPECT_EQ(at.fixture.last(at.at.mover, "event")["id"], "00000000000000aa");
  EXPECT_EQ(at.fixture.log(at.at.table).size(), 3U);
}

TEST(LogWait, TheLogIsAuthoritative) {
  Elsewhere at;
  const int before = at.fixture.events.reads;
  const Socket again = at.hello(0, 9, std::string(32, '0'));
  EXPECT_EQ(at.fixture.events.reads, before + 1);
  EXPECT_EQ(at.fixture.last(again, "welcome")["head"], 1);
  EXPECT_EQ(at.fixture.last(again, "snapshot")["ply"], 1);
}

TEST(LogWait, ReadsNothingForWhatTheTableHas) {
  Elsewhere at;
  const int before = at.fixture.events.reads;
  const Socket again = at.hello(0, 1, at.fixture.last(at.other, "snapshot")["chain"]);
  at.heartbeat(again, 1);
  at.heartbeat(at.fixture.open("x", "/ws/t/" + at.at.table), 9);  // without a hello
  at.fixture.move(at.at.mover, "draw");
  EXPECT_EQ(at.fixture.events.reads, before);
  EXPECT_EQ(at.fixture.last(again, "welcome")["head"], 1);
}

// They are answered when the store is, in their order.
TEST(LogWait, WaitsForTheStore) {
  Elsewhere at;
  at.fixture.events.away = true;
  const table::Row row = write_elsewhere(at.fixture, at.at.table, at.other_seat);
  const Socket again = at.hello(0, 2, protocol::hex(row.chain.bytes));
  at.fixture.send(again, {{"type", "phrase"}, {"phrase", "good_luck"}});
  at.heartbeat(at.other, 1);  // others do not wait
  EXPECT_EQ(at.fixture.last(at.other, "heartbeat")["head"], 1);
  EXPECT_TRUE(at.fixture.received[again].empty());
  at.fixture.events.away = false;
  at.fixture.run();
  EXPECT_EQ(at.fixture.count(again, "error"), 0);
  EXPECT_EQ(at.fixture.count(again, "phrase"), 1);
  EXPECT_EQ(at.fixture.last(again, "welcome")["head"], 2);
}

TEST(LogWait, BoundsReadsAndMessages) {
  Elsewhere at;
  const int before = at.fixture.events.reads;
  for (int i = 0; i < 20; ++i) at.heartbeat(at.other, 99);
  EXPECT_EQ(at.fixture.events.reads, before + 1);
  EXPECT_EQ(at.fixture.count(at.other, "heartbeat"), 1);
  EXPECT_EQ(at.fixture.count(at.other, "error"), 11);  // eight wait
  EXPECT_EQ(at.fixture.last(at.other, "error")["code"], "table.busy");
  at.fixture.wait(1'000);
  EXPECT_EQ(at.fixture.count(at.other, "heartbeat"), 9);
  EXPECT_EQ(at.fixture.events.reads, before + 2);
}

TEST(LogWait, IsOverWithTheConnection) {
  Elsewhere at;
  at.fixture.events.away = true;
  const Socket again = at.hello(0, 2, std::string(32, '0'));
  at.fixture.node->on_close(again);
  at.fixture.events.away = false;
  at.fixture.run();
  EXPECT_TRUE(at.fixture.received[again].empty());
}

TEST(LogWait, DoesNotStopTheClock) {
  NodeFixture fixture;
  Json create = for_two;
  create["clock"] = {{"kind", "fischer"}, {"start", 60'000}, {"add", 0}};
  const auto [table, one, two, mover] = fixture.seat_two(create);
  for (const Socket socket : {one, two}) fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
  fixture.wait(2'000);
  fixture.events.away = true;
  fixture.send(mover, {{"type", "heartbeat"}, {"head", 99}});
  fixture.wait(3'000);
  fixture.events.away = false;
  fixture.run();
  fixture.move(mover, "draw");
  ASSERT_EQ(fixture.log(table).size(), 2U);
  EXPECT_NE(fixture.log(table)[1].body.find("spent=5000"), std::string::npos)
      << fixture.log(table)[1].body;
}

TEST(LogRead, StartsAtTheHead) {
  Elsewhere at;
  at.follow(2);
  at.follow(3);
  EXPECT_EQ(at.fixture.events.last_from, 2U);
  at.follow(4);
  EXPECT_EQ(at.fixture.events.last_from, 3U);
  EXPECT_EQ(at.fixture.last(at.other, "event")["ply"], 4);
}

// The database has lost the last rows: the whole log is read, and everyone receives what it holds.
TEST(LogRead, IsWholeIfTheLogDoesNotContinueTheTable) {
  Elsewhere at;
  at.follow(2);
  at.follow(3);
  at.fixture.events.stored.truncate(game_of(test_digest, at.at.table), 2);
  at.heartbeat(at.other, 99);
  EXPECT_EQ(at.fixture.events.last_from, 1U);
  for (const Socket socket : {at.at.one, at.at.two})
    EXPECT_EQ(at.fixture.last(socket, "snapshot")["ply"], 2);
  at.fixture.send(
      at.at.mover,
      {{"type", "move"}, {"id", "00000000000000ab"}, {"base_ply", 2}, {"move", "draw"}});
  EXPECT_EQ(at.fixture.log(at.at.table).size(), 3U);
}

protocol::FromClient ahead() { return protocol::Heartbeat{9}; }

// A read that started before a message may have missed the event that it names.
TEST(LogWaiters, NeedAReadThatStartsAfterThem) {
  LogWaiters waiters;
  const auto never = [](const protocol::FromClient&) { return false; };
  EXPECT_TRUE(waiters.add(1, ahead()));
  waiters.on_read_start(1000);
  EXPECT_TRUE(waiters.add(2, ahead()));
  EXPECT_EQ(waiters.take(true, never).size(), 1U);
  EXPECT_TRUE(waiters.has(2));
  waiters.on_read_start(2000);
  EXPECT_TRUE(waiters.take(false, never).empty());
  EXPECT_EQ(waiters.take(true, never).size(), 1U);
  EXPECT_TRUE(waiters.empty());
}

TEST(LogWaiters, KeepTheOrderOfASocket) {
  LogWaiters waiters;
  const auto known = [](const protocol::FromClient& message) {
    return !std::holds_alternative<protocol::Heartbeat>(message);
  };
  EXPECT_TRUE(waiters.add(1, ahead()));
  EXPECT_TRUE(waiters.add(1, protocol::SendPhrase{}));
  EXPECT_TRUE(waiters.add(2, protocol::SendPhrase{}));
  const auto taken = waiters.take(false, known);
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].from, 2U);
  waiters.on_read_start(1000);
  EXPECT_EQ(waiters.take(true, known).size(), 2U);
}

TEST(LogWaiters, AreBounded) {
  LogWaiters waiters;
  Socket socket = 0;
  while (socket < 1000 && waiters.add(++socket, ahead())) {
  }
  EXPECT_EQ(socket, 257U);
  waiters.remove(1);
  EXPECT_TRUE(waiters.add(2, ahead()));
}

}  // namespace
}  // namespace coset::node
