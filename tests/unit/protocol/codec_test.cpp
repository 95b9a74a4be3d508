#include "protocol/table/codec.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace coset::protocol {
namespace {

FromClient read_client(std::string_view text) {
  auto message = decode_client(text);
  EXPECT_TRUE(message.ok()) << (message ? "" : message.error().sentence);
  return *std::move(message);
}

std::string_view refused(std::string_view text) {
  const auto message = decode_client(text);
  EXPECT_FALSE(message.ok()) << text;
  return message ? "" : message.error().code;
}

TEST(Codec, EncodingIsCanonical) {
  const Move move{static_cast<MoveId>(0x5f0a9c31e6b7d248), 3, "R+B=P"};
  const std::string text = R"({"type":"move","id":"5f0a9c31e6b7d248","base_ply":3,"move":"R+B=P"})";
  EXPECT_EQ(encode(FromClient(move)), text);
  EXPECT_EQ(std::get<Move>(read_client(text)), move);
  // Order and space do not matter when it is read, nor what is unknown.
  EXPECT_EQ(
      std::get<Move>(read_client(
          R"( {"new":[1], "base_ply":3,"move":"R+B=P","id":"5f0a9c31e6b7d248","type":"move"})")),
      move);
}

TEST(Codec, OmitsEmptyOptionalFields) {
  EXPECT_EQ(encode(FromClient(
                Hello{.proto = 1, .table = "oak", .token = {}, .last_ply = {}, .last_chain = {}})),
            R"({"type":"hello","proto":1,"table":"oak"})");
  EXPECT_EQ(encode(FromClient(Preview{7, {"R"}, {}, {}})),
            R"({"type":"preview","seq":7,"give":["R"]})");
  TableError error;
  error.code = "table.stale";
  error.head = 4;
  error.message = "x";
  EXPECT_EQ(encode(FromTable(error)),
            R"({"type":"error","code":"table.stale","head":4,"message":"x"})");
}

TEST(Codec, SeatsAreCountedFromOneAndNobodyIsZero) {
  Clocks clocks{{1, 2}, nobody};
  Welcome welcome;
  welcome.you = 1;
  welcome.clocks = clocks;
  const std::string text = encode(FromTable(welcome));
  EXPECT_NE(text.find(R"("you":2)"), std::string::npos);
  EXPECT_NE(text.find(R"("clocks":{"left":[1,2],"running":0})"), std::string::npos);
  const auto again = decode_table(text);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(std::get<Welcome>(*again), welcome);
}

TEST(Codec, EncodesEverySeatUpToTheLimit) {
  Welcome welcome;
  for (Seat i = 0; i < max_seats; ++i) {
    welcome.you = i;
    welcome.seats.push_back({.seat = i, .name = "", .bot = {}, .away = {}});
    const auto again = decode_table(encode(FromTable(welcome)));
    ASSERT_TRUE(again.ok()) << int{i};
    EXPECT_EQ(std::get<Welcome>(*again), welcome);
  }
  const std::string last = R"("you":)" + std::to_string(max_seats);
  std::string text = encode(FromTable(welcome));
  text.replace(text.find(last), last.size(), R"("you":)" + std::to_string(max_seats + 1));
  EXPECT_FALSE(decode_table(text).ok());
}

TEST(Codec, AnyTextRoundTrips) {
  for (const char* text :
       {"", "plain", "quote\"", "back\\slash", "line\nend\ttab", "é ♥ 🔴", "\x01\x7f"}) {
    const FromClient message = Preview{1, {text}, {text, text}, text};
    EXPECT_EQ(read_client(encode(message)), message) << text;
  }
}

TEST(Codec, ReplacesInvalidUtf8) {
  const std::string text = encode(FromClient(Preview{1, {"\xff\xfe"}, {}, {}}));
  EXPECT_TRUE(decode_client(text).ok()) << text;
  EXPECT_EQ(refused("{\"type\":\"preview\",\"seq\":1,\"give\":[\"\xff\"]}"), "message.json");
}

TEST(Codec, RejectsWhatIsNotAMessage) {
  EXPECT_EQ(refused(""), "message.json");
  EXPECT_EQ(refused("{"), "message.json");
  EXPECT_EQ(refused("[]"), "message.json");
  EXPECT_EQ(refused("null"), "message.json");
  EXPECT_EQ(refused("{}"), "message.type");
  EXPECT_EQ(refused(R"({"type":3})"), "message.type");
  EXPECT_EQ(refused(R"({"type":"welcome"})"), "message.type");
  EXPECT_EQ(refused(R"({"type":"heartbeat"})"), "message.field");
  EXPECT_EQ(refused(R"({"type":"heartbeat","head":1} x)"), "message.json");
}

TEST(Codec, RejectsFieldsOfTheWrongType) {
  for (const char* head : {"-1", "1.5", "\"1\"", "null", "true", "4294967296", "[1]", "1e3"})
    EXPECT_EQ(refused(std::string(R"({"type":"heartbeat","head":)") + head + "}"), "message.field")
        << head;
  EXPECT_TRUE(decode_client(R"({"type":"heartbeat","head":4294967295})").ok());
  for (const char* id :
       {"", "1", "000000000000000g", "0000000000000000", "00000000000000001", "ABCDEF0123456789"})
    EXPECT_EQ(refused(std::string(R"({"type":"resign","id":")") + id + "\"}"), "message.field")
        << id;
  EXPECT_EQ(refused(R"({"type":"answer","what":"tea","yes":true})"), "message.field");
  EXPECT_EQ(refused(R"({"type":"answer","what":"rematch","yes":1})"), "message.field");
  EXPECT_EQ(refused(R"({"type":"hint","level":256})"), "message.field");
}

TEST(Codec, ReadsOnlyNodeNamesThatAUrlMayHave) {
  const std::string longest(max_node_name, 'a');
  for (const std::string& name : {std::string("a"), std::string("node-2"), longest}) {
    const FromTable message = Redirect{{name}};
    const std::string text = encode(message);
    EXPECT_EQ(text, R"({"type":"redirect","node":")" + name + "\"}");
    const auto again = decode_table(text);
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(*again, message);
  }
  for (const std::string& name :
       {std::string(), longest + "a", std::string("-a"), std::string("A"), std::string("a b"),
        std::string("a&node=b"), std::string("a#"), std::string("a/.."), std::string("a?"),
        std::string("a%20"), std::string("a_b"), std::string("a.b"), std::string("a\r\nHost: b"),
        std::string("\xc3\xa9"), std::string("a\0b", 3)})
    EXPECT_FALSE(decode_table(encode(FromTable(Redirect{{name}}))).ok()) << name;
  for (const char* node : {"1", "null", "[\"a\"]", "{}", "true"})
    EXPECT_FALSE(decode_table(std::string(R"({"type":"redirect","node":)") + node + "}").ok())
        << node;
  EXPECT_EQ(refused(R"({"type":"redirect","node":"a"})"), "message.type");  // it has no client
}

