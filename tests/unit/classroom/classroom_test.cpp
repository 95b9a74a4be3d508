#include "classroom/classroom.hpp"

#include "unit/classroom/first_lesson.hpp"

namespace coset::classroom {
namespace {

using messages::Welcome;

TEST(Classroom, APupilJoinsAndIsBackInItsPlace) {
  ClassHost host;
  const auto welcome = told<Welcome>(host.hello(1), 1);
  EXPECT_EQ(welcome.code, class_code);
  EXPECT_EQ(welcome.offers.size(), 3U);
  EXPECT_FALSE(welcome.you);
  const auto joined = host.send(1, messages::Join{host.next_id(), welcome.offers[1], {}});
  EXPECT_EQ(count_of<messages::Done>(joined), 1U);
  EXPECT_EQ(told<Welcome>(joined, 1).you, 1);
  EXPECT_EQ(told<Welcome>(joined, 1).alias, welcome.offers[1]);
  EXPECT_EQ(told<Welcome>(joined, 1).state->task, first_task(class_code));

  host.send(1, answer_to(0, true, host.next_id()));
  host.send(1, answer_to(1, false, host.next_id()));
  host.send(1, answer_to(1, true, host.next_id()));
  host.room = host.loaded();
  const auto back = told<Welcome>(host.hello(1), 1);
  EXPECT_EQ(back.you, 1);
  EXPECT_EQ(back.alias, welcome.offers[1]);
  EXPECT_TRUE(back.offers.empty());
  EXPECT_EQ(back.state->progress, "+-");
}

TEST(Classroom, NothingIsToldBeforeItIsCommitted) {
  ClassHost host;
  host.watch();
  host.join(1);
  EXPECT_TRUE(
      host.room.handle(teacher_at, messages::Pause{host.next_id(), true}, host.now).empty());
  EXPECT_FALSE(host.room.state().paused);
  EXPECT_TRUE(host.room.busy());
  EXPECT_TRUE(host.room.committed(host.room.proposal()->number + 1, host.now).empty());
  const auto out = host.settle();
  EXPECT_TRUE(told<messages::PupilState>(out, 1).paused);
  EXPECT_TRUE(host.room.committed(host.log.back().number, host.now).empty());
}

TEST(Classroom, OneRowAtATime) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.room.handle(teacher_at, messages::Pause{host.next_id(), true}, host.now);
  const auto busy = host.room.handle(1, answer_to(0, true, host.next_id()), host.now);
  EXPECT_EQ(refused(busy, 1), "class.busy");
}

TEST(Classroom, APauseStaysAfterAReload) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.teach(messages::Pause{.on = true});
  EXPECT_TRUE(told<Welcome>(host.hello(1), 1).state->paused);
  host.room = host.loaded();
  EXPECT_TRUE(told<Welcome>(host.hello(1), 1).state->paused);
  // Who joins is stopped too.
  const auto offers = told<Welcome>(host.hello(2), 2).offers;
  const auto out = host.send(2, messages::Join{host.next_id(), offers[0], {}});
  EXPECT_TRUE(told<Welcome>(out, 2).state->paused);
  host.watch();
  host.teach(messages::Pause{.on = false});
  EXPECT_FALSE(told<Welcome>(host.hello(1), 1).state->paused);
}

TEST(Classroom, AnAnswerCountsOnce) {
  ClassHost host;
  host.join(1);
  const MoveId id = host.next_id();
  const auto first = host.send(1, answer_to(0, false, id));
  const auto rows = host.log.size();
  const auto again = host.send(1, answer_to(0, false, id));
  EXPECT_EQ(host.log.size(), rows);
  EXPECT_EQ(told<messages::Answered>(again, 1), told<messages::Answered>(first, 1));
  EXPECT_EQ(host.room.state().answers, 1U);
  EXPECT_EQ(host.room.state().wrong, 1U);
  host.room = host.loaded();
  host.hello(1);
  EXPECT_EQ(told<messages::Answered>(host.send(1, answer_to(0, false, id)), 1),
            told<messages::Answered>(first, 1));
  EXPECT_EQ(host.room.state().answers, 1U);
}

