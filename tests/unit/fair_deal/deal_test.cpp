#include "engine/fair_deal/deal.hpp"

#include <gtest/gtest.h>
#include <sodium.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace coset::fair_deal {
namespace {

using nlohmann::json;

Primitives sodium() {
  return {[](std::string_view bytes) {
            Bytes32 out;
            crypto_hash_sha256(out.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                               bytes.size());
            return out;
          },
          [](const Bytes32& key, std::string_view bytes) {
            Bytes32 out;
            crypto_auth_hmacsha256(out.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                                   bytes.size(), key.data());
            return out;
          },
          [](const Bytes32& key, const std::array<std::uint8_t, 12>& nonce, std::uint32_t counter) {
            Block out{};
            crypto_stream_chacha20_ietf_xor_ic(out.data(), out.data(), out.size(), nonce.data(),
                                               counter, key.data());
            return out;
          }};
}

template <class Bytes>
Bytes bytes_of(const std::string& hex) {
  Bytes out{};
  std::size_t length = 0;
  EXPECT_EQ(
      sodium_hex2bin(out.data(), out.size(), hex.data(), hex.size(), nullptr, &length, nullptr), 0);
  EXPECT_EQ(length, out.size());
  return out;
}

// tools/verify_deal.py made them, which shares no code with the program.
TEST(Deal, AgreesWithTheSecondOpinion) {
  const Primitives primitives = sodium();
  std::ifstream file(COSET_TESTS_DIR "/unit/fair_deal/vectors.jsonl");
  int vectors = 0;
  for (std::string line; std::getline(file, line); ++vectors) {
    const json vector = json::parse(line);
    const auto id = static_cast<GameId>(std::stoull(vector["game"].get<std::string>()));
    const auto seed = bytes_of<Bytes32>(vector["seed"]);
    std::vector<Bytes16> entropy;
    for (const json& each : vector["entropy"]) entropy.push_back(bytes_of<Bytes16>(each));
    EXPECT_EQ(commitment(primitives, id, seed), bytes_of<Bytes32>(vector["commitment"]));
    const Bytes32 key = key_of(primitives, id, seed, entropy);
    EXPECT_EQ(key, bytes_of<Bytes32>(vector["key"]));
    const Draws draws(primitives, key);
    EXPECT_EQ(draws.seats(static_cast<std::uint32_t>(entropy.size())),
              vector["seats"].get<std::vector<std::uint8_t>>());
    for (const json& draw : vector["draws"])
      EXPECT_EQ(draws.place(std::stoull(draw[0].get<std::string>()), draw[1]), draw[2]);
  }
  EXPECT_EQ(vectors, 24);
}

// A stream that begins with words above the largest multiple of 3.
TEST(Deal, AWordThatWouldBiasIsPassedOver) {
  Primitives primitives = sodium();
  std::vector<std::uint32_t> asked;
  primitives.chacha20 = [&](const Bytes32&, const auto&, std::uint32_t counter) {
    asked.push_back(counter);
    Block out;
    out.fill(0xff);
    if (counter == 1) out[4] = 0xfe;  // the second word of the second block: 2^32 - 2
    return out;
  };
  const Draws draws(primitives, {});
  EXPECT_EQ(draws.place(0, 3), 2U);  // 2^32 - 2 = 3 * 1431655764 + 2
  EXPECT_EQ(asked, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Deal, EveryPlaceAndEverySeatingComesUp) {
  const Primitives primitives = sodium();
  std::array<int, 7> places{};
  std::set<std::vector<std::uint8_t>> seatings;
  for (std::uint8_t i = 0; i < 250; ++i) {
    const Draws draws(primitives, Bytes32{i});
    for (std::uint64_t number = 0; number < 8; ++number) ++places[draws.place(number, 7)];
    seatings.insert(draws.seats(3));
  }
  for (const int count : places) EXPECT_NEAR(count, 2000.0 / 7, 80);  // five standard deviations
  EXPECT_EQ(seatings.size(), 6U);
}

TEST(DealDeathTest, AnEmptyUrnHasNoPlace) {
  const Primitives primitives = sodium();
  const Draws draws(primitives, {});
  EXPECT_DEATH((void)draws.place(0, 0), "size > 0");
}

}  // namespace
}  // namespace coset::fair_deal
