// Who comes into a class, under which name, and who may command.
#include "unit/classroom/first_lesson.hpp"

namespace coset::classroom {
namespace {

using messages::Welcome;

// Each is offered three of the 2 304 aliases.
TEST(Admission, StrangersAtTheDoorDoNotUseUpTheAliases) {
  ClassHost host;
  host.join(1);
  for (int stranger = 100; stranger < 900; ++stranger) host.hello(stranger);
  const auto welcome = told<Welcome>(host.hello(2), 2);
  ASSERT_EQ(welcome.offers.size(), 3U);
  host.send(2, messages::Join{host.next_id(), welcome.offers[0], {}});
  EXPECT_EQ(host.room.state().present().size(), 2U);
}

TEST(Admission, AliasesAreUnique) {
  ClassHost host;
  std::vector<std::string> offered;
  for (int pupil = 1; pupil <= 30; ++pupil)
    for (const auto& alias :
         told<Welcome>(host.hello(pupil), static_cast<ConnectionId>(pupil)).offers) {
      for (const auto& other : offered) EXPECT_FALSE(same_alias(alias, other));
      offered.push_back(alias);
    }
  host.send(1, messages::Join{host.next_id(), offered[0], {}});
  // One that another was offered, and one that another has.
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), offered[8], {}}), 2),
            "class.alias_taken");
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), offered[0], {}}), 2),
            "class.alias_taken");
  for (const char* alias : {"Emmy", "<b>Swift</b>", "", "Swift  Otter"})
    EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), alias, {}}), 2), "class.alias");
  host.send(2, messages::Join{host.next_id(), offered[3], {}});
  EXPECT_EQ(refused(host.send(2, messages::Rename{host.next_id(), offered[0]}), 2),
            "class.alias_taken");
  // Not even who has left gives an alias away.
  host.send(1, messages::Leave{host.next_id()});
  EXPECT_EQ(refused(host.send(2, messages::Rename{host.next_id(), offered[0]}), 2),
            "class.alias_taken");
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), offered[4], {}}), 2),
            "class.joined");
}

// Two pages with one token would be offered the same ones, and so would many pupils at last.
TEST(Admission, AnOfferIsForOnePage) {
  ClassHost host;
  const auto first = told<Welcome>(host.hello(1), 1).offers;
  const auto second =
      told<Welcome>(host.send(2, messages::Hello{1, std::string(class_code), token_of(1), {}, 0}),
                    2)
          .offers;
  for (const auto& alias : second) EXPECT_EQ(std::count(first.begin(), first.end(), alias), 0);
  // A page that is gone gives its offers back.
  host.room.on_disconnect(1, host.now);
  EXPECT_EQ(told<Welcome>(
                host.send(3, messages::Hello{1, std::string(class_code), token_of(1), {}, 0}), 3)
                .offers,
            first);
}

TEST(Admission, FreeNamesOnlyIfTheTeacherAllows) {
  ClassHost host;
  host.watch();
  host.teach(messages::SetOptions{.free_names = true});
  EXPECT_TRUE(told<Welcome>(host.hello(1), 1).options.free_names);
  EXPECT_EQ(refused(host.send(1, messages::Join{host.next_id(), "<b>Emmy</b>", {}}), 1),
            "name.character");
  host.send(1, messages::Join{host.next_id(), "Emmy", {}});
  host.hello(2);
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), "emmy", {}}), 2),
            "class.alias_taken");
}

TEST(Admission, OnlyTheTeacherCommands) {
  ClassHost host;
  host.watch();
  host.join(1);
  EXPECT_EQ(refused(host.send(1, messages::Pause{host.next_id(), true}), 1), "class.teacher");
  EXPECT_EQ(refused(host.send(projector_at, messages::Pause{host.next_id(), true}), projector_at),
            "class.teacher");
  EXPECT_EQ(refused(host.send(1, messages::Close{host.next_id()}), 1), "class.teacher");
  EXPECT_EQ(refused(host.send(teacher_at, answer_to(0, true, host.next_id())), teacher_at),
            "class.not_joined");
  const auto stranger = host.send(
      7, messages::Hello{1, std::string(class_code), token_of(1), messages::Role::teacher, 0});
  EXPECT_EQ(refused(stranger, 7), "class.teacher");
  EXPECT_EQ(stranger[0].close, "class.teacher");
  const auto reader = host.send(
      7, messages::Hello{1, std::string(class_code), projector_secret, messages::Role::teacher, 0});
  EXPECT_EQ(refused(reader, 7), "class.teacher");
}

