// The contract of EventStore, for each implementation.
#include "unit/store/event_stores.hpp"

namespace coset::store {
namespace {

Chain chain(int n) {
  Chain out;
  out.bytes[0] = static_cast<std::uint8_t>(n);
  out.bytes[15] = static_cast<std::uint8_t>(n >> 8);
  return out;
}

Event event(GameId game, Ply ply, int before, int after, std::string body = "move") {
  return {
      game,           ply, chain(before), chain(after), static_cast<MoveId>(1000 + ply), 5000 + ply,
      std::move(body)};
}

template <class Place>
class Conformance : public testing::Test {
 protected:
  // Waits for the result of `ask`.
  template <class T, class Ask>
  T answer(const Ask& ask) {
    return answer_of<T>(place_, ask);
  }
  WriteResult create(GameId game, std::optional<GameId> after = {}) {
    return answer<WriteResult>([&](auto done) {
      place_.store.create({game, "setup of \"it\"", chain(0), 4000, after}, done);
    });
  }
  std::vector<WriteResult> append(std::vector<Event> batch) {
    return answer<std::vector<WriteResult>>(
        [&](auto done) { place_.store.append(std::move(batch), done); });
  }
  std::optional<Log> read(GameId game, Ply from = 1) {
    return *answer<Result<std::optional<Log>>>(
        [&](auto done) { place_.store.read(game, from, done); });
  }
  WriteResult finish(GameId game) {
    return answer<WriteResult>([&](auto done) { place_.store.archive(game, done); });
  }