TEST(Classroom, AnswersAreCheckedByTheEngine) {
  ClassHost host;
  host.join(1);
  for (int item = 0; item < teach::items_per_lesson; ++item) {
    EXPECT_TRUE(
        told<messages::Answered>(host.send(1, answer_to(item, true, host.next_id())), 1).correct);
    const auto wrong = answer_to(item, false, host.next_id());
    if (wrong.answer == answer_to(item, true, wrong.id).answer) continue;  // typed
    EXPECT_FALSE(told<messages::Answered>(host.send(1, wrong), 1).correct);
  }
  EXPECT_EQ(host.room.state().first_tries.right, 8U);
  EXPECT_EQ(host.room.state().first_tries.of, 8U);

  auto unread = answer_to(0, true, host.next_id());
  unread.answer = "what?";
  EXPECT_EQ(refused(host.send(1, unread), 1), "class.answer");
  auto other = answer_to(0, true, host.next_id());
  other.seed = "1";
  EXPECT_EQ(refused(host.send(1, other), 1), "class.task");
  other = answer_to(0, true, host.next_id());
  other.item = 8;
  EXPECT_EQ(refused(host.send(1, other), 1), "class.task");
  EXPECT_EQ(refused(host.send(2, other), 2), "class.hello");
}

// To make them takes milliseconds, and an answer that is not understood is no row.
TEST(Classroom, ALessonIsMadeOnceForAllAnswers) {
  ClassHost host;
  host.join_all(3);
  for (int i = 0; i < 30; ++i) {
    auto unread = answer_to(i % teach::items_per_lesson, true, host.next_id());
    unread.answer = "?";
    EXPECT_EQ(refused(host.send(static_cast<ConnectionId>(1 + i % 3), unread),
                      static_cast<ConnectionId>(1 + i % 3)),
              "class.answer");
  }
  EXPECT_EQ(host.room.exercises().made(), 1);
}

// The page sends it again until it is told, and the teacher has sent something else meanwhile.
TEST(Classroom, ATryCountsAfterTheNextTask) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  const auto tried = [&](int pupil) {
    return host.send(static_cast<ConnectionId>(pupil),
                     messages::Tried{host.next_id(), "", {"O", "R"}, {"O"}, {}});
  };
  EXPECT_EQ(refused(tried(1), 1), "class.table");
  host.teach(messages::SetTask{.to = {1}, .task = "game al-jabar Z2^3"});
  host.teach(messages::SetTask{.task = "wait"});
  EXPECT_EQ(told<messages::Counted>(tried(1), 1).misconception, "paint");
  EXPECT_EQ(refused(tried(2), 2), "class.table");
  EXPECT_EQ(host.room.state().trades, 1U);
}

TEST(Classroom, AMisconceptionInAnAnswerIsNamed) {
  ClassHost host;
  host.join(1);
  int named = 0;
  for (int item = 0; item < teach::items_per_lesson; ++item) {
    const auto exercise = teach::make_exercise(first_lesson(), first_seed(), item);
    for (const auto& choice : exercise.choices) {
      if (choice.right || choice.misconception == teach::Misconception::none) continue;
      auto answer = answer_to(item, true, host.next_id());
      answer.answer = teach::say(choice.label);
      EXPECT_EQ(told<messages::Answered>(host.send(1, answer), 1).misconception,
                teach::word_of(choice.misconception));
      ++named;
    }
  }
  EXPECT_GT(named, 0);
}

// Also what changes nothing is a row: a node whose state is old must not answer by itself.
TEST(Classroom, ARequestIsAnsweredByItsRow) {
  ClassHost host;
  host.join(1);
  for (int i = 0; i < 2; ++i) {
    const MoveId id = host.next_id();
    EXPECT_TRUE(host.room.handle(1, messages::Raise{id, true}, host.now).empty());
    EXPECT_EQ(told<messages::Done>(host.settle(), 1).id, id);
  }
}

TEST(Classroom, OnePupilCannotFillTheLog) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  std::string last;
  for (std::uint32_t i = 0; i < max_pupil_events + 5; ++i) {
    if (i % 500 == 0) host.now += 3'600'000;
    const auto out = host.send(1, messages::Raise{host.next_id(), i % 2 == 0});
    last = count_of<messages::Done>(out) == 1 ? "done" : refused(out, 1);
  }
  EXPECT_EQ(last, "class.full");
  EXPECT_LE(host.log.size(), max_pupil_events + 10U);
  const auto out = host.send(2, messages::Raise{host.next_id(), true});
  EXPECT_EQ(told<messages::Done>(out, 2).id, host.log.back().id);
}

