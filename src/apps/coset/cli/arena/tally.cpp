#include "apps/coset/cli/arena/tally.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

// Six decimals exceed any arena's precision; infinite Elo is null.
Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::round(value * 1e6) / 1e6;
}

Json json_of(const Interval& interval) {
  return {{"mean", number(interval.middle)},
          {"low", number(interval.low)},
          {"high", number(interval.high)}};
}

std::string signed_text(double value) {
  if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
  const double whole = std::round(value) + 0.0;  // no minus at zero
  return (whole >= 0 ? "+" : "") + fixed(whole, 0);
}

double milliseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

double mean_of(const ThinkingTime& time) {
  return time.moves == 0 ? 0 : milliseconds(time.total) / static_cast<double>(time.moves);
}

constexpr std::string_view word_of(Sprt::Verdict verdict) {
  switch (verdict) {
    case Sprt::Verdict::open:
      return "open";
    case Sprt::Verdict::elo0:
      return "elo0";
    case Sprt::Verdict::elo1:
      return "elo1";
  }
  return "";
}

}  // namespace

ArenaTally::ArenaTally(const ArenaRun& run, std::vector<std::string> bots, std::optional<Sprt> sprt)
    : spec_(run.spec), seed_(run.seed), seatings_(run.seatings), sprt_(sprt) {
  for (std::string& bot : bots) standings_.push_back({std::move(bot), 0, {}, {}, {}, {}, {}});
  for (const std::size_t bot : seatings_[0]) ++standings_[bot].seats;
  if (alone())
    for (Standing& one : standings_) one.seats = 1;
}

bool ArenaTally::add(const DealResult& deal) {
  std::vector<std::int64_t> victories(standings_.size());
  std::vector<std::int64_t> points(standings_.size());
  const bool by_turns = alone() && spec_.game_name() == "mad-abel";  // M19
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const ArenaGame& game = deal.games[i];
    ++endings_[game.ending];
    turns_ += static_cast<std::uint64_t>(game.turns);
    for (std::size_t seat = 0; seat < game.scores.seats; ++seat) {
      const std::size_t bot = seatings_[i][seat];
      points[bot] += by_turns ? game.turns : game.scores.points[seat];
      if ((game.scores.winners >> seat & 1U) == 0) continue;
      const std::int64_t part = victory / std::popcount(game.scores.winners);
      victories[bot] += part;
      standings_[bot].won[seat] += part;
    }
  }
  ++deals_;
  for (std::size_t bot = 0; bot < standings_.size(); ++bot) {
    Standing& one = standings_[bot];
    one.victories.add(victories[bot]);
    one.points.add(points[bot]);
    if (alone()) one.difference.add(points[bot] - points[0]);
    one.time.moves += deal.times[bot].moves;
    one.time.total += deal.times[bot].total;
    one.time.slowest = std::max(one.time.slowest, deal.times[bot].slowest);
  }
  if (!paired()) return true;
  ++pairs_[static_cast<std::size_t>(victories[0] / (victory / 2))];
  return !sprt_ || sprt_->verdict(pairs_) == Sprt::Verdict::open;
}

// Of one seat in one game.
double ArenaTally::points_of(const Standing& one) const {
  return one.points.mean() / static_cast<double>(one.seats * (alone() ? 1 : games_a_deal()));
}

std::vector<double> ArenaTally::by_seat(std::size_t bot) const {
  std::vector<double> out;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(spec_.seats()); ++seat) {
    const auto sat = std::count_if(seatings_.begin(), seatings_.end(),
                                   [&](const Seating& one) { return one[seat] == bot; });
    const auto all = static_cast<double>(victory * sat) * static_cast<double>(deals_);
    out.push_back(all > 0 ? static_cast<double>(standings_[bot].won[seat]) / all : 0);
  }
  return out;
}

Json ArenaTally::json_of(std::size_t bot, bool with_times) const {
  const Standing& one = standings_[bot];
  Json out{{"bot", one.bot}};
  if (alone()) {
    out["score"] = cli::json_of(one.points.mean_interval());
    out["difference"] = cli::json_of(one.difference.mean_interval());
  } else {
    out["seats"] = one.seats;
    out["parity"] = number(static_cast<double>(one.seats) / spec_.seats());
    out["share"] = cli::json_of(share_of(one));
    for (const double share : by_seat(bot)) out["by_seat"].push_back(number(share));
    if (paired()) out["elo"] = cli::json_of(elo_interval(share_of(one)));
    out["points"] = number(points_of(one));
  }
  out["moves"] = one.time.moves;
  if (with_times)
    out["milliseconds"] = {{"mean", number(mean_of(one.time))},
                           {"slowest", number(milliseconds(one.time.slowest))}};
  return out;
}

