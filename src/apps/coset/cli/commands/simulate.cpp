// coset simulate SPEC: plays many games automatically and prints statistics.
#include <atomic>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "apps/coset/cli/arena/statistics.hpp"
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/progress.hpp"
#include "engine/bots/bot.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

// Count of each value: exact, and independent of the order of the games.
class Distribution {
 public:
  void add(int value) { ++count_[value]; }
  void merge(const Distribution& other) {
    for (const auto& [value, count] : other.count_) count_[value] += count;
  }
  double mean() const { return sum(1) / total(); }
  double deviation() const {
    const double variance = sum(2) / total() - mean() * mean();
    return std::sqrt(std::max(0.0, variance));
  }
  // The least value that `percent` of all values do not exceed.
  int percentile(double percent) const {
    double left = total() * percent / 100;
    for (const auto& [value, count] : count_) {
      left -= static_cast<double>(count);
      if (left <= 0) return value;
    }
    return count_.rbegin()->first;
  }
  double share_of(int value) const {
    const auto place = count_.find(value);
    return place == count_.end() ? 0 : static_cast<double>(place->second) / total();
  }
  // The 95 % confidence interval of the mean.
  Interval mean_interval() const {
    const double half = total() < 2 ? 0 : z95 * deviation() / std::sqrt(total() - 1);
    return {mean() - half, mean(), mean() + half};
  }
  Json json() const {
    return {{"mean", mean()},        {"mean_95", pair_of(mean_interval())},
            {"sd", deviation()},     {"min", percentile(0)},
            {"p1", percentile(1)},   {"p50", percentile(50)},
            {"p99", percentile(99)}, {"max", percentile(100)}};
  }
  static Json pair_of(const Interval& interval) { return {interval.low, interval.high}; }

 private:
  double total() const { return sum(0); }
  double sum(int power) const {
    long double out = 0;
    for (const auto& [value, count] : count_)
      out += std::pow(static_cast<long double>(value), power) * static_cast<long double>(count);
    return static_cast<double>(out);
  }
  std::map<int, std::uint64_t> count_;
};

struct Statistics {
  static constexpr std::int64_t share_unit = 420;  // divisible by every number of winners

  Distribution turns;
  Distribution decisions;
  std::array<Distribution, max_seats> points;
  Distribution other_score;
  std::map<Ending, std::uint64_t> endings;
  std::array<Sample, max_seats> shares;  // of victory, in 1/share_unit

  void add(const GameSummary& game) {
    turns.add(game.turns);
    decisions.add(game.decisions);
    ++endings[game.ending];
    other_score.add(game.other_score);
    const int winners = std::popcount(game.scores.winners);
    for (std::size_t seat = 0; seat < game.scores.seats; ++seat) {
      points[seat].add(game.scores.points[seat]);
      shares[seat].add((game.scores.winners >> seat & 1U) != 0 ? share_unit / winners : 0);
    }
  }
  void merge(const Statistics& other) {
    turns.merge(other.turns);
    decisions.merge(other.decisions);
    other_score.merge(other.other_score);
    for (const auto& [ending, count] : other.endings) endings[ending] += count;
    for (std::size_t seat = 0; seat < shares.size(); ++seat) {
      points[seat].merge(other.points[seat]);
      shares[seat].merge(other.shares[seat]);
    }
  }
  Interval wins(std::size_t seat) const { return shares[seat].share_interval(share_unit); }
};

// Of a count of games.
Interval share_of_games(std::uint64_t count, std::uint64_t games) {
  Sample sample;
  sample.add(1, count);
  sample.add(0, games - count);
  return sample.share_interval(1);
}

struct SimulateCommand {
  std::string spec_text;
  std::uint64_t games = 1000;
  std::string policy = "random";
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;

  std::shared_ptr<const bots::Bot> player(const Spec& spec) const {
    check_bot(policy, spec);
    return bots::make_bot(policy).value();
  }

