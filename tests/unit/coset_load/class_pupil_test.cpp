#include "apps/coset_load/class_pupil.hpp"

#include <gtest/gtest.h>

#include "apps/coset_load/class_teacher.hpp"
#include "protocol/classroom/codec.hpp"

namespace coset::coset_load {
namespace {

namespace messages = protocol::classroom;
using protocol::MoveId;

template <class Message>
std::string text(const Message& message) {
  return messages::encode(messages::FromClass(message));
}

// Messages of one type among those that were sent.
template <class Message, class Client>
std::vector<Message> sent(Client& client) {
  std::vector<Message> out;
  for (const std::string& frame : client.take_frames()) {
    const auto message = messages::decode_client(frame);
    EXPECT_TRUE(message) << frame;
    if (const auto* found = std::get_if<Message>(&*message)) out.push_back(*found);
  }
  return out;
}

messages::Welcome stranger() {
  messages::Welcome out;
  out.code = "K7P2QX";
  out.offers = {"brave fox", "calm owl", "kind bee"};
  return out;
}

messages::Welcome known(const std::string& alias, const messages::PupilState& state = {}) {
  messages::Welcome out;
  out.code = "K7P2QX";
  out.you = 4;
  out.alias = alias;
  out.state = state;
  return out;
}

messages::PupilState lesson_state() {
  messages::PupilState out;
  out.number = 9;
  out.task = "lesson colours.white 3";
  return out;
}

class ClassPupilTest : public testing::Test {
 protected:
  // Joined, with a lesson.
  void join() {
    pupil.on_connect(0);
    pupil.on_message(text(stranger()), 1);
    const auto joins = sent<messages::Join>(pupil);
    ASSERT_FALSE(joins.empty());
    alias = joins[0].alias;
    pupil.on_message(text(messages::Done{joins[0].id}), 2);
    pupil.on_message(text(known(alias, lesson_state())), 2);
    pupil.set_quota(5, 5);
  }
  messages::Answer answer(Time now) {
    pupil.wake(now);
    const auto answers = sent<messages::Answer>(pupil);
    EXPECT_EQ(answers.size(), 1U);
    return answers.empty() ? messages::Answer{} : answers[0];
  }

