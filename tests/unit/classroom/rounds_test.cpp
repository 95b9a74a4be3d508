// Tasks, rounds of games, and trades at their tables.
#include "engine/teach/puzzles/kind.hpp"
#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

using messages::Welcome;

TEST(Rounds, GroupsAreAsSmallAsAtOtherTables) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  EXPECT_EQ(refused(host.teach(messages::Pair{.spec = "al-jabar Z2^8 seats=2"}), teacher_at),
            "lobby.group_order");
  EXPECT_EQ(refused(host.teach(messages::SetTask{.task = "game al-jabar Z2^8"}), teacher_at),
            "class.task");
}

TEST(Rounds, TasksForAllAndForSome) {
  ClassHost host;
  host.watch();
  host.join_all(3);
  const auto all = host.teach(messages::SetTask{.task = "puzzle make-fewest 5"});
  EXPECT_EQ(count_of<messages::PupilState>(all), 3U);
  host.teach(messages::SetTask{.to = {2}, .task = "wait"});
  EXPECT_EQ(host.room.state().pupil(1)->task, "puzzle make-fewest 5");
  EXPECT_EQ(host.room.state().pupil(2)->task, "wait");
  host.join(4);
  EXPECT_EQ(host.room.state().pupil(4)->task, "puzzle make-fewest 5");
  for (const char* task :
       {"", "dance", "lesson", "lesson nowhere 1", "lesson colours 1", "puzzle nowhere 5",
        "puzzle colours.primaries 5", "lesson make-fewest 5", "puzzle make-fewest x",
        "puzzle make-fewest 05", "puzzle make-fewest 18446744073709551616", "tables", "game",
        "game chess", "game al-jabar Z2^3 position hand1=R", "wait 3"})
    EXPECT_EQ(refused(host.teach(messages::SetTask{.task = task}), teacher_at), "class.task")
        << task;
  EXPECT_EQ(refused(host.teach(messages::SetTask{.to = {9}, .task = "wait"}), teacher_at),
            "class.pupil");
  host.teach(messages::SetTask{.task = "game al-jabar Z2^3"});
  EXPECT_TRUE(host.room.state().task.starts_with("game al-jabar Z2^3 seats="));
}

// Making one takes a part of a second, in which the node would serve nobody: the kind and the seed
// are read, and no more.
TEST(Rounds, APuzzleIsSentButNotCounted) {
  ClassHost host;
  host.watch();
  host.join(1);
  for (const teach::PuzzleInfo& info : teach::puzzle_kinds()) {
    const std::string task = "puzzle " + std::string(info.name) + " 18446744073709551615";
    const auto out = host.teach(messages::SetTask{.task = task});
    EXPECT_EQ(told<messages::PupilState>(out, 1).task, task);
  }
  EXPECT_EQ(host.room.state().given.size(), 1U);  // the first lesson
  EXPECT_FALSE(messages::decode_client(
      R"({"type":"solve","id":"5f0a9c31e6b7d24c","kind":"repair","seed":"5","answer":"R"})"));
  const messages::Answer answer{host.next_id(), "repair", "18446744073709551615", 0, "R+Y=O"};
  EXPECT_EQ(refused(host.send(1, answer), 1), "class.task");
  EXPECT_EQ(host.room.state().answers, 0U);
}

TEST(Rounds, PairsAndGoesBackToTheTables) {
  ClassHost host;
  host.watch();
  host.join_all(5);
  const auto out = host.teach(messages::Pair{.spec = std::string(pair_spec)});
  EXPECT_EQ(host.room.state().tables.size(), 3U);
  EXPECT_EQ(host.room.state().round, 1);
  const auto state = told<messages::PupilState>(out, 1);
  ASSERT_TRUE(state.table);
  EXPECT_EQ(state.task, "tables");
  EXPECT_FALSE(state.table->invitation.empty());
  host.teach(messages::SetTask{.task = "wait"});
  host.room = host.loaded();
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).state->table, state.table);
  host.watch();
  host.teach(messages::SetTask{.task = "tables"});
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).state->task, "tables");
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).state->table, state.table);

  host.teach(messages::Pair{.spec = std::string(pair_spec), .odd = messages::Odd::three});
  EXPECT_EQ(host.room.state().round, 2);
  EXPECT_EQ(host.room.state().round_begin, 3U);
  for (PupilNumber pupil = 1; pupil <= 5; ++pupil)
    EXPECT_NE(host.room.state().table_of(pupil), nullptr);
}

TEST(Rounds, OrdersSayWhoMaySit) {
  ClassHost host;
  host.watch();
  host.join_all(3);
  host.room.handle(teacher_at,
                   messages::Pair{host.next_id(), "al-jabar Z2^3 seats=4", {}, "level2"}, host.now);
  const auto orders = host.room.table_orders();
  ASSERT_EQ(orders.size(), 2U);
  EXPECT_FALSE(host.room.proposal());
  for (const TableOrder& order : orders) {
    EXPECT_NE(order.spec.find(" seats=2 "), std::string::npos) << order.spec;
    EXPECT_EQ(order.pupils.size() + order.bots.size(), 2U);
    for (std::size_t i = 0; i < order.pupils.size(); ++i) {
      const Pupil& pupil = *host.room.state().pupil(order.pupils[i]);
      EXPECT_EQ(order.aliases[i], pupil.alias);
      EXPECT_EQ(order.tokens[i], digest_of(test_digest, token_of(order.pupils[i])));
    }
    if (!order.bots.empty()) EXPECT_EQ(order.bots[0], "level2");
  }
  EXPECT_EQ(
      refused(host.room.orders_failed(protocol::error_code("lobby.full"), host.now), teacher_at),
      "lobby.full");
  EXPECT_FALSE(host.room.busy());
  EXPECT_EQ(refused(host.teach(messages::Pair{.spec = "solitaire Z2^3"}), teacher_at),
            "class.seats");
  EXPECT_EQ(refused(host.teach(messages::Pair{.spec = std::string(pair_spec), .bot = "level4"}),
                    teacher_at),
            "bot.offered");
  EXPECT_EQ(refused(host.teach(messages::Pair{.spec = "chess"}), teacher_at), "spec.game");
  ClassHost empty;
  empty.watch();
  EXPECT_EQ(refused(empty.teach(messages::Pair{.spec = std::string(pair_spec)}), teacher_at),
            "class.nobody");
}

