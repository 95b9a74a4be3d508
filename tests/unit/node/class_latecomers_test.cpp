// Pupils who come when the tables of a round are made, or when a bot has their seat.
#include <gtest/gtest.h>

#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

// A phone was locked for twenty seconds.
TEST(ClassLatecomers, WhoFindsABotInTheSeatGetsAnotherTable) {
  ClassRound round(2);
  ClassFixture& at = round.at;
  const std::string first = round.table_of(2)["name"];
  at.node->on_close(round.pupils[1]);
  round.join(1);
  at.wait(21'000);
  at.sit_down(round.code, first, 1);
  at.wait(11'000);
  EXPECT_EQ(at.count_rows(round.code, "paired"), 1);  // nobody waits for a table
  round.pupils[1] = at.come(round.code, 2);
  at.wait(11'000);
  const std::string second = round.table_of(2)["name"];
  EXPECT_NE(second, first);
  EXPECT_EQ(round.table_of(1)["name"], first);
  EXPECT_EQ(at.count(round.join(2), "started"), 1);
  // Once.
  at.wait(30'000);
  EXPECT_EQ(round.table_of(2)["name"], second);
  EXPECT_EQ(at.count_rows(round.code, "paired"), 2);
  // The wall has both tables.
  EXPECT_EQ(round.tile(first)["pupils"].size(), 1U);
  EXPECT_EQ(round.tile(second)["pupils"].size(), 1U);
  // Without the teacher too.
  at.ask(round.teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  at.node->on_close(round.teacher);
  at.node->on_close(round.pupils[1]);
  const std::string third = round.table_of(1)["name"];
  round.join(1);
  at.wait(21'000);
  at.sit_down(round.code, third, 1);
  round.pupils[1] = at.come(round.code, 2);
  at.wait(21'000);
  EXPECT_NE(round.table_of(2)["name"], round.table_of(1)["name"]);
}

TEST(ClassLatecomers, WhoComesLateMeetsABotAtOnce) {
  ClassRound round(2);
  round.at.wait(60'000);
  EXPECT_EQ(round.at.players.pending.size(), 1U);
  const Socket one = round.join(1);
  EXPECT_EQ(round.at.count(one, "started"), 1);
}

}  // namespace
}  // namespace coset::node