// Sixty scripts do not fill the log within a lesson: 36 000 of its 60 000 rows.
TEST(Classroom, APupilWritesSixHundredRowsAnHour) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  const auto write = [&](int times) {
    int done = 0;
    for (int i = 0; i < times; ++i) {
      const auto out = host.send(1, messages::Raise{host.next_id(), i % 2 == 0});
      if (count_of<messages::Done>(out) == 1)
        ++done;
      else
        EXPECT_EQ(refused(out, 1), "rate.messages");
    }
    return done;
  };
  EXPECT_EQ(write(300), 300);
  host.now += 30 * 60'000;
  EXPECT_EQ(write(400), 299);  // the first row was the one of joining
  const auto refusal = host.send(1, messages::Raise{host.next_id(), true});
  EXPECT_EQ(told<messages::ClassError>(refusal, 1).retry_after, 300U);
  // Others write, the teacher too, and the class after a restart counts the same.
  EXPECT_EQ(count_of<messages::Done>(host.send(2, messages::Raise{host.next_id(), true})), 1U);
  EXPECT_EQ(count_of<messages::Done>(host.teach(messages::Lower{.pupil = 1})), 1U);
  host.room = host.loaded();
  host.watch();
  host.hello(1);
  EXPECT_EQ(write(2), 0);
  host.now += 31 * 60'000;
  const int again = write(700);
  EXPECT_GE(again, 299);
  EXPECT_LE(again, 301);
  host.now += 24 * 3'600'000;
  EXPECT_EQ(write(700), 600);
}

// A script whose pupils write what they may, leave and are replaced by others.
TEST(Classroom, WhoComesAndGoesDoesNotFillTheLog) {
  ClassHost host;
  host.watch();
  const auto write = [&](int pupil) {
    return count_of<messages::Done>(host.send(static_cast<ConnectionId>(pupil),
                                              messages::Raise{host.next_id(), true})) == 1;
  };
  int pupil = 0;
  const auto come_and_go = [&] {
    host.join(++pupil);
    while (write(pupil)) {
    }
    host.teach(messages::Remove{.pupil = static_cast<PupilNumber>(pupil)});
  };
  while (pupil < 70) come_and_go();
  EXPECT_LE(host.log.size(), max_hour_of_all + 200U);
  host.join(++pupil);
  EXPECT_EQ(
      refused(host.send(static_cast<ConnectionId>(pupil), messages::Raise{host.next_id(), true}),
              static_cast<ConnectionId>(pupil)),
      "rate.messages");
  // The teacher goes on, and so do pupils after the hour.
  EXPECT_EQ(count_of<messages::Done>(host.teach(messages::Lower{.pupil = 71})), 1U);
  host.now += 65 * 60'000;
  EXPECT_TRUE(write(pupil));
}

