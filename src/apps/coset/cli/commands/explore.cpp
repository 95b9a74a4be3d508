// coset sum, coset ways, coset space: the sum of pieces, all ways to make a piece, and the number
// of exchanges of a group.
#include <limits>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "engine/play/notation.hpp"
#include "engine/rules/action_space.hpp"
#include "engine/teach/why/ways.hpp"
#include "protocol/json_output/group_json.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

Operation parse_operation(const std::string& text) {
  auto operation = Operation::parse(text);
  if (!operation) throw Failure(Exit::input, operation.error(), text);
  return *std::move(operation);
}

Word parse_word(const Operation& operation, const std::string& text) {
  auto word = read_word(operation, text);
  if (!word) throw Failure(Exit::input, word.error(), text);
  return *word;
}

void add_group_option(CLI::App& app, std::string& group) {
  app.add_option("--group", group, "The group, or a magma:... table")
      ->type_name("GROUP")
      ->capture_default_str();
}

struct SumCommand {
  std::vector<std::string> words;
  std::string group = "Z2^3";
  bool json = false;

  Exit run() const {
    const Operation operation = parse_operation(group);
    for (const std::string& text : words) {
      const Word word = parse_word(operation, text);
      if (json) {
        print(protocol::sum_json(operation, word) + "\n");
      } else {
        print(write_word(operation, word) + " = " +
              operation.names().write(operation.product(word)) + "\n");
      }
    }
    return Exit::done;
  }
};

struct WaysCommand {
  std::string piece;
  std::string group = "Z2^3";
  int pieces = 2;
  bool distinct = false;
  bool json = false;

  Exit run() const {
    const Operation operation = parse_operation(group);
    const Element wanted = operation.product(parse_word(operation, piece));
    const auto found = teach::ways(operation, wanted, pieces, distinct);
    if (!found) throw Failure(Exit::input, found.error().sentence);
    const std::vector<Word>& ways = *found;
    if (json) print(protocol::ways_json(operation, wanted, pieces, ways) + "\n");
    for (const Word& way : ways)
      if (!json) print(write_word(operation, way) + " = " + operation.names().write(wanted) + "\n");
    if (ways.empty())
      throw Failure(Exit::no_solution, "No " + std::to_string(pieces) + " pieces make " +
                                           operation.names().write(wanted) + " here.");
    return Exit::done;
  }
};

struct SpaceCommand {
  std::vector<std::string> groups;
  int max_exchange = 0;
  bool element_order = false;
  bool json = false;

  Exit run() const {
    if (!json)
      print(padded("group", 14) + padded("max", 5) + padded("multisets", 12) + padded("pairs", 16) +
            padded("non-null", 16) + "reachable\n");
    for (const std::string& text : groups) {
      auto group = Group::parse(text);
      if (!group) throw Failure(Exit::input, group.error(), text);
      if (!group->abelian())
        throw Failure(Exit::input, "Exchanges are counted on abelian groups, such as Z2^3; " +
                                       group->text().substr(0, 24) + " is not abelian.");
      const int most =
          max_exchange > 0 ? max_exchange : static_cast<int>(primaries_of(*group).pieces.size());
      const ActionSpace space =
          action_space(*group, most, element_order ? Cancel::element_order : Cancel::exponent);
      const auto shown = [](std::uint64_t n) {
        constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
        return n == largest ? "more than " + std::to_string(largest) : std::to_string(n);
      };
      const auto value = [](std::uint64_t n) {
        return n == std::numeric_limits<std::uint64_t>::max() ? Json(nullptr) : Json(n);
      };
      if (json) {
        print_line(Json{{"schema", 1},
                        {"group", group->text()},
                        {"max_exchange", most},
                        {"multisets", value(space.multisets)},
                        {"pairs", value(space.pairs)},
                        {"non_null", value(space.non_null)},
                        {"reachable", value(space.reachable)}});
      } else {
        print(padded(group->text(), 13) + " " + padded(std::to_string(most), 4) + " " +
              padded(shown(space.multisets), 11) + " " + padded(shown(space.pairs), 15) + " " +
              padded(shown(space.non_null), 15) + " " + shown(space.reachable) + "\n");
      }
    }
    return Exit::done;
  }
};

}  // namespace

void add_sum_command(Program& program) {
  auto [app, command] = add_command<SumCommand>(program, "sum", "Add pieces");
  app.add_option("WORD", command.words, "Pieces, as in R+B+W or RBW")
      ->required()
      ->type_name("PIECES");
  add_group_option(app, command.group);
  app.add_flag("--json", command.json, "Print one JSON object per line");
  add_examples(app,
               {{"coset sum R+B+W", "colours"}, {"coset sum h9+sK d2+c5 --group Z4xZ13", "cards"}});
}

void add_ways_command(Program& program) {
  auto [app, command] = add_command<WaysCommand>(program, "ways", "List all ways to make a piece");
  app.add_option("PIECE", command.piece, "The piece to make, as in R")
      ->required()
      ->type_name("PIECE");
  app.add_option("--pieces", command.pieces, "Number of pieces to add")
      ->check(CLI::Range(1, teach::max_pieces))
      ->capture_default_str();
  app.add_flag("--distinct", command.distinct, "Only distinct pieces, none of them the identity");
  add_group_option(app, command.group);
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app, {{"coset ways R --pieces 3 --distinct", "red, from three other colours"},
                     {"coset ways '(1 2 3)' --group S3", "in a non-abelian group"}});
}

void add_space_command(Program& program) {
  auto [app, command] =
      add_command<SpaceCommand>(program, "space", "Count the possible exchanges of a group");
  app.add_option("GROUP", command.groups, "Products of cyclic groups, as in Z2^3 Z3^2 Z2xZ4")
      ->required()
      ->type_name("GROUP");
  app.add_option("--max-exchange", command.max_exchange,
                 "Maximum pieces per side; 0: one per factor")
      ->check(CLI::Range(0, ExchangeOptions::exchange_limit))
      ->capture_default_str();
  app.add_flag("--element-order", command.element_order,
               "Equal pieces cancel by the element's order instead of the group's exponent");
  app.add_flag("--json", command.json, "Print one JSON object per line");
  add_examples(app, {{"coset space Z2^3 Z2^4 Z3^2", "the size of three games"}});
}

}  // namespace coset::cli
