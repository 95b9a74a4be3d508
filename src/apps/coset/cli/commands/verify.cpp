// coset verify FILE: redraws every piece of a finished game, and checks that the deal matches the
// server's commitment.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/deal_check.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "protocol/table/types.hpp"

namespace coset::cli {

namespace {

constexpr const char* again =
    "Fetch the file from the server again. If the result is the same, do not trust this deal, and "
    "tell the other players.";

bool sent(const fair_deal::Bytes16& bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte != 0; });
}

std::string counted(int count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// The fault, and what it means.
std::string sentence_of(const DealCheck& check, const FinishedGame& game,
                        const DealEvidence& evidence) {
  const std::string first = "Deal " + std::to_string(check.draw + 1) + " (line " +
                            std::to_string(check.line) + " of the record) is " + check.dealt +
                            ", but the key draws " + check.drawn + ".";
  const std::string share =
      std::to_string(check.agree) + " of " + counted(check.deals, "deal", "deals") + " match.";
  switch (check.fault) {
    case DealFault::none:
      return "The deal is valid.";
    case DealFault::id:
      return "The id is wrong: " + protocol::hex(game.game) +
             " does not belong to this table name. With another id the same seed deals other "
             "pieces.";
    case DealFault::promise:
      return "The commitment differs: your client received " + protocol::hex(*evidence.commitment) +
             ", but the file has " + protocol::hex(game.commitment) +
             ". The seed was changed after you joined, perhaps after the server saw your bytes.";
    case DealFault::commitment:
      return "The commitment is wrong: it is " + protocol::hex(game.commitment) +
             ", but this seed gives " + protocol::hex(check.committed) +
             ". The deals match this seed, so the server committed to another seed, or the "
             "commitment in this file was changed. Compare it with the one that your client "
             "received when you joined.";
    case DealFault::seed:
      return "The seed is wrong: it does not match the commitment, and it does not produce these "
             "deals. " +
             share;
    case DealFault::mine:
      return "Your bytes are not used: " + protocol::hex(evidence.own->bytes) +
             " should be at place " + std::to_string(evidence.own->place) +
             ", where you joined. A server that moves or replaces them can try out deals.";
    case DealFault::bots:
      return "The bots' bytes are wrong: every seat must have an entry, and a bot's must be zeros, "
             "after the people's. A server that chooses such bytes can try out deals.";
    case DealFault::entropy:
      return "The entropy is wrong: the seed matches the commitment, but with these players' bytes "
             "it does not produce these deals. " +
             share + " Compare the bytes with those that your client sent.";
    case DealFault::deal:
      return "A deal is wrong. " + first + " " + share;
    case DealFault::lot:
      return "The seating is wrong: the key gives you seat " +
             std::to_string(check.lot[evidence.own->place - 1] + 1) + ", but you were given seat " +
             std::to_string(*evidence.seat) + ".";
    case DealFault::record:
      return "The record is wrong, although every deal in it matches: " + check.broken;
    case DealFault::chain:
      return "The chain differs from the last link that your client received: " + *evidence.chain +
             ". The game in this file is not the one that your client saw.";
  }
  return "";
}

std::string proof_of(const DealCheck& check, const DealEvidence& evidence) {
  if (check.deals == 0) return "Nothing was dealt in this game, so there is nothing to verify.";
  if (evidence.commitment && evidence.own)
    return "The server committed to its seed before it knew your bytes, and used them: it could "
           "not "
           "choose this deal alone.";
  return "The file is consistent. This proves that the server alone could not choose the deal only "
         "if "
         "the commitment is the one that your client received when you joined, and your bytes are "
         "at your place: compare them, or give --commitment and --bytes.";
}

struct VerifyCommand {
  std::string file;
  std::string commitment, bytes, chain;
  int seat = 0;
  bool json = false;

  DealEvidence evidence() const {
    DealEvidence out;
    const auto wrong = [](const std::string& what) { return Failure(Exit::input, what); };
    if (!commitment.empty() && !read_hex(commitment, out.commitment.emplace()))
      throw wrong("--commitment must be 64 lowercase hex digits.");
    if (!bytes.empty()) {
      OwnBytes& own = out.own.emplace();
      const bool place = bytes.size() > 2 && bytes[0] >= '1' && bytes[0] <= '9' && bytes[1] == '=';
      if (!place || !read_hex(std::string_view(bytes).substr(2), own.bytes))
        throw wrong("--bytes must be your place, '=' and 32 lowercase hex digits.");
      own.place = static_cast<std::size_t>(bytes[0] - '0');
    }
    if (seat != 0) out.seat = seat;
    if (!chain.empty()) out.chain = chain;
    return out;
  }

  static void print_text(const FinishedGame& game, const DealCheck& check,
                         const DealEvidence& evidence) {
    const auto line = [](const std::string& name, const std::string& text) {
      print("  " + padded(name, 12) + text + "\n");
    };
    const bool id_good = check.fault != DealFault::id;
    print("Table " + game.table + "\n");
    line("id", protocol::hex(game.game) + (id_good ? "" : "  WRONG"));
    line("commitment", protocol::hex(game.commitment) +
                           (check.committed == game.commitment ? "" : "  DOES NOT MATCH THE SEED"));
    if (check.fault == DealFault::promise) line("received", protocol::hex(*evidence.commitment));
    line("seed", protocol::hex(game.seed));
    for (std::size_t i = 0; i < game.entropy.size(); ++i)
      line("bytes " + std::to_string(i + 1),
           protocol::hex(game.entropy[i]) + (sent(game.entropy[i]) ? "" : "  (none sent)") +
               (evidence.own && evidence.own->place == i + 1 ? "  your place" : ""));
    std::string seats;
    for (std::size_t i = 0; i < std::min(check.lot.size(), game.entropy.size()); ++i)
      seats += (i == 0 ? "" : ", ") + std::to_string(check.lot[i] + 1);
    if (check.lot.size() > 1)
      line("seating", "seats " + seats + " in the order of joining; not for a rematch");
    line("deals",
         std::to_string(check.agree) + " of " + std::to_string(check.deals) + " match the key");
    print("\n" + folded(sentence_of(check, game, evidence) + "\n"));
    const bool holds = check.fault == DealFault::none;
    print(folded(std::string(holds ? proof_of(check, evidence) : again) + "\n"));
  }

  static void print_json(const FinishedGame& game, const DealCheck& check,
                         const DealEvidence& evidence) {
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
    out["text"] = sentence_of(check, game, evidence);
    print_line(out);
  }

  Exit run() const {
    const auto game = read_finished(read_text(file));
    if (!game) throw Failure(Exit::input, game.error().sentence);
    const DealEvidence told = evidence();
    const DealCheck check = check_deal(*game, told);
    json ? print_json(*game, check, told) : print_text(*game, check, told);
    return check.fault == DealFault::none ? Exit::done : Exit::failure;
  }
};

}  // namespace

