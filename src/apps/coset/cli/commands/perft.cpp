// coset perft SPEC: counts lines of play, to check one engine against another.
#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/progress.hpp"
#include "engine/play/simulate.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PerftCommand {
  std::string spec_text;
  std::string position = "canon";
  int depth = 3;
  std::string count = "moves";
  bool json = false;

  Exit run() const {
    const Spec spec = parse_spec(spec_text);
    const std::string start = position_text(spec, position);
    const PerftCount what = count == "all" ? PerftCount::all : PerftCount::moves;
    Json counts = Json::array();
    for (int plies = 1; plies <= depth; ++plies) {
      Progress progress("first moves", 0);
      const auto lines = perft(spec, start, plies, what,
                               [&](std::uint64_t done, std::uint64_t) { progress.at(done); });
      if (!lines) throw Failure(Exit::input, lines.error(), start, "position");
      if (!json) print(padded(std::to_string(plies), 4) + std::to_string(*lines) + "\n");
      counts.push_back(*lines);
    }
    if (json)
      print_line(Json{{"schema", 1},
                      {"spec", spec.text()},
                      {"position", start},
                      {"count", count},
                      {"depth", depth},
                      {"lines", counts}});
    return Exit::done;
  }
};

}  // namespace

void add_perft_command(Program& program) {
  auto [app, command] =
      add_command<PerftCommand>(program, "perft", "Count the lines of play from a position");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in 'al-jabar Z2^3 seats=2', or a name from 'coset games'")
      ->required()
      ->type_name("GAME");
  app.add_option(
         "--position", command.position,
         "The position: canon (Al-Jabar on Z2^3: each seat two of R Y B O G P and one W, the "
         "Center R and C), or a position as text")
      ->type_name("POSITION")
      ->capture_default_str();
  app.add_option("--depth", command.depth, "Maximum depth in plies; prints one line per depth")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option(
         "--count", command.count,
         "moves: exchanges and plays only, so a forced draw ends the line; all: also draws, "
         "passes and every possible deal")
      ->check(CLI::IsMember({"moves", "all"}))
      ->type_name("moves|all")
      ->capture_default_str();
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app,
               {{"coset perft al-jabar --depth 4", "exchanges from the published position"},
                {"coset perft mad-abel --position 'hand1=hA hand2=s2 second=h2 top=h3' --count all",
                 "all actions from another position"}});
}

}  // namespace coset::cli
