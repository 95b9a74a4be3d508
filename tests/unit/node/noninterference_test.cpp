// Noninterference: two games with the same public facts and different hidden cards send the same
// bytes, in the same order and at the same times, to every client that may not see the difference.
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

struct Scenario {
  NodeFixture fixture;
  std::string table;
  std::vector<Socket> seats;  // by seat
  Socket watcher = 0;
};

void begin(Scenario& run, const std::string& start) {
  run.table =
      run.fixture.create_game({{"spec", "mad-abel Z4xZ5 seats=3 deal=2"}, {"start", start}}, 3);
  ASSERT_NE(run.table, "");
  run.seats.resize(3);
  std::vector<Socket> people;
  for (int i = 0; i < 3; ++i) people.push_back(run.fixture.sit(run.table, i));
  for (const Socket socket : people)
    run.seats[run.fixture.last(socket, "welcome")["you"].get<std::size_t>() - 1] = socket;
  run.watcher = run.fixture.sit(run.table, std::nullopt);
}

TEST(Noninterference, HiddenCardsDoNotChangeFrames) {
  const Spec spec = table::spec_of("mad-abel Z4xZ5 seats=3 deal=2");
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
    Scenario runs[2];
    begin(runs[0], one);
    begin(runs[1], other);
    if (HasFatalFailure()) return;
    ASSERT_EQ(runs[0].table, runs[1].table);
    // Seat 1 does what it likes, the others draw, so that what they hold does not show.
    for (int i = 0; i < 6; ++i) {
      for (Scenario& run : runs) {
        const std::size_t turn = static_cast<std::size_t>(i) % 3;
        run.fixture.move(run.seats[turn], "draw");
        run.fixture.wait(700);
      }
      ++turns;
      ASSERT_EQ(runs[0].fixture.bytes[runs[0].watcher], runs[1].fixture.bytes[runs[1].watcher]);
      ASSERT_EQ(runs[0].fixture.bytes[runs[0].seats[0]], runs[1].fixture.bytes[runs[1].seats[0]]);
    }
    ASSERT_EQ(runs[0].fixture.log(runs[0].table).size(), 7U);
    // The frames differ for readers that may see the cards.
    EXPECT_NE(runs[0].fixture.bytes[runs[0].seats[1]], runs[1].fixture.bytes[runs[1].seats[1]]);
  }
  EXPECT_EQ(turns, 240);
}

}  // namespace
}  // namespace coset::node
