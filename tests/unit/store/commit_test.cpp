// A statement's rows come before its commit: what a connection answers is in the log for good,
// however the session ends while the commit waits for a standby.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <csignal>
#include <filesystem>

#include "server/store/postgres_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

using Steady = std::chrono::steady_clock;
constexpr int patience = 60;  // seconds: against hangs only

std::string query(const std::string& url, const std::string& sql) {
  std::string out;
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    const Got got = ask(connection, sql);
    if (PQntuples(got.get()) > 0) out = PQgetvalue(got.get(), 0, 0);
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
  return out;
}

const std::string waits = " FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

// While it is there commits wait for a standby that never answers.
class AbsentStandby {
 public:
  explicit AbsentStandby(std::string url) : url_(std::move(url)) { require("'nobody'"); }
  ~AbsentStandby() { require("''"); }
  AbsentStandby(const AbsentStandby&) = delete;
  AbsentStandby& operator=(const AbsentStandby&) = delete;

 private:
  void require(const std::string& names) {
    query(url_, "ALTER SYSTEM SET synchronous_standby_names = " + names);
    query(url_, "SELECT pg_reload_conf()");
  }
  std::string url_;
};

class Commit : public testing::Test {
 protected:
  Commit() : url_(PostgresCluster::instance().new_database()) {
    EXPECT_EQ(PostgresStore::migrate(url_), std::nullopt);
    store_.emplace(url_);
    EXPECT_TRUE(connects());
  }

  bool drive(const std::function<bool()>& until) {
    const auto end = Steady::now() + std::chrono::seconds(patience);
    while (!until() && Steady::now() < end) store_->connection().wait(20);
    return until();
  }
  bool connects() {
    return drive([&] { return store_->connection().connected(); });
  }
  // Creates games until the commit of one of them waits; the setting counts a moment later.
  void create_and_wait() {
    for (std::uint64_t id = 1; query(url_, "SELECT count(*)" + waits) == "0"; ++id) {
      outcome_.reset();
      store_->create({static_cast<GameId>(id), "{}", {}, 1, {}},
                     [&](WriteResult is) { outcome_ = is; });
      ASSERT_TRUE(drive([&] { return outcome_ || query(url_, "SELECT count(*)" + waits) == "1"; }));
    }
    ASSERT_EQ(outcome_, std::nullopt);
  }
  WriteResult outcome() {
    EXPECT_TRUE(drive([&] { return outcome_.has_value(); }));
    return outcome_.value_or(WriteResult::ok);
  }
  std::string games() { return query(url_, "SELECT count(*) FROM game"); }

  std::string url_;
  std::optional<PostgresStore> store_;
  std::optional<WriteResult> outcome_;
};

TEST_F(Commit, IsUnknownWhenTheSessionIsTerminated) {
  const AbsentStandby standby(url_);
  create_and_wait();
  query(url_, "SELECT pg_terminate_backend(pid)" + waits);
  EXPECT_EQ(outcome(), WriteResult::unknown);
}

// The wait ends, and the answer is that of a commit; but only the primary has it.
TEST_F(Commit, IsUnknownWhenTheWaitIsCancelled) {
  const AbsentStandby standby(url_);
  create_and_wait();
  query(url_, "SELECT pg_cancel_backend(pid)" + waits);
  EXPECT_EQ(outcome(), WriteResult::unknown);
  EXPECT_EQ(store_->connection().last_loss().reason,
            "The wait for the synchronous standby was cancelled.");
}

TEST_F(Commit, IsUnknownWhenAnotherSessionCrashes) {
  Postgres other(url_, {});
  while (!other.connected()) other.wait(20);
  const AbsentStandby standby(url_);
  create_and_wait();
  const auto idle = std::stoi(query(url_,
                                    "SELECT pid FROM pg_stat_activity WHERE state = 'idle'"
                                    " AND datname = current_database()"
                                    " AND application_name LIKE 'cosetd %'"));
  ASSERT_EQ(kill(idle, SIGKILL), 0);
  EXPECT_EQ(outcome(), WriteResult::unknown);
  // It recovers, and accepts no connection meanwhile.
  const auto nothing = [](PGconn*) { return std::optional<Error>(); };
  while (run_script(url_, nothing)) store_->connection().wait(20);
}

TEST_F(Commit, IsUnknownWhenTheServerStopsAtOnce) {
  {
    const AbsentStandby standby(url_);
    create_and_wait();
    PostgresCluster::instance().stop("immediate");
    EXPECT_EQ(outcome(), WriteResult::unknown);
    PostgresCluster::instance().start();
  }
  EXPECT_TRUE(connects());
}

TEST_F(Commit, IsUnknownWhenTheServerStopsFast) {
  {
    const AbsentStandby standby(url_);
    create_and_wait();
    PostgresCluster::instance().stop("fast");
    EXPECT_EQ(outcome(), WriteResult::unknown);
    PostgresCluster::instance().start();
  }
  EXPECT_TRUE(connects());
}

