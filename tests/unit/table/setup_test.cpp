// What a table is, and what the first link of its chain covers.
#include "table/setup.hpp"

#include "table/json.hpp"
#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

std::string setup_text(const std::string& more) {
  return R"({"table":"oak","spec":"al-jabar","seats":[{"token":"01010101010101010101010101010101"},)"
         R"({"bot":"greedy"}])" +
         more + "}";
}

TEST(Setup, HeaderHasALinePerFixedProperty) {
  table::Setup setup = casual("al-jabar");
  const std::string first =
      "\noak\n" + setup.spec.text() + "\nclock none 0 0\ncasual\nhuman\nhuman\n";
  setup.form = 1;
  EXPECT_EQ(header_of(setup), "coset-table 1" + first);
  setup.form = 2;
  EXPECT_EQ(header_of(setup), "coset-table 2" + first);
  setup.game = GameId{0x0123456789abcdef};
  setup.commitment = Bytes32{0xab};
  setup.series = protocol::Series{3, 2, {{1, 2}, {3, 1}}};
  setup.more = {{"a_key", "[1,2]"}, {"theme", "\"dusk\""}};
  EXPECT_EQ(header_of(setup), "coset-table 2" + first + "a_key [1,2]\ncommitment \"ab" +
                                  std::string(62, '0') + "\"\ngame \"0123456789abcdef\"\n" +
                                  R"(series {"games":3,"number":2,"points":["1/2","3"]})" +
                                  "\ntheme \"dusk\"\n");
}

TEST(Setup, UnknownFieldsAreStoredAndHashed) {
  const auto setup = read_setup(setup_text(R"(,"form":2,"later":{"b":[1, 2],"a":"\u00e9"})"));
  ASSERT_TRUE(setup.ok());
  EXPECT_EQ(setup->more, (decltype(setup->more){{"later", R"({"b":[1,2],"a":"\u00e9"})"}}));
  const std::string written = write_setup(*setup);
  EXPECT_EQ(write_setup(*read_setup(written)), written);
  EXPECT_NE(header_of(*setup), header_of(*read_setup(setup_text(R"(,"form":2)"))));
  EXPECT_TRUE(make_setup(*setup).ok());
  EXPECT_FALSE(make_setup(*read_setup(setup_text(R"(,"form":2,"a key":1)"))).ok());
  EXPECT_FALSE(make_setup(*read_setup(setup_text(R"(,"form":3)"))).ok());
}

TEST(Setup, OlderSetupsHaveTheFirstForm) {
  EXPECT_EQ(read_setup(setup_text(""))->form, 1);
  EXPECT_EQ(read_setup(setup_text(R"(,"later":1)"))->form, 1);
  EXPECT_TRUE(read_setup(setup_text(R"(,"later":1)"))->more.empty());
  EXPECT_EQ(read_setup(setup_text(R"(,"series":{"games":1,"number":1,"points":["0","0"]})"))->form,
            2);
}

TEST(Setup, FirstFormRejectsNewerFields) {
  const auto setup =
      read_setup(setup_text(R"(,"form":1,"series":{"games":1,"number":1,"points":["0","0"]})"));
  ASSERT_TRUE(setup.ok());
  EXPECT_FALSE(make_setup(*setup).ok());
}

TEST(Setup, StartsFromAPosition) {
  Match match = Match::open(spec_of("mad-abel seats=2"));
  Rng rng(4);
  while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
  table::Setup setup = casual("mad-abel seats=2");
  setup.start = match.full_position();
  const auto again = read_setup(write_setup(setup));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->start, setup.start);
  LocalHost host(setup);
  EXPECT_EQ(host.head(), 1U);
  EXPECT_EQ(host.match().full_position(), match.full_position());
  EXPECT_EQ(host.table.ledger().turn(), match.turn().seat);
  const auto loaded = Ledger::load(made(setup), test_digest, host.log.rows);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->match().full_record(), host.match().full_record());
  setup.start = "nonsense";
  EXPECT_FALSE(make_setup(setup).ok());
}

// A hash over hidden hands could be tried out.
TEST(Setup, HeaderHidesHiddenCardsOfTheStart) {
  const Spec spec = spec_of("mad-abel seats=2");
  table::Setup one = casual("mad-abel seats=2");
  Match match = Match::open(spec);
  Rng rng(4);
  while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
  one.start = match.full_position();
  table::Setup other = one;
  // The two hands, exchanged.
  const auto first = other.start.find("hand1=");
  const auto second = other.start.find("hand2=");
  ASSERT_TRUE(first != std::string::npos && second != std::string::npos) << other.start;
  other.start[first + 4] = '2';
  other.start[second + 4] = '1';
  ASSERT_TRUE(make_setup(other).ok()) << other.start;
  EXPECT_NE(first_match(one).full_position(), first_match(other).full_position());
  EXPECT_EQ(header_of(one), header_of(other));
}

TEST(Setup, SeriesPointsAreExact) {
  protocol::Points points;
  for (const std::uint32_t sharers : {3U, 3U, 3U}) points = points.plus_share(sharers);
  EXPECT_EQ(points, (protocol::Points{1, 1}));
  EXPECT_EQ(points.plus_share(2), (protocol::Points{3, 2}));
  for (const char* text : {R"("1/2","0")", R"("3/2","14/3")"})
    EXPECT_TRUE(read_setup(setup_text(R"(,"series":{"games":2,"number":1,"points":[)" +
                                      std::string(text) + "]}"))
                    .ok())
        << text;
  for (const char* text : {R"("2/4","0")", R"("1/0","0")", R"("01","0")", R"("-1","0")", "1,0"})
    EXPECT_FALSE(read_setup(setup_text(R"(,"series":{"games":2,"number":1,"points":[)" +
                                       std::string(text) + "]}"))
                     .ok())
        << text;
}

TEST(Setup, SeriesRotatesSeatsAndCountsPoints) {
  table::Setup setup = casual("al-jabar seats=3");
  setup.series = protocol::Series{2, 1, {{}, {}, {}}};
  ASSERT_TRUE(make_setup(setup).ok());
  const table::Setup second = rematch_of(setup, {1, 3});
  EXPECT_EQ(second.seats[0].name, setup.seats[1].name);
  EXPECT_EQ(*second.series, (protocol::Series{2, 2, {{}, {1, 2}, {1, 2}}}));
  const table::Setup anew = rematch_of(second, {2});
  EXPECT_EQ(*anew.series, (protocol::Series{2, 1, {{}, {}, {}}}));
  setup.series->points.pop_back();
  EXPECT_FALSE(make_setup(setup).ok());
}

TEST(Setup, CorrespondenceTurnHasAtMostFourteenDays) {
  table::Setup setup = casual("al-jabar");
  setup.clock = {protocol::ClockKind::correspondence, 14U * 86'400'000, 0};
  EXPECT_TRUE(make_setup(setup).ok());
  setup.clock.start += 1;
  EXPECT_FALSE(make_setup(setup).ok());
}

}  // namespace
}  // namespace coset::table
