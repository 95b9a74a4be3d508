#include "load/seen.hpp"

#include <gtest/gtest.h>

namespace coset::load {
namespace {

store::Chain chain(std::uint8_t n) {
  store::Chain out;
  out.bytes[3] = n;
  return out;
}

store::Log log_of(std::uint8_t rows) {
  store::Log out;
  for (std::uint8_t i = 1; i <= rows; ++i) {
    store::Event event;
    event.ply = i;
    event.before = chain(static_cast<std::uint8_t>(i - 1));
    event.chain = chain(i);
    event.id = static_cast<store::MoveId>(100 + i);
    event.body = "move 1 at=5\n1: draw\n";
    out.events.push_back(event);
  }
  return out;
}

Judgement judged(const std::vector<Seen>& seen, const std::optional<store::Log>& log) {
  Judgement out;
  judge(out, seen, log);
  return out;
}

TEST(SeenTest, IsReadAsItIsWritten) {
  const Seen seen{store::GameId{0xf0f1}, 12, chain(7)};
  std::string line = write_seen(seen);
  ASSERT_EQ(line.back(), '\n');
  line.pop_back();
  const auto read = read_seen(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->game, seen.game);
  EXPECT_EQ(read->ply, seen.ply);
  EXPECT_EQ(read->chain, seen.chain);
  for (std::size_t i = 0; i < line.size(); ++i) EXPECT_FALSE(read_seen(line.substr(0, i))) << i;
  EXPECT_FALSE(read_seen(line + "0"));
}

TEST(JudgeTest, WhatIsInTheLogIsGood) {
  const Judgement got = judged({{store::GameId{1}, 1, chain(1)},
                                {store::GameId{1}, 3, chain(3)},
                                {store::GameId{1}, 0, chain(9)}},
                               log_of(3));
  EXPECT_TRUE(got.good());
  EXPECT_EQ(got.rows, 3U);
  EXPECT_EQ(got.seen, 3U);
}

TEST(JudgeTest, FindsWhatWasLost) {
  EXPECT_EQ(judged({{store::GameId{1}, 4, chain(4)}}, log_of(3)).missing, 1U);
  EXPECT_EQ(judged({{store::GameId{1}, 1, chain(1)}}, std::nullopt).missing, 1U);
  EXPECT_EQ(judged({{store::GameId{1}, 2, chain(9)}}, log_of(3)).contradicted, 1U);
}

TEST(JudgeTest, FindsWhatIsThereTwiceOrTornApart) {
  store::Log doubled = log_of(3);
  doubled.events[2].id = doubled.events[0].id;
  EXPECT_EQ(judged({}, doubled).doubled, 1U);
  doubled.events[0].id = doubled.events[2].id = store::MoveId::none;
  EXPECT_EQ(judged({}, doubled).doubled, 0U);
  store::Log torn = log_of(4);
  torn.events.erase(torn.events.begin() + 1);
  EXPECT_GT(judged({}, torn).gaps, 0U);
}

TEST(JudgeTest, FindsWhoLostOnTime) {
  store::Log log = log_of(2);
  for (const char* flag : {"forfeit 1 at=5 cause=time\n", "keep 2 at=5 cause=away\n"}) {
    log.events[1].body = flag;
    EXPECT_EQ(judged({}, log).flagged, 1U) << flag;
  }
  log.events[1].body = "forfeit 1 at=5 cause=resign\n";
  EXPECT_EQ(judged({}, log).flagged, 0U);
}

}  // namespace
}  // namespace coset::load
