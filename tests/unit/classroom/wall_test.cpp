#include "classroom/wall.hpp"

#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

using messages::TileState;

const messages::Tile& tile_of(const messages::Wall& wall, PupilNumber pupil) {
  for (const auto& tile : wall.tiles)
    for (const auto& each : tile.pupils)
      if (each.pupil == pupil) return tile;
  ADD_FAILURE() << "no tile of pupil " << pupil;
  return wall.tiles[0];
}

void try_wrong(ClassHost& host, int pupil) {
  const std::string table = host.room.state().table_of(static_cast<PupilNumber>(pupil))->name;
  host.send(static_cast<ConnectionId>(pupil),
            messages::Tried{host.next_id(), table, {"O", "R"}, {"O"}, {}});
}
// The seats are in the other order than the pupils.
TableNews news_of(const PairedTable& table, Time at, std::vector<int> counts,
                  std::map<PupilNumber, Time> moved = {}) {
  TableNews out{table.name, {}, false, at, {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const PupilNumber pupil = table.pupils[counts.size() - 1 - i];
    out.seats.push_back({pupil, counts[i], moved[pupil]});
  }
  out.board.round = 3;
  return out;
}
void beat(ClassHost& host, int pupils) {
  for (int i = 1; i <= pupils; ++i) host.send(static_cast<ConnectionId>(i), messages::Heartbeat{});
}

TEST(Wall, LongNamesDoNotMakeItTooLong) {
  ClassHost host;
  host.watch();
  host.join_all(60);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  for (const PairedTable& table : host.room.state().tables) {
    TableNews news = news_of(table, host.now, {6, 7});
    news.board.center.emplace(64, std::string(32, 'x'));
    host.room.table_moved(news);
  }
  const PupilNumber first = host.room.state().tables[20].pupils[0];
  host.send(first, messages::Raise{host.next_id(), true});
  const auto wall = host.room.wall(host.now);
  ASSERT_EQ(wall.tiles.size(), 30U);
  EXPECT_LE(messages::encode(wall).size(), 65536U);
  // Who needs the teacher most keeps the board.
  EXPECT_EQ(wall.tiles[0].pupils[0].pupil, first);
  EXPECT_TRUE(wall.tiles[0].board.center);
  EXPECT_FALSE(wall.tiles[29].board.center);
}

TEST(Wall, TilesAreSortedByNeed) {
  ClassHost host;
  host.watch();
  host.join_all(10);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  // Two of the first five tables play, a hand is up, one is not level, one is idle, one is away.
  std::vector<PupilNumber> firsts;
  for (const auto& table : host.room.state().tables) firsts.push_back(table.pupils[0]);
  host.now += idle_delay - 1;
  beat(host, 10);
  for (const std::size_t i : {0U, 1U, 2U, 4U})
    host.room.table_moved(news_of(host.room.state().tables[i], host.now, {6, 7}));
  host.now += 1;
  for (int i = 0; i < 3; ++i) try_wrong(host, firsts[2]);
  host.send(firsts[4], messages::Raise{host.next_id(), true});
  host.room.on_disconnect(firsts[1], host.now);
  const auto wall = host.room.wall(host.now);
  ASSERT_EQ(wall.tiles.size(), 5U);
  const std::pair<TileState, PupilNumber> expected[] = {{TileState::hand_up, firsts[4]},
                                                        {TileState::not_level, firsts[2]},
                                                        {TileState::idle, firsts[3]},
                                                        {TileState::away, firsts[1]},
                                                        {TileState::playing, firsts[0]}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(wall.tiles[i].state, expected[i].first) << i;
    EXPECT_EQ(wall.tiles[i].need, 4 - i);
    EXPECT_EQ(&tile_of(wall, expected[i].second), &wall.tiles[i]);
  }
  EXPECT_EQ(wall.here, 9);
  EXPECT_EQ(wall.pupils, 10);
  EXPECT_EQ(wall.tiles[4].counts, (std::vector<int>{7, 6}));
  EXPECT_EQ(wall.tiles[4].board.round, 3);
  EXPECT_EQ(wall.spec, Spec::parse(pair_spec)->text());
  EXPECT_EQ(wall.tiles[1].last_try->misconception, "paint");
}

TEST(Wall, AMoveEndsARowOfTrades) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  const auto state = [&] { return host.room.wall(host.now).tiles[0].state; };
  const PairedTable table = host.room.state().tables[0];
  for (int i = 0; i < 2; ++i) {
    host.now += 1000;
    try_wrong(host, 1);
  }
  EXPECT_EQ(state(), TileState::playing);
  host.now += 1000;
  host.room.table_moved(news_of(table, host.now, {7, 7}, {{2, host.now}}));
  host.now += 1000;
  try_wrong(host, 1);
  EXPECT_EQ(state(), TileState::not_level);
  // As after a restart: both have moved since the class heard of the table.
  const Time own = host.now;
  host.now += 1000;
  host.room.table_moved(news_of(table, host.now, {7, 6}, {{1, own}, {2, host.now}}));
  EXPECT_EQ(state(), TileState::playing);
  TableNews over = news_of(table, host.now, {7, 1}, {{1, host.now}});
  over.finished = true;
  host.room.table_moved(over);
  host.now += 2 * idle_delay;
  beat(host, 2);
  EXPECT_EQ(state(), TileState::finished);
}