TEST(Codec, ErrorNamesTheField) {
  EXPECT_EQ(
      decode_client(R"({"type":"move","id":"1","base_ply":1,"move":"draw"})").error().sentence,
      "The field 'id' of a message of type 'move' is missing or wrong.");
}

TEST(Codec, RejectsLongDeepAndWideMessages) {
  const auto attempt = [](const std::string& give) {
    return R"({"type":"preview","seq":1,"give":)" + give + "}";
  };
  EXPECT_EQ(refused(attempt("[\"" + std::string(max_frame, 'R') + "\"]")), "message.too_large");
  EXPECT_EQ(refused(attempt("[\"" + std::string(1201, 'R') + "\"]")), "message.field");
  EXPECT_EQ(refused(attempt(std::string(9, '[') + std::string(9, ']'))), "message.too_deep");
  EXPECT_EQ(refused(attempt(std::string(2000, '['))), "message.too_deep");
  EXPECT_EQ(refused(attempt(std::string(max_depth, '[') + std::string(max_depth, ']'))),
            "message.field");
  std::string wide = "[\"R\"";
  for (int i = 0; i < 64; ++i) wide += ",\"R\"";
  EXPECT_EQ(refused(attempt(wide + "]")), "message.field");
}

TEST(Codec, EveryReasonHasACode) {
  for (std::size_t i = 0; i < std::size(table_errors); ++i) {
    const auto reason = static_cast<Reason>(i);
    TableError error;
    error.code = error_of(reason).code;
    const std::string text = encode(FromTable(error));
    EXPECT_NE(text.find("\"code\":\"table."), std::string::npos);
    EXPECT_EQ(std::get<TableError>(*decode_table(text)), error);
    for (std::size_t k = 0; k < std::size(table_errors); ++k)
      EXPECT_EQ(is(error, static_cast<Reason>(k)), k == i);
  }
  EXPECT_EQ(error_of(Reason::rate).code, "table.rate");
  EXPECT_EQ(error_of(Reason::game_over).code, "table.game_over");
}

TEST(Codec, DamagedFramesDoNotCrash) {
  const std::string good = encode(FromClient(
      Hello{.proto = 1, .table = "oak", .token = Token{}, .last_ply = 4, .last_chain = Chain{}}));
  Rng rng(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string bad = good;
    for (std::uint32_t k = 1 + rng.below(4); k > 0; --k)
      bad[rng.below(static_cast<std::uint32_t>(bad.size()))] = static_cast<char>(rng.below(256));
    bad.resize(rng.below(static_cast<std::uint32_t>(bad.size()) + 1));
    const auto message = decode_client(bad);
    if (message) EXPECT_EQ(read_client(encode(*message)), *message);
  }
}

TEST(Secrets, AreEqualOnlyIfEveryByteIs) {
  Token a;
  a.bytes.fill(7);
  for (std::size_t i = 0; i < a.bytes.size(); ++i) {
    Token b = a;
    EXPECT_TRUE(same_secret(a, b));
    b.bytes[i] ^= 0x80U;
    EXPECT_FALSE(same_secret(a, b));
  }
}

}  // namespace
}  // namespace coset::protocol
