#include "engine/fair_deal/deal.hpp"

#include <numeric>
#include <utility>

#include "base/check.hpp"

namespace coset::fair_deal {

namespace {

constexpr std::uint64_t lot = std::uint64_t{1} << 63U;

void add_number(std::string& out, std::uint64_t number) {
  for (int byte = 0; byte < 8; ++byte)
    out += static_cast<char>(static_cast<std::uint8_t>(number >> 8 * byte));
}

template <std::size_t size>
void add_bytes(std::string& out, const std::array<std::uint8_t, size>& bytes) {
  for (const std::uint8_t byte : bytes) out += static_cast<char>(byte);
}

// The key stream of one draw as 32-bit words, and what is taken from it without bias.
class Stream {
 public:
  Stream(const Primitives& primitives, const Bytes32& key, std::uint64_t number)
      : primitives_(primitives), key_(key) {
    for (std::size_t byte = 0; byte < 8; ++byte)
      nonce_[4 + byte] = static_cast<std::uint8_t>(number >> 8 * byte);
  }

  // The first word below the largest multiple of `size`, modulo `size`.
  std::uint32_t below(std::uint32_t size) {
    CHECK(size > 0);
    const std::uint64_t words = std::uint64_t{1} << 32U;
    const std::uint64_t limit = words / size * size;
    for (;;) {
      const std::uint32_t word = next();
      if (word < limit) return word % size;
    }
  }

 private:
  std::uint32_t next() {
    if (used_ == block_.size()) {
      block_ = primitives_.chacha20(key_, nonce_, counter_++);
      used_ = 0;
    }
    std::uint32_t word = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
      word |= static_cast<std::uint32_t>(block_[used_ + byte]) << 8 * byte;
    used_ += 4;
    return word;
  }

  const Primitives& primitives_;
  const Bytes32& key_;
  std::array<std::uint8_t, 12> nonce_{};
  std::uint32_t counter_ = 0;
  Block block_{};
  std::size_t used_ = block_.size();
};

}  // namespace

Bytes32 commitment(const Primitives& primitives, GameId id, const Bytes32& seed) {
  std::string bytes = "coset1";
  add_number(bytes, static_cast<std::uint64_t>(id));
  add_bytes(bytes, seed);
  return primitives.sha256(bytes);
}

Bytes32 key_of(const Primitives& primitives, GameId id, const Bytes32& seed,
               std::span<const Bytes16> entropy) {
  std::string bytes;
  add_number(bytes, static_cast<std::uint64_t>(id));
  for (const Bytes16& each : entropy) add_bytes(bytes, each);
  return primitives.hmac_sha256(seed, bytes);
}

std::uint32_t Draws::place(std::uint64_t number, std::uint32_t size) const {
  CHECK(number < lot);
  return Stream(primitives_, key_, number).below(size);
}

std::vector<std::uint8_t> Draws::seats(std::uint32_t people) const {
  CHECK(people <= 255);
  std::vector<std::uint8_t> out(people);
  std::iota(out.begin(), out.end(), std::uint8_t{0});
  Stream stream(primitives_, key_, lot);
  for (std::uint32_t left = people; left > 1; --left)
    std::swap(out[left - 1], out[stream.below(left)]);
  return out;
}

}  // namespace coset::fair_deal
