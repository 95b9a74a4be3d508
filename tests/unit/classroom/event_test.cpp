#include "classroom/event.hpp"

#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

const Event events[] = {
    Opened{"K7P2QX", Language::ar, token_of(1), token_of(2)},
    Joined{3, "نمر سريع", token_of(4), true},
    Renamed{3, "Swift Otter"},
    Left{3, true},
    Cleared{{1, 3}, true},
    TaskSet{{1, 2}, "lesson colours.first 5"},
    Paused{true},
    Paired{2,
           {{"oak", static_cast<protocol::GameId>(5), "inv", "al-jabar Z2^3", {1, 2}, {}},
            {"elm", static_cast<protocol::GameId>(6), "inv2", "al-jabar Z2^3", {3}, {"level1"}}}},
    AnswerMade{1, "lesson a 5", 3, true, "sum", "Z2^3", "What?", "R", false, true, 2, 1, "paint",
               9},
    TradeTried{1, "oak", "Z2^3", {"R"}, {"O", "Y"}, "other"},
    Raised{1, true},
    Locked{true},
    OptionsSet{true, false, std::uint8_t{30}},
    Shown{"paint"},
    CodeChanged{"ABCDEF"},
    ClassClosed{}};

TEST(ClassEvent, EveryEventIsReadAsItWasWritten) {
  static_assert(std::variant_size_v<Event> == std::size(events));
  for (std::size_t i = 0; i < std::size(events); ++i) {
    EXPECT_EQ(events[i].index(), i);
    const auto again = read_event(write_event(events[i]));
    ASSERT_TRUE(again.ok()) << write_event(events[i]);
    EXPECT_EQ(*again, events[i]);
  }
}

TEST(ClassEvent, WhatIsNoEventIsRefused) {
  for (const char* text : {"", "[]", "{}", R"({"type":"danced"})", R"({"type":"paused"})",
                           R"({"type":"paused","on":1})", R"({"type":"joined","pupil":70000})"})
    EXPECT_FALSE(read_event(text)) << text;
  EXPECT_FALSE(read_event(R"({"type":"shown","what":")" + std::string(max_body, 'a') + "\"}"));
}

// A log with such an event was not written by a class.
TEST(ClassEvent, SomeCannotFollow) {
  const ClassHost host;
  for (const Event& event :
       {Event(events[0]), Event(Joined{2, "x", {}, false}), Event(Joined{0, "x", {}, false}),
        Event(Renamed{1, "x"}), Event(Left{1, false}), Event(Cleared{{1}, false}),
        Event(Raised{1, true}), Event(Paired{2, {}}), Event(Paired{0, {}}),
        Event(Paired{1, {{"oak", {}, "", "", {1}, {}}}}), Event(events[8]), Event(events[9])}) {
    State state = host.room.state();
    EXPECT_TRUE(state.apply(event, MoveId::none, 0)) << write_event(event);
    EXPECT_EQ(state, host.room.state());
  }
  State closed = host.room.state();
  EXPECT_FALSE(closed.apply(ClassClosed{}, MoveId::none, 0));
  EXPECT_TRUE(closed.apply(Paused{true}, MoveId::none, 0));
}

}  // namespace
}  // namespace coset::classroom
