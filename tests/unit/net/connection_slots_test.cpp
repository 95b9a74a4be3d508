// Whose connection is closed for another.
#include "server/net/connection_slots.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace coset::net {
namespace {

class Slots : public testing::Test {
 protected:
  struct Held {
    std::unique_ptr<ConnectionSlots::Slot> slot;
    bool closed = false;
  };
  Held& enter(std::string_view address = "10.0.0.1") {
    Held& out = *held_.emplace_back(std::make_unique<Held>());
    out.slot = slots_.enter(address, [&out] { out.closed = true; });
    return out;
  }
  int closed() const {
    int out = 0;
    for (const auto& each : held_) out += each->closed ? 1 : 0;
    return out;
  }

  ConnectionSlots slots_{{.unrequested = 2, .served = 3}};
  std::vector<std::unique_ptr<Held>> held_;
};

TEST_F(Slots, TheOldestWithoutARequestIsClosed) {
  Held& first = enter();
  Held& second = enter();
  Held& elsewhere = enter("10.0.0.2");
  EXPECT_EQ(closed(), 0);
  Held& third = enter();
  EXPECT_TRUE(first.closed);
  EXPECT_FALSE(first.slot->serve());
  EXPECT_TRUE(second.slot->serve());  // and leaves its place to others
  enter();
  EXPECT_EQ(closed(), 1);
  second.slot.reset();
  third.slot.reset();
  enter();
  EXPECT_EQ(closed(), 1);
  EXPECT_FALSE(elsewhere.closed);
}

TEST_F(Slots, AServedConnectionIsNotClosed) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(enter().slot->serve());
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(enter().slot->serve());
  EXPECT_EQ(closed(), 3);  // of the five
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(held_[static_cast<std::size_t>(i)]->closed);
  EXPECT_TRUE(enter("10.0.0.2").slot->serve());
  held_[1]->slot.reset();
  EXPECT_TRUE(held_.at(7)->slot->serve());
}

TEST_F(Slots, TheOneThatRestsLongestIsClosedForAnother) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(enter().slot->serve());
  for (const std::size_t i : {2U, 0U, 1U}) held_[i]->slot->rest();
  EXPECT_TRUE(held_[2]->slot->serve());  // its next request
  EXPECT_TRUE(enter().slot->serve());
  EXPECT_TRUE(held_[0]->closed);
  EXPECT_FALSE(held_[0]->slot->serve());
  held_[0]->slot->rest();
  EXPECT_TRUE(enter().slot->serve());
  EXPECT_TRUE(held_[1]->closed);
  EXPECT_FALSE(enter().slot->serve());
  EXPECT_FALSE(held_[2]->closed);
}

TEST_F(Slots, ASiteHasFourTimesAsManyAsANetwork) {
  for (int network = 0; network < 20; ++network)
    enter("2001:db8:1:" + std::to_string(network) + "::1");
  EXPECT_EQ(closed(), 12);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_TRUE(held_[i]->closed) << i;
  enter("2001:db8:2::1");
  EXPECT_EQ(closed(), 12);
  held_.clear();
  int served = 0;
  for (int network = 0; network < 20; ++network)
    served += enter("2001:db8:1:" + std::to_string(network) + "::1").slot->serve() ? 1 : 0;
  EXPECT_EQ(served, 12);
  held_.clear();
  EXPECT_TRUE(enter("2001:db8:1:19::1").slot->serve());
}

}  // namespace
}  // namespace coset::net
