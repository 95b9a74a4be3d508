// coset scores: Solitaire's best scores, the daily deals and the streak.
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "engine/teach/lessons/review.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ScoresCommand {
  bool json = false;

  Exit run() const {
    const Scores scores = Scores::read(data_dir() / "solitaire.json");
    const int days = teach::streak_of(scores.daily_dates(), today()).days;
    if (json) {
      Json best = Json::object();
      for (const auto& [spec, results] : scores.best())
        for (const SolitaireResult& r : results)
          best[spec].push_back({{"score", r.score}, {"turns", r.turns}, {"date", r.date}});
      Json daily = Json::array();
      for (const auto& [date, r] : scores.daily())
        daily.push_back({{"date", date}, {"score", r.score}, {"par", r.par}, {"turns", r.turns}});
      print_line({{"schema", 1}, {"streak", days}, {"best", best}, {"daily", daily}});
      return Exit::done;
    }
    if (scores.best().empty() && scores.daily().empty()) {
      print("No scores yet. Today's deal: coset play solitaire --daily\n");
      return Exit::done;
    }
    for (const auto& [spec, results] : scores.best()) {
      print(shortened(spec, 70) + "\n");
      for (const SolitaireResult& r : results)
        print("  " + padded(std::to_string(r.score), 4) + " on " + r.date + ", " +
              std::to_string(r.turns) + " turns, par " + std::to_string(r.par) + "\n");
    }
    constexpr std::size_t latest = 7;
    std::size_t later = scores.daily().size();
    for (const auto& [date, r] : scores.daily())
      if (later-- <= latest)
        print("  daily " + date + "  score " + std::to_string(r.score) + ", par " +
              std::to_string(r.par) + (r.hints > 0 ? ", with hints" : "") + "\n");
    print("Daily deals: " + std::to_string(scores.daily().size()) + ", streak " +
          std::to_string(days) + "\n");
    return Exit::done;
  }
};

}  // namespace

void add_scores_command(Program& program) {
  auto [app, command] =
      add_command<ScoresCommand>(program, "scores", "Show your Solitaire scores and your streak");
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app, {{"coset scores", "your best, your daily deals and your streak"}});
}

}  // namespace coset::cli
