// Table::follow with the rows that each store returns from a ply on equals a reload of the whole
// log, also of an archived game.
#include "server/node/log_rows.hpp"
#include "unit/store/event_stores.hpp"
#include "unit/table/follow_trial.hpp"

namespace coset::node {
namespace {

template <class Backend>
class FollowStores : public testing::Test {
 protected:
  void write(GameId game, const table::FollowTrial& trial) {
    const protocol::Chain first{table::test_digest(table::header_of(trial.setup()))};
    const auto created = store::answer_of<store::WriteResult>(
        backend_, [&](auto done) { backend_.store.create({game, "setup", first, 1, {}}, done); });
    ASSERT_EQ(created, store::WriteResult::ok);
    for (const table::Row& row : trial.log()) {
      const auto results =
          store::answer_of<std::vector<store::WriteResult>>(backend_, [&](auto done) {
            backend_.store.append({{game, row.ply, row.before, row.chain, row.id, 1, row.body}},
                                  done);
          });
      ASSERT_EQ(results[0], store::WriteResult::ok);
    }
  }
  std::vector<table::Row> read(GameId game, table::Ply from) {
    const auto log = store::answer_of<Result<std::optional<store::Log>>>(
        backend_, [&](auto done) { backend_.store.read(game, from, done); });
    return rows_of(**log);
  }
  void archive(GameId game) {
    store::answer_of<store::WriteResult>(backend_,
                                         [&](auto done) { backend_.store.archive(game, done); });
  }

  Backend backend_;
};
TYPED_TEST_SUITE(FollowStores, store::EventStores);

TYPED_TEST(FollowStores, EqualsReload) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    table::FollowTrial trial(seed);
    const GameId game{seed + 1};
    this->write(game, trial);
    if (seed % 4 == 3) this->archive(game);
    ASSERT_EQ(this->read(game, 1), trial.log());
    EXPECT_EQ(trial.run([&](table::Ply from) { return this->read(game, from); }), "")
        << "seed " << seed << ", " << trial.setup().spec.text();
  }
}

}  // namespace
}  // namespace coset::node
