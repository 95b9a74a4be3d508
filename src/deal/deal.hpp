// A deal that anyone can check. Before the first piece the host draws a seed and shows its
// commitment; whoever joins then adds sixteen bytes of its own; the key of all draws is made of
// both, so neither side alone can choose a deal. When the game is over the seed is shown, and every
// draw can be made again. docs/fair-deals.md is the promise, to the byte.
//
// The hash functions and the stream cipher are the host's: libsodium in a program, a library of the
// page in a browser. What is here is only how they are put together. Pure; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coset::deal {

using Bytes16 = std::array<std::uint8_t, 16>;
using Bytes32 = std::array<std::uint8_t, 32>;
using Block = std::array<std::uint8_t, 64>;

enum class GameId : std::uint64_t {};

struct Primitives {
  std::function<Bytes32(std::string_view bytes)> sha256;
  std::function<Bytes32(const Bytes32& key, std::string_view bytes)> hmac_sha256;
  // A block of the IETF ChaCha20 key stream.
  std::function<Block(const Bytes32& key, const std::array<std::uint8_t, 12>& nonce,
                      std::uint32_t counter)>
      chacha20;
};

// SHA-256("coset1" | id | seed), which is shown before anybody joins.
Bytes32 commitment(const Primitives& primitives, GameId id, const Bytes32& seed);

// HMAC-SHA-256(seed, id | c1 | ... | cn), the bytes in the order of joining; who sent none has
// zeros.
Bytes32 key_of(const Primitives& primitives, GameId id, const Bytes32& seed,
               std::span<const Bytes16> entropy);

// The draws of one table: a function of the key and the draw's number, never a throw.
class Draws {
 public:
  // `primitives` outlives it.
  Draws(const Primitives& primitives, const Bytes32& key) : primitives_(primitives), key_(key) {}

  // The place of draw `number` among `size` pieces. REQUIRES: 0 < size
  std::uint32_t place(std::uint64_t number, std::uint32_t size) const;

  // Who sits where: the seat of each of those who joined, in their order. It is the draw of number
  // 2^63, which no piece has. REQUIRES: people <= 255
  std::vector<std::uint8_t> seats(std::uint32_t people) const;

 private:
  const Primitives& primitives_;
  Bytes32 key_;
};

}  // namespace coset::deal
