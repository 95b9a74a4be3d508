// SeedSweep: seeds whose game never began go after a day. Belongs to one Node.
#pragma once

#include "serve/around.hpp"

namespace coset::serve {

class SeedSweep {
 public:
  explicit SeedSweep(Around& around);
  SeedSweep(const SeedSweep&) = delete;
  SeedSweep& operator=(const SeedSweep&) = delete;
  ~SeedSweep() = default;

  Time next() const { return at_; }
  // `wanted` are the games that may still begin.
  void run(const std::vector<GameId>& wanted);

 private:
  void look_for_orphan(GameId game);

  Alive alive_;
  Around& around_;
  Time at_;
  store::Due from_;
};

}  // namespace coset::serve
