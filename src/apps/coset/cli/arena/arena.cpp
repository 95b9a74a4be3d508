#include "apps/coset/cli/arena/arena.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "apps/coset/cli/terminal/progress.hpp"
#include "base/hash.hpp"
#include "engine/bots/seeded.hpp"

namespace coset::cli {

namespace {

// Finished results, buffered until all before them have been taken.
class Results {
 public:
  void put(std::uint64_t number, DealResult result) {
    const std::lock_guard lock(guard_);
    waiting_.emplace(number, std::move(result));
    changed_.notify_one();
  }
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(guard_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_one();
  }
  // Waits up to 100 ms for a result; false if it is not there. Throws if a worker failed.
  bool take(std::uint64_t number, DealResult& out) {
    std::unique_lock lock(guard_);
    changed_.wait_for(lock, std::chrono::milliseconds(100),
                      [&] { return failure_ || waiting_.contains(number); });
    if (failure_) std::rethrow_exception(failure_);
    const auto place = waiting_.find(number);
    if (place == waiting_.end()) return false;
    out = std::move(place->second);
    waiting_.erase(place);
    return true;
  }

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  std::map<std::uint64_t, DealResult> waiting_;
  std::exception_ptr failure_;
};

// The seats of each bot in a game.
std::vector<std::vector<Seat>> seats_of(const Seating& seating, std::size_t bots) {
  std::vector<std::vector<Seat>> out(bots);
  for (std::size_t seat = 0; seat < seating.size(); ++seat)
    out[seating[seat]].push_back(static_cast<Seat>(seat));
  return out;
}

// Nothing if it was stopped: an unfinished game does not count.
std::optional<ArenaGame> play_game(const ArenaRun& run, const Seating& seating,
                                   std::uint64_t deal_seed, std::uint64_t bot_seed, Crew& crew,
                                   std::vector<ThinkingTime>& times) {
  Match match = Match::open(run.spec);
  const auto seats = seats_of(seating, crew.size());
  for (std::size_t bot = 0; bot < crew.size(); ++bot)
    if (!seats[bot].empty()) crew[bot]->begin(match, seats[bot]);
  std::uint64_t deals = 0;
  std::uint64_t moves = 0;
  while (true) {
    const Turn turn = match.turn();
    if (turn.kind == Turn::Kind::over) break;
    if (turn.kind == Turn::Kind::deal) {
      Rng rng = bots::deal_rng(deal_seed, deals++);
      match.deal(rng);
      continue;
    }
    const std::size_t bot = seating[turn.seat];
    Rng rng = bots::bot_rng(bot_seed, moves++);
    const std::uint64_t before = crew[bot]->now();
    const Action action = crew[bot]->choose(match, turn.seat, rng);
    if (run.stop && run.stop()) return std::nullopt;
    const std::uint64_t spent = crew[bot]->now() - before;
    ThinkingTime& time = times[bot];
    ++time.moves;
    time.total += spent;
    time.slowest = std::max(time.slowest, spent);
    CHECK(!match.play(turn.seat, action));
  }
  for (std::size_t bot = 0; bot < crew.size(); ++bot)
    if (!seats[bot].empty()) crew[bot]->over(match, seats[bot]);
  return ArenaGame{match.scores(), match.ending(), match.turns(),
                   run.records ? match.full_record() : ""};
}

}  // namespace

std::vector<Seating> seatings(int seats, std::size_t bots) {
  const auto places = static_cast<std::size_t>(seats);
  std::vector<Seating> out;
  if (places == 1) {
    for (std::size_t bot = 0; bot < bots; ++bot) out.push_back({bot});
    return out;
  }
  CHECK(bots >= 1 && bots <= places);
  for (std::size_t turn = 0; turn < places; ++turn) {
    Seating seating(places);
    for (std::size_t i = 0; i < places; ++i) seating[(i + turn) % places] = std::min(i, bots - 1);
    out.push_back(std::move(seating));
  }
  return out;
}

std::optional<DealResult> play_deal(const ArenaRun& run, std::uint64_t number, Crew& crew) {
  const std::uint64_t deal_seed = mix(mix(run.seed) + number);
  DealResult out{{}, std::vector<ThinkingTime>(crew.size())};
  for (std::size_t i = 0; i < run.seatings.size(); ++i) {
    auto game = play_game(run, run.seatings[i], deal_seed, mix(deal_seed + i + 1), crew, out.times);
    if (!game) return std::nullopt;
    out.games.push_back(*std::move(game));
  }
  return out;
}

void play_arena(const ArenaRun& run, const std::function<bool(const DealResult&)>& take) {
  std::atomic<std::uint64_t> next = 0;
  std::atomic<bool> stopped = false;
  Results results;
  const auto work = [&] {
    try {
      Crew crew = run.crew();
      for (std::uint64_t deal = next++; deal < run.deals && !stopped; deal = next++) {
        auto result = play_deal(run, deal, crew);
        if (!result) return;
        results.put(deal, *std::move(result));
      }
    } catch (...) {  // reported by the thread that waits for the results
      if (!run.stop || !run.stop()) results.fail(std::current_exception());
    }
  };
  std::vector<std::jthread> pool;
  // On every exit path the workers are stopped before they are joined.
  struct Ending {
    std::atomic<bool>& stopped;
    ~Ending() { stopped = true; }
  } const ending{stopped};
  const std::uint64_t workers =
      std::min<std::uint64_t>(static_cast<unsigned>(run.threads), run.deals);
  for (std::uint64_t i = 0; i < workers; ++i) pool.emplace_back(work);
  Progress progress("games", run.deals * run.seatings.size());
  DealResult result;
  for (std::uint64_t deal = 0; deal < run.deals;) {
    progress.at(deal * run.seatings.size());
    if (run.stop && run.stop()) return;
    if (!results.take(deal, result)) continue;
    if (!take(result)) return;
    ++deal;
  }
}

}  // namespace coset::cli