// The class does not hear of trades that are level there.
TEST(Wall, AGameInThePageHasNoRows) {
  ClassHost host;
  host.watch();
  host.join_all(1);
  host.teach(messages::SetTask{.task = "game al-jabar Z2^3"});
  for (int i = 0; i < 4; ++i) {
    host.now += 1000;
    host.send(1, messages::Tried{host.next_id(), {}, {"O", "R"}, {"O"}, {}});
  }
  EXPECT_EQ(host.room.state().trades, 4U);
  const auto wall = host.room.wall(host.now);
  EXPECT_EQ(wall.tiles[0].state, TileState::playing);
  EXPECT_TRUE(wall.tiles[0].last_try);
}

// As after a restart, or on another node; a finished table is told once.
TEST(Wall, TheFirstRowAfterLoadingForgetsNoTable) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  host.room = host.loaded();
  host.watch();
  for (const int pupil : {1, 2}) host.hello(pupil);
  TableNews over = news_of(host.room.state().tables[0], host.now, {7, 1}, {{1, host.now}});
  over.finished = true;
  host.room.table_moved(over);
  host.teach(messages::Pause{.on = true});
  const auto wall = host.room.wall(host.now);
  EXPECT_EQ(wall.tiles[0].state, TileState::finished);
  EXPECT_EQ(wall.tiles[0].counts.size(), 2U);
}

// Nor by another hello on the same connection.
TEST(Wall, AnotherRoleDoesNotGetItSooner) {
  ClassHost host;
  const auto hello = [&](messages::Role role, const Token& token) {
    std::size_t walls = 0;
    for (const auto& each : host.room.handle(
             99, messages::Hello{1, std::string(class_code), token, role, 0}, host.now))
      walls += std::holds_alternative<messages::Wall>(each.message) ? 1 : 0;
    return walls;
  };
  EXPECT_EQ(hello(messages::Role::projector, projector_secret), 1U);
  EXPECT_EQ(hello(messages::Role::pupil, token_of(77)), 0U);
  EXPECT_EQ(hello(messages::Role::projector, projector_secret), 0U);
  host.now += wall_interval;
  EXPECT_EQ(hello(messages::Role::pupil, token_of(77)), 0U);
  EXPECT_EQ(hello(messages::Role::projector, projector_secret), 1U);
}

TEST(Wall, TellsATaskOnceOneWasSent) {
  ClassHost host;
  host.watch();
  host.join(1);
  EXPECT_EQ(host.room.wall(host.now).task, "");
  host.teach(messages::SetTask{.task = "lesson colours.white 7"});
  EXPECT_EQ(host.room.wall(host.now).task, "lesson colours.white 7");
}

TEST(Wall, APausedClassIsNotIdle) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.teach(messages::Pause{.on = true});
  host.now += 2 * idle_delay;
  beat(host, 1);
  EXPECT_EQ(host.room.wall(host.now).tiles[0].state, TileState::learning);
  host.watch();
  host.teach(messages::Pause{.on = false});
  host.now += idle_delay - 1;
  beat(host, 1);
  EXPECT_EQ(host.room.wall(host.now).tiles[0].state, TileState::learning);
  host.now += 1;
  EXPECT_EQ(host.room.wall(host.now).tiles[0].state, TileState::idle);
}

TEST(Wall, NobodyIsIdleOfWhomNothingIsHeard) {
  ClassHost host;
  host.watch();
  host.join(1);
  for (const char* task : {"puzzle make-fewest 5", "game al-jabar Z2^3", "wait"}) {
    host.watch();
    host.teach(messages::SetTask{.task = task});
    host.now += 2 * idle_delay;
    beat(host, 1);
    const auto tile = host.room.wall(host.now).tiles[0];
    EXPECT_NE(tile.state, TileState::idle) << task;
    EXPECT_TRUE(tile.counts.empty()) << task;
  }
}

TEST(Wall, WhoBeatsIsHere) {
  ClassHost host;
  host.join(1);
  host.now += silence_timeout;
  EXPECT_EQ(host.room.wall(host.now).here, 1);
  host.now += 1;
  EXPECT_EQ(host.room.wall(host.now).here, 0);
  beat(host, 1);
  EXPECT_EQ(host.room.wall(host.now).here, 1);
}

