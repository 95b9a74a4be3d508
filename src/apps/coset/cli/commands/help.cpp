// coset help: prints the same text as --help.
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "base/reader.hpp"

namespace coset::cli {

namespace {

struct HelpCommand {
  const CLI::App* program = nullptr;
  std::string name;

  // App::help() would describe the running command, which is `help`.
  static std::string of(const CLI::App& app) {
    return app.get_formatter()->make_help(&app, "", CLI::AppFormatMode::Normal);
  }

  Exit run() const {
    if (name.empty()) {
      print(of(*program));
      return Exit::done;
    }
    std::vector<std::string> names;
    for (const CLI::App* command : program->get_subcommands([](const CLI::App*) { return true; })) {
      if (command->get_name() == name) {
        print(of(*command));
        return Exit::done;
      }
      names.push_back(command->get_name());
    }
    throw Failure(Exit::input, "There is no command " + coset::quoted(name) + "." +
                                   did_you_mean(name, names) + " Try 'coset help'.");
  }
};

}  // namespace

void add_help_command(Program& program) {
  auto [app, command] =
      add_command<HelpCommand>(program, "help", "List the commands, or show the help of one");
  command.program = &program.app;
  app.add_option("COMMAND", command.name, "The command; if omitted, all are listed")
      ->type_name("COMMAND");
  add_examples(app, {{"coset help play", "how to play in the terminal"}});
}

}  // namespace coset::cli
