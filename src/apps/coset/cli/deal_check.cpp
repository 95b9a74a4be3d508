#include "apps/coset/cli/deal_check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "crypto/primitives.hpp"
#include "engine/play/match.hpp"
#include "protocol/table/types.hpp"

namespace coset::cli {

namespace {

using nlohmann::json;

constexpr std::uint64_t max_events = 2500;  // of a table; docs/protocol.md

template <class Bytes>
bool read_bytes(const json& in, Bytes& out) {
  const auto* text = in.get_ptr<const std::string*>();
  return text != nullptr && read_hex(*text, out);
}

bool read_text_of(const json& in, std::string& out) {
  const auto* text = in.get_ptr<const std::string*>();
  if (text != nullptr) out = *text;
  return text != nullptr;
}

// The id of a table's name: a hash, so choosing the name chooses the id.
fair_deal::GameId id_of(const std::string& table) {
  const fair_deal::Bytes16 bytes = crypto::blake2b("coset-name\n" + table);
  std::uint64_t id = 0;
  for (std::size_t i = 8; i-- > 0;) id = id << 8U | bytes[i];
  return fair_deal::GameId{id};
}

struct Line {
  std::string text;
  int number = 0;
};

// The moves and deals of a record.
std::vector<Line> move_lines(std::string_view record) {
  std::vector<Line> out;
  int number = 0;
  for (std::size_t start = 0; start < record.size();) {
    const std::size_t end = std::min(record.find('\n', start), record.size());
    const std::string_view text = record.substr(start, end - start);
    ++number;
    const bool comment = text.empty() || text.starts_with('#');
    if (number > 2 && !comment && !text.starts_with("position "))
      out.push_back({std::string(text), number});
    start = end + 1;
  }
  return out;
}

std::string without_comments(std::string_view record) {
  std::string out;
  for (std::size_t start = 0; start < record.size();) {
    const std::size_t end = std::min(record.find('\n', start), record.size());
    if (record[start] != '#') out += std::string(record.substr(start, end - start)) + "\n";
    start = end + 1;
  }
  return out;
}

// The next draw, if there is one.
Element drawn_from(const Match& match, const fair_deal::Draws& draws, int number) {
  const std::vector<int> urn = match.urn();
  const auto size = static_cast<std::uint32_t>(std::accumulate(urn.begin(), urn.end(), 0));
  auto left = static_cast<std::int64_t>(draws.place(static_cast<std::uint64_t>(number), size));
  std::size_t piece = 0;
  for (; left >= urn[piece]; ++piece) left -= urn[piece];
  return element(static_cast<int>(piece));
}

std::string name_of(const Match& match, Element piece) {
  return match.spec().operation().names().write(piece);
}

// Of a line such as "1: deal R".
std::string piece_in(const Line& line) {
  return line.text.substr(std::min(line.text.size(), std::size_t{8}));
}

struct Share {
  int agree = 0;
  int deals = 0;
  bool most() const { return 2 * agree >= deals; }
};

// The number of recorded deals that match, as far as the game can be replayed with the key's draws:
// a deal altered only in the record affects no other.
Share by_the_key(const Match& recorded, const std::vector<Line>& lines,
                 const fair_deal::Draws& draws) {
  Share out;
  Match match = recorded.first(0);
  const std::vector<Match::Entry> moves = recorded.moves();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Action action = moves[i].action;
    if (action.verb == Verb::deal) {
      if (match.turn().kind != Turn::Kind::deal) break;
      const Element piece = drawn_from(match, draws, out.deals);
      ++out.deals;
      if (piece_in(lines[i]) == name_of(match, piece)) ++out.agree;
      action.give = Word{piece};
    }
    if (match.play(moves[i].seat, action)) break;
  }
  return out;
}

bool has_line(const std::string& record, const std::string& line) {
  return record.find("\n" + line + "\n") != std::string::npos;
}

bool is_bot(const FinishedGame& game, int seat) {
  return std::find(game.bots.begin(), game.bots.end(), seat) != game.bots.end();
}

// Whether the game is over after its last line: by the rules, or by its players.
bool finished(const FinishedGame& game, const Match& match) {
  if (match.over()) return game.ending == word_of(protocol::end_of(match.ending()));
  if (match.turn().kind == Turn::Kind::deal) return false;
  if (game.ending == word_of(protocol::End::agreed))
    return has_line(game.record, "# finished by agreement");
  if (game.ending == word_of(protocol::End::limit)) return game.ply >= max_events;
  if (game.ending != word_of(protocol::End::forfeit)) return false;
  const int seats = match.spec().seats();
  int gone = 0;
  bool people = false;
  for (int seat = 1; seat <= seats; ++seat) {
    const bool left = has_line(game.record, "# seat " + std::to_string(seat) + " forfeited");
    gone += left ? 1 : 0;
    people |= !left && !is_bot(game, seat);
  }
  return gone > 0 && (!people || gone + 1 >= seats);
}

// Every seat has bytes, and a bot's are zeros: after the people's, seated by the draw; in a rematch
// at the bot's seat.
bool bots_have_zeros(const FinishedGame& game, const std::vector<std::uint8_t>& lot, bool rematch) {
  if (game.entropy.size() != lot.size() || game.bots.size() > lot.size()) return false;
  const auto empty = [&](std::size_t place) { return game.entropy[place] == fair_deal::Bytes16{}; };
  bool gathered = true;
  bool seated = rematch;
  for (std::size_t i = 0; i < lot.size(); ++i) {
    if (i >= lot.size() - game.bots.size()) gathered &= empty(i) && is_bot(game, lot[i] + 1);
    if (is_bot(game, static_cast<int>(i) + 1)) seated &= empty(i);
  }
  return gathered || seated;
}

// Whether the player's bytes are at the player's place.
bool holds_own(const FinishedGame& game, const OwnBytes& own) {
  return own.place > 0 && own.place <= game.entropy.size() &&
         game.entropy[own.place - 1] == own.bytes;
}

}  // namespace

