// A verifiable deal (commit and reveal). Before the first piece the host draws a seed and publishes
// its commitment; every player that joins then adds sixteen bytes; the key of all draws is made
// from both, so neither side alone can choose a deal. When the game is over the seed is revealed,
// and every draw can be repeated. docs/fair-deals.md specifies it, to the byte.
//
// The hash functions and the stream cipher are the host's: libsodium in a program, a library of the
// page in a browser. This module only combines them. Pure; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coset::fair_deal {

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

// SHA-256("coset1" | id | seed), published before a player joins.
Bytes32 commitment(const Primitives& primitives, GameId id, const Bytes32& seed);

// HMAC-SHA-256(seed, id | c1 | ... | cn), the bytes in joining order; zeros for a player
// that sent none.
Bytes32 key_of(const Primitives& primitives, GameId id, const Bytes32& seed,
               std::span<const Bytes16> entropy);

// The draws of one table: a function of the key and the draw's number, never a throw.
class Draws {
 public:
  // `primitives` outlives it.
  Draws(const Primitives& primitives, const Bytes32& key) : primitives_(primitives), key_(key) {}

  // The index of draw `number` among `size` pieces. REQUIRES: 0 < size
  std::uint32_t place(std::uint64_t number, std::uint32_t size) const;

  // The seat of each player, in joining order. It is the draw of number 2^63, which no piece has.
  // REQUIRES: people <= 255
  std::vector<std::uint8_t> seats(std::uint32_t people) const;

 private:
  const Primitives& primitives_;
  Bytes32 key_;
};

}  // namespace coset::fair_deal
