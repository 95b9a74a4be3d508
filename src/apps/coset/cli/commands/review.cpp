// coset review RECORD: what each move of a game was worth, which cost most, and what was better.
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/chart.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/cli/terminal/progress.hpp"
#include "apps/coset/cli/terminal/style.hpp"
#include "apps/coset/cli/together.hpp"
#include "protocol/json_output/analysis.hpp"
#include "protocol/json_output/review.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

// The decisions of a match, as numbers of moves and deals before them.
std::vector<std::size_t> decisions_of(const Match& match) {
  std::vector<std::size_t> out;
  const auto moves = match.moves();
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].action.verb != Verb::deal) out.push_back(i);
  return out;
}

struct ReviewCommand {
  std::string file;
  int seat = 0;
  std::uint64_t playouts = 1000;
  std::uint64_t seed = 1;
  bool ascii = false;
  bool json = false;

  // The answers of the analysis, as a JSON list.
  std::string analyse(const Match& match) const {
    const auto moves = match.moves();
    const auto decisions = decisions_of(match);
    Progress progress("moves", decisions.size());
    std::string out = "[";
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      progress.at(i);
      const std::size_t turn = decisions[i];
      const Json options = {{"playouts", playouts},
                            {"seed", std::to_string(seed)},
                            {"line", 1},
                            {"top", 1},
                            {"compare", match.write(moves[turn].action)}};
      auto begun = protocol::PositionAnalysis::begin(match.first(turn), options.dump());
      if (!begun) throw Failure(Exit::input, begun.error().sentence);
      protocol::PositionAnalysis analysis = *std::move(begun);
      constexpr std::uint64_t slice = 100000;
      while (analysis.step(slice)) progress.at(i);
      out += (i == 0 ? "" : ",") + analysis.answer();
    }
    return out + "]";
  }

  void print_json(const Match& match, const protocol::Review& review) const {
    const Scores scores = match.scores();
    Json out = {{"schema", 1},          {"spec", match.spec().text()},
                {"playouts", playouts}, {"seed", std::to_string(seed)},
                {"seat", seat},         {"over", match.over()}};
    Json points = Json::array();
    Json winners = Json::array();
    for (int i = 0; i < scores.seats; ++i) {
      points.push_back(scores.points[static_cast<std::size_t>(i)]);
      if (match.over() && (scores.winners >> i & 1) != 0) winners.push_back(i + 1);
    }
    out["points"] = points;
    out["winners"] = winners;
    out.update(Json::parse(protocol::review_json(review)));
    print_line(out);
  }

  // After each move, and the result.
  std::vector<ChartPoint> points_of(const Match& match, const protocol::Review& review,
                                    std::size_t whose) const {
    std::vector<ChartPoint> out;
    for (const protocol::ReviewedMove& move : review.moves)
      out.push_back({move.value[whose], bots::max_doubt * std::max(0.0, move.error[whose])});
    if (match.over() && !out.empty()) {
      const Scores scores = match.scores();
      const bool wins = (scores.winners >> whose & 1U) != 0;
      const double share = wins ? 1.0 / std::popcount(scores.winners) : 0;
      out.back() = {is_alone(review) ? match_score(match) : share, 0};
    }
    return out;
  }
  static bool is_alone(const protocol::Review& review) { return review.measure == "score"; }
  // Mad Abel alone counts turns (M19).
  static double match_score(const Match& match) {
    return match.spec().hands_are_hidden() ? match.turns() : match.scores().points[0];
  }

  void print_chart(const Match& match, const protocol::Review& review) const {
    const std::size_t whose = seat == 0 ? 0 : static_cast<std::size_t>(seat - 1);
    const auto points = points_of(match, review, whose);
    ChartFrame frame;
    frame.ascii = plain();
    frame.columns = std::max(10, page_columns() - 8);
    frame.percent = !is_alone(review);
    if (is_alone(review)) {
      print("The final score to expect, after each move\n\n");
      frame.low = frame.high = points[0].value;
      for (const ChartPoint& point : points) {
        frame.low = std::min(frame.low, std::floor(point.value - point.error));
        frame.high = std::max(frame.high, std::ceil(point.value + point.error));
      }
      frame.high = std::max(frame.high, frame.low + 1);
    } else {
      print("The chance of seat " + std::to_string(whose + 1) + " to win, after each move\n\n");
    }
    for (const std::string& line : chart_lines(points, frame, 1)) print(line + "\n");
  }

  bool plain() const { return ascii || !utf8_locale(); }
  std::string plus_minus() const { return plain() ? " +- " : " ± "; }
  // "12 %" or "1.3 points".
  static std::string amount(const protocol::Review& review, double value) {
    return is_alone(review) ? fixed(value, 1) + " points" : fixed(100 * value, 0) + " %";
  }

  static std::string verdict(const protocol::ReviewedMove& move) {
    if (move.mistake) return std::string(word_of(move.grade));
    const bool doubtful = -move.edge <= bots::max_doubt * move.edge_error;
    return doubtful ? "within the error: no mistake" : "too little for a mistake";
  }

  static std::string heading(const Match& match, const protocol::Review& review,
                             std::size_t place) {
    const protocol::ReviewedMove& move = review.moves[place];
    std::string out = "  " + std::to_string(place + 1);
    if (match.spec().seats() > 1) out += "  seat " + std::to_string(move.seat + 1);
    return out + "  " + move.move;
  }

  void print_dearest(const Match& match, const protocol::Review& review) const {
    print("\nWhat cost most\n");
    if (review.dearest.empty()) print("  No move did worse than the one that was advised.\n");
    for (const std::size_t place : review.dearest) {
      const protocol::ReviewedMove& move = review.moves[place];
      const double loss = std::max(0.0, -move.edge);
      std::string line = heading(match, review, place) + ": " + amount(review, loss) +
                         plus_minus() + amount(review, bots::max_doubt * move.edge_error);
      print(folded(line + ", " + verdict(move) + "\n"));
      std::string better = std::string(move.mistake ? "Better: " : "Instead: ") + move.other + ".";
      if (move.why_other) better += " " + move.why_other->text;
      print(folded("      " + better + "\n"));
      if (move.why) print(folded("      Played: " + move.why->text + "\n"));
    }
  }

  void print_best(const Match& match, const protocol::Review& review) const {
    print("\nWhat was best\n");
    if (review.best.empty())
      print("  No move was better than every other by more than the error.\n");
    for (const std::size_t place : review.best) {
      const protocol::ReviewedMove& move = review.moves[place];
      print(folded(heading(match, review, place) + ": " + amount(review, move.edge) + plus_minus() +
                   amount(review, bots::max_doubt * move.edge_error) + " better than " +
                   move.other + "\n"));
      if (move.why) print(folded("      " + move.why->text + "\n"));
    }
  }

  static void print_why_noisy(const Match& match) {
    const bool hidden = match.spec().seats() > 1 && match.spec().hands_are_hidden();
    print(folded(std::string("\nThe values are too uncertain to call any move a mistake") +
                 (hidden ? ": the hands of others are hidden, and luck decides more than a move.\n"
                         : "; --playouts with a larger number makes them more certain.\n")));
  }

  Exit run() const {
    if (json) refuse_beside("--json", {{ascii, "--ascii"}}, "there is no chart in JSON.");
    const Match match = replay_file(file);
    if (seat > match.spec().seats())
      throw Failure(Exit::input,
                    "--seat: this game has " + std::to_string(match.spec().seats()) + " seats.");
    if (decisions_of(match).empty())
      throw Failure(Exit::no_solution, "Nobody has moved in this game yet.");
    const auto review =
        protocol::review_of(analyse(match), seat == 0 ? nobody : static_cast<Seat>(seat - 1));
    if (!review) throw Failure(Exit::input, review.error().sentence);
    if (json) {
      print_json(match, *review);
      return Exit::done;
    }
    print(folded(match.spec().text() + "\n\n"));
    print_chart(match, *review);
    if (review->noisy) {
      print_why_noisy(match);
      return Exit::done;
    }
    print_dearest(match, *review);
    print_best(match, *review);
    return Exit::done;
  }
};

}  // namespace

void add_review_command(Program& program) {
  auto [app, command] = add_command<ReviewCommand>(
      program, "review",
      "Review a game: the chance to win after each move, and which moves cost most");
  app.add_option("RECORD", command.file, "A record, or - for stdin")->required()->type_name("FILE");
  app.add_option("--seat", command.seat,
                 "Whose chance and whose moves; without it, seat 1's chance and all moves")
      ->type_name("SEAT")
      ->check(CLI::Range(1, 7));
  app.add_option("--playouts", command.playouts, "Playouts for each move; more are more certain")
      ->check(CLI::Range(8, 1000000))
      ->capture_default_str();
  add_seed_option(app, command.seed,
                  "The seed of the playouts; the same seed gives the same review");
  app.add_flag("--ascii", command.ascii, "Use only ASCII characters");
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(
      app,
      {{"coset review game.record", "which move lost it, and what was better"},
       {"coset review game.record --seat 2 --playouts 2000", "the second seat, more certain"}},
      "A move is called an inaccuracy from 5 %, a mistake from 10 % and a blunder from 15 %, "
      "and only beyond twice the standard error of the difference.");
}

}  // namespace coset::cli
