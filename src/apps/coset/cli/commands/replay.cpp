// coset replay FILE: replays a record, checks every move and prints the position.
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/together.hpp"
#include "protocol/json_output/match_json.hpp"

namespace coset::cli {

namespace {

constexpr const char* only_one = "they select different output formats.";

struct ReplayCommand {
  std::string file;
  int as = 0;
  bool record = false;
  bool json = false;

  static void print_text(const Match& match) {
    const Scores scores = match.scores();
    print(match.spec().text() + "\n\n");
    print(std::to_string(match.moves().size()) + " plies, " + std::to_string(match.turns()) +
          " turns; ");
    if (match.over()) {
      print("over: " + std::string(ending_sentence(match.ending())) + ".\n");
    } else if (match.turn().kind == Turn::Kind::act) {
      print("seat " + std::to_string(match.turn().seat + 1) + " is to move.\n");
    } else {
      print("a piece is to be dealt.\n");
    }
    for (int seat = 0; seat < scores.seats; ++seat) {
      const int points = scores.points[static_cast<std::size_t>(seat)];
      const bool won = match.over() && (scores.winners >> seat & 1) != 0;
      print("seat " + std::to_string(seat + 1) +
            (is_solitaire(match.spec()) ? "  score " : "  holds ") + std::to_string(points) +
            (won ? "  wins" : "") + "\n");
    }
    print("\n" + match.full_position() + "\n");
  }

  Exit run() const {
    if (as > 0) refuse_beside("--as", {{record, "--record"}, {json, "--json"}}, only_one);
    if (record) refuse_beside("--record", {{json, "--json"}}, only_one);
    const Match match = replay_file(file);
    if (as > match.spec().seats())
      throw Failure(Exit::input,
                    "--as: this game has " + std::to_string(match.spec().seats()) + " seats.");
    if (as > 0) {
      print(match.record(static_cast<Seat>(as - 1)));
    } else if (record) {
      print(match.full_record());
    } else if (json) {
      print(protocol::match_json(match) + "\n");
    } else {
      print_text(match);
    }
    return Exit::done;
  }
};

}  // namespace

void add_replay_command(Program& program) {
  auto [app, command] =
      add_command<ReplayCommand>(program, "replay", "Replay a record and check every move");
  app.add_option("FILE", command.file, "A record, or - for stdin")->required()->type_name("FILE");
  app.add_flag("--record", command.record, "Print the record in its canonical form");
  app.add_option("--as", command.as,
                 "Print the record as this seat may see it: cards dealt to others are hidden")
      ->type_name("SEAT")
      ->check(CLI::Range(1, 7));
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app, {{"coset replay game.record", "check it, and see how it ended"},
                     {"coset replay game.record --as 2", "as the second seat saw it"}});
}

}  // namespace coset::cli
