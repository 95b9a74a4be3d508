// What a Node needs of the machine: the clock, random bytes and libsodium's digests.
#pragma once

#include <chrono>
#include <ctime>
#include <span>
#include <string>

#include "server/node/node_deps.hpp"

namespace coset::cosetd {

// The system time at the start of the program, advanced by a steady clock.
class SteadyClock final : public node::Clock {
 public:
  node::Time wall_now() override;

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::system_clock::time_point wall_ = std::chrono::system_clock::now();
};

class SodiumRandom final : public node::RandomSource {
 public:
  SodiumRandom();
  void fill(std::span<std::uint8_t> bytes) override;
};

node::CryptoFunctions crypto_functions();

}  // namespace coset::cosetd
