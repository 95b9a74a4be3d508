// A world for a node: time, chance, threads, sockets and stores that all follow from one seed. The
// store answers late, answers that it does not know (whether or not it did what was asked), and
// says nothing for long; whoever is killed leaves it behind.
#pragma once

#include <deque>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "hub/hub_support.hpp"
#include "serve/names.hpp"
#include "serve/node.hpp"
#include "store/memory_store.hpp"

namespace coset::serve {

using hub::test_digest;
using store::Done;
using store::Outcome;

inline Bytes32 spread(std::string_view bytes, std::uint64_t salt) {
  Bytes32 out{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint64_t word = mix(fnv1a(bytes, mix(salt + i)));
    for (std::size_t k = 0; k < 8; ++k) out[8 * i + k] = static_cast<std::uint8_t>(word >> 8 * k);
  }
  return out;
}
inline std::string text_of(const auto& bytes) { return {bytes.begin(), bytes.end()}; }

// Not secure, but functions of what they are given.
inline Digests test_digests() {
  Digests out;
  out.blake2b = test_digest;
  out.deal.sha256 = [](std::string_view bytes) { return spread(bytes, 1); };
  out.deal.hmac_sha256 = [](const Bytes32& key, std::string_view bytes) {
    return spread(text_of(key) + std::string(bytes), 2);
  };
  out.deal.chacha20 = [](const Bytes32& key, const auto& nonce, std::uint32_t counter) {
    deal::Block block{};
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

struct SeededChance final : Chance {
  explicit SeededChance(std::uint64_t seed) : rng(seed) {}
  Rng rng;
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
  }
};

// Threads that get round to it when they are told to.
struct FakePool final : Pool {
  struct Work {
    std::function<bool()> step;
    std::function<void()> done;
  };
  std::deque<Work> waiting;
  int runs = 0;
  bool held = false;  // nobody gets round to it
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

struct NoDoorway : Doorway {
  void enter(GameId) override {}
  void leave() override {}
};

// What a store may do to those who ask it.
struct Trouble {
  std::uint32_t late = 0;  // one answer in so many comes later; 0: none
  std::uint32_t lost = 0;  // one answer in so many is `unknown`
};

class FaultyStore final : public store::EventStore {
 public:
  FaultyStore(Rng& rng, const Trouble& trouble) : rng_(rng), trouble_(trouble) {}

  store::MemoryStore kept;
  bool away = false;                                  // it does not answer
  bool broken = false;                                // it answers that it cannot say
  bool full = false;                                  // it can be read and takes nothing
  bool tight = false;                                 // rows fit, a probe does not
  std::set<GameId> damaged;                           // cannot be read any more
  std::function<void(const store::Event&)> appended;  // called when a row is kept

  void create(store::NewGame game, Done<Outcome> done) override {
    ask([this, game = std::move(game), done = std::move(done)] {
      Outcome outcome = Outcome::unknown;
      if (!full && !fails_before()) kept.create(game, [&](Outcome is) { outcome = is; });
      done(loses() ? Outcome::unknown : outcome);
    });
  }
  void append(std::vector<store::Event> batch, Done<std::vector<Outcome>> done) override {
    store::check_batch(batch);
    ask([this, batch = std::move(batch), done = std::move(done)] {
      std::vector<Outcome> out(batch.size(), Outcome::unknown);
      if (!full && !fails_before()) {
        kept.append(batch, [&](std::vector<Outcome> is) { out = std::move(is); });
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (out[i] == Outcome::appended && appended) appended(batch[i]);
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (damaged.contains(batch[i].game)) out[i] = Outcome::damaged;
      }
      if (loses()) out.assign(batch.size(), Outcome::unknown);
      done(out);
    });
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    ask([this, game, from, done = std::move(done)] {
      if (fails_before()) return done(Error{"store.away", 0, "The store is away."});
      if (damaged.contains(game)) return done(Error{store::damaged_code, 0, "It is damaged."});
      kept.read(game, from, done);
    });
  }
  void finish(GameId game, Done<Outcome> done) override {
    ask([this, game, done = std::move(done)] { kept.finish(game, done); });
  }
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override {
    kept.games(after, most, std::move(done));
  }
  void due(Time by, int most, Done<Result<std::vector<store::Due>>> done) override {
    ask([this, by, most, done = std::move(done)] { kept.due(by, most, done); });
  }
  void tasks(int most, Done<Result<std::vector<store::Task>>> done) override {
    kept.tasks(most, std::move(done));
  }
  void settled(std::int64_t number, Done<Outcome> done) override {
    kept.settled(number, std::move(done));
  }
  void probe(Done<Outcome> done) override {
    ask([this, done = std::move(done)] {
      done(full || tight || fails_before() ? Outcome::unknown : Outcome::appended);
    });
  }

  // Answers what is asked, in its order; nothing while it is away.
  bool one() {
    if (away || asked_.empty()) return false;
    const auto next = std::move(asked_.front());
    asked_.pop_front();
    next();
    return true;
  }
  // What was asked is done, but whoever asked is gone.
  void forget_askers() {
    while (one()) {
    }
    asked_.clear();
  }

 private:
  void ask(std::function<void()> work) {
    asked_.push_back(std::move(work));
    if (trouble_.late == 0 || rng_.below(trouble_.late) != 0)
      while (one()) {
      }
  }
  bool fails_before() {
    return broken || (trouble_.lost != 0 && rng_.below(2 * trouble_.lost) == 0);
  }
  bool loses() { return trouble_.lost != 0 && rng_.below(2 * trouble_.lost) == 0; }

  Rng& rng_;
  Trouble trouble_;
  std::deque<std::function<void()>> asked_;
};

class FakeSeeds final : public store::SeedStore {
 public:
  std::map<GameId, Bytes32> kept;
  std::map<GameId, Time> aged;  // when those were last touched that are a day old
  std::set<GameId> touched;
  bool away = false;
  bool slow = false;  // it takes what is put when it is told to answer
  int puts = 0;
  void put(GameId game, const Bytes32& seed, Done<Outcome> done) override {
    ++puts;
    if (away) return done(Outcome::unknown);
    auto work = [this, game, seed, done = std::move(done)] {
      done(kept.emplace(game, seed).second ? Outcome::appended : Outcome::taken);
    };
    if (!slow) return work();
    late.push_back(std::move(work));
  }
  std::deque<std::function<void()>> late;
  void answer() {
    slow = false;
    for (const auto& each : std::exchange(late, {})) each();
  }
  void get(GameId game, Done<Result<std::optional<Bytes32>>> done) override {
    const auto found = kept.find(game);
    done(found == kept.end() ? std::optional<Bytes32>() : std::optional(found->second));
  }
  void touch(std::vector<GameId> games, Done<Outcome> done) override {
    for (const GameId game : games) {
      touched.insert(game);
      aged.erase(game);
    }
    done(Outcome::appended);
  }
  void idle(store::Due after, int most, Done<Result<std::vector<store::Due>>> done) override {
    std::vector<store::Due> out;
    for (const auto& [game, at] : aged)
      if (std::pair(at, game) > std::pair(after.at, after.game)) out.push_back({game, at});
    std::sort(out.begin(), out.end(), [](const store::Due& a, const store::Due& b) {
      return std::pair(a.at, a.game) < std::pair(b.at, b.game);
    });
    out.resize(std::min(out.size(), static_cast<std::size_t>(most)));
    done(std::move(out));
  }
  void drop(GameId game, Done<Outcome> done) override {
    if (aged.erase(game) == 0) return done(Outcome::taken);
    kept.erase(game);
    done(Outcome::appended);
  }
};

class FakePeople final : public store::PeopleStore {
 public:
  explicit FakePeople(store::MemoryStore& events) : events_(events) {}
  std::map<std::string, std::vector<store::Seated>> kept;
  bool away = false;
  void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) override {
    if (away) return done(Outcome::unknown);
    for (std::size_t i = 0; i < who.size(); ++i) {
      const store::Seated seated{game, static_cast<std::uint8_t>(i)};
      auto& theirs = kept[who[i]];
      if (!who[i].empty() && std::find(theirs.begin(), theirs.end(), seated) == theirs.end())
        theirs.push_back(seated);
    }
    done(Outcome::appended);
  }
  void games_of(std::string who, Done<Result<std::vector<store::Seated>>> done) override {
    if (away) return done(Error{"store.away", 0, "The store is away."});
    done(kept[who]);
  }
  void reword(GameId game, std::string before, std::string after, Done<Outcome> done) override {
    done(away ? Outcome::unknown : events_.reword(game, before, after));
  }
  void forget(std::string who, Done<Outcome> done) override {
    kept.erase(who);
    done(Outcome::appended);
  }
  std::map<GameId, std::string> waiting;
  int gathers = 0;
  void gather(store::Gathering gathering, Done<Outcome> done) override {
    if (away) return done(Outcome::unknown);
    ++gathers;
    waiting[gathering.game] = std::move(gathering.body);
    done(Outcome::appended);
  }
  void gatherings(Done<Result<std::vector<store::Gathering>>> done) override {
    if (away) return done(Error{"store.away", 0, "The store is away."});
    std::vector<store::Gathering> out;
    for (const auto& [game, body] : waiting) out.push_back({game, body});
    done(std::move(out));
  }
  void disperse(GameId game, Done<Outcome> done) override {
    if (away) return done(Outcome::unknown);
    waiting.erase(game);
    done(Outcome::appended);
  }
  std::map<std::pair<GameId, std::uint8_t>, std::map<std::string, Time>> minded;
  void report(store::Seated whom, std::string by, Time at, Done<Outcome> done) override {
    if (away) return done(Outcome::unknown);
    minded[{whom.game, whom.seat}].emplace(std::move(by), at);
    done(Outcome::appended);
  }
  void reports(Done<Result<std::vector<store::Report>>> done) override {
    done(std::vector<store::Report>());
  }
  void settle(store::Seated whom, Done<Outcome> done) override {
    minded.erase({whom.game, whom.seat});
    done(Outcome::appended);
  }
  std::vector<store::Ordered> wanted;
  void order(store::Ordered what, Done<Outcome> done) override {
    wanted.push_back(what);
    done(Outcome::appended);
  }
  void orders(Done<Result<std::vector<store::Ordered>>> done) override {
    if (away) return done(Error{"store.away", 0, "The store is away."});
    done(wanted);
  }
  void obeyed(store::Ordered what, Done<Outcome> done) override {
    std::erase(wanted, what);
    done(Outcome::appended);
  }

 private:
  store::MemoryStore& events_;
};

struct Frames final : Sockets {
  std::function<void(Socket, const std::string&)> on_send;
  std::function<void(Socket, Close, std::string_view)> on_close;
  void send(Socket to, std::shared_ptr<const std::string> text) override { on_send(to, *text); }
  void close(Socket which, Close code, std::string_view why) override {
    on_close(which, code, why);
  }
};

}  // namespace coset::serve
