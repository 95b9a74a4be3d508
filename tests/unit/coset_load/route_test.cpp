#include "apps/coset_load/route.hpp"

#include <gtest/gtest.h>

namespace coset::coset_load {
namespace {

TEST(Route, AsksForTheNodeOfARedirectOnce) {
  Route route;
  EXPECT_EQ(route.target("/ws/t/oak"), "/ws/t/oak");
  EXPECT_TRUE(route.follow({"b"}));
  EXPECT_EQ(route.target("/ws/t/oak"), "/ws/t/oak?node=b");
  EXPECT_EQ(route.target("/ws/t/oak"), "/ws/t/oak");
}

TEST(Route, AsksForTheNodeBesideTheClass) {
  Route route;
  EXPECT_TRUE(route.follow({"b"}));
  EXPECT_EQ(route.target("/ws/t/oak?class=K7P2QX"), "/ws/t/oak?class=K7P2QX&node=b");
}

TEST(Route, IsNotSentBackAndForth) {
  Route route;
  EXPECT_EQ(route.target("/ws"), "/ws");
  EXPECT_TRUE(route.follow({"b"}));
  EXPECT_EQ(route.target("/ws"), "/ws?node=b");
  EXPECT_FALSE(route.follow({"a"}));
  EXPECT_EQ(route.target("/ws"), "/ws");
  EXPECT_TRUE(route.follow({"a"}));  // a new connection without a node
}

TEST(Route, FollowsAgainOnceItWasServed) {
  Route route;
  EXPECT_TRUE(route.follow({"b"}));
  EXPECT_EQ(route.target("/ws"), "/ws?node=b");
  route.on_served();
  EXPECT_TRUE(route.follow({"a"}));
  EXPECT_EQ(route.target("/ws"), "/ws?node=a");
}

TEST(Route, FollowsNoNameThatAUrlMayNotHave) {
  Route route;
  for (const char* name : {"", "-", "a b", "a&b=c", "a#", "A", "a\r\nHost: b"}) {
    EXPECT_FALSE(route.follow({name})) << name;
    EXPECT_EQ(route.target("/ws"), "/ws");
  }
}

}  // namespace
}  // namespace coset::coset_load