// A row whose wait was cancelled is visible at the primary. Nothing is read before the standby has
// it.
TEST_F(Commit, IsAwaitedBeforeAnythingIsRead) {
  {
    const AbsentStandby standby(url_);
    create_and_wait();
    const std::string before = games();
    query(url_, "SELECT pg_terminate_backend(pid)" + waits);
    EXPECT_EQ(outcome(), WriteResult::unknown);
    EXPECT_EQ(std::stoi(games()), std::stoi(before) + 1);
    ASSERT_TRUE(drive([&] {
      return query(url_, "SELECT count(*)" + waits + " AND query LIKE '%coset barrier%'") == "1";
    }));
    EXPECT_FALSE(store_->connection().connected());
  }
  EXPECT_TRUE(connects());
}

// However long the standby is away: one session waits with the row, and one with the barrier. A
// connection that has waited too long begins with the next host.
TEST_F(Commit, IsWaitedForByFewSessionsAtEveryHost) {
  const std::string folder = url_.substr(5, url_.find(' ') - 5), other = folder + "-other";
  std::filesystem::create_directory_symlink(folder, other);
  store_.emplace("host=" + folder + "," + other + url_.substr(url_.find(' ')));
  ASSERT_TRUE(connects());
  {
    const AbsentStandby standby(url_);
    create_and_wait();
    const std::string before = games();
    EXPECT_EQ(outcome(), WriteResult::unknown);
    const ConnectionLoss first = store_->connection().last_loss();
    EXPECT_EQ(first.reason, "It does not answer within 5 seconds.");
    EXPECT_EQ(first.host, folder);
    const auto lost_at = [&](const std::string& host) {
      return [&, host] { return store_->connection().last_loss().host == host; };
    };
    ASSERT_TRUE(drive(lost_at(other)));
    EXPECT_NE(store_->connection().last_loss().reason.find("synchronous standby"),
              std::string::npos);
    ASSERT_TRUE(drive(lost_at(folder)));
    ASSERT_TRUE(drive([&] {
      return query(url_, "SELECT count(*)" + waits + " AND query LIKE '%coset barrier%'") == "1";
    }));
    EXPECT_EQ(query(url_, "SELECT count(*)" + waits), "2");
    EXPECT_EQ(games(), before) << "the row is not visible before the standby has it";
  }
  EXPECT_TRUE(connects());
  EXPECT_TRUE(drive([&] { return query(url_, "SELECT count(*)" + waits) == "0"; }));
  std::filesystem::remove(other);
}

// Its commit waits there, and the session keeps the lock for as long; the primary is elsewhere by
// now.
TEST_F(Commit, LeavesAHostWhereAFormerSessionKeepsTheLock) {
  const std::string folder = url_.substr(5, url_.find(' ') - 5), other = folder + "-other";
  std::filesystem::create_directory_symlink(folder, other);
  Postgres connection("host=" + folder + "," + other + url_.substr(url_.find(' ')),
                      {{"write", "SELECT pg_logical_emit_message(true, 'written', '')"}});
  connection.hold_lock(1);
  while (!connection.connected()) connection.wait(20);
  {
    const AbsentStandby standby(url_);
    std::optional<bool> written = true;
    while (written == true) {  // the setting counts a moment later
      written.reset();
      connection.send("write", {}, [&](const QueryResult& is) { written = is.rows != nullptr; });
      while (!written && query(url_, "SELECT count(*)" + waits) == "0") connection.wait(20);
    }
    ASSERT_EQ(shutdown(connection.descriptor(), SHUT_RDWR), 0);
    std::vector<std::string> tried;
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (attempt > 0) connection.connect();
      while (connection.descriptor() >= 0 && !connection.connected()) connection.wait(20);
      while (attempt == 0 && connection.descriptor() >= 0) connection.wait(20);
      ASSERT_FALSE(connection.connected());
      if (attempt > 0)
        EXPECT_EQ(connection.last_loss().reason,
                  "A former session of this server still has its lock.");
      tried.push_back(connection.last_loss().host);
    }
    EXPECT_EQ(tried, std::vector<std::string>({folder, folder, other}));
  }
  while (!connection.connected()) connection.wait(20);
  std::filesystem::remove(other);
}

// Whatever is the default of a role or a database: the answer is that of a commit.
TEST_F(Commit, IsOnDiskAtItsAnswer) {
  const std::string name = query(url_, "SELECT current_database()");
  for (const auto& [of_database, of_session] :
       {std::pair("off", "on"), {"local", "on"}, {"remote_apply", "remote_apply"}}) {
    query(url_, "ALTER DATABASE " + name + " SET synchronous_commit = " + of_database);
    Postgres connection(url_, {{"setting", "SELECT current_setting('synchronous_commit')"}});
    while (!connection.connected()) connection.wait(20);
    std::string found;
    connection.send("setting", {}, [&](const QueryResult& result) {
      ASSERT_NE(result.rows, nullptr);
      found = result.rows->bytes(0, 0);
    });
    while (found.empty()) connection.wait(20);
    EXPECT_EQ(found, of_session);
  }
}

TEST_F(Commit, NoticesGoToTheListener) {
  Postgres connection(url_, {{"warn", "DO $$ BEGIN RAISE WARNING 'the disk is warm'; END $$"}});
  std::vector<std::string> told;
  connection.on_notice([&](const std::string& text) { told.push_back(text); });
  while (!connection.connected()) connection.wait(20);
  bool done = false;
  connection.send("warn", {}, [&](const QueryResult& result) { done = result.rows != nullptr; });
  while (!done) connection.wait(20);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told.front().find("the disk is warm"), std::string::npos) << told.front();
}

}  // namespace
}  // namespace coset::store
