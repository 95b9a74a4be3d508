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
std::string sentence_of(const DealCheck& check, const FinishedGame& game, const KeptPromise& kept) {
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
    case DealFault::promise:
      return "The promise is broken: your client was told the commitment " +
             wire::hex(*kept.commitment) + ", and the file has " + wire::hex(game.commitment) +
             ". The seed was changed after you had been told, perhaps after your bytes were seen.";
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
    case DealFault::mine:
      return "Your bytes are not used: " + wire::hex(kept.own->bytes) + " should stand at place " +
             std::to_string(kept.own->place) +
             ", where you joined. Who moves or replaces them can try out deals.";
    case DealFault::bots:
      return "The bytes of bots are wrong: every seat has an entry, and a bot's is zeros, after "
             "the people's. With bytes of its own choice a server can try out deals.";
    case DealFault::entropy:
      return "The entropy is wrong: the seed is the one that was promised, but with these bytes of "
             "the players it does not make these deals. " +
             share + " Compare the bytes with those that your client sent.";
    case DealFault::deal:
      return "A deal is wrong. " + first + " " + share;
    case DealFault::lot:
      return "The lot is wrong: the key seats you at " +
             std::to_string(check.lot[kept.own->place - 1] + 1) + ", and you were given seat " +
             std::to_string(*kept.seat) + ".";
    case DealFault::record:
      return "The record is wrong, though every deal in it agrees: " + check.broken;
    case DealFault::chain:
      return "The chain is another than your client was told last: " + *kept.chain +
             ". The game in this file is not the one that you were shown.";
  }
  return "";
}

std::string proof_of(const DealCheck& check, const KeptPromise& kept) {
  if (check.deals == 0) return "Nothing was dealt in this game, so there was nothing to choose.";
  if (kept.commitment && kept.own)
    return "The server was bound to its seed before it knew your bytes, and used them: alone it "
           "could not choose this deal.";
  return "The file agrees with itself. That the server alone could not choose this deal holds for "
         "you if the commitment is the one that you were told when you joined, and your bytes "
         "stand at your place: compare them, or give --commitment and --bytes.";
}

struct VerifyCommand {
  std::string file;
  std::string commitment, bytes, chain;
  int seat = 0;
  bool json = false;

  KeptPromise kept() const {
    KeptPromise out;
    const auto wrong = [](const std::string& what) { return Failure(Exit::input, what); };
    if (!commitment.empty() && !read_hex(commitment, out.commitment.emplace()))
      throw wrong("--commitment takes 64 hex digits, in small letters.");
    if (!bytes.empty()) {
      OwnBytes& own = out.own.emplace();
      const bool place = bytes.size() > 2 && bytes[0] >= '1' && bytes[0] <= '9' && bytes[1] == '=';
      if (!place || !read_hex(std::string_view(bytes).substr(2), own.bytes))
        throw wrong("--bytes takes your place, '=' and 32 hex digits, in small letters.");
      own.place = static_cast<std::size_t>(bytes[0] - '0');
    }
    if (seat != 0) out.seat = seat;
    if (!chain.empty()) out.chain = chain;
    return out;
  }

  static void print_text(const FinishedGame& game, const DealCheck& check,
                         const KeptPromise& kept) {
    const auto line = [](const std::string& name, const std::string& text) {
      print("  " + padded(name, 12) + text + "\n");
    };
    const bool id_good = check.fault != DealFault::id;
    print("Table " + game.table + "\n");
    line("id", wire::hex(game.game) + (id_good ? "" : "  WRONG"));
    line("commitment", wire::hex(game.commitment) +
                           (check.committed == game.commitment ? "" : "  NOT OF THIS SEED"));
    if (check.fault == DealFault::promise) line("you were told", wire::hex(*kept.commitment));
    line("seed", wire::hex(game.seed));
    for (std::size_t i = 0; i < game.entropy.size(); ++i)
      line("bytes " + std::to_string(i + 1),
           wire::hex(game.entropy[i]) + (sent(game.entropy[i]) ? "" : "  (none were sent)") +
               (kept.own && kept.own->place == i + 1 ? "  your place" : ""));
    std::string seats;
    for (std::size_t i = 0; i < std::min(check.lot.size(), game.entropy.size()); ++i)
      seats += (i == 0 ? "" : ", ") + std::to_string(check.lot[i] + 1);
    if (check.lot.size() > 1)
      line("lot", "who joined sits at " + seats + ", in this order; a rematch has no lot");
    line("deals", std::to_string(check.agree) + " of " + std::to_string(check.deals) +
                      " are what the key draws");
    print("\n" + folded(sentence_of(check, game, kept) + "\n"));
    const bool holds = check.fault == DealFault::none;
    print(folded(std::string(holds ? proof_of(check, kept) : again) + "\n"));
  }

  static void print_json(const FinishedGame& game, const DealCheck& check,
                         const KeptPromise& kept) {
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
    out["text"] = sentence_of(check, game, kept);
    print_line(out);
  }

  Exit run() const {
    const auto game = read_finished(read_text(file));
    if (!game) throw Failure(Exit::input, game.error().sentence);
    const KeptPromise told = kept();
    const DealCheck check = check_deal(*game, told);
    json ? print_json(*game, check, told) : print_text(*game, check, told);
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
  app.add_option("--commitment", command.commitment, "What you were told when you joined")
      ->type_name("HEX");
  auto* bytes = app.add_option("--bytes", command.bytes,
                               "What you sent, and your place in the order of joining (in a "
                               "rematch: your seat)")
                    ->type_name("PLACE=HEX");
  app.add_option("--seat", command.seat, "The seat that you were given; a rematch has no lot")
      ->check(CLI::Range(1, 7))
      ->needs(bytes)
      ->type_name("N");
  app.add_option("--chain", command.chain, "The last link of the chain that you were told")
      ->type_name("HEX");
  app.add_flag("--json", command.json, "One JSON object");
  add_examples(app,
               {{"coset verify game.json", "draw every piece again"},
                {"coset verify game.json --commitment 9f86...0a08 --bytes 2=6b1d...b5c4",
                 "and compare with what your client kept"},
                {"curl http://host:8080/api/tables/oak-lake-fox | coset verify -", "at once"}},
               "The exit code is 0 if the deal holds and 1 if something is wrong with it.");
}

}  // namespace coset::cli
