#include "apps/cosetd/platform.hpp"

#include <sodium.h>

#include "base/check.hpp"
#include "crypto/primitives.hpp"

namespace coset::cosetd {

node::Time SteadyClock::wall_now() {
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto since = std::chrono::steady_clock::now() - started_;
  return duration_cast<milliseconds>(wall_.time_since_epoch() + since).count();
}

SodiumRandom::SodiumRandom() { CHECK(sodium_init() >= 0); }
void SodiumRandom::fill(std::span<std::uint8_t> bytes) {
  randombytes_buf(bytes.data(), bytes.size());
}

node::CryptoFunctions crypto_functions() { return {crypto::primitives(), crypto::blake2b}; }

}  // namespace coset::cosetd