TEST(Classroom, TheHourIsCountedInStepsOfFiveMinutes) {
  HourCount count;
  EXPECT_EQ(count.count(0), 0U);
  const Time at = 1'700'000'100'000;
  for (int i = 0; i < 3; ++i) count.add(at);
  count.add(at - 7'200'000);  // another node's clock
  EXPECT_EQ(count.count(at), 4U);
  EXPECT_EQ(count.count(at - 7'200'000), 4U);
  EXPECT_EQ(count.count(at + 50 * 60'000), 4U);
  EXPECT_EQ(count.count(at + 60 * 60'000), 0U);
  count.add(at + 30 * 60'000);
  EXPECT_EQ(count.count(at + 60 * 60'000), 1U);
  count.add(at + 24 * 3'600'000);
  EXPECT_EQ(count.count(at + 24 * 3'600'000), 1U);
}

// The rows of another host come first.
TEST(Classroom, AConflictIsProposedAgain) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  ClassHost other = host;
  const MoveId id = host.next_id();
  host.room.handle(1, answer_to(0, true, id), host.now);
  const auto stale = host.room.proposal()->number;
  other.hello(2);
  other.send(2, answer_to(0, false, static_cast<MoveId>(77)));
  const auto out = host.reload(other.log);
  ASSERT_TRUE(out.ok());
  ASSERT_TRUE(host.room.proposal());
  EXPECT_EQ(host.room.proposal()->number, stale + 1);
  host.log = other.log;
  EXPECT_TRUE(told<messages::Answered>(host.settle(), 1).correct);
  EXPECT_EQ(host.room.state().answers, 2U);
}

TEST(Classroom, ACommitWithALostResultIsFoundInTheLog) {
  ClassHost host;
  host.join(1);
  host.room.handle(1, answer_to(0, true, host.next_id()), host.now);
  host.log.push_back(*host.room.proposal());
  const auto out = host.reload(host.log);
  ASSERT_TRUE(out.ok());
  EXPECT_TRUE(told<messages::Answered>(*out, 1).correct);
  EXPECT_FALSE(host.room.busy());
  EXPECT_EQ(host.room.state().answers, 1U);
  // Nothing new: what is proposed stays.
  host.room.handle(1, answer_to(1, true, host.next_id()), host.now);
  EXPECT_TRUE(host.reload(host.log)->empty());
  EXPECT_TRUE(host.room.proposal());
}

TEST(Classroom, ABadLogChangesNothing) {
  ClassHost host;
  host.join(1);
  auto log = host.log;
  log.push_back({log.back().number + 1, MoveId::none, host.now, "{}"});
  EXPECT_FALSE(host.reload(log));
  EXPECT_EQ(Classroom::load({}, test_digest).error().code, "class.corrupt");
  EXPECT_FALSE(Classroom::load(std::span(host.log).subspan(1), test_digest));
  log = host.log;
  log.push_back(log.back());
  log.back().number += 1;  // the same id twice
  EXPECT_FALSE(Classroom::load(log, test_digest));
  EXPECT_EQ(host.room.state(), host.loaded().state());
}

TEST(Classroom, ClosesForAll) {
  ClassHost host;
  host.watch();
  host.join(1);
  const auto out = host.teach(messages::Close{});
  told<messages::Closed>(out, 1);
  told<messages::Closed>(out, projector_at);
  EXPECT_EQ(refused(host.hello(1), 1), "class.closed");
  EXPECT_EQ(host.room.connections(), 0U);
}

TEST(Classroom, HandsGoUpAndDown) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.send(1, messages::Raise{host.next_id(), true});
  EXPECT_EQ(host.room.wall(host.now).tiles[0].state, messages::TileState::hand_up);
  EXPECT_FALSE(told<messages::PupilState>(host.teach(messages::Lower{.pupil = 1}), 1).hand);
  EXPECT_EQ(refused(host.teach(messages::Lower{.pupil = 2}), teacher_at), "class.pupil");
}

TEST(Classroom, ShowsOnlyPlainWords) {
  ClassHost host;
  host.watch();
  host.teach(messages::Show{.what = "misconception paint"});
  EXPECT_EQ(host.room.wall(host.now).show, "misconception paint");
  for (const std::string& what : {std::string("<b>"), std::string("Emmy"), std::string(65, 'a')})
    EXPECT_EQ(refused(host.teach(messages::Show{.what = what}), teacher_at), "class.show");
}

TEST(Classroom, AFullLogTakesOnlyItsEnd) {
  ClassHost host;
  host.watch();
  while (host.log.size() < max_events)
    host.log.push_back({static_cast<std::uint32_t>(host.log.size() + 1), MoveId::none, host.now,
                        R"({"type":"paused","on":true})"});
  host.room = host.loaded();
  host.watch();
  host.hello(1);
  const auto offers = told<Welcome>(host.hello(1), 1).offers;
  EXPECT_EQ(refused(host.send(1, messages::Join{host.next_id(), offers[0], {}}), 1), "class.full");
  // The teacher has some more.
  EXPECT_EQ(count_of<messages::Done>(host.teach(messages::Pause{.on = false})), 1U);
  while (host.log.size() < max_events + max_teacher_events)
    host.log.push_back({static_cast<std::uint32_t>(host.log.size() + 1), MoveId::none, host.now,
                        R"({"type":"paused","on":true})"});
  host.room = host.loaded();
  host.watch();
  EXPECT_EQ(refused(host.teach(messages::Pause{.on = false}), teacher_at), "class.full");
  host.teach(messages::Close{});
  EXPECT_TRUE(host.room.state().closed);
}

}  // namespace
}  // namespace coset::classroom