TEST(Admission, HelloIsChecked) {
  ClassHost host;
  EXPECT_EQ(refused(host.send(1, messages::Raise{host.next_id(), true}), 1), "class.hello");
  EXPECT_EQ(
      refused(host.send(1, messages::Hello{2, std::string(class_code), token_of(1), {}, 0}), 1),
      "class.protocol");
  EXPECT_EQ(refused(host.send(1, messages::Hello{1, "ABCDEF", token_of(1), {}, 0}), 1),
            "class.wrong_class");
  EXPECT_EQ(told<Welcome>(host.send(1, messages::Hello{1, "k7p-2qx", token_of(1), {}, 0}), 1).code,
            class_code);
  EXPECT_EQ(refused(host.room.handle(1, R"({"type":"dance"})", host.now), 1), "message.type");
}

TEST(Admission, NumbersOfPupilsWhoDidNothingAreUsedAgain) {
  ClassHost host;
  host.watch();
  host.join(1);
  for (int i = 0; i < max_pupil_number + 30; ++i) {
    host.hello(2 + i);
    const auto offers = told<Welcome>(host.hello(2 + i), static_cast<ConnectionId>(2 + i)).offers;
    const auto from = static_cast<ConnectionId>(2 + i);
    EXPECT_EQ(
        count_of<messages::Done>(host.send(from, messages::Join{host.next_id(), offers[0], {}})),
        1U)
        << i;
    host.send(from, messages::Leave{host.next_id()});
    host.room.on_disconnect(from, host.now);
  }
  EXPECT_EQ(host.room.state().pupils.size(), max_pupil_number);
  EXPECT_EQ(host.room.state().pupil(1)->token, digest_of(test_digest, token_of(1)));
  EXPECT_EQ(State::fold(host.log)->pupils, host.room.state().pupils);
}

// A teacher removes a script's names one by one, and the class is not full for ever.
TEST(Admission, NumbersOfTheRemovedWhoDidNothingAreUsedAgain) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.send(1, answer_to(0, false, host.next_id()));
  host.teach(messages::Remove{.pupil = 1});
  for (int i = 0; i < max_pupil_number + 30; ++i) {
    const auto from = static_cast<ConnectionId>(2 + i);
    host.join(2 + i);
    const Pupil* pupil = host.room.state().holder(digest_of(test_digest, token_of(2 + i)));
    ASSERT_TRUE(pupil != nullptr && pupil->here) << i;
    host.teach(messages::Remove{.pupil = pupil->number});
    host.room.on_disconnect(from, host.now);
  }
  EXPECT_EQ(host.room.state().pupils.size(), max_pupil_number);
  // Who has done something keeps the number.
  EXPECT_EQ(host.room.state().pupil(1)->token, digest_of(test_digest, token_of(1)));
  EXPECT_EQ(refused(host.hello(1), 1), "class.removed");
  EXPECT_EQ(*State::fold(host.log), host.room.state());
}

