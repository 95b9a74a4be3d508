// Who comes into a class, whatever a script at the same address does.
#include <gtest/gtest.h>

#include "classroom/event.hpp"
#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

// New guests, none of them above its own limit, until the address has had enough.
void exhaust_strangers(ClassFixture& at, const std::string& code) {
  for (int i = 0; i < 66; ++i) {
    const Socket socket = at.open("script " + std::to_string(i), "/ws/c/" + code, "school");
    for (int n = 0; n < 50; ++n) at.send(socket, {{"type", "heartbeat"}});
  }
}

// Nobody is vouched for, since the node has just started. At a table and in the lobby it is so too:
// RateLimit.AcceptsSeatTokenWhenAddressIsExhausted and AcceptsInvitationWhenAddressIsExhausted.
TEST(ClassDoor, AProofPassesWhenStrangersHaveExhaustedTheAddress) {
  ClassFixture at;
  const std::string code = at.open_class();
  for (int i = 1; i <= 8; ++i) at.come(code, i);
  at.start();
  exhaust_strangers(at, code);
  const Socket stranger = at.connect(code, ClassFixture::token_of(99), "pupil");
  EXPECT_EQ(at.last(stranger, "error")["code"], "rate.messages");
  EXPECT_FALSE(at.is_closed(stranger));
  for (int i = 1; i <= 8; ++i) {
    const Socket pupil = at.connect(code, ClassFixture::token_of(i), "pupil", "new guest");
    EXPECT_TRUE(at.last(pupil, "welcome").contains("you")) << i;
    at.ask(pupil, {{"type", "raise"}, {"up", true}});  // and has a budget of its own from now on
    EXPECT_EQ(at.count(pupil, "done"), 1) << i;
  }
  const Socket teacher = at.teach(code);
  EXPECT_FALSE(at.last(teacher, "wall").is_null());
  EXPECT_FALSE(at.last(at.connect(code, ClassFixture::projector(), "projector"), "wall").is_null());
  const Socket liar = at.connect(code, ClassFixture::token_of(98), "teacher", "a liar");
  EXPECT_EQ(at.last(liar, "error")["code"], "rate.messages");
}

TEST(ClassDoor, AProofIsWithinTheGuestsOwnBudget) {
  ClassFixture at;
  const std::string code = at.open_class();
  at.come(code, 1);
  at.start();
  exhaust_strangers(at, code);
  const Socket socket = at.open("loud", "/ws/c/" + code, "school");
  for (int i = 0; i < 50; ++i) at.send(socket, {{"type", "heartbeat"}});
  at.send(socket, {{"type", "hello"},
                   {"proto", 1},
                   {"class", code},
                   {"token", ClassFixture::token_of(1)},
                   {"role", "pupil"}});
  EXPECT_EQ(at.closes[socket], Close::policy);
  EXPECT_TRUE(at.last(socket, "welcome").is_null());
}

std::string script_token(int number) {
  const std::string digits = std::to_string(number);
  return std::string(32 - digits.size(), 'e') + digits;
}

// New guests, as a script is one with each socket.
int join_many(ClassFixture& at, const std::string& code, int first, int count,
              const std::string& address) {
  int joined = 0;
  for (int i = first; i < first + count; ++i) {
    const Socket socket = at.open("guest " + std::to_string(i), "/ws/c/" + code, address);
    at.send(socket, {{"type", "hello"},
                     {"proto", 1},
                     {"class", code},
                     {"token", script_token(i)},
                     {"role", "pupil"}});
    at.ask(socket, {{"type", "join"}, {"alias", at.last(socket, "welcome")["offers"][0]}});
    if (!at.last(socket, "error").is_null())
      EXPECT_EQ(at.last(socket, "error")["code"], "rate.joins");
    joined += at.count(socket, "done");
    at.node->on_close(socket);
  }
  return joined;
}

