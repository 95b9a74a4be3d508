// ArenaTally: the results of an arena, per bot and in total, as text and as JSON. Without times the
// JSON is the same with any number of threads. Used by one thread.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/coset/cli/arena/arena.hpp"
#include "apps/coset/cli/arena/statistics.hpp"

namespace coset::cli {

class ArenaTally {
 public:
  ArenaTally(const ArenaRun& run, std::vector<std::string> bots, std::optional<Sprt> sprt);

  // False once the sequential test is decided.
  bool add(const DealResult& deal);
  // The arena was stopped early.
  void interrupt() { interrupted_ = true; }
  std::uint64_t games() const { return deals_ * seatings_.size(); }

  nlohmann::ordered_json json(bool with_times) const;
  // The game and the number of games; a line for each bot; the rest.
  std::string heading() const;
  std::string standings() const;
  std::string summary() const;

 private:
  static constexpr std::int64_t victory = 420;  // divisible by every number of winners

  struct Standing {
    std::string bot;
    std::int64_t seats = 0;                     // that it has in every game
    Sample victories;                           // of a deal's games together, in parts of a victory
    Sample points;                              // the same: pieces left, or Solitaire's score
    Sample difference;                          // of Solitaire's score, to the first bot's
    std::array<std::int64_t, max_seats> won{};  // at each seat, in parts of a victory
    ThinkingTime time;
  };

  bool alone() const { return spec_.seats() == 1; }
  bool paired() const { return spec_.seats() == 2; }
  std::int64_t games_a_deal() const { return static_cast<std::int64_t>(seatings_.size()); }
  Interval share_of(const Standing& one) const {
    return one.victories.share_interval(victory * games_a_deal());
  }
  double points_of(const Standing& one) const;
  // Share of wins from each seat that it had; 1 if it won every game.
  std::vector<double> by_seat(std::size_t bot) const;
  std::string line_of(std::size_t bot, std::size_t width) const;
  nlohmann::ordered_json json_of(std::size_t bot, bool with_times) const;

  Spec spec_;
  std::uint64_t seed_;
  std::vector<Seating> seatings_;
  std::vector<Standing> standings_;
  std::optional<Sprt> sprt_;
  Pentanomial pairs_{};  // of the first of two bots
  std::map<Ending, std::uint64_t> endings_;
  std::uint64_t deals_ = 0;
  std::uint64_t turns_ = 0;
  bool interrupted_ = false;
};

}  // namespace coset::cli