Result<FinishedGame> read_finished(std::string_view text) {
  const auto wrong = [](const std::string& what) { return Error{"deal.file", 0, what}; };
  const json in = json::parse(text, nullptr, false);
  if (!in.is_object())
    return wrong("Not a finished game: expected a server's JSON response to /api/tables/NAME.");
  if (const json error = in.value("error", json()); error.is_object())
    return wrong("The server returned an error: " + error.value("message", json("")).dump());
  // Files of before 0.1.0 say `over` and `head`.
  if (in.value("finished", in.value("over", json(true))) != json(true))
    return wrong("This game is not over: the seed is revealed at its end. Fetch it again then.");
  FinishedGame out;
  const auto field = [&](const char* name) { return in.value(name, json()); };
  if (!read_text_of(field("table"), out.table)) return wrong("Missing 'table'.");
  if (!read_text_of(field("record"), out.record)) return wrong("Missing 'record'.");
  if (!in.contains("commitment") && !in.contains("seed"))
    return wrong("This game has no verifiable deal: missing 'commitment'.");
  std::array<std::uint8_t, 8> id{};
  if (!read_bytes(field("game"), id)) return wrong("'game' is not 16 hex digits.");
  std::uint64_t number = 0;
  for (const std::uint8_t byte : id) number = number << 8U | byte;
  out.game = fair_deal::GameId{number};
  if (!read_bytes(field("commitment"), out.commitment))
    return wrong("'commitment' is not 64 hex digits.");
  if (!read_bytes(field("seed"), out.seed)) return wrong("'seed' is not 64 hex digits.");
  const json entropy = field("entropy");
  if (!entropy.is_array()) return wrong("Missing list 'entropy'.");
  for (const json& each : entropy)
    if (!read_bytes(each, out.entropy.emplace_back()))
      return wrong("'entropy' has an entry that is not 32 hex digits.");
  for (const json& each : in.value("bots", json::array()))
    out.bots.push_back(each.is_number_integer() ? each.get<int>() : 0);
  (void)read_text_of(field("ending"), out.ending);
  (void)read_text_of(field("chain"), out.chain);
  const json ply = in.value("ply", field("head"));
  if (ply.is_number_unsigned()) out.ply = ply.get<std::uint64_t>();
  return out;
}