// Everybody here beats until then.
void pass(ClassHost& host, Time span, std::initializer_list<ConnectionId> here) {
  for (const Time end = host.now + span; host.now < end;) {
    host.now = std::min(end, host.now + 10'000);
    for (const ConnectionId each : here) host.send(each, messages::Heartbeat{});
    host.room.release_places(host.now);
    host.settle();
  }
}

TEST(Admission, WhoDidNothingAndIsAwayGivesThePlaceUp) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.send(2, answer_to(0, true, host.next_id()));
  const std::string alias = host.room.state().pupil(1)->alias;
  for (const ConnectionId each : {1U, 2U}) host.room.on_disconnect(each, host.now);
  pass(host, 60'000, {3});  // 4 is connected and silent
  EXPECT_EQ(host.room.state().present(), (std::vector<PupilNumber>{1, 2, 3, 4}));
  pass(host, 10'000, {3});
  EXPECT_EQ(host.room.state().present(), (std::vector<PupilNumber>{2, 3}));
  EXPECT_EQ(*State::fold(host.log), host.room.state());
  const std::size_t rows = host.log.size();
  pass(host, 60'000, {3});
  EXPECT_EQ(host.log.size(), rows);
  // The page that is back is in its place, whether the class is locked or not, by another code.
  host.teach(messages::Lock{.on = true});
  host.teach(messages::NewCode{});
  const auto back = told<Welcome>(host.hello(1), 1);
  EXPECT_EQ(back.you, 1);
  EXPECT_EQ(back.alias, alias);
  EXPECT_TRUE(back.state);
  EXPECT_EQ(told<Welcome>(host.send(4, messages::Heartbeat{}), 4).you, 4);
  EXPECT_EQ(host.room.state().present(), (std::vector<PupilNumber>{1, 2, 3, 4}));
  // A request of before is asked for again.
  pass(host, 70'000, {1, 2, 3});
  const auto early = host.room.handle(4, messages::Raise{host.next_id(), true}, host.now);
  EXPECT_EQ(refused(early, 4), "class.busy");
  EXPECT_EQ(told<messages::ClassError>(early, 4).retry_after, 1U);
  host.settle();
  EXPECT_EQ(count_of<messages::Done>(host.send(4, messages::Raise{host.next_id(), true})), 1U);
  EXPECT_EQ(*State::fold(host.log), host.room.state());
}

TEST(Admission, APlaceThatWasGivenUpIsAnothersWhileTheClassIsFull) {
  ClassHost host;
  host.watch();
  host.join_all(static_cast<int>(max_pupils));
  for (ConnectionId each = 1; each <= max_pupils; ++each) host.room.on_disconnect(each, host.now);
  pass(host, 70'000, {});
  EXPECT_TRUE(host.room.state().present().empty());
  EXPECT_EQ(host.log.size(), 1 + max_pupils + 1);  // one row for all of them
  for (int i = 61; i <= 119; ++i) host.join(i);
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).you, 1);
  EXPECT_EQ(host.room.state().present().size(), max_pupils);
  const auto door = told<Welcome>(host.hello(2), 2);
  EXPECT_FALSE(door.you);
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), door.offers[0], {}}), 2),
            "class.full");
  EXPECT_EQ(host.room.state().pupils.size(), 119U);
  host.send(1, messages::Leave{host.next_id()});
  EXPECT_EQ(told<Welcome>(host.send(2, messages::Heartbeat{}), 2).you, 2);
  EXPECT_FALSE(told<Welcome>(host.hello(1), 1).you);  // has left, and was not away
}

// Nobody loses a place because the class has another host.
TEST(Admission, AHostThatHasJustLoadedTheClassWaits) {
  ClassHost host;
  host.join_all(2);
  host.now += 3'600'000;
  host.room = host.loaded();
  host.watch();
  const auto remove = [&] {
    return host.teach(messages::RemoveAll{.who = messages::Removable::away});
  };
  EXPECT_EQ(refused(remove(), teacher_at), "class.nobody");
  pass(host, 60'000, {});
  EXPECT_EQ(host.room.state().present().size(), 2U);
  pass(host, 10'000, {});
  EXPECT_TRUE(host.room.state().present().empty());
}

TEST(Admission, RemovesAllWhoAreAway) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.send(1, answer_to(0, true, host.next_id()));
  for (const ConnectionId each : {1U, 2U}) host.room.on_disconnect(each, host.now);
  const auto remove = [&] {
    return host.teach(messages::RemoveAll{.who = messages::Removable::away});
  };
  pass(host, 20'000, {3, 4, teacher_at});
  EXPECT_EQ(refused(remove(), teacher_at), "class.nobody");
  pass(host, 10'000, {3, teacher_at});
  EXPECT_EQ(count_of<messages::Done>(remove()), 1U);
  EXPECT_EQ(host.room.state().present(), (std::vector<PupilNumber>{3, 4}));
  EXPECT_EQ(refused(host.hello(1), 1), "class.removed");
  EXPECT_EQ(refused(host.send(3, messages::RemoveAll{.id = host.next_id()}), 3), "class.teacher");
  EXPECT_EQ(*State::fold(host.log), host.room.state());
}

TEST(Admission, RemovesAllWhoHaveDoneNothing) {
  ClassHost host;
  host.watch();
  host.join_all(4);
  host.send(1, answer_to(0, true, host.next_id()));
  host.hello(9);
  const auto offers = told<Welcome>(host.hello(9), 9).offers;
  host.send(9, messages::Join{host.next_id(), offers[0], teacher_secret});
  host.room.on_disconnect(4, host.now);
  const auto out = host.teach(messages::RemoveAll{.who = messages::Removable::inactive});
  for (const ConnectionId each : {2U, 3U}) told<messages::Removed>(out, each);
  EXPECT_EQ(count_of<messages::Removed>(out), 2U);
  EXPECT_EQ(host.room.state().present(), std::vector<PupilNumber>{1});
  EXPECT_TRUE(host.room.state().pupil(5)->here);  // the teacher's own page
  EXPECT_EQ(
      refused(host.teach(messages::RemoveAll{.who = messages::Removable::inactive}), teacher_at),
      "class.nobody");
  EXPECT_EQ(*State::fold(host.log), host.room.state());
}

TEST(Admission, ALockedDoor) {
  ClassHost host;
  host.watch();
  host.join(1);
  host.hello(2);
  const auto offers = told<Welcome>(host.hello(2), 2).offers;
  EXPECT_TRUE(told<Welcome>(host.teach(messages::Lock{.on = true}), 2).locked);
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), offers[0], {}}), 2),
            "class.locked");
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).you, 1);  // who is in stays in
  // The teacher's own page comes in, and is not counted.
  EXPECT_EQ(refused(host.send(2, messages::Join{host.next_id(), offers[0], token_of(1)}), 2),
            "class.teacher");
  host.send(2, messages::Join{host.next_id(), offers[0], teacher_secret});
  EXPECT_EQ(host.room.state().present(), std::vector<PupilNumber>{1});
  host.send(2, answer_to(0, false, host.next_id()));
  EXPECT_EQ(host.room.state().answers, 0U);
  EXPECT_EQ(host.room.wall(host.now).pupils, 1);
}

