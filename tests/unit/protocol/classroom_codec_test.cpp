#include "protocol/classroom/codec.hpp"

#include <gtest/gtest.h>

namespace coset::protocol::classroom {
namespace {

constexpr auto id = static_cast<MoveId>(0x5f0a9c31e6b7d248);
constexpr std::string_view id_text = R"("id":"5f0a9c31e6b7d248")";

const FromClient from_client[] = {
    Hello{1, "K7P2QX", Token{}, Role::teacher, 3},
    Heartbeat{},
    Join{id, "Swift Otter", Token{}},
    Rename{id, "Swift Otter"},
    Answer{id, "colours.first", "18446744073709551615", 7, "R+Y", 5000, 1, true},
    Tried{id, "oak", {"R", "Y"}, {"G"}, {"sA"}},
    Raise{id, true},
    Leave{id},
    SetTask{id, {1, 2}, "wait"},
    Pause{id, true},
    Pair{id, "al-jabar Z2^3", Odd::three, "level2"},
    Lock{id, true},
    Remove{id, 3},
    RemoveAll{id, Removable::inactive},
    NewCode{id},
    SetOptions{id, true, false, std::uint8_t{30}},
    Lower{id, 3},
    Show{id, "misconception paint"},
    Close{id}};

TEST(ClassCodec, EveryMessageOfAClientIsReadAsItWasWritten) {
  static_assert(std::variant_size_v<FromClient> == std::size(from_client));
  for (std::size_t i = 0; i < std::size(from_client); ++i) {
    EXPECT_EQ(from_client[i].index(), i);
    const std::string text = encode(from_client[i]);
    EXPECT_LE(text.size(), max_frame);
    const auto again = decode_client(text);
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(*again, from_client[i]);
    EXPECT_EQ(id_of(*again), i < 2 ? MoveId::none : id);
  }
}

TEST(ClassCodec, HelloMayHaveNoToken) {
  const FromClient hello = Hello{1, "K7P2QX", {}, Role::teacher, 0};
  const std::string text = encode(hello);
  EXPECT_EQ(text.find("token"), std::string::npos);
  const auto again = decode_client(text);
  ASSERT_TRUE(again.ok()) << text;
  EXPECT_EQ(*again, hello);
}

FromClass whole_wall() {
  Wall wall;
  wall.number = 7;
  wall.code = "K7P2QX";
  wall.tiles.push_back({"oak",
                        {{1, "Swift Otter", true}, {2, "", false}},
                        {7, 6},
                        {std::vector<std::string>{"G", "R", "R"}, "7h", 4, true},
                        TileState::not_level,
                        3,
                        LastTry{{"O", "R"}, {"O"}, "paint"}});
  wall.misconceptions.push_back({"paint", 2, 3, 3, 750, 55, "O+R=O"});
  wall.first_tries = {3, 4};
  wall.show = "paint";
  wall.spec = "al-jabar Z2^3 seats=2";
  return wall;
}

TEST(ClassCodec, EveryMessageOfAClassIsReadAsItWasWritten) {
  PupilState state{4, true, "tables", TableInfo{"oak", "inv", "al-jabar Z2^3", true}, "+-", true};
  Welcome welcome;
  welcome.code = "K7P2QX";
  welcome.you = 3;
  welcome.alias = "نمر سريع";
  welcome.offers = {"a", "b", "c"};
  welcome.state = state;
  const FromClass all[] = {welcome,
                           state,
                           Answered{id, true, "paint"},
                           Counted{id, "other"},
                           Done{id},
                           ClassError{id, "class.busy", "Busy.", 5},
                           Removed{},
                           Closed{},
                           whole_wall(),
                           Drain{500},
                           Redirect{NodeName{"b"}}};
  static_assert(std::variant_size_v<FromClass> == std::size(all));
  for (std::size_t i = 0; i < std::size(all); ++i) {
    EXPECT_EQ(all[i].index(), i);
    const auto again = decode_class(encode(all[i]));
    ASSERT_TRUE(again.ok()) << encode(all[i]);
    EXPECT_EQ(*again, all[i]);
  }
}

TEST(ClassCodec, IsCanonical) {
  EXPECT_EQ(encode(FromClient(Raise{id, true})),
            R"({"type":"raise",)" + std::string(id_text) + R"(,"up":true})");
  EXPECT_EQ(encode(FromClient(Hello{1, "K7P2QX", Token{}, {}, 0})),
            R"({"type":"hello","proto":1,"class":"K7P2QX",)"
            R"("token":"00000000000000000000000000000000","role":"pupil"})");
  EXPECT_EQ(encode(FromClass(Removed{})), R"({"type":"removed"})");
}

std::string_view refused(const std::string& text) {
  const auto message = decode_client(text);
  EXPECT_FALSE(message.ok()) << text;
  return message ? "" : message.error().code;
}

TEST(ClassCodec, RefusesWhatItCannotRead) {
  EXPECT_EQ(refused("[]"), "message.json");
  EXPECT_EQ(refused("{}"), "message.type");
  EXPECT_EQ(refused(R"({"type":"dance"})"), "message.type");
  EXPECT_EQ(refused(R"({"type":"raise","up":true})"), "message.field");
  EXPECT_EQ(refused(R"({"type":"raise","id":"0000000000000000","up":true})"), "message.field");
  EXPECT_EQ(refused(R"({"type":"raise","id":5,"up":true})"), "message.field");
  const std::string begin = "{" + std::string(id_text) + ",";
  EXPECT_EQ(refused(begin + R"("type":"raise","up":1})"), "message.field");
  EXPECT_EQ(refused(begin + R"("type":"remove","pupil":65536})"), "message.field");
  EXPECT_EQ(refused(begin + R"("type":"remove","pupil":-1})"), "message.field");
  EXPECT_EQ(refused(begin + R"("type":"pair","spec":"x","odd":"cat"})"), "message.field");
  EXPECT_EQ(refused(begin + R"("type":"join","alias":")" + std::string(1201, 'a') + "\"}"),
            "message.field");
  std::string many = begin + R"("type":"task","task":"wait","to":[1)";
  for (int i = 0; i < 64; ++i) many += ",1";
  EXPECT_EQ(refused(many + "]}"), "message.field");
  EXPECT_EQ(refused(begin + R"("type":"show","x":")" + std::string(max_frame, 'a') + "\"}"),
            "message.too_large");
  EXPECT_EQ(refused(begin + R"("type":"show","x":[[[[[[[[[]]]]]]]]]})"), "message.too_deep");
}

}  // namespace
}  // namespace coset::protocol::classroom
