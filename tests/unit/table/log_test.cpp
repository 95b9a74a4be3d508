// The log and its chain are promises: bodies read as they were written, and fixed games have fixed
// chains, on every compiler.
#include "table/log.hpp"

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

TEST(Log, BodyRoundTrip) {
  const Match match = Match::open(spec_of("mad-abel"));
  for (const char* text : {"open 0 at=17\n1: deal s4\n0: deal hK\n",
                           "move 1 at=1700000005210 spent=5210 hint=3\n1: s6+s10\n",
                           "move 2 at=1\n2: draw\n2: deal c10\n2: deal d9\n",
                           "keep 2 at=17 cause=time spent=9\n", "forfeit 1 at=17 cause=resign\n",
                           "takeback 2 at=17 lines=29\n", "back 1 at=17\n", "finish 0 at=17\n",
                           "open 0 at=17 entropy=00000000000000000000000000000000,"
                           "0123456789abcdef0123456789abcdef\n1: deal s4\n"}) {
    const auto body = read_body(match, text);
    ASSERT_TRUE(body.ok()) << text;
    std::string written = write_event_header(body->header);
    for (const Match::Entry& entry : body->entries) written += write_entry(match, entry, false);
    EXPECT_EQ(written, text);
  }
}

TEST(Log, RejectsInvalidBodies) {
  const Match match = Match::open(spec_of("mad-abel"));
  for (const char* text :
       {"", "move", "move 1", "jump 1 at=1\n", "move 9 at=1\n", "move 1 at=\n", "move 1 at=1",
        "move 1 at=1 tea=2\n", "move 1 at=1 hint=12\n", "move 1 at=9999999999999999\n",
        "keep 1 at=1 cause=tea\n", "move 1 at=1\n1 draw\n", "move 1 at=1\n1: draw",
        "move 1 at=1\n1: tea\n", "move 1 at=1\n1: deal ?\n", "open 0 at=1 entropy=\n",
        "open 0 at=1 entropy=0123\n", "open 0 at=1 entropy=0123456789abcdef0123456789abcdef,\n",
        "open 0 at=1 entropy=0123456789ABCDEF0123456789abcdef\n"})
    EXPECT_FALSE(read_body(match, text).ok()) << text;
}

TEST(Log, JudgesByTimeAndAbsence) {
  const auto judged = [](const EventHeader& header) {
    Row row;
    row.body = write_event_header(header);
    return judges(row);
  };
  for (const Cause cause : {Cause::time, Cause::away}) {
    EXPECT_TRUE(judged({.kind = EventKind::bot_takeover, .seat = 1, .cause = cause}));
    EXPECT_TRUE(judged({.kind = EventKind::forfeit, .seat = 0, .cause = cause}));
  }
  EXPECT_FALSE(judged({.kind = EventKind::forfeit, .seat = 0, .cause = Cause::resign}));
  for (const EventKind kind : {EventKind::open, EventKind::move, EventKind::reclaimed,
                               EventKind::takeback, EventKind::finish})
    EXPECT_FALSE(judged({.kind = kind, .seat = 1}));
}

TEST(Log, PublicFormHidesDeals) {
  const Match match = Match::open(spec_of("mad-abel"));
  EXPECT_EQ(write_entry(match, {1, deal_of(element(0))}, true), "2: deal ?\n");
  EXPECT_EQ(write_entry(match, {nobody, deal_of(element(0))}, true), "0: deal hK\n");
  EXPECT_EQ(write_entry(match, {1, {Verb::draw, {}, {}}}, true), "2: draw\n");
}

// Plays twelve random moves from a seed.
void play(LocalHost& host) {
  for (int i = 0; i < host.table.ledger().seats(); ++i)
    host.say(static_cast<ConnectionId>(i) + 1, hello(i));
  for (std::uint64_t i = 1; i <= 12 && !host.table.ledger().over(); ++i) {
    host.now += 1000;
    const Match& match = host.match();
    const auto from = static_cast<ConnectionId>(host.table.ledger().turn()) + 1;
    host.say(from, move_of(i, host.head(), match.write(match.random_action(host.rng))));
  }
}

