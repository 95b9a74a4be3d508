// coset explain: the sum of a set of pieces in steps, and why two sets are equal or not.
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/style.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/why/argument.hpp"
#include "protocol/json_output/group_json.hpp"

namespace coset::cli {

namespace {

struct ExplainCommand {
  std::string text;
  std::string group = "Z2^3";
  std::string target;
  std::string hand;
  bool json = false;
  std::string color = "auto";

  // Nothing is an empty word.
  static Word read(const Operation& operation, const std::string& whole) {
    if (whole.empty()) return {};
    auto word = read_word(operation, whole);
    if (!word) throw Failure(Exit::input, word.error(), whole);
    return *word;
  }

  static void print_side(const Voice& voice, const Operation& operation,
                         const teach::Explanation& side) {
    voice.say(operation, write_word(operation, side.word) + "\n");
    for (std::size_t i = 0; i < side.steps.size(); ++i)
      voice.say(operation, "  " + std::to_string(i + 1) + "  " +
                               teach::say(teach::describe(operation, side.steps[i])) + "\n");
    voice.say(operation,
              "  " + teach::say(teach::describe_sum(operation, side.word, side.sum)) + "\n");
  }

  Exit run() const {
    auto operation = Operation::parse(group);
    if (!operation) throw Failure(Exit::input, operation.error(), group);
    const auto sides = read_sides(*operation, text);
    if (!sides) throw Failure(Exit::input, sides.error(), text);
    if (!target.empty() && !sides->second.empty())
      throw Failure(Exit::input,
                    "--target cannot be used with two sets: the right one is the target.");
    const teach::Argument argument = teach::argue(*operation, sides->first, sides->second,
                                                  read(*operation, target), read(*operation, hand));
    json ? print(protocol::argument_json(*operation, argument) + "\n")
         : print_text(*operation, argument);
    return argument.right_as_it_is() ? Exit::done : Exit::illegal_move;
  }

  void print_text(const Operation& operation, const teach::Argument& argument) const {
    const Voice voice(color);
    const teach::Explanation& left = argument.left;
    print_side(voice, operation, left);
    if (argument.right) print_side(voice, operation, *argument.right);
    std::string verdict;
    for (const teach::Message& message : teach::judged(operation, argument))
      verdict += (verdict.empty() ? "" : " ") + teach::say(message);
    if (!verdict.empty()) voice.say(operation, "\n" + verdict + "\n");
    for (const teach::Repair& repair : argument.repairs)
      voice.say(operation,
                "  " + teach::say(teach::describe(operation, repair, *argument.wanted)) + "\n");
  }
};

}  // namespace

void add_explain_command(Program& program) {
  auto [app, command] = add_command<ExplainCommand>(
      program, "explain", "Explain the sum of pieces, and why two sets are equal or not");
  app.add_option("WORD", command.text, "Pieces, as in O+P+W, or two sets, as in 'G+O=W' or 'OPC>G'")
      ->required()
      ->type_name("PIECES");
  app.add_option("--group", command.group, "The group, or a magma:... table")
      ->type_name("GROUP")
      ->capture_default_str();
  app.add_option("--target", command.target, "The piece to make, as in --target d3")
      ->type_name("PIECE");
  app.add_option("--hand", command.hand, "Pieces to search for a correction")->type_name("PIECES");
  app.add_flag("--json", command.json, "Print one JSON object with the same steps");
  add_color_option(app, command.color);
  add_examples(
      app,
      {{"coset explain O+P+W", "what three pieces make"},
       {"coset explain 'G+O=W' --hand G+O+Y+B+R", "the gap is Y, and how to correct it"},
       {"coset explain s9+s5 --group Z4xZ13 --target d3", "cards that should make another"}},
      "The exit status is 3 if the two are not equal.");
}

}  // namespace coset::cli
