#include "crypto/primitives.hpp"

#include <sodium.h>

#include "base/check.hpp"

namespace coset::crypto {

namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

fair_deal::Primitives primitives() {
  CHECK(sodium_init() >= 0);
  fair_deal::Primitives out;
  out.sha256 = [](std::string_view bytes) {
    fair_deal::Bytes32 made;
    crypto_hash_sha256(made.data(), bytes_of(bytes), bytes.size());
    return made;
  };
  out.hmac_sha256 = [](const fair_deal::Bytes32& key, std::string_view bytes) {
    fair_deal::Bytes32 made;
    crypto_auth_hmacsha256(made.data(), bytes_of(bytes), bytes.size(), key.data());
    return made;
  };
  out.chacha20 = [](const fair_deal::Bytes32& key, const std::array<std::uint8_t, 12>& nonce,
                    std::uint32_t counter) {
    fair_deal::Block made{};
    crypto_stream_chacha20_ietf_xor_ic(made.data(), made.data(), made.size(), nonce.data(), counter,
                                       key.data());
    return made;
  };
  return out;
}

fair_deal::Bytes16 blake2b(std::string_view bytes) {
  fair_deal::Bytes16 made{};
  crypto_generichash(made.data(), made.size(), bytes_of(bytes), bytes.size(), nullptr, 0);
  return made;
}

}  // namespace coset::crypto
