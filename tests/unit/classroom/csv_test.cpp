#include "classroom/csv.hpp"

#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

std::string line(std::vector<std::string> cells) {
  std::string out;
  append_csv(out, cells);
  return out;
}

Result<std::string> answers_csv(std::span<const Row> log) {
  Roster roster;
  for (const Row& row : log)
    if (auto error = roster.add(row)) return *std::move(error);
  std::string out(answers_header);
  for (const Row& row : log)
    if (auto error = append_answer(out, roster, row)) return *std::move(error);
  return out;
}

TEST(ClassCsv, QuotesByTheRfc) {
  EXPECT_EQ(line({"a", "", "b c"}), "a,,b c\r\n");
  EXPECT_EQ(line({"a,b", "say \"hi\"", "two\nlines", "one\rtwo"}),
            "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"one\rtwo\"\r\n");
}

TEST(ClassCsv, GuardsFormulas) {
  EXPECT_EQ(line({"=1+1", "+1", "-1", "@x", "\tx", "1=1", "a-b"}),
            "'=1+1,'+1,'-1,'@x,'\tx,1=1,a-b\r\n");
  EXPECT_EQ(line({"=HYPERLINK(\"x\",1)"}), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
}

TEST(ClassCsv, GuardsFullWidthFormulas) {
  EXPECT_EQ(line({"＝1+1", "＋1", "－1", "＠x", "1＝1", "Ａ", "，"}),
            "'＝1+1,'＋1,'－1,'＠x,1＝1,Ａ,，\r\n");
  EXPECT_EQ(line({"＝HYPERLINK(\"x\",1)"}), "\"'＝HYPERLINK(\"\"x\"\",1)\"\r\n");
}

TEST(ClassCsv, AnswersAndTradesInOrder) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  const std::string table = host.room.state().tables[0].name;
  host.send(1, messages::Tried{host.next_id(), table, {"O", "R"}, {"O"}, {}});
  const std::string before = host.room.state().pupil(1)->alias;
  host.send(
      1, messages::Rename{host.next_id(), before == "Swift Otter" ? "Swift Fox" : "Swift Otter"});
  const std::string alias = host.room.state().pupil(1)->alias;
  const auto task = first_task(class_code);
  AnswerMade made{.pupil = 2,
                  .task = task,
                  .item = 2,
                  .kind = "sum",
                  .group = "Z2^3",
                  .prompt = "What do R, Y make?",
                  .answer = "=1",
                  .correct = true,
                  .first_try = true,
                  .tries = 1,
                  .hints = 2,
                  .misconception = "",
                  .ms = 1234};
  host.log.push_back({static_cast<std::uint32_t>(host.log.size() + 1), MoveId::none,
                      host.now + 61'000, write_event(made)});
  const auto csv = answers_csv(host.log);
  ASSERT_TRUE(csv.ok());
  EXPECT_EQ(*csv, std::string(answers_header) + "K7P2QX," + table + "," + alias +
                      ",,trade,Z2^3,,O+R=O,false,,,,paint,,2023-11-14T22:13:20Z\r\n" + "K7P2QX,," +
                      host.room.state().pupil(2)->alias + "," + task.substr(7) +
                      " 3,sum,Z2^3,\"What do R, Y make?\",'=1,true,true,1,2,,1234," +
                      "2023-11-14T22:14:21Z\r\n");
}

TEST(ClassCsv, TheTeachersOwnPageIsLeftOut) {
  ClassHost host;
  const auto offers = told<messages::Welcome>(host.hello(1), 1).offers;
  host.send(1, messages::Join{host.next_id(), offers[0], teacher_secret});
  host.log.push_back(
      {3, MoveId::none, host.now, write_event(TradeTried{1, "", "Z2^3", {"R"}, {"O"}, "other"})});
  host.log.push_back({4, MoveId::none, host.now, write_event(Renamed{1, offers[1]})});
  EXPECT_EQ(*answers_csv(host.log), answers_header);
}

// A token finds the same pupil as in the class, also one that has a number which was another's.
TEST(ClassCsv, TheNamesAreThoseOfTheClass) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.teach(messages::Pair{.spec = std::string(pair_spec)});
  host.send(2, messages::Leave{host.next_id()});
  host.teach(messages::NewCode{});
  const Token second = digest_of(test_digest, token_of(77));
  for (const Event& event : {Event(Joined{3, "Calm Bee", second, false}),
                             Event(Renamed{1, "Wise Owl"}), Event(Joined{5, "Own Page", {}, true})})
    host.log.push_back({static_cast<std::uint32_t>(host.log.size() + 1), MoveId::none, host.now,
                        write_event(event)});
  const State state = *State::fold(host.log);
  Roster roster;
  for (const Row& row : host.log) ASSERT_FALSE(roster.add(row));
  EXPECT_EQ(roster.code(), state.code);
  ASSERT_EQ(state.pupils.size(), 5U);
  for (const Pupil& pupil : state.pupils) {
    const std::string* alias = roster.alias(pupil.number);
    EXPECT_EQ(alias == nullptr, pupil.extra);
    if (alias != nullptr) EXPECT_EQ(*alias, pupil.alias);
    ASSERT_NE(roster.holder(pupil.token), nullptr);
    EXPECT_EQ(*roster.holder(pupil.token), state.holder(pupil.token)->alias);
  }
  const Token gone = digest_of(test_digest, token_of(3));
  EXPECT_EQ(state.holder(gone), nullptr);
  EXPECT_EQ(roster.holder(gone), nullptr);
  std::vector<protocol::GameId> games;
  for (const PairedTable& table : state.tables) games.push_back(table.game);
  EXPECT_EQ(roster.games(), games);
  EXPECT_EQ(games.size(), 2U);
}

TEST(ClassCsv, MovesHaveALineEach) {
  std::string out(moves_header);
  append_move(out, {"K7P2QX", "oak", "Swift Otter", 3, "R+Y=O", 1, 5210, 1'700'000'000'000});
  EXPECT_EQ(out,
            "class,table,alias,ply,move,hints,ms,at\r\n"
            "K7P2QX,oak,Swift Otter,3,R+Y=O,1,5210,2023-11-14T22:13:20Z\r\n");
}

TEST(ClassCsv, ABadLogIsAnError) {
  const Row row{1, MoveId::none, 0, "{}"};
  EXPECT_FALSE(answers_csv({&row, 1}));
}

}  // namespace
}  // namespace coset::classroom