  ClassPupil pupil{"K7P2QX", protocol::Token{{5}}, PupilProfile{.think_time = 0, .wrong = 0}, 7};
  std::string alias;
};

TEST_F(ClassPupilTest, JoinsWithAnOfferedAlias) {
  pupil.on_connect(0);
  const auto hellos = sent<messages::Hello>(pupil);
  ASSERT_EQ(hellos.size(), 1U);
  EXPECT_EQ(hellos[0].role, messages::Role::pupil);
  pupil.wake(100);
  EXPECT_TRUE(pupil.take_frames().empty());
  pupil.on_message(text(stranger()), 100);
  const auto joins = sent<messages::Join>(pupil);
  ASSERT_EQ(joins.size(), 1U);
  EXPECT_FALSE(pupil.joined());

  messages::ClassError taken;
  taken.id = joins[0].id;
  taken.code = "class.alias_taken";
  pupil.on_message(text(taken), 200);
  const auto again = sent<messages::Hello>(pupil);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].skip, 3);
  pupil.on_message(text(stranger()), 300);
  const auto second = sent<messages::Join>(pupil);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_NE(second[0].id, joins[0].id);
  pupil.on_message(text(messages::Done{second[0].id}), 300);
  pupil.on_message(text(known(second[0].alias)), 300);
  EXPECT_TRUE(pupil.joined());
  EXPECT_EQ(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, SendsAnAnswerAgainUntilItIsTold) {
  join();
  const auto first = answer(10);
  EXPECT_EQ(first.lesson, "colours.white");
  EXPECT_EQ(first.seed, "3");
  pupil.wake(1000);
  EXPECT_TRUE(sent<messages::Answer>(pupil).empty());
  EXPECT_EQ(answer(2010), first);
  pupil.on_disconnect();
  pupil.on_connect(2100);
  pupil.on_message(text(known(alias, lesson_state())), 2200);
  const auto again = sent<messages::Answer>(pupil);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0], first);
  EXPECT_FALSE(pupil.is_idle());

  pupil.on_message(text(messages::Answered{first.id, true, ""}), 2300);
  pupil.on_message(text(messages::Answered{first.id, true, ""}), 2300);  // a duplicate
  const auto told = pupil.take_told();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].item, "colours.white 3 1");
  EXPECT_EQ(told[0].alias, alias);
  EXPECT_EQ(pupil.answers(), 1U);
  EXPECT_TRUE(pupil.is_idle());
  EXPECT_EQ(answer(2400).item, 1);
  EXPECT_EQ(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, IsInPlaceWhenTheClassHasSaidWhere) {
  join();
  EXPECT_TRUE(pupil.in_place());
  pupil.on_disconnect();
  pupil.on_connect(100);
  messages::ClassError unavailable;
  unavailable.code = "class.unavailable";
  pupil.on_message(text(unavailable), 200);
  EXPECT_FALSE(pupil.in_place());
  pupil.on_message(text(known(alias, lesson_state())), 300);
  EXPECT_TRUE(pupil.in_place());
  EXPECT_EQ(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, ComplainsOfAnotherPlaceThanBefore) {
  messages::PupilState seated = lesson_state();
  seated.task = "tables";
  seated.paused = true;
  seated.table = {"amber-otter-dune", "mint", "al-jabar Z2^3 seats=2", true};
  const auto complaint_after = [&](const messages::PupilState& state) {
    join();
    pupil.on_message(text(seated), 10);
    pupil.on_disconnect();
    pupil.on_connect(20);
    pupil.on_message(text(known(alias, state)), 30);
    return std::exchange(pupil, ClassPupil{"K7P2QX", protocol::Token{{5}}, {}, 7}).complaint();
  };
  EXPECT_EQ(complaint_after(seated), "");
  messages::PupilState other = seated;
  other.number = seated.number - 1;
  EXPECT_EQ(complaint_after(other), "events were lost");
  other = seated;
  other.paused = false;
  EXPECT_EQ(complaint_after(other), "a pupil came back to another task");
  other.number = seated.number + 1;
  EXPECT_EQ(complaint_after(other), "");
  other.table.reset();
  EXPECT_EQ(complaint_after(other), "a pupil came back without a table");
}

TEST_F(ClassPupilTest, WaitsBeforeItRepeatsWhatABusyClassHasRefused) {
  join();
  const auto first = answer(10);
  messages::ClassError busy;
  busy.id = first.id;
  busy.code = "class.busy";
  pupil.on_message(text(busy), 20);
  pupil.wake(100);
  EXPECT_TRUE(sent<messages::Answer>(pupil).empty());
  EXPECT_EQ(answer(120), first);
  EXPECT_EQ(pupil.complaint(), "");
}

// What a pupil did counts when the teacher has sent the next task meanwhile.
TEST_F(ClassPupilTest, ComplainsIfWorkIsRefused) {
  join();
  messages::ClassError refused;
  refused.id = answer(10).id;
  refused.code = "class.task";
  pupil.on_message(text(refused), 20);
  EXPECT_NE(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, SendsNothingWhileTheClassIsPaused) {
  join();
  auto state = lesson_state();
  state.paused = true;
  pupil.on_message(text(state), 5);
  pupil.wake(9000);
  EXPECT_TRUE(sent<messages::Answer>(pupil).empty());
  state.paused = false;
  pupil.on_message(text(state), 9100);
  (void)answer(9200);
}

TEST_F(ClassPupilTest, ComplainsAboutAnotherVerdict) {
  join();
  const auto first = answer(10);
  pupil.on_message(text(messages::Answered{first.id, false, "paint"}), 20);
  EXPECT_EQ(pupil.misjudged(), 1U);
  EXPECT_NE(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, ComplainsIfItIsSomebodyElseOrProgressIsLost) {
  join();
  auto state = lesson_state();
  state.progress = "++-";
  pupil.on_message(text(state), 5);
  pupil.on_message(text(known(alias, state)), 6);
  EXPECT_EQ(pupil.complaint(), "");
  pupil.on_message(text(known(alias, lesson_state())), 6);
  EXPECT_EQ(pupil.complaint(), "progress was lost");
  pupil.on_message(text(known("calm newt", state)), 6);
  EXPECT_EQ(pupil.complaint(), "pupil 4 came back as another");
}

TEST_F(ClassPupilTest, TriesTradesAtItsTableOnly) {
  join();
  auto state = lesson_state();
  state.task = "tables";
  pupil.on_message(text(state), 5);
  pupil.wake(10);
  EXPECT_TRUE(sent<messages::Tried>(pupil).empty());
  state.table = messages::TableInfo{"oak", std::string(32, '1'), "al-jabar Z2^3 seats=2", false};
  pupil.on_message(text(state), 20);
  pupil.wake(30);
  const auto tried = sent<messages::Tried>(pupil);
  ASSERT_EQ(tried.size(), 1U);
  EXPECT_EQ(tried[0].table, "oak");
  EXPECT_EQ(pupil.tries(), 1U);
}

TEST_F(ClassPupilTest, LeavesAndComesBackUnderItsAlias) {
  join();
  pupil.leave();
  pupil.wake(10);
  const auto leaves = sent<messages::Leave>(pupil);
  ASSERT_EQ(leaves.size(), 1U);
  pupil.on_message(text(messages::Done{leaves[0].id}), 20);
  EXPECT_TRUE(pupil.has_left());
  EXPECT_FALSE(pupil.joined());
  pupil.come_back();
  pupil.on_message(text(stranger()), 30);
  const auto joins = sent<messages::Join>(pupil);
  ASSERT_EQ(joins.size(), 1U);
  EXPECT_EQ(joins[0].alias, alias);
  EXPECT_EQ(pupil.complaint(), "");
}

TEST_F(ClassPupilTest, KnowsThatTheClassIsClosed) {
  join();
  EXPECT_FALSE(pupil.closed());
  pupil.on_message(text(messages::Removed{}), 5);
  EXPECT_FALSE(pupil.closed());
  pupil.on_message(text(messages::Closed{}), 5);
  EXPECT_TRUE(pupil.closed());
  EXPECT_TRUE(pupil.refused());
  for (const char* code : {"class.closed", "class.not_found"}) {
    ClassPupil late("K7P2QX", {}, {}, 1);
    late.on_connect(0);
    late.on_message(text(messages::error_for(code, "No.")), 1);
    EXPECT_TRUE(late.closed()) << code;
  }
}

TEST_F(ClassPupilTest, WaitsAtTheDoorOfAClassThatTakesFewAtATime) {
  pupil.on_connect(0);
  pupil.on_message(text(stranger()), 1);
  const auto joins = sent<messages::Join>(pupil);
  ASSERT_FALSE(joins.empty());
  pupil.on_message(text(messages::error_for("rate.joins", "Later.", joins[0].id)), 2);
  pupil.wake(9'000);
  EXPECT_TRUE(sent<messages::Join>(pupil).empty());
  pupil.wake(11'000);
  EXPECT_FALSE(sent<messages::Join>(pupil).empty());
  EXPECT_EQ(pupil.complaint(), "");
}

TEST(ClassTeacherTest, KnowsThatTheClassIsClosed) {
  ClassTeacher teacher("K7P2QX", {}, messages::Role::teacher, 1);
  teacher.on_connect(0);
  teacher.on_message(text(messages::Closed{}), 1);
  EXPECT_TRUE(teacher.closed());
}

TEST(ClassTeacherTest, SendsOneCommandAfterTheOther) {
  ClassTeacher teacher("K7P2QX", protocol::Token{{6}}, messages::Role::teacher, 7);
  messages::SetTask task;
  task.task = "wait";
  teacher.command(task);
  teacher.command(messages::Pause{MoveId::none, true});
  teacher.wake(1);
  EXPECT_TRUE(teacher.take_frames().empty());
  teacher.on_connect(1);
  EXPECT_EQ(sent<messages::Hello>(teacher)[0].role, messages::Role::teacher);
  teacher.on_message(text(messages::Welcome{}), 2);
  teacher.wake(3);
  const auto tasks = sent<messages::SetTask>(teacher);
  ASSERT_EQ(tasks.size(), 1U);
  teacher.wake(100);
  EXPECT_TRUE(teacher.take_frames().empty());
  teacher.wake(2003);
  ASSERT_EQ(sent<messages::SetTask>(teacher), tasks);
  EXPECT_FALSE(teacher.is_idle());
  teacher.on_message(text(messages::Done{tasks[0].id}), 2004);
  teacher.wake(2005);
  EXPECT_EQ(sent<messages::Pause>(teacher).size(), 1U);
  EXPECT_EQ(teacher.complaint(), "");
}

TEST(ClassTeacherTest, ComplainsIfTheProjectorIsToldAnAlias) {
  ClassTeacher projector("K7P2QX", protocol::Token{{6}}, messages::Role::projector, 7);
  messages::Wall wall;
  wall.tiles.push_back({});
  wall.tiles[0].pupils.push_back({1, "", true});
  projector.on_message(text(wall), 1);
  EXPECT_EQ(projector.complaint(), "");
  wall.tiles[0].pupils[0].alias = "brave fox";
  projector.on_message(text(wall), 1);
  EXPECT_NE(projector.complaint(), "");
}

}  // namespace
}  // namespace coset::coset_load
