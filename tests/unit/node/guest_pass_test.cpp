// Passes for another device at a node: good once and in time, guessed by nobody, gone with the
// guest.
#include <gtest/gtest.h>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

struct Told {
  int status = 0;
  std::string code;
  std::string sealed;
};

Told call(NodeFixture& fixture, const std::string& method, const std::string& target,
          const std::string& who, const Request::Pass& pass, const std::string& address = "",
          const std::string& site = "") {
  Request request{method, target, "", NodeFixture::guest(who, address)};
  request.guest->site = site;
  request.pass = pass;
  Told out;
  fixture.node->call(request, [&](const Response& response) {
    const Json body = Json::parse(response.body.empty() ? "{}" : response.body);
    out = {response.status, body.contains("error") ? body["error"]["code"].get<std::string>() : "",
           response.sealed};
  });
  fixture.run();
  return out;
}
int make(NodeFixture& fixture, const std::string& who, const std::string& digest) {
  return call(fixture, "POST", "/api/me/pass", who, {digest, "sealed " + digest}).status;
}
Told use(NodeFixture& fixture, const std::string& who, const std::string& digest,
         const std::string& address = "", const std::string& site = "") {
  return call(fixture, "POST", "/api/pass", who, {digest}, address, site);
}

TEST(NodePass, OpensOnceAndInTime) {
  NodeFixture fixture;
  EXPECT_EQ(make(fixture, "emmy", "one"), 201);
  EXPECT_EQ(use(fixture, "phone", "one").sealed, "sealed one");
  EXPECT_EQ(use(fixture, "phone", "one").code, "guest.pass");
  EXPECT_EQ(make(fixture, "emmy", "two"), 201);
  fixture.wait(599'999);
  EXPECT_EQ(use(fixture, "phone", "two").status, 200);
  EXPECT_EQ(make(fixture, "emmy", "three"), 201);
  fixture.wait(600'000);
  const Told late = use(fixture, "phone", "three"), wrong = use(fixture, "phone", "four"),
             none = use(fixture, "phone", "");
  for (const Told& each : {late, wrong, none})
    EXPECT_EQ(std::pair(each.status, each.code), std::pair(404, std::string("guest.pass")));
  fixture.wait(70'000);
  EXPECT_TRUE(fixture.guests.stored.passes().empty());  // swept
}

TEST(NodePass, OfTwoDevicesOneBecomesTheGuest) {
  NodeFixture fixture;
  make(fixture, "emmy", "one");
  int opened = 0;
  for (const std::string who : {"phone", "thief"}) {
    Request request{"POST", "/api/pass", "", NodeFixture::guest(who)};
    request.pass = Request::Pass{"one"};
    fixture.node->call(request, [&](const Response& each) { opened += each.status == 200; });
  }
  fixture.run();
  EXPECT_EQ(opened, 1);
}

TEST(NodePass, NewOneReplacesTheOld) {
  NodeFixture fixture;
  make(fixture, "emmy", "one");
  make(fixture, "emmy", "two");
  EXPECT_EQ(use(fixture, "phone", "one").code, "guest.pass");
  EXPECT_EQ(use(fixture, "phone", "two").status, 200);
}

TEST(NodePass, GuessesAreRefusedFromTheSixth) {
  NodeFixture fixture;
  make(fixture, "emmy", "one");
  int tried = 0, refused = 0, hits = 0;
  for (int i = 0; i < 10'000; ++i) {
    // Guests are had for nothing.
    const Told told =
        use(fixture, "guest " + std::to_string(i), "guess " + std::to_string(i), "thief");
    tried += told.code == "guest.pass" ? 1 : 0;
    refused += told.status == 429 && told.code == "rate.passes" ? 1 : 0;
    hits += told.status == 200 ? 1 : 0;
  }
  EXPECT_EQ(std::tuple(tried, refused, hits), std::tuple(5, 9'995, 0));
  EXPECT_EQ(fixture.guests.passes_tried, 5);            // the store is asked no more than that
  EXPECT_EQ(use(fixture, "phone", "one").status, 200);  // from another address
}

TEST(NodePass, SiteHasFourTimesTheTries) {
  NodeFixture fixture;
  int tried = 0;
  for (int i = 0; i < 100; ++i)
    tried +=
        use(fixture, "guest", "guess", "net " + std::to_string(i), "site").code == "guest.pass";
  EXPECT_EQ(tried, 20);
}

TEST(NodePass, WhoKnowsTheLettersSpendsNoTries) {
  NodeFixture fixture;
  for (int i = 0; i < 30; ++i) {
    const std::string letters = "letters " + std::to_string(i);
    make(fixture, "emmy " + letters, letters);
    EXPECT_EQ(use(fixture, "phone", letters, "school").status, 200);
  }
}

TEST(NodePass, IsGoneWithItsGuest) {
  NodeFixture fixture;
  make(fixture, "emmy", "one");
  int status = 0;
  fixture.node->call({"DELETE", "/api/me", "", NodeFixture::guest("emmy")},
                     [&](const Response& is) { status = is.status; });
  fixture.run();
  EXPECT_EQ(status, 204);
  EXPECT_EQ(use(fixture, "phone", "one").code, "guest.pass");
  EXPECT_TRUE(fixture.guests.stored.passes().empty());
}

TEST(NodePass, SaysWhenTheStoreIsAway) {
  NodeFixture fixture;
  make(fixture, "emmy", "one");
  fixture.guests.away = true;
  EXPECT_EQ(make(fixture, "ada", "two"), 503);
  for (int i = 0; i < 10; ++i)  // which is not the guest's fault
    EXPECT_EQ(use(fixture, "phone", "one").status, 503);
  fixture.guests.away = false;
  EXPECT_EQ(use(fixture, "phone", "one").status, 200);
}

TEST(MyTables, ListsWhatTheGuestHasNotFinished) {
  NodeFixture fixture;
  const auto list = [&](const std::string& who) {
    Json out;
    fixture.node->call({"GET", "/api/me/tables", "", NodeFixture::guest(who)},
                       [&](const Response& is) { out = Json::parse(is.body); });
    fixture.run();
    return out;
  };
  EXPECT_EQ(list("p0"), (Json{{"tables", Json::array()}, {"pending", Json::array()}}));
  const auto two = fixture.seat_two();
  const Json mine = list("p0")["tables"];
  ASSERT_EQ(mine.size(), 1U);
  EXPECT_EQ(mine[0]["table"], two.table);
  EXPECT_EQ(mine[0]["seat"], fixture.last(two.one, "welcome")["you"]);
  EXPECT_EQ(mine[0]["turn"], 1);
  EXPECT_EQ(list("p2")["tables"].size(), 0U);
  fixture.send(two.one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_EQ(list("p0")["tables"].size(), 0U);
  const Socket lobby = fixture.open("p0", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
  fixture.send(lobby, create);
  EXPECT_EQ(list("p0")["pending"][0]["table"], fixture.last(lobby, "pending_table")["table"]);
  EXPECT_EQ(list("p1")["pending"].size(), 0U);
  // No log is read, and a caller is charged.
  const int before = fixture.guests.running_read;
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    fixture.node->call({"GET", "/api/me/tables", "", NodeFixture::guest("p0")},
                       [&](const Response& is) { refused += is.status == 429; });
    fixture.run();
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(fixture.guests.running_read, before + 100 - refused);
}

}  // namespace
}  // namespace coset::node