TEST(ClassDoor, AClassOfThirtyBehindOneRouterComesInAtTheBell) {
  ClassFixture at;
  const std::string code = at.open_class();
  const std::string next_door = at.open_class();
  for (int i = 1; i <= 30; ++i) {
    at.come(code, i);
    at.come(next_door, 100 + i);
    at.wait(10'000 / 30);
  }
  EXPECT_EQ(at.count_rows(code, "joined"), 30);
  EXPECT_EQ(at.count_rows(next_door, "joined"), 30);
  at.start();  // and again, since the node was restarted
  for (int i = 1; i <= 30; ++i)
    EXPECT_TRUE(at.last(at.come(code, i), "welcome").contains("you")) << i;
}

TEST(ClassDoor, TakesFortyNewPupilsOfAnAddressAndThenSixAMinute) {
  ClassFixture at;
  const std::string code = at.open_class();
  EXPECT_EQ(join_many(at, code, 1, 60, "school"), 40);
  EXPECT_EQ(join_many(at, code, 100, 5, "home"), 5);
  at.wait(60'000);
  EXPECT_EQ(join_many(at, code, 200, 20, "school"), 6);
  // Another class has its own door.
  EXPECT_EQ(join_many(at, at.open_class(), 300, 50, "school"), 40);
}

// What i_class_full.py does: a script joins whenever it may, and the teacher removes its names.
TEST(ClassDoor, AScriptDoesNotFillTheClassForEver) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  int token = 1000;
  for (int honest_pupil = 1; honest_pupil <= 2; ++honest_pupil) {
    for (int minute = 0; minute < 40; ++minute) {
      at.wait(60'000);
      join_many(at, code, token, 8, "script");
      token += 8;
      at.node->on_message(teacher, R"({"type":"heartbeat"})");
      if (minute % 5 == 4) at.ask(teacher, {{"type", "remove_all"}, {"who", "inactive"}});
    }
    const Socket honest = at.open("honest", "/ws/c/" + code, "home");
    at.send(honest, {{"type", "hello"},
                     {"proto", 1},
                     {"class", code},
                     {"token", ClassFixture::token_of(honest_pupil)},
                     {"role", "pupil"}});
    at.ask(honest, {{"type", "join"}, {"alias", at.last(honest, "welcome")["offers"][0]}});
    EXPECT_EQ(at.count(honest, "done"), 1) << honest_pupil;
    at.node->on_close(honest);
  }
  EXPECT_GT(at.count_rows(code, "joined"), static_cast<int>(classroom::max_pupil_number) + 50);
}

TEST(ClassDoor, PlacesOfPupilsWhoDidNothingAreFreeAfterAMinute) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  EXPECT_EQ(join_many(at, code, 1, 40, "a") + join_many(at, code, 101, 20, "b"), 60);
  const Socket late = at.connect(code, ClassFixture::token_of(300), "pupil");
  const auto join = [&] {
    at.ask(late, {{"type", "join"}, {"alias", at.last(late, "welcome")["offers"][0]}});
    return at.last(late, "error");
  };
  EXPECT_EQ(join()["code"], "class.full");
  for (int i = 0; i < 8; ++i) {
    at.wait(10'000);
    at.node->on_message(late, R"({"type":"heartbeat"})");
    at.node->on_message(teacher, R"({"type":"heartbeat"})");
  }
  at.wait(1000);
  EXPECT_EQ(at.last(teacher, "wall")["pupils"], 0);
  EXPECT_EQ(at.count_rows(code, "cleared"), 1);
  join();
  EXPECT_EQ(at.count(late, "done"), 1);
  // A page that was away is back in its place, with what it was called.
  const std::string alias = at.rows(code)[1]["alias"];
  const Socket back = at.connect(code, script_token(1), "pupil", "guest 1");
  EXPECT_EQ(at.last(back, "welcome")["you"], 1);
  EXPECT_EQ(at.last(back, "welcome")["alias"], alias);
  EXPECT_EQ(at.count(back, "welcome"), 1);
}

}  // namespace
}  // namespace coset::node
