// Two games with the same public facts and different hidden cards send the same bytes, in the same
// order and at the same times, to whoever may not know the difference, through a whole node.
#include "serve/house.hpp"

namespace coset::serve {
namespace {

struct World {
  House house;
  std::string table;
  std::vector<Socket> seats;  // by seat
  Socket watcher = 0;
};

void begin(World& world, const std::string& start) {
  world.table =
      world.house.gather({{"spec", "mad-abel Z4xZ5 seats=3 deal=2"}, {"start", start}}, 3);
  ASSERT_NE(world.table, "");
  world.seats.resize(3);
  std::vector<Socket> people;
  for (int i = 0; i < 3; ++i) people.push_back(world.house.sit(world.table, i));
  for (const Socket socket : people)
    world.seats[world.house.last(socket, "welcome")["you"].get<std::size_t>() - 1] = socket;
  world.watcher = world.house.sit(world.table, std::nullopt);
}

TEST(TwoWorlds, SendTheSameBytesToWhoMayNotKnow) {
  const Spec spec = hub::spec_of("mad-abel Z4xZ5 seats=3 deal=2");
  int turns = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Match match = Match::open(spec);
    Rng rng(seed);
    while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
    const std::string one = match.full_position();
    std::string other = one;  // the hands of seats 2 and 3, exchanged
    other[other.find("hand2=") + 4] = '0';
    other[other.find("hand3=") + 4] = '2';
    other[other.find("hand0=") + 4] = '3';
    World worlds[2];
    begin(worlds[0], one);
    begin(worlds[1], other);
    if (HasFatalFailure()) return;
    ASSERT_EQ(worlds[0].table, worlds[1].table);
    // Seat 1 does what it likes, the others draw, so that what they hold does not show.
    for (int i = 0; i < 6; ++i) {
      for (World& world : worlds) {
        const std::size_t turn = static_cast<std::size_t>(i) % 3;
        world.house.move(world.seats[turn], "draw");
        world.house.wait(700);
      }
      ++turns;
      ASSERT_EQ(worlds[0].house.bytes[worlds[0].watcher], worlds[1].house.bytes[worlds[1].watcher]);
      ASSERT_EQ(worlds[0].house.bytes[worlds[0].seats[0]],
                worlds[1].house.bytes[worlds[1].seats[0]]);
    }
    ASSERT_EQ(worlds[0].house.log(worlds[0].table).size(), 7U);
    // They do differ for those who may know.
    EXPECT_NE(worlds[0].house.bytes[worlds[0].seats[1]], worlds[1].house.bytes[worlds[1].seats[1]]);
  }
  EXPECT_EQ(turns, 240);
}

}  // namespace
}  // namespace coset::serve