DealCheck check_deal(const FinishedGame& game, const DealEvidence& evidence) {
  DealCheck out;
  const fair_deal::Primitives primitives = crypto::primitives();
  out.committed = fair_deal::commitment(primitives, game.game, game.seed);
  const fair_deal::Draws draws(primitives,
                               fair_deal::key_of(primitives, game.game, game.seed, game.entropy));
  const std::vector<Line> lines = move_lines(game.record);

  // The record as far as it can be played.
  Result<Match> recorded = Match::replay(game.record);
  if (!recorded) {
    out.broken = recorded.error().sentence;
    const std::size_t at = std::min(recorded.error().offset, game.record.size());
    const std::size_t before = at == 0 ? std::string::npos : game.record.rfind('\n', at - 1);
    recorded = Match::replay(game.record.substr(0, before == std::string::npos ? 0 : before + 1));
  } else if (recorded->full_record() != without_comments(game.record)) {
    out.broken = "It is not in the canonical form of a server's records.";
  } else if (!finished(game, *recorded)) {
    out.broken =
        "The game is not over after its last line, or did not end as the file says: the record is "
        "truncated.";
  }

  const auto differs = [&](const Match& match, std::size_t place, Element piece) {
    if (!out.drawn.empty()) return;
    out.draw = out.deals;
    out.line = lines[place].number;
    out.dealt = piece_in(lines[place]);
    out.drawn = name_of(match, piece);
  };
  bool mostly = true;
  if (recorded) {
    out.lot = draws.seats(static_cast<std::uint32_t>(recorded->spec().seats()));
    Match match = recorded->first(0);
    const std::vector<Match::Entry> moves = recorded->moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].action.verb == Verb::deal) {
        const Element piece = drawn_from(match, draws, out.deals);
        if (piece_in(lines[i]) == name_of(match, piece)) {
          ++out.agree;
        } else {
          differs(match, i, piece);
        }
        ++out.deals;
      }
      CHECK(!match.play(moves[i].seat, moves[i].action));
    }
    // If the replay fails at a deal: the piece that should be there.
    if (!out.broken.empty() && moves.size() < lines.size() &&
        lines[moves.size()].text.find(": deal") != std::string::npos &&
        match.turn().kind == Turn::Kind::deal) {
      differs(match, moves.size(), drawn_from(match, draws, out.deals));
      ++out.deals;
    }
    mostly = Share{out.agree, out.deals}.most() || by_the_key(*recorded, lines, draws).most();
  }

  const bool seated = evidence.seat && evidence.own && evidence.own->place <= out.lot.size();
  if (id_of(game.table) != game.game) {
    out.fault = DealFault::id;
  } else if (evidence.commitment && *evidence.commitment != game.commitment) {
    out.fault = DealFault::promise;
  } else if (out.committed != game.commitment) {
    out.fault = out.agree == out.deals ? DealFault::commitment : DealFault::seed;
  } else if (evidence.own && !holds_own(game, *evidence.own)) {
    out.fault = DealFault::mine;
  } else if (recorded && !bots_have_zeros(game, out.lot, !evidence.seat)) {
    out.fault = DealFault::bots;
  } else if (out.agree != out.deals) {
    out.fault = mostly ? DealFault::deal : DealFault::entropy;
  } else if (seated && out.lot[evidence.own->place - 1] + 1 != *evidence.seat) {
    out.fault = DealFault::lot;
  } else if (!out.broken.empty()) {
    out.fault = DealFault::record;
  } else if (evidence.chain && *evidence.chain != game.chain) {
    out.fault = DealFault::chain;
  }
  return out;
}

}  // namespace coset::cli
