// SimulatedPlatform: the dependencies of a node, all derived from one seed: clock, random source,
// worker pool, sockets and stores.
#pragma once

#include <deque>
#include <set>

#include "base/rng.hpp"
#include "server/node/node.hpp"
#include "server/node/table_names.hpp"
#include "unit/node/simulated_stores.hpp"
#include "unit/table/table_support.hpp"

namespace coset::node {

using table::test_digest;

inline Bytes32 spread(std::string_view bytes, std::uint64_t salt) {
  Bytes32 out{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint64_t word = mix(fnv1a(bytes, mix(salt + i)));
    for (std::size_t k = 0; k < 8; ++k) out[8 * i + k] = static_cast<std::uint8_t>(word >> 8 * k);
  }
  return out;
}
inline std::string text_of(const auto& bytes) { return {bytes.begin(), bytes.end()}; }

// Not secure, but deterministic.
inline CryptoFunctions test_crypto() {
  CryptoFunctions out;
  out.blake2b = test_digest;
  out.deal.sha256 = [](std::string_view bytes) { return spread(bytes, 1); };
  out.deal.hmac_sha256 = [](const Bytes32& key, std::string_view bytes) {
    return spread(text_of(key) + std::string(bytes), 2);
  };
  out.deal.chacha20 = [](const Bytes32& key, const auto& nonce, std::uint32_t counter) {
    fair_deal::Block block{};
    const std::string all = text_of(key) + text_of(nonce) + std::to_string(counter);
    for (std::size_t half = 0; half < 2; ++half) {
      const Bytes32 part = spread(all, 3 + half);
      std::copy(part.begin(), part.end(), block.begin() + static_cast<std::ptrdiff_t>(32 * half));
    }
    return block;
  };
  return out;
}

struct FakeClock final : Clock {
  Time now = 1'700'000'000'000;
  Time wall_now() override { return now; }
};

struct SeededRandom final : RandomSource {
  explicit SeededRandom(std::uint64_t seed) : rng(seed) {}
  Rng rng;
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
  }
};

// Runs queued work when the test says so.
struct FakeWorkerPool final : WorkerPool {
  struct Work {
    std::function<bool()> step;
    std::function<void()> done;
  };
  std::deque<Work> waiting;
  int runs = 0;
  bool held = false;  // nothing runs
  void run(std::function<void()> work, std::function<void()> done) override {
    run_steps(
        [work = std::move(work)] {
          work();
          return false;
        },
        std::move(done));
  }
  void run_steps(std::function<bool()> step, std::function<void()> done) override {
    ++runs;
    waiting.push_back({std::move(step), std::move(done)});
  }
  bool one() {
    if (waiting.empty() || held) return false;
    const Work next = std::move(waiting.front());
    waiting.pop_front();
    while (next.step()) {
    }
    next.done();
    return true;
  }
};

struct NullCrashMarker : CrashMarker {
  void enter(GameId) override {}
  void leave() override {}
};

struct RecordingCrashMarker final : CrashMarker {
  std::optional<GameId> inside;
  std::set<GameId> entered;
  void enter(GameId game) override {
    inside = game;
    entered.insert(game);
  }
  void leave() override { inside.reset(); }
};

struct RecordingSockets final : Sockets {
  std::function<void(Socket, const std::string&)> on_send;
  std::function<void(Socket, Close, std::string_view)> on_close;
  void send(Socket to, std::shared_ptr<const std::string> text) override { on_send(to, *text); }
  void close(Socket which, Close code, std::string_view reason) override {
    on_close(which, code, reason);
  }
  std::vector<Socket> released;  // of their addresses
  void release_address(Socket which) override { released.push_back(which); }
};

struct SimulatedPlatform {
  // `faults` may draw from the generator that the store uses.
  SimulatedPlatform(std::uint64_t seed, std::uint64_t random_seed,
                    const std::function<StoreFaults(Rng&)>& faults)
      : rng(seed), random(random_seed), events(rng, faults(rng)) {}
  SimulatedPlatform(const SimulatedPlatform&) = delete;
  SimulatedPlatform& operator=(const SimulatedPlatform&) = delete;
  ~SimulatedPlatform() = default;

  NodeDeps deps() {
    return {sockets, clock, random,  pool,         crypto,  events,
            claims,  seeds, players, crash_marker, classes, guests};
  }

  Rng rng;
  FakeClock clock;
  SeededRandom random;
  FakeWorkerPool pool;
  CryptoFunctions crypto = test_crypto();
  FaultyStore events;
  store::LocalClaims claims;
  FakeSeedStore seeds;
  FakePlayerStore players{events.stored};
  RecordingCrashMarker crash_marker;
  FakeClassStore classes;
  FakeGuestStore guests{events.stored, classes.stored};
  RecordingSockets sockets;
};

}  // namespace coset::node
