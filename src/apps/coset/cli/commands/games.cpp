// coset games: the catalogue of presets.
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "engine/play/catalogue.hpp"
#include "protocol/json_output/match_json.hpp"

namespace coset::cli {

namespace {

struct GamesCommand {
  bool json = false;

  Exit run() const {
    std::size_t columns = 0;
    for (const Preset& preset : catalogue()) columns = std::max(columns, preset.id.size());
    for (const Preset& preset : catalogue()) {
      if (json) {
        print(protocol::preset_json(preset, parse_spec(std::string(preset.spec))) + "\n");
      } else {
        print(padded(preset.id, columns + 2) + std::string(preset.about) + "\n" +
              std::string(columns + 2, ' ') + shortened(preset.spec, 76) + "\n");
      }
    }
    return Exit::done;
  }
};

}  // namespace

void add_games_command(Program& program) {
  auto [app, command] =
      add_command<GamesCommand>(program, "games", "List the named games and their specs");
  app.add_flag("--json", command.json, "Print one JSON object per line, with the whole spec");
  add_examples(app, {{"coset games", "all names"}, {"coset play shades", "one of them"}});
}

}  // namespace coset::cli