Json ArenaTally::json(bool with_times) const {
  Json out{{"schema", 1},     {"spec", spec_.text()}, {"seed", std::to_string(seed_)},
           {"deals", deals_}, {"games", games()},     {"bots", Json::array()}};
  if (interrupted_) out["interrupted"] = true;
  for (std::size_t i = 0; i < standings_.size(); ++i) out["bots"].push_back(json_of(i, with_times));
  if (paired()) out["pairs"] = pairs_;
  if (sprt_)
    out["sprt"] = {{"elo0", sprt_->elo0},
                   {"elo1", sprt_->elo1},
                   {"alpha", sprt_->alpha},
                   {"beta", sprt_->beta},
                   {"lower", number(sprt_->lower())},
                   {"upper", number(sprt_->upper())},
                   {"log_ratio", number(sprt_->log_ratio(pairs_))},
                   {"verdict", word_of(sprt_->verdict(pairs_))}};
  out["turns"] = number(static_cast<double>(turns_) / static_cast<double>(games()));
  for (const auto& [ending, count] : endings_)
    out["endings"][std::string(coset::word_of(ending))] = count;
  return out;
}

std::string ArenaTally::line_of(std::size_t bot, std::size_t width) const {
  const Standing& one = standings_[bot];
  std::string out = padded(one.bot, width);
  const auto range = [](const Interval& of, double factor, int decimals) {
    return fixed(factor * of.low, decimals) + " to " + fixed(factor * of.high, decimals);
  };
  if (alone()) {
    const Interval score = one.points.mean_interval();
    out += padded("score " + fixed(score.middle, 3), 16) + padded(range(score, 1, 3), 20);
  } else {
    const Interval share = share_of(one);
    out +=
        padded(fixed(100 * share.middle, 2) + " %", 10) + padded(range(share, 100, 2) + " %", 20);
    if (paired()) {
      const Interval elo = elo_interval(share);
      out += padded("Elo " + signed_text(elo.middle), 10) +
             padded(signed_text(elo.low) + " to " + signed_text(elo.high), 16);
    } else {
      const double parity = static_cast<double>(one.seats) / spec_.seats();
      out += padded("parity " + fixed(100 * parity, 2) + " %", 18);
    }
    out += padded("left " + fixed(points_of(one), 2), 12);
  }
  out += fixed(mean_of(one.time), 3) + " ms a move, slowest " +
         fixed(milliseconds(one.time.slowest), 1) + "\n";
  if (alone()) return out;
  std::string shares;
  for (const double share : by_seat(bot))
    shares += (shares.empty() ? "" : ", ") + fixed(100 * share, 1) + " %";
  return out + padded("", width) + "from each seat " + shares + "\n";
}

std::string ArenaTally::heading() const {
  return shortened(spec_.text(), 200) + "\n" + std::to_string(games()) + " games, " +
         std::to_string(deals_) + " deals" + (alone() ? "" : " from every seat") + ", seed " +
         std::to_string(seed_) + ", intervals of 95 %\n";
}

std::string ArenaTally::standings() const {
  std::size_t longest = 0;
  for (const Standing& one : standings_) longest = std::max(longest, cli::width(one.bot));
  std::string out;
  for (std::size_t i = 0; i < standings_.size(); ++i) out += line_of(i, longest + 2);
  return out;
}

std::string ArenaTally::summary() const {
  const auto all = static_cast<double>(games());
  std::string out;
  if (paired()) {
    out += "deals that gave " + standings_[0].bot + " 0, 1/2, 1, 3/2, 2 points:";
    for (const std::uint64_t count : pairs_) out += " " + std::to_string(count);
    out += "\n";
  }
  if (sprt_) {
    const Sprt::Verdict verdict = sprt_->verdict(pairs_);
    const double found = verdict == Sprt::Verdict::elo1 ? sprt_->elo1 : sprt_->elo0;
    out += "Elo " + fixed(sprt_->elo0, 1) + " or " + fixed(sprt_->elo1, 1) + "? " +
           (verdict == Sprt::Verdict::open ? "not decided" : "decided for " + fixed(found, 1)) +
           "; log ratio " + fixed(sprt_->log_ratio(pairs_), 2) + ", bounds " +
           fixed(sprt_->lower(), 2) + " and " + fixed(sprt_->upper(), 2) + "\n";
  }
  out += "turns a game " + fixed(static_cast<double>(turns_) / all, 1) + "; ended by";
  for (const auto& [ending, count] : endings_)
    out += " " + std::string(coset::word_of(ending)) + " " +
           fixed(100 * static_cast<double>(count) / all, 1) + " %";
  return out + "\n";
}

}  // namespace coset::cli
