// Rate limits and quotas per guest and per address.
#include "server/node/budgets.hpp"

#include <gtest/gtest.h>

namespace coset::node {
namespace {

constexpr Time now = 1'700'000'000'000;
constexpr RateLimit ten{10, 20'000};

TEST(Bucket, AllowsBurstAndRefillsOverWindow) {
  Bucket bucket;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bucket.try_charge(ten, now)) << i;
  EXPECT_FALSE(bucket.try_charge(ten, now));
  EXPECT_EQ(bucket.wait(ten, now), 2000U);
  EXPECT_EQ(bucket.wait(ten, now + 500), 1500U);
  EXPECT_TRUE(bucket.try_charge(ten, now + 2000));
  EXPECT_FALSE(bucket.try_charge(ten, now + 2000));
  EXPECT_FALSE(bucket.idle(now + 2000));
  EXPECT_TRUE(bucket.idle(now + 22'000));
}

TEST(Bucket, CapsCostAtLimit) {
  Bucket bucket;
  EXPECT_TRUE(bucket.try_charge(ten, now, 1000));
  EXPECT_EQ(bucket.wait(ten, now, 5), 10'000U);
}

int taken(Budgets& budgets, const Budgets::Client& client, Use use, int most = 10'000) {
  int n = 0;
  while (n < most && budgets.try_charge(client, use, now).wait == 0) ++n;
  return n;
}

TEST(Budgets, PersistAcrossConnections) {
  Budgets budgets(4);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 30);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 0);
  EXPECT_EQ(taken(budgets, budgets.client("a", "y", now), Use::lobby), 0);  // elsewhere, too
  EXPECT_TRUE(budgets.check(budgets.client("a", "x", now), Use::lobby, now).own);
}

TEST(Budgets, LimitAddressRegardlessOfGuestCount) {
  Budgets budgets(4);
  int made = 0;
  for (int i = 0; i < 700; ++i)
    made += taken(budgets, budgets.client(std::to_string(i), "x", now), Use::create, 10);
  EXPECT_EQ(made, 12);
  const auto verdict = budgets.check(budgets.client("new", "x", now), Use::create, now);
  EXPECT_FALSE(verdict.own);
  EXPECT_EQ(refusal(Use::create, verdict).code, "rate.creates");
  EXPECT_EQ(refusal(Use::create, verdict).sentence,
            "Too many new tables from your network. Try again in 50 seconds.");
  EXPECT_EQ(refusal(Use::create, verdict).retry_after, 50);
  EXPECT_EQ(taken(budgets, budgets.client("new", "y", now), Use::create, 3), 3);  // another address
}

TEST(Budgets, AllClassesOfASchoolComeInAtOneBell) {
  Budgets budgets(64);
  int joined = 0;
  for (int i = 0; i < 20 * 30; ++i)
    joined += taken(budgets, budgets.client(std::to_string(i), "school", now), Use::join, 1);
  EXPECT_EQ(joined, 600);
}

// One customer has 65 536 networks of 64 bits.
TEST(Budgets, ASiteHasFourTimesWhatAnAddressHas) {
  Budgets budgets(4);
  int made = 0;
  for (int network = 0; network < 30; ++network) {
    const auto guest = "guest " + std::to_string(network);
    made += taken(budgets, budgets.client(guest, "n" + std::to_string(network), now, "s"),
                  Use::create, 20);
  }
  EXPECT_EQ(made, 4 * 12);
  const auto late = budgets.client("late", "another", now, "s");
  EXPECT_FALSE(budgets.check(late, Use::create, now).own);
  EXPECT_GT(budgets.check(late, Use::create, now).wait, 0U);
  const auto verdict = budgets.try_charge(budgets.client("x", "y", now, "t"), Use::create, now);
  EXPECT_EQ(verdict.wait, 0U);
  // What is given back is given back to both.
  budgets.refund(late, Use::create, {});
  EXPECT_EQ(budgets.check(late, Use::create, now).wait, 0U);
  int vouched = 0;
  for (int i = 0; i < 200; ++i) {
    const auto client =
        budgets.client("invited " + std::to_string(i), "n" + std::to_string(i / 16), now, "s");
    budgets.vouch_invited(client, now);
    vouched += Budgets::vouched(client, now) ? 1 : 0;
  }
  EXPECT_EQ(vouched, 4 * 16);
}

TEST(Budgets, StrangersCannotExhaustVouchedBudget) {
  Budgets budgets(4);
  const auto pupil = budgets.client("pupil", "school", now);
  budgets.vouch("pupil", now);
  for (int i = 0; i < 100; ++i)
    for (const Use use : {Use::lobby, Use::create, Use::seek, Use::request, Use::lookup})
      taken(budgets, budgets.client(std::to_string(i), "school", now), use);
  EXPECT_EQ(taken(budgets, budgets.client("stranger", "school", now), Use::create), 0);
  EXPECT_EQ(taken(budgets, pupil, Use::lobby), 30);
  EXPECT_EQ(taken(budgets, pupil, Use::create), 20);
  EXPECT_FALSE(Budgets::vouched(pupil, now + 3 * 3'600'000));
}

TEST(Budgets, EvictOnlyIdleAccounts) {
  Budgets budgets(4);
  const auto held = budgets.client("held", "x", now);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 5);
  for (int i = 0; i < 30'000; ++i) budgets.client(std::to_string(i), std::to_string(i), now);
  EXPECT_LT(budgets.size(), 10'000U);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 0);
  EXPECT_EQ(budgets.client("held", "x", now).guest, held.guest);
}

TEST(Budgets, TrackNewGuestsOnlyWhileConnectedAtCapacity) {
  Budgets budgets(4);
  for (int i = 0; i < 100'010; ++i) {
    const auto client = budgets.client(std::to_string(i), "x", now);
    client.guest->own[0].charge(ten, now);
  }
  EXPECT_LE(budgets.size(), 100'010U);
  budgets.vouch("one more", now);
  const auto held = budgets.client("one more", "x", now);
  EXPECT_FALSE(Budgets::vouched(held, now));
  Budgets::vouch(*held.guest, now);
  EXPECT_TRUE(Budgets::vouched(held, now));
  EXPECT_FALSE(Budgets::vouched(budgets.client("one more", "x", now), now));
}

}  // namespace
}  // namespace coset::node