void add_verify_command(Program& program) {
  auto [app, command] =
      add_command<VerifyCommand>(program, "verify", "Verify the deal of a game played on a server");
  app.add_option("FILE", command.file,
                 "The server's response to /api/tables/NAME after the game, or - for stdin")
      ->required()
      ->type_name("FILE");
  app.add_option("--commitment", command.commitment,
                 "The commitment that your client received when you joined")
      ->type_name("HEX");
  auto* bytes = app.add_option("--bytes", command.bytes,
                               "The bytes that your client sent, and your place in the order "
                               "of joining (in a rematch: your seat)")
                    ->type_name("PLACE=HEX");
  app.add_option("--seat", command.seat, "The seat that you were given; not for a rematch")
      ->check(CLI::Range(1, 7))
      ->needs(bytes)
      ->type_name("N");
  app.add_option("--chain", command.chain, "The last chain link that your client received")
      ->type_name("HEX");
  app.add_flag("--json", command.json, "Print one JSON object");
  add_examples(app,
               {{"coset verify game.json", "redraw every piece"},
                {"coset verify game.json --commitment 9f86...0a08 --bytes 2=6b1d...b5c4",
                 "and compare with what your client stored"},
                {"curl http://host:8080/api/tables/oak-lake-fox | coset verify -",
                 "directly from a server"}},
               "The exit status is 0 if the deal is valid and 1 if not.");
}

}  // namespace coset::cli