  Place place_;
};

TYPED_TEST_SUITE(Conformance, EventStores);

constexpr GameId one{1};
constexpr GameId two{0xfedcba9876543210};  // beyond a signed number
constexpr GameId three{3};

TYPED_TEST(Conformance, CreatesGameOnce) {
  EXPECT_EQ(this->read(one), std::nullopt);
  EXPECT_EQ(this->create(one), WriteResult::ok);
  EXPECT_EQ(this->create(one), WriteResult::conflict);
  const auto log = this->read(one);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->setup, "setup of \"it\"");
  EXPECT_TRUE(log->events.empty());
  EXPECT_FALSE(log->finished);
}

TYPED_TEST(Conformance, ReadsAppendedEvents) {
  this->create(two);
  const std::string body = "move 1 at=1700000000000\n1: draw\n1: deal R\n";
  const std::vector<Event> rows = {event(two, 1, 0, 1, body), event(two, 2, 1, 2, ""),
                                   event(two, 3, 2, 300, "Zo\xc3\xab \"quoted\", 'so'")};
  for (const Event& row : rows) EXPECT_EQ(this->append({row})[0], WriteResult::ok);
  EXPECT_EQ(this->read(two)->events, rows);
  EXPECT_EQ(this->read(two, 0)->events, rows);
  EXPECT_EQ(this->read(two, 3)->events, (std::vector<Event>{rows[2]}));
  EXPECT_TRUE(this->read(two, 4)->events.empty());
  EXPECT_EQ(this->read(two, 3)->setup, "setup of \"it\"");
}

// A read beyond the last event returns the setup.
TYPED_TEST(Conformance, ReadsSetupBeyondHead) {
  for (const Ply from : {Ply{2}, Ply{3}, Ply{9}, ~Ply{0}})
    EXPECT_EQ(this->read(one, from), std::nullopt);
  this->create(one);
  EXPECT_EQ(this->append({event(one, 1, 0, 1)})[0], WriteResult::ok);
  this->create(two, one);
  for (const bool finished : {false, true}) {
    if (finished) this->finish(one);
    for (const Ply from : {Ply{2}, Ply{3}, Ply{9}, ~Ply{0}}) {
      const auto log = this->read(one, from);
      ASSERT_TRUE(log) << from;
      EXPECT_EQ(log->setup, "setup of \"it\"") << from;
      EXPECT_TRUE(log->events.empty()) << from;
      EXPECT_EQ(log->finished, finished) << from;
      EXPECT_EQ(log->next, two) << from;
    }
  }
}

// The guard: good, ply taken, predecessor missing, predecessor of another chain.
TYPED_TEST(Conformance, RequiresPredecessor) {
  for (const GameId game : {one, two, three, GameId{4}}) this->create(game);
  this->append({event(two, 1, 0, 7)});
  const auto outcomes =
      this->append({event(one, 1, 0, 1), event(two, 1, 0, 8), event(three, 2, 1, 2),
                    event(GameId{4}, 1, 9, 1), event(GameId{99}, 1, 0, 1)});
  EXPECT_EQ(outcomes,
            (std::vector<WriteResult>{WriteResult::ok, WriteResult::conflict, WriteResult::conflict,
                                      WriteResult::conflict, WriteResult::conflict}));
  EXPECT_EQ(this->read(one)->events.size(), 1U);
  EXPECT_EQ(this->read(two)->events[0].chain, chain(7));
  EXPECT_TRUE(this->read(three)->events.empty());
  EXPECT_TRUE(this->read(GameId{4})->events.empty());
}

TYPED_TEST(Conformance, RejectsDuplicateRow) {
  this->create(one);
  EXPECT_EQ(this->append({event(one, 1, 0, 1)})[0], WriteResult::ok);
  EXPECT_EQ(this->append({event(one, 1, 0, 1)})[0], WriteResult::conflict);
  EXPECT_EQ(this->read(one)->events.size(), 1U);
}

TYPED_TEST(Conformance, ReturnsResultsInBatchOrder) {
  std::vector<Event> batch;
  for (const std::uint64_t id : {9U, 3U, 7U, 1U, 8U}) {
    this->create(GameId{id});
    batch.push_back(event(GameId{id}, 1, id == 7 ? 5 : 0, 1));
  }
  EXPECT_EQ(this->append(batch),
            (std::vector<WriteResult>{WriteResult::ok, WriteResult::ok, WriteResult::conflict,
                                      WriteResult::ok, WriteResult::ok}));
  EXPECT_TRUE(this->append({}).empty());
}

TYPED_TEST(Conformance, ArchivesFinishedGame) {
  this->create(one);
  std::vector<Event> rows;
  for (int ply = 1; ply <= 12; ++ply) {
    rows.push_back(event(one, static_cast<Ply>(ply), ply - 1, ply, "body " + std::to_string(ply)));
    this->append({rows.back()});
  }
  EXPECT_EQ(this->finish(one), WriteResult::ok);
  EXPECT_EQ(this->finish(one), WriteResult::ok);        // idempotent
  EXPECT_EQ(this->finish(two), WriteResult::conflict);  // there is no such game
  const auto log = this->read(one);
  EXPECT_TRUE(log->finished);
  EXPECT_EQ(log->events, rows);
  EXPECT_EQ(this->read(one, 10)->events, (std::vector<Event>{rows.begin() + 9, rows.end()}));
  EXPECT_EQ(this->append({event(one, 13, 12, 13)})[0], WriteResult::conflict);
}

TYPED_TEST(Conformance, AllowsOneRematch) {
  this->create(one);
  EXPECT_EQ(this->read(one)->next, std::nullopt);
  EXPECT_EQ(this->create(two, one), WriteResult::ok);
  EXPECT_EQ(this->create(three, one), WriteResult::conflict);
  EXPECT_EQ(this->read(one)->next, two);
  EXPECT_EQ(this->read(three), std::nullopt);
}

TYPED_TEST(Conformance, PaginatesGames) {
  for (const GameId game : {one, two, three}) EXPECT_EQ(this->create(game), WriteResult::ok);
  EXPECT_EQ(this->finish(one), WriteResult::ok);
  std::vector<GameId> found;
  std::optional<GameId> last;
  for (bool more = true; more;) {
    const auto some = *this->template answer<Result<std::vector<GameId>>>(
        [&](auto done) { this->place_.store.games(last, 2, done); });
    EXPECT_LE(some.size(), 2U);
    found.insert(found.end(), some.begin(), some.end());
    more = !some.empty();
    if (more) last = some.back();
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (std::vector{one, three, two}));
}

TYPED_TEST(Conformance, FindsUnfinishedGames) {
  const auto unfinished = [&](Time before, std::optional<GameId> after = {}, int limit = 10) {
    std::vector<GameId> out = *this->template answer<Result<std::vector<GameId>>>(
        [&](auto done) { this->place_.store.unfinished(before, after, limit, done); });
    return out;
  };
  EXPECT_TRUE(unfinished(5000).empty());
  for (const GameId game : {one, two, three, GameId{4}}) this->create(game);
  this->finish(three);
  EXPECT_TRUE(unfinished(4000).empty());  // when they were created
  std::vector<GameId> all;
  std::optional<GameId> last;
  for (auto some = unfinished(4001, last, 2); !some.empty(); some = unfinished(4001, last, 2)) {
    EXPECT_LE(some.size(), 2U);
    all.insert(all.end(), some.begin(), some.end());
    last = some.back();
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<GameId>{one, GameId{4}, two}));
}