// The chain after each move is in the one after it.
std::string chain_of(const char* spec, int form = 1) {
  Setup setup = casual(spec);
  setup.form = form;
  LocalHost host(setup, 2024);
  play(host);
  return protocol::hex(host.table.ledger().chain().bytes);
}

TEST(Chain, IsComputedFromBodiesAlone) {
  for (const char* spec : {"al-jabar", "mad-abel S3 seats=3"}) {
    LocalHost host(casual(spec), 2024);
    play(host);
    const Ledger& played = host.table.ledger();
    Ledger ledger(played.shared_setup(), test_digest);
    for (const Row& row : host.log.rows) {
      if (row.ply > 1) {
        EXPECT_TRUE(ledger.append_body(host.log.rows[0].body));  // only the first event opens
        EXPECT_TRUE(ledger.append_body("move 1 at=1"));
      }
      ASSERT_EQ(ledger.append_body(row.body), std::nullopt);
      EXPECT_EQ(ledger.chain(), row.chain);
    }
    EXPECT_EQ(ledger.head(), played.head());
    EXPECT_EQ(ledger.match().full_record(), played.match().full_record());
  }
  // The players cannot move before the deal is complete.
  Ledger ledger(made(casual("al-jabar")), test_digest);
  const auto error = ledger.append_body("open 0 at=17\n");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, "log.chain");
  EXPECT_EQ(ledger.head(), 0U);
}

TEST(Chain, FixedGamesHaveFixedChains) {
  EXPECT_EQ(chain_of("al-jabar"), "c045a07fc35745c0d10be6069ad9fa86");
  EXPECT_EQ(chain_of("solitaire"), "52673614494c837a4951bbfa345b8c71");
  EXPECT_EQ(chain_of("mad-abel"), "e71b3f7edeee5ef6677d4f49fbcdc001");
  EXPECT_EQ(chain_of("mad-abel S3 seats=3"), "41a17a690214512c9b68f798f403c336");
}

TEST(Chain, FirstRulesKeepTheirChains) {
  EXPECT_EQ(chain_of("al-jabar rules=1"), "c61e8c2f9c323482c391b605fe9376c9");
  EXPECT_EQ(chain_of("solitaire rules=1"), "f48dbfa0e4f943d59e5a28279162d46f");
  EXPECT_EQ(chain_of("mad-abel rules=1"), "5af69fc721bc32747b5abdc5828f0a4b");
  EXPECT_EQ(chain_of("mad-abel S3 seats=3 rules=1"), "8693342dacc001ccae00d51d60703f19");
}

TEST(Chain, SecondHeaderHasItsOwnChains) {
  EXPECT_EQ(chain_of("al-jabar", 2), "fc0fb614a90a190a6612d627122f93f1");
  EXPECT_EQ(chain_of("solitaire", 2), "e6e84df3a99781a2e5541abb3ae1661d");
  EXPECT_EQ(chain_of("mad-abel", 2), "bbd2c8c97b7885ee50de61c9a31cfe6e");
}

TEST(Chain, CoversTheTableAndAllPublicData) {
  const auto first = [](table::Setup setup) {
    return Ledger(made(std::move(setup)), test_digest).chain();
  };
  const Chain chain = first(casual("al-jabar"));
  table::Setup setup = casual("al-jabar");
  setup.seats[0].name = "Someone";  // names may change
  EXPECT_EQ(first(setup), chain);
  setup.table = "elm";
  EXPECT_NE(first(setup), chain);
  setup = casual("al-jabar");
  setup.rated = true;
  EXPECT_NE(first(setup), chain);
  EXPECT_NE(first(casual("al-jabar max_rounds=50")), chain);
  EXPECT_NE(first(with_bot(casual("al-jabar"), 1, "greedy")), chain);
}

}  // namespace
}  // namespace coset::table