TEST(Wall, NothingIsToldBelowThreeCases) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  try_wrong(host, 1);
  try_wrong(host, 1);
  EXPECT_TRUE(host.room.wall(host.now).misconceptions.empty());
  try_wrong(host, 2);
  host.send(
      1, messages::Tried{host.next_id(), host.room.state().tables[0].name, {"R", "Y"}, {"G"}, {}});
  const auto wall = host.room.wall(host.now);
  ASSERT_EQ(wall.misconceptions.size(), 1U);
  const auto& paint = wall.misconceptions[0];
  EXPECT_EQ(paint.word, "paint");
  EXPECT_EQ(paint.cases, 3U);
  EXPECT_EQ(paint.trades, 3U);
  EXPECT_EQ(paint.pupils, 2);
  EXPECT_EQ(paint.share, 750);
  EXPECT_EQ(paint.chance, 55);
  EXPECT_EQ(paint.example, "O+R=O");
  EXPECT_EQ(wall.trades, 4U);
  EXPECT_EQ(wall.other, 1U);
}

TEST(Wall, AtMostTwoASecondAndOnlyWhenItChanged) {
  ClassHost host;
  EXPECT_EQ(host.room.next_tick(), std::numeric_limits<Time>::max());
  host.watch();
  host.join_all(2);
  host.now += wall_interval;
  int sent = 0;
  const Time begin = host.now;
  for (; host.now < begin + 10'000; host.now += 10) {
    const auto pupil = static_cast<ConnectionId>(1 + host.now / 10 % 2);
    host.send(pupil, messages::Raise{host.next_id(), host.now / 20 % 2 == 0});
    const auto out = host.room.tick(host.now);
    if (!out.empty()) ++sent;
    EXPECT_EQ(out.size() % 2, 0U);  // to the teacher and the projector
  }
  EXPECT_EQ(sent, 20);
  host.now += wall_interval;
  EXPECT_FALSE(host.room.tick(host.now).empty());
  // Nothing new; a look every few seconds finds who has gone silent.
  EXPECT_EQ(host.room.next_tick(), host.now + wall_refresh_interval);
  EXPECT_TRUE(host.room.tick(host.now + wall_refresh_interval).empty());
  EXPECT_FALSE(host.room.tick(host.now + wall_refresh_interval + silence_timeout).empty());
}

// The wall of a hello is one of the two.
TEST(Wall, AtMostTwoASecondFromTheHelloOn) {
  ClassHost host;
  const Time begin = host.now;
  std::size_t walls = count_of<messages::Wall>(host.watch());
  for (; host.now < begin + 1000; host.now += 10) {
    host.send(teacher_at, messages::Lock{host.next_id(), host.now / 10 % 2 == 0});
    walls += host.room.tick(host.now).empty() ? 0 : 1;
  }
  EXPECT_EQ(walls, 2U);
}

// The projector's link is on a screen that all pupils see.
TEST(Wall, AProjectorThatSaysHelloOftenDelaysNobody) {
  ClassHost host;
  host.watch();
  host.join(1);
  std::size_t taught = 0, shown = 0;
  const Time begin = host.now + wall_interval;
  for (host.now = begin; host.now < begin + 3000; host.now += 20) {
    host.send(1, messages::Raise{host.next_id(), host.now / 20 % 2 == 0});
    Outgoing out = host.room.tick(host.now);
    if (host.now % 200 == 0)
      for (auto& each : host.send(projector_at, messages::Hello{.code = std::string(class_code),
                                                                .token = projector_secret,
                                                                .role = messages::Role::projector}))
        out.push_back(std::move(each));
    for (const OutgoingMessage& each : out)
      if (std::holds_alternative<messages::Wall>(each.message))
        for (const ConnectionId to : each.to) ++(to == teacher_at ? taught : shown);
  }
  EXPECT_GE(taught, 6U);
  EXPECT_LE(shown, 7U);
  EXPECT_GE(shown, 5U);
}

TEST(Wall, TheProjectorHasNoAliases) {
  ClassHost host;
  host.watch();
  host.join_all(3);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  host.now += wall_refresh_interval;
  for (const auto& each : host.room.tick(host.now)) {
    const bool projector = each.to[0] == projector_at;
    const std::string text = messages::encode(each.message);
    EXPECT_EQ(text.find("alias") == std::string::npos, projector);
    // Spectators of a table are told its names.
    EXPECT_EQ(text.find("oak-") == std::string::npos, projector);
  }
  const auto hello = host.send(
      projector_at,
      messages::Hello{1, std::string(class_code), projector_secret, messages::Role::projector, 0});
  for (const auto& each : hello)
    EXPECT_EQ(messages::encode(each.message).find("alias"), std::string::npos);
}

}  // namespace
}  // namespace coset::classroom