TEST(Admission, WhoIsRemovedStaysOut) {
  ClassHost host;
  host.watch();
  host.join_all(2);
  const auto out = host.teach(messages::Remove{.pupil = 1});
  told<messages::Removed>(out, 1);
  EXPECT_EQ(std::count_if(out.begin(), out.end(), [](const auto& m) { return !m.close.empty(); }),
            1);
  EXPECT_EQ(refused(host.send(1, answer_to(0, true, host.next_id())), 1), "class.not_joined");
  EXPECT_EQ(refused(host.send(1, messages::Join{host.next_id(), "Swift Otter", {}}), 1),
            "class.removed");
  EXPECT_EQ(refused(host.hello(1), 1), "class.removed");
  EXPECT_FALSE(host.room.knows(token_of(1)));
  EXPECT_TRUE(host.room.knows(token_of(2)));
  EXPECT_EQ(refused(host.teach(messages::Remove{.pupil = 9}), teacher_at), "class.pupil");
}

TEST(Admission, WhoLeftComesBackWithTheSameNumber) {
  ClassHost host;
  host.join_all(2);
  const std::string alias = host.room.state().pupil(1)->alias;
  host.send(1, messages::Leave{host.next_id()});
  EXPECT_EQ(host.room.state().present(), std::vector<PupilNumber>{2});
  EXPECT_FALSE(told<Welcome>(host.hello(1), 1).you);
  host.send(1, messages::Join{host.next_id(), alias, {}});
  EXPECT_EQ(host.room.state().present(), (std::vector<PupilNumber>{1, 2}));
  EXPECT_EQ(host.room.state().pupils.size(), 2U);
}

TEST(Admission, ANewCodeKeepsWhoIsIn) {
  ClassHost host;
  host.watch();
  host.join(1);
  const auto out = host.teach(messages::NewCode{});
  EXPECT_EQ(told<Welcome>(out, 1).code, "ABCDEF");
  EXPECT_EQ(told<Welcome>(host.hello(1), 1).code, "ABCDEF");
  EXPECT_EQ(refused(host.hello(2), 2), "class.wrong_class");
  host.room = host.loaded();
  EXPECT_EQ(host.room.state().code, "ABCDEF");
}

TEST(Admission, AFullClass) {
  ClassHost host;
  host.watch();
  host.join_all(static_cast<int>(max_pupils));
  const auto offers = told<Welcome>(host.hello(61), 61).offers;
  EXPECT_EQ(refused(host.send(61, messages::Join{host.next_id(), offers[0], {}}), 61),
            "class.full");
  host.teach(messages::Remove{.pupil = 7});
  host.send(61, messages::Join{host.next_id(), offers[0], {}});
  EXPECT_EQ(host.room.state().present().size(), max_pupils);
  EXPECT_LE(messages::encode(messages::FromClass(host.room.wall(host.now))).size(),
            messages::max_class_frame);
}

}  // namespace
}  // namespace coset::classroom
