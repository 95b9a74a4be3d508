// coset verify FILE: draws every piece of a finished game again, and says whether the deal was what
// the server had promised.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/deal_check.hpp"
#include "cli/game_text.hpp"
#include "cli/terminal/page.hpp"
#include "wire/table/types.hpp"

namespace coset::cli {

namespace {

constexpr const char* again =
    "Fetch the file from the server once more. If it stays so, do not trust this deal, and tell "
    "the others who played.";

bool sent(const deal::Bytes16& bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte != 0; });
}

std::string counted(int count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// What is wrong and why.
std::string sentence_of(const DealCheck& check, const FinishedGame& game) {
  const std::string first = "Deal " + std::to_string(check.draw + 1) + " (line " +
                            std::to_string(check.line) + " of the record) has " + check.dealt +
                            ", and the key draws " + check.drawn + ".";
  const std::string share =
      std::to_string(check.agree) + " of " + counted(check.deals, "deal", "deals") + " agree.";
  switch (check.fault) {
    case DealFault::none:
      return "The deal holds.";
    case DealFault::id:
      return "The id is wrong: " + wire::hex(game.game) +
             " is not the id of a table of this name. With another id the same seed deals other "
             "pieces.";
    case DealFault::commitment:
      return "The commitment is wrong: it is " + wire::hex(game.commitment) +
             ", and this seed makes " + wire::hex(check.committed) +
             ". The deals are those of this seed, so another one had been promised, or the "
             "promise in this file was changed. Compare it with what your client was told when "
             "you joined.";
    case DealFault::seed:
      return "The seed is wrong: it is not the one that was promised, and it does not make these "
             "deals. " +
             share;
    case DealFault::entropy:
      return "The entropy is wrong: the seed is the one that was promised, but with these bytes of "
             "the players it does not make these deals. " +
             share + " Compare the bytes with those that your client sent.";
    case DealFault::deal:
      return "A deal is wrong. " + first + " " + share;
    case DealFault::record:
      return "The record is wrong, though every deal in it agrees: " + check.broken;
  }
  return "";
}

std::string proof_of(const DealCheck& check) {
  if (check.deals == 0) return "Nothing was dealt in this game, so there was nothing to choose.";
  return "The server was bound to its seed before it knew anybody's bytes, so alone it could not "
         "choose this deal. That holds for you if your bytes stand above.";
}

struct VerifyCommand {
  std::string file;
  bool json = false;

  static void print_text(const FinishedGame& game, const DealCheck& check) {
    const auto line = [](const std::string& name, const std::string& text) {
      print("  " + padded(name, 12) + text + "\n");
    };
    const bool id_good = check.fault != DealFault::id;
    print("Table " + game.table + "\n");
    line("id", wire::hex(game.game) + (id_good ? "" : "  WRONG"));
    line("commitment", wire::hex(game.commitment) +
                           (check.committed == game.commitment ? "" : "  NOT OF THIS SEED"));
    line("seed", wire::hex(game.seed));
    for (std::size_t i = 0; i < game.entropy.size(); ++i)
      line("bytes " + std::to_string(i + 1),
           wire::hex(game.entropy[i]) + (sent(game.entropy[i]) ? "" : "  (none were sent)"));
    std::string seats;
    for (std::size_t i = 0; i < std::min(check.lot.size(), game.entropy.size()); ++i)
      seats += (i == 0 ? "" : ", ") + std::to_string(check.lot[i] + 1);
    if (check.lot.size() > 1)
      line("lot", "who joined sits at " + seats + ", in this order; a rematch has no lot");
    line("deals", std::to_string(check.agree) + " of " + std::to_string(check.deals) +
                      " are what the key draws");
    print("\n" + folded(sentence_of(check, game) + "\n"));
    print(folded(std::string(check.fault == DealFault::none ? proof_of(check) : again) + "\n"));
  }

  static void print_json(const FinishedGame& game, const DealCheck& check) {
    nlohmann::ordered_json out = {
        {"schema", 1},      {"table", game.table},  {"holds", check.fault == DealFault::none},
        {"wrong", nullptr}, {"deals", check.deals}, {"agree", check.agree}};
    if (check.fault != DealFault::none) out["wrong"] = word_of(check.fault);
    if (!check.drawn.empty())
      out["first"] = {{"draw", check.draw},
                      {"line", check.line},
                      {"dealt", check.dealt},
                      {"drawn", check.drawn}};
    out["lot"] = nlohmann::json::array();
    for (const std::uint8_t seat : check.lot) out["lot"].push_back(seat + 1);
    out["text"] = sentence_of(check, game);
    print_line(out);
  }

  Exit run() const {
    const auto game = read_finished(read_text(file));
    if (!game) throw Failure(Exit::input, game.error().sentence);
    const DealCheck check = check_deal(*game);
    json ? print_json(*game, check) : print_text(*game, check);
    return check.fault == DealFault::none ? Exit::done : Exit::failure;
  }
};

}  // namespace

void add_verify_command(Program& program) {
  auto [app, command] = add_command<VerifyCommand>(
      program, "verify", "Check the deal of a game that was played at a server");
  app.add_option("FILE", command.file,
                 "What the server answers to /api/tables/NAME after the end, or - for stdin")
      ->required()
      ->type_name("FILE");
  app.add_flag("--json", command.json, "One JSON object");
  add_examples(app,
               {{"coset verify game.json", "draw every piece again"},
                {"curl http://host:8080/api/tables/oak-lake-fox | coset verify -", "at once"}},
               "The exit code is 0 if the deal holds and 1 if something is wrong with it.");
}

}  // namespace coset::cli