TEST(Rounds, ALatecomerPlaysABotNowAndAPersonNext) {
  ClassHost host;
  host.watch();
  host.join_all(3);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  const auto before = host.room.state().tables.size();
  host.join(4);
  ASSERT_EQ(host.room.state().tables.size(), before + 1);
  EXPECT_EQ(host.room.state().tables.back().pupils, std::vector<PupilNumber>{4});
  EXPECT_EQ(host.room.state().tables.back().bots.size(), 1U);
  EXPECT_EQ(host.room.state().round, 1);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  EXPECT_EQ(host.room.state().table_of(4)->pupils.size(), 2U);
  // During a lesson nobody needs a table.
  host.teach(messages::SetTask{.task = "wait"});
  host.join(5);
  EXPECT_EQ(host.room.state().table_of(5), nullptr);
}

TEST(Rounds, WhoPlayedARemovedPupilPlaysABotNow) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  const State& state = host.room.state();
  const PairedTable left = *state.table_of(1);
  const PupilNumber other = left.pupils[left.pupils[0] == 1 ? 1 : 0];
  const auto out = host.teach(messages::Remove{.pupil = 1});
  ASSERT_EQ(state.tables.size(), 3U);
  EXPECT_EQ(state.tables.back().pupils, std::vector<PupilNumber>{other});
  EXPECT_EQ(state.tables.back().bots.size(), 1U);
  EXPECT_EQ(told<messages::PupilState>(out, other).table->name, state.tables.back().name);
  EXPECT_EQ(state.table_of(1), nullptr);
  for (const auto& tile : host.room.wall(host.now).tiles) EXPECT_NE(tile.table, left.name);
  // Who leaves comes back, and keeps the table.
  const PupilNumber third = state.tables[left == state.tables[0] ? 1 : 0].pupils[0];
  host.send(third, messages::Leave{host.next_id()});
  EXPECT_EQ(state.tables.size(), 3U);
}

TEST(Rounds, ATradeThatIsNotLevelIsCounted) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  const std::string mine = host.room.state().table_of(1)->name;
  const auto try_it = [&](ConnectionId by, std::string table, std::vector<std::string> give,
                          std::vector<std::string> take) {
    return host.send(
        by,
        messages::Tried{host.next_id(), std::move(table), std::move(give), std::move(take), {}});
  };
  EXPECT_EQ(told<messages::Counted>(try_it(1, mine, {"O", "R"}, {"O"}), 1).misconception, "paint");
  EXPECT_EQ(told<messages::Counted>(try_it(1, mine, {"R", "Y"}, {"G"}), 1).misconception, "other");
  EXPECT_EQ(refused(try_it(1, mine, {"R", "Y"}, {"O"}), 1), "class.level");
  EXPECT_EQ(refused(try_it(1, mine, {}, {"O"}), 1), "move.piece");
  EXPECT_EQ(refused(try_it(1, mine, {"sA"}, {"O"}), 1), "move.piece");
  EXPECT_EQ(refused(try_it(1, "", {"R"}, {"O"}), 1), "class.table");
  EXPECT_EQ(host.room.state().trades, 2U);
  EXPECT_EQ(host.room.state().other, 1U);

  // At another's table a pupil has no seat, whatever it says.
  const PupilNumber partner = host.room.state().table_of(1)->pupils[1];
  const auto stranger = static_cast<ConnectionId>(partner == 2 ? 3 : 2);
  EXPECT_EQ(refused(try_it(stranger, mine, {"O", "R"}, {"O"}), stranger), "class.table");
  EXPECT_EQ(host.room.state().trades, 2U);

  host.teach(messages::SetTask{.task = "game mad-abel Z4xZ13 seats=2"});
  const auto cards = [&](std::vector<std::string> played, std::vector<std::string> wanted) {
    return host.send(1,
                     messages::Tried{host.next_id(), "", {}, std::move(wanted), std::move(played)});
  };
  EXPECT_EQ(told<messages::Counted>(cards({"s5", "s6"}, {"sJ"}), 1).misconception, "half_card");
  EXPECT_EQ(refused(cards({"s5", "s6"}, {"sJ", "sA"}), 1), "move.piece");
}

TEST(Rounds, WithHelpWhilePickingGamesCountNothing) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.teach(messages::SetTask{.task = "game al-jabar Z2^3"});
  host.teach(messages::SetOptions{.think_first = false});
  const auto rows = host.log.size();
  const auto out = host.send(1, messages::Tried{host.next_id(), "", {"O", "R"}, {"O"}, {}});
  EXPECT_EQ(told<messages::Counted>(out, 1).misconception, "paint");
  EXPECT_EQ(host.log.size(), rows);
  EXPECT_FALSE(host.room.wall(host.now).options.think_first);
}

}  // namespace
}  // namespace coset::classroom