  // Each game has its own seed, so that it is the same on every thread.
  Statistics play_all(const Spec& spec) const {
    const auto hardware = static_cast<int>(std::thread::hardware_concurrency());
    const int workers = threads > 0 ? threads : std::max(1, hardware);
    const std::vector<std::shared_ptr<const bots::Bot>> players(
        static_cast<std::size_t>(spec.seats()), player(spec));
    const bots::Budget budget;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<std::uint64_t> done = 0;
    std::vector<Statistics> parts(static_cast<std::size_t>(workers));
    std::mutex guard;
    std::exception_ptr failure;
    const auto work = [&](Statistics& part) {
      try {
        for (std::uint64_t game = next++; game < games; game = next++) {
          part.add(bots::play_bot_game(spec, players, budget, mix(mix(seed) + game)));
          ++done;
        }
      } catch (...) {  // reported by the main thread; the others run out of games
        const std::lock_guard lock(guard);
        failure = std::current_exception();
        next = games;
        done = games;
      }
    };
    std::vector<std::jthread> pool;
    for (Statistics& part : parts) pool.emplace_back([&] { work(part); });
    Progress progress("games", games);
    while (done < games) {
      progress.at(done);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    pool.clear();
    if (failure) std::rethrow_exception(failure);
    Statistics all;
    for (const Statistics& part : parts) all.merge(part);
    return all;
  }

  Json to_json(const Spec& spec, const Statistics& all) const {
    Json endings = Json::object();
    for (const auto& [ending, count] : all.endings) {
      const Interval share = share_of_games(count, games);
      endings[std::string(word_of(ending))] = {
          {"games", count}, {"share", share.middle}, {"share_95", Distribution::pair_of(share)}};
    }
    Json out{{"schema", 1},
             {"spec", spec.text()},
             {"policy", policy},
             {"games", games},
             {"seed", std::to_string(seed)},
             {"turns", all.turns.json()},
             {"decisions", all.decisions.json()},
             {"endings", endings}};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(spec.seats()); ++seat)
      out["seats"].push_back({{"seat", seat + 1},
                              {"wins", all.wins(seat).middle},
                              {"wins_95", Distribution::pair_of(all.wins(seat))},
                              {"points", all.points[seat].json()}});
    out["ended_in_first_turn"] = all.turns.share_of(1);
    if (is_solitaire(spec)) out["other_score"] = all.other_score.json();
    return out;
  }

  void print_text(const Spec& spec, const Statistics& all) const {
    const auto row = [](const std::string& label, const Distribution& d) {
      const Interval mean = d.mean_interval();
      print(padded(label, 15) + "mean " +
            padded(fixed(mean.middle, 2) + " (" + fixed(mean.low, 2) + " to " +
                       fixed(mean.high, 2) + ")",
                   25) +
            "sd " + padded(fixed(d.deviation(), 2), 7) + "1/50/99 % " +
            std::to_string(d.percentile(1)) + "/" + std::to_string(d.percentile(50)) + "/" +
            std::to_string(d.percentile(99)) + "  max " + std::to_string(d.percentile(100)) + "\n");
    };
    const auto share = [](const std::string& label, std::string_view what, const Interval& of) {
      print(padded(label, 10) + padded(what, 12) + padded(fixed(100 * of.middle, 2) + " %", 10) +
            fixed(100 * of.low, 2) + " to " + fixed(100 * of.high, 2) + " %\n");
    };
    print(shortened(spec.text(), 200) + "\n" + std::to_string(games) + " games, policy " + policy +
          ", seed " + std::to_string(seed) + ", intervals of 95 %\n\n");
    row("turns", all.turns);
    row("decisions", all.decisions);
    for (int seat = 0; seat < spec.seats(); ++seat) {
      const auto i = static_cast<std::size_t>(seat);
      row((is_solitaire(spec) ? "score" : "points seat ") +
              (is_solitaire(spec) ? "" : std::to_string(seat + 1)),
          all.points[i]);
    }
    print("\n");
    for (const auto& [ending, count] : all.endings)
      share("ended by", word_of(ending), share_of_games(count, games));
    for (int seat = 0; seat < spec.seats() && spec.seats() > 1; ++seat)
      share("seat " + std::to_string(seat + 1), "wins", all.wins(static_cast<std::size_t>(seat)));
  }

  Exit run() const {
    const Spec spec = parse_spec(spec_text);
    const Statistics all = play_all(spec);
    if (json) {
      print_line(to_json(spec, all));
    } else {
      print_text(spec, all);
    }
    return Exit::done;
  }
};

}  // namespace

void add_simulate_command(Program& program) {
  auto [app, command] = add_command<SimulateCommand>(
      program, "simulate", "Play many games automatically and print statistics");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in 'al-jabar Z2^3 seats=3', or a name from 'coset games'")
      ->required()
      ->type_name("GAME");
  app.add_option("--games", command.games, "Number of games")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->capture_default_str();
  app.add_option(
         "--policy", command.policy,
         "Bot for every seat: random (any exchange or set of cards), greedy (sheds most, then "
         "cancels most), lookahead (two plies), strong (searches) or a level of the game on its "
         "group (level1 to at most level8)")
      ->type_name("BOT")
      ->capture_default_str();
  add_seed_option(app, command.seed, "Same seed, same games, with any number of threads");
  app.add_option("--threads", command.threads, "Number of threads; 0: one per core")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app, {{"coset simulate al-jabar --policy greedy", "a thousand games of one bot"},
                     {"coset simulate shades --games 100000 --json", "random games on Z3^2"}});
}

}  // namespace coset::cli
