// coset help: the same as --help, for who looks for it by that name.
#include "base/reader.hpp"
#include "cli/command.hpp"
#include "cli/terminal/suggest.hpp"

namespace coset::cli {

namespace {

struct HelpCommand {
  const CLI::App* program = nullptr;
  std::string name;

  // Not App::help(), which tells of the command that is running: this one.
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
  auto [app, command] = add_command<HelpCommand>(
      program, "help", "Tell what there is to do, or all about one command");
  command.program = &program.app;
  app.add_option("COMMAND", command.name, "The command; without it they are listed")
      ->type_name("COMMAND");
  add_examples(app, {{"coset help play", "all about playing in the terminal"}});
}

}  // namespace coset::cli
