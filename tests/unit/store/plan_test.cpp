// The plans of PostgreSQL for the statements of every move.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "unit/store/event_stores.hpp"

namespace coset::store {
namespace {

Chain chain(Ply ply) {
  Chain out;
  out.bytes[0] = static_cast<std::uint8_t>(ply);
  return out;
}

struct Scans {
  int sequential = -1, inserted = -1;
};

// Once PostgreSQL has counted that many rows; its counts come late.
Scans scans_of_event(const std::string& url, int inserted) {
  Scans out;
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    for (int i = 0; i < 200 && out.inserted < inserted; ++i) {
      const Got got = ask(connection,
                          "SELECT seq_scan, n_tup_ins FROM pg_stat_user_tables"
                          " WHERE relname = 'event'");
      out = {std::atoi(PQgetvalue(got.get(), 0, 0)), std::atoi(PQgetvalue(got.get(), 0, 1))};
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
  return out;
}

// PostgreSQL plans a statement when the table is still empty, and then keeps the plan.
TEST(Plan, AppendsWithoutScanningANewTable) {
  InPostgres place;
  constexpr int games = 20, plies = 4;
  const auto append = [&](std::vector<Event> batch) {
    return answer_of<std::vector<WriteResult>>(
        place, [&](auto done) { place.store.append(std::move(batch), done); });
  };
  for (int game = 1; game <= games; ++game)
    ASSERT_EQ(
        answer_of<WriteResult>(
            place,
            [&](auto done) { place.store.create({GameId(game), "setup", chain(0), 1, {}}, done); }),
        WriteResult::ok);
  for (Ply ply = 1; ply <= plies; ++ply)
    for (int game = 1; game <= games; ++game) {
      Event row{GameId(game), ply, chain(ply - 1), chain(ply), MoveId{1000 + ply}, 5, "move"};
      if (game % 3 == 0) row.due = 1;
      ASSERT_EQ(append({row})[0], WriteResult::ok);
    }
  // A session publishes its counts with a statement a second after it has done so last.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  (void)answer_of<Result<std::optional<Log>>>(
      place, [&](auto done) { place.store.read(GameId{1}, 1, done); });
  const Scans scans = scans_of_event(place.url, games * (plies + 1));
  EXPECT_EQ(scans.inserted, games * (plies + 1));
  EXPECT_LE(scans.sequential, 2);  // of creating the table and its key
}

}  // namespace
}  // namespace coset::store
