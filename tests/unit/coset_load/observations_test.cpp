#include "apps/coset_load/observations.hpp"

#include <gtest/gtest.h>

namespace coset::coset_load {
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

LogCheck checked(const std::vector<Observation>& observed, const std::optional<store::Log>& log) {
  LogCheck out;
  compare(out, observed, log);
  return out;
}

TEST(ObservationTest, ParsesWhatItFormats) {
  const Observation observation{store::GameId{0xf0f1}, 12, chain(7)};
  std::string line = format_observation(observation);
  ASSERT_EQ(line.back(), '\n');
  line.pop_back();
  const auto read = parse_observation(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->game, observation.game);
  EXPECT_EQ(read->ply, observation.ply);
  EXPECT_EQ(read->chain, observation.chain);
  for (std::size_t i = 0; i < line.size(); ++i)
    EXPECT_FALSE(parse_observation(line.substr(0, i))) << i;
  EXPECT_FALSE(parse_observation(line + "0"));
}

TEST(LogCheckTest, AcceptsObservationsInTheLog) {
  const LogCheck got = checked({{store::GameId{1}, 1, chain(1)},
                                {store::GameId{1}, 3, chain(3)},
                                {store::GameId{1}, 0, chain(9)}},
                               log_of(3));
  EXPECT_TRUE(got.good());
  EXPECT_EQ(got.rows, 3U);
  EXPECT_EQ(got.observations, 3U);
}

TEST(LogCheckTest, FindsMissingEvents) {
  EXPECT_EQ(checked({{store::GameId{1}, 4, chain(4)}}, log_of(3)).missing, 1U);
  EXPECT_EQ(checked({{store::GameId{1}, 1, chain(1)}}, std::nullopt).missing, 1U);
  EXPECT_EQ(checked({{store::GameId{1}, 2, chain(9)}}, log_of(3)).contradicted, 1U);
}

TEST(LogCheckTest, FindsDuplicatesAndGaps) {
  store::Log doubled = log_of(3);
  doubled.events[2].id = doubled.events[0].id;
  EXPECT_EQ(checked({}, doubled).doubled, 1U);
  doubled.events[0].id = doubled.events[2].id = store::MoveId::none;
  EXPECT_EQ(checked({}, doubled).doubled, 0U);
  store::Log torn = log_of(4);
  torn.events.erase(torn.events.begin() + 1);
  EXPECT_GT(checked({}, torn).gaps, 0U);
}

TEST(LogCheckTest, FindsFlaggedSeats) {
  store::Log log = log_of(2);
  for (const char* flag : {"forfeit 1 at=5 cause=time\n", "keep 2 at=5 cause=away\n"}) {
    log.events[1].body = flag;
    EXPECT_EQ(checked({}, log).flagged, 1U) << flag;
  }
  log.events[1].body = "forfeit 1 at=5 cause=resign\n";
  EXPECT_EQ(checked({}, log).flagged, 0U);
}

}  // namespace
}  // namespace coset::coset_load