TYPED_TEST(Conformance, FindsGamesPastDeadline) {
  for (const GameId game : {one, two, three}) this->create(game);
  const auto due = [&](Time by, int most = 10) {
    return *this->template answer<Result<std::vector<Due>>>(
        [&](auto done) { this->place_.store.due(by, most, done); });
  };
  const auto with_due = [](Event row, std::optional<Time> at) {
    row.due = at;
    return row;
  };
  this->append({with_due(event(one, 1, 0, 1), 9000), with_due(event(two, 1, 0, 1), 7000),
                event(three, 1, 0, 1)});
  EXPECT_TRUE(due(6999).empty());
  EXPECT_EQ(due(9000), (std::vector<Due>{{two, 7000}, {one, 9000}}));
  EXPECT_EQ(due(9000, 1), (std::vector<Due>{{two, 7000}}));
  // A rejected row changes nothing; one without a deadline clears it.
  this->append({with_due(event(one, 1, 0, 1), 1)});
  EXPECT_EQ(due(8000), (std::vector<Due>{{two, 7000}}));
  this->append({with_due(event(two, 2, 1, 2), 20000), with_due(event(one, 2, 1, 2), std::nullopt)});
  EXPECT_TRUE(due(9000).empty());
  this->finish(two);
  EXPECT_TRUE(due(30000).empty());
}

TYPED_TEST(Conformance, CommitsTaskWithRow) {
  this->create(one);
  this->create(two);
  const auto tasks = [&] {
    return *this->template answer<Result<std::vector<Task>>>(
        [&](auto done) { this->place_.store.tasks(10, done); });
  };
  Event last = event(one, 1, 0, 1);
  last.outbox = "rate 1,2";
  Event refused = event(two, 2, 1, 2);
  refused.outbox = "rate 3,4";
  this->append({last, refused});
  this->append({last});
  ASSERT_EQ(tasks().size(), 1U);
  EXPECT_EQ(tasks()[0].game, one);
  EXPECT_EQ(tasks()[0].body, "rate 1,2");
  this->template answer<WriteResult>([&, number = tasks()[0].number](auto done) {
    this->place_.store.complete_task(number, done);
  });
  EXPECT_TRUE(tasks().empty());
}

// Every store starts with this check: two rows of one game in a batch are a bug of the caller.
TEST(Batch, HasOneRowPerGame) {
  check_batch({event(one, 1, 0, 1), event(two, 1, 0, 1)});
  EXPECT_DEATH(check_batch({event(one, 1, 0, 1), event(one, 2, 1, 2)}), "");
  EXPECT_DEATH(check_batch({event(one, 0, 0, 0)}), "");
  MemoryStore store;
  EXPECT_DEATH(store.append({event(one, 1, 0, 1), event(one, 2, 1, 2)}, [](const auto&) {}), "");
}

}  // namespace
}  // namespace coset::store
