// coset hint: a hint for a position, in five levels.
#include "engine/teach/table/hint.hpp"
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "protocol/json_output/match_json.hpp"

namespace coset::cli {

namespace {

struct HintCommand {
  std::string spec_text;
  std::string position;
  int level = 5;
  bool json = false;

  Exit run() const {
    const Spec spec = parse_spec(spec_text);
    const std::string text = position_text(spec, position);
    auto match = Match::open(spec, text);
    if (!match) throw Failure(Exit::input, match.error(), text, "position");
    const Turn turn = match->turn();
    if (turn.kind != Turn::Kind::act)
      throw Failure(Exit::no_solution, "No seat is to move in this position.");
    const teach::Hint found = teach::hint(*match, turn.seat);
    if (json) {
      print(protocol::hint_json(spec, turn.seat, found, level) + "\n");
      return Exit::done;
    }
    const auto shown = std::min(found.levels.size(), static_cast<std::size_t>(level));
    for (std::size_t i = 0; i < shown; ++i)
      print(std::to_string(i + 1) + "  " + teach::say(found.levels[i]) + "\n");
    return Exit::done;
  }
};

}  // namespace

void add_hint_command(Program& program) {
  auto [app, command] =
      add_command<HintCommand>(program, "hint", "Give a hint for a position, in five levels");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in 'al-jabar Z2^3', or a name from 'coset games'")
      ->required()
      ->type_name("GAME");
  app.add_option("--position", command.position,
                 "The position, as in 'hand1=R+Y+B+W hand2=O^4 center=R+C', or canon")
      ->required()
      ->type_name("POSITION");
  app.add_option("--level", command.level, "Number of levels to print, from 1 to 5")
      ->check(CLI::Range(1, 5))
      ->capture_default_str();
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(
      app, {{"coset hint al-jabar --position canon --level 2", "the first two levels"},
            {"coset hint al-jabar --position 'hand1=R+Y+B+W hand2=O^4 center=R+C'", "all levels"}});
}

}  // namespace coset::cli
