#include "classroom/csv.hpp"

#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

std::string line(std::vector<std::string> cells) {
  std::string out;
  append_csv(out, cells);
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
