// What floods cost those who send them, and that others do not pay for it.
#include <gtest/gtest.h>

#include "serve/budgets.hpp"
#include "serve/house.hpp"

namespace coset::serve {
namespace {

constexpr Time noon = 1'700'000'000'000;

// Strangers use up all messages that an address has there.
void flood(House& house, const std::string& target, const std::string& address) {
  const bool lobby = target == "/ws";
  const Json message = lobby ? Json{{"type", "unseek"}} : Json{{"type", "beat"}, {"head", 0}};
  for (int i = 0; i < 64; ++i) {
    const Socket socket = house.open("flood " + std::to_string(i), target, address);
    for (int k = 0; k < (lobby ? 30 : 50); ++k) house.say(socket, message);
  }
}

Response answer_to(House& house, const Visitor& visitor, const std::string& target) {
  Response out;
  house.node->call({"GET", target, "", visitor}, [&](const Response& is) { out = is; });
  house.run();
  return out;
}

TEST(Flood, WhoIsRefusedForTheirAddressIsShutOutInTheEnd) {
  House house;
  flood(house, "/ws", "school");
  const Socket calm = house.open("calm", "/ws", "school");
  const Socket loud = house.open("loud", "/ws", "school");
  for (int i = 0; i < 40; ++i) house.say(loud, {{"type", "unseek"}});
  EXPECT_EQ(house.closes[loud], Close::policy);
  EXPECT_EQ(house.count(loud, "no"), 31);
  house.say(calm, {{"type", "unseek"}});
  EXPECT_EQ(house.last(calm, "no")["code"], "rate.messages");
  EXPECT_FALSE(house.closes.contains(calm));
}

TEST(Flood, AnInventedTokenProvesNothing) {
  House house;
  const std::string table = house.gather(for_two, 2);
  flood(house, "/ws/t/" + table, "school");
  const Socket liar = house.open("liar", "/ws/t/" + table, "school");
  Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", House::token(7)}};
  house.say(liar, hello);
  EXPECT_EQ(house.last(liar, "no")["reason"], "rate");  // and not that the token is none
  for (int i = 0; i < 60; ++i) house.say(liar, hello);
  EXPECT_EQ(house.last(liar, "no")["reason"], "rate");
  EXPECT_EQ(house.closes[liar], Close::policy);
  const Socket pupil = house.open("pupil", "/ws/t/" + table, "school");
  hello["token"] = House::token(0);
  house.say(pupil, hello);
  EXPECT_FALSE(house.last(pupil, "welcome").is_null());
}

TEST(Flood, MovesThatAreRefusedArePaidForByTheirWork) {
  House house;
  const Json dear = {{"spec", "mad-abel S3 seats=2 deal=2 inability=checked"}};
  const auto [table, one, two, mover] = house.seat_two(dear);
  for (int i = 0; i < 60; ++i) house.move(mover, "play nothing");
  int illegal = 0;
  for (const Json& each : house.heard[mover])
    illegal += each["type"] == "no" && each["reason"] == "illegal" ? 1 : 0;
  EXPECT_EQ(illegal, 40);
  EXPECT_EQ(house.last(mover, "no")["reason"], "rate");
  EXPECT_EQ(house.last(mover, "no")["text"], "Too much to compute. Try again in 1 second.");
  EXPECT_TRUE(house.last(mover, "no").contains("id"));
  EXPECT_FALSE(house.closes.contains(mover));
  // Who has sent no such move is not asked what they have computed.
  const Socket other = mover == one ? two : one;
  for (int i = 0; i < 50; ++i) house.say(other, {{"type", "try"}, {"seq", i}, {"move", "draw"}});
  EXPECT_EQ(house.last(other, "no")["reason"], "rate");
  house.move(other, "draw");
  EXPECT_EQ(house.last(other, "no")["reason"], "turn");
}

TEST(Flood, ARematchIsPaidForLikeATable) {
  House house;
  Json make = for_two;
  make["bots"] = {"random"};
  std::string table = house.gather(make, 1);
  int made = 0;
  for (; made < 90; ++made) {
    const Socket socket = house.sit(table, 0);
    house.say(socket, {{"type", "resign"}, {"id", "00000000000000aa"}});
    house.say(socket, {{"type", "offer"}, {"what", "rematch"}});
    house.say(socket, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
    if (house.last(socket, "moved").is_null()) {
      const Json no = house.heard[socket][house.heard[socket].size() - 2];
      EXPECT_EQ(no["reason"], "rate");
      EXPECT_EQ(no["text"].get<std::string>().rfind("Too many rematches. Try again in ", 0), 0U);
      break;
    }
    table = house.last(socket, "moved")["table"];
    house.node->closed(socket);
    house.wait(1000);
  }
  EXPECT_GE(made, 60);
  EXPECT_LE(made, 70);
}

class Looked : public testing::Test {
 protected:
  Looked() {
    maker = house.open("maker", "/ws");
    Json make = for_two;
    make.update({{"type", "make"}, {"token", House::token(0)}});
    house.say(maker, make);
    told = house.last(maker, "gathering");
  }
  Socket look(const std::string& who, const std::string& address = "") {
    const Socket socket = house.open(who, "/ws", address);
    look(socket);
    return socket;
  }
  void look(Socket socket) {
    house.say(socket,
              {{"type", "look"}, {"table", told["table"]}, {"invitation", told["invitation"]}});
  }
  House house;
  Socket maker = 0;
  Json told;
};

TEST_F(Looked, WhoLooksAgainIsAnsweredAlone) {
  const Socket one = look("one"), two = look("two");
  EXPECT_EQ(house.last(maker, "gathering")["looking"], 2);
  const int before = house.count(one, "gathering"), at_maker = house.count(maker, "gathering");
  for (int i = 0; i < 5; ++i) look(two);
  EXPECT_EQ(house.count(two, "gathering"), 6);
  EXPECT_EQ(house.count(one, "gathering"), before);
  EXPECT_EQ(house.count(maker, "gathering"), at_maker);
  EXPECT_FALSE(house.last(two, "gathering").contains("invitation"));
  look(maker);
  EXPECT_EQ(house.count(maker, "gathering"), at_maker + 1);
  EXPECT_EQ(house.last(maker, "gathering")["you"], 1);
  EXPECT_EQ(house.count(one, "gathering"), before);
}

TEST_F(Looked, BeyondAClassNobodyIsToldOfWhoLooks) {
  Socket last = 0;
  for (int i = 0; i < 40; ++i) last = look("pupil " + std::to_string(i), "school");
  EXPECT_EQ(house.count(last, "gathering"), 1);
  EXPECT_EQ(house.last(maker, "gathering")["looking"], 32);
  EXPECT_EQ(house.count(maker, "gathering"), 33);
}

TEST_F(Looked, OneInvitationVouchesForSoManyOfAnAddress) {
  int vouched = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string who = "guest " + std::to_string(i);
    house.node->closed(look(who, "school"));
    vouched += house.node->admit(House::visitor(who, "school"), Asking::look).vouched ? 1 : 0;
  }
  EXPECT_EQ(vouched, 256);
  const Socket other = look("other", "home");
  EXPECT_TRUE(house.node->admit(House::visitor("other", "home"), Asking::look).vouched);
  house.wait(7'000'000);
  look(other);  // who is vouched for stays so
  house.wait(1'000'000);
  EXPECT_TRUE(house.node->admit(House::visitor("other", "home"), Asking::look).vouched);
}

int all_of(Budgets& budgets, const Budgets::Client& client, Use use) {
  int n = 0;
  while (n < 10'000 && budgets.take(client, use, noon).wait == 0) ++n;
  return n;
}

TEST(Flood, BeyondTheBoundOfGuestsNobodyPaysForAnother) {
  Budgets budgets(64);
  for (int i = 0; i < 100'000; ++i)
    budgets.client(std::to_string(i), "x", noon).guest->own[0].charge({1, 20'000}, noon);
  EXPECT_EQ(budgets.size(), 100'001U);
  EXPECT_EQ(all_of(budgets, budgets.client("one more", "x", noon), Use::lobby), 30);
  EXPECT_EQ(all_of(budgets, budgets.client("and more", "x", noon), Use::lobby), 30);
  EXPECT_LE(budgets.size(), 100'001U);
  // And nobody goes through all of them more often than once a second.
  budgets.client("third", "x", noon + 19'500);
  budgets.client("fourth", "x", noon + 20'200);  // when they are idle
  EXPECT_GE(budgets.size(), 100'000U);
  budgets.client("fifth", "x", noon + 20'500);
  EXPECT_LT(budgets.size(), 10U);
}

TEST(Lookup, CostsNothingWhileTheStoreCannotSay) {
  Config config;
  config.table_idle = 500;
  House house(config);
  const std::string table = house.gather(for_two, 2);
  house.wait(1000);
  house.events.broken = true;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(answer_to(house, House::visitor("a"), "/api/tables/" + table).status, 503) << i;
    const Socket socket = house.open("b", "/ws/t/" + table);
    EXPECT_FALSE(house.closes.contains(socket)) << i;
    house.node->closed(socket);
  }
  for (int i = 0; i < 20; ++i)
    house.node->closed(house.open("c", "/ws/t/oak-fox-x" + std::to_string(i)));
  EXPECT_GE(house.node->counters().tables, 20U);
  house.wait(5000);
  EXPECT_EQ(house.node->counters().tables, 0U);  // nobody waits for them
  house.events.broken = false;
  house.wait(5000);
  EXPECT_EQ(answer_to(house, House::visitor("a"), "/api/tables/" + table).status, 200);
}

TEST(Lookup, OfManyGamesAtOnceIsAnswered) {
  House house;
  std::vector<std::string> tables(20);
  for (std::string& each : tables) {
    each = house.gather(for_two, 2);
    house.wait(20'000);
  }
  house.kill();
  house.run();
  house.events.away = true;
  std::vector<int> said;
  for (const std::string& each : tables)
    house.node->call({"GET", "/api/tables/" + each, "", House::visitor("p0")},
                     [&](const Response& is) { said.push_back(is.status); });
  house.events.away = false;
  house.run();
  EXPECT_EQ(said, std::vector<int>(20, 200));
}

TEST(Lookup, IsGivenBackToWhoPaidForIt) {
  Config config;
  config.people_an_address = 4;
  House house(config);
  std::vector<std::string> tables(5);
  for (std::string& each : tables) each = house.gather(for_two, 2);
  house.kill();
  house.run();
  for (int i = 0; i < 5; ++i) {  // a stranger, until they have shown the token of a seat
    const std::string& table = tables[static_cast<std::size_t>(i)];
    const Socket socket = house.open("x" + std::to_string(i), "/ws/t/" + table, "school");
    EXPECT_FALSE(house.closes.contains(socket)) << i;
    house.say(socket,
              {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", House::token(0)}});
    house.say(socket, {{"type", "beat"}, {"head", 0}});
  }
  // What does not exist is not given back, and who is refused is told when to come again.
  for (int i = 0; i < 4; ++i) house.open("y", "/ws/t/oak-fox-x" + std::to_string(i), "school");
  house.run();
  const Socket guess = house.open("y", "/ws/t/oak-fox-x", "school");
  EXPECT_EQ(house.closes[guess], Close::overloaded);
  EXPECT_EQ(house.last(guess, "no")["text"],
            "Too many tables that do not exist from your network. Try again in 150 seconds.");
}

TEST(Flood, BytesThatWaitForAFullQueueAreWrittenOnce) {
  Config config;
  config.most_queued = 3;
  House house(config);
  const Socket maker = house.open("maker", "/ws"), guest = house.open("guest", "/ws");
  Json make = for_two;
  make["spec"] = "al-jabar Z2^2 seats=3 deal=3 copies=4";
  make.update({{"type", "make"}, {"token", House::token(0)}});
  house.say(maker, make);
  const Json told = house.last(maker, "gathering");
  house.seeds.slow = true;
  for (int i = 0; i < 3; ++i) house.say(house.open(std::to_string(i), "/ws"), make);
  const int before = house.seated.gathers;
  for (int i = 0; i < 9; ++i) {
    house.say(guest, {{"type", "join"},
                      {"table", told["table"]},
                      {"token", House::token(1)},
                      {"invitation", told["invitation"]}});
    house.say(guest,
              {{"type", "ready"}, {"table", told["table"]}, {"entropy", std::string(32, '1')}});
    if (i < 8) house.say(guest, {{"type", "leave"}, {"table", told["table"]}});
  }
  house.seeds.answer();
  house.run();
  house.wait(1000);
  EXPECT_LE(house.seated.gathers - before, 3 + 2);  // the others', and this one's
  EXPECT_EQ(house.last(guest, "gathering")["people"][1]["ready"], true);
}

TEST(Flood, ANewConnectionSaysNoMorePhrases) {
  House house;
  const auto at = house.seat_two();
  for (int i = 0; i < 6; ++i) house.say(at.one, {{"type", "say"}, {"phrase", "hello"}});
  EXPECT_EQ(house.count(at.two, "say"), 6);
  house.node->closed(at.one);
  const Socket again = house.sit(at.table, 0);
  house.say(again, {{"type", "say"}, {"phrase", "hello"}});
  EXPECT_EQ(house.last(again, "no")["reason"], "rate");
  EXPECT_EQ(house.count(at.two, "say"), 6);
}

TEST(Flood, AllGamesOfAVisitorCostMoreThanOneAnswer) {
  House house;
  int told = 0;
  while (told < 100 && answer_to(house, House::visitor("p0"), "/api/me/data").status == 200) ++told;
  EXPECT_EQ(told, 12);
}

}  // namespace
}  // namespace coset::serve
