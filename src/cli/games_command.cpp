// coset games: the catalogue of presets.
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/game_text.hpp"
#include "play/catalogue.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

struct GamesCommand {
  bool json = false;

  Exit run() const {
    std::size_t columns = 0;
    for (const Preset& preset : catalogue()) columns = std::max(columns, preset.id.size());
    for (const Preset& preset : catalogue()) {
      if (json) {
        const Spec spec = parse_spec(std::string(preset.spec));
        print_line(Json{{"schema", 1},
                        {"id", preset.id},
                        {"about", preset.about},
                        {"seats", spec.seats()},
                        {"group", spec.operation().text()},
                        {"short", preset.spec},
                        {"spec", spec.text()}});
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
      add_command<GamesCommand>(program, "games", "The games that have a name, and their specs");
  app.add_flag("--json", command.json, "One JSON object a line, with the whole spec");
}

}  // namespace coset::cli
