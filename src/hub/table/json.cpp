#include "hub/table/json.hpp"

#include "base/overloaded.hpp"
#include "play/catalogue.hpp"
#include "play/position.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/fields_reader.hpp"

namespace coset::hub {

namespace {

using wire::Limits;

constexpr Limits host_limits{.text = max_json, .list = 4096};
constexpr int deepest = 6;

struct SeatText {
  std::string name;
  std::optional<std::string> bot;
  std::optional<wire::Token> token;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("name", self.name);
    io("bot", self.bot);
    io("token", self.token);
  }
};

struct SetupText {
  std::string table;
  std::string spec;
  std::vector<SeatText> seats;
  std::optional<wire::ClockRule> clock;
  bool rated = false;
  std::optional<bool> hints;
  std::optional<Millis> grace;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("seats", self.seats);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
    io("grace", self.grace);
  }
};

SetupText text_of(const Setup& setup) {
  SetupText out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  for (const SeatSetup& seat : setup.seats) {
    SeatText& text = out.seats.emplace_back();
    text.name = seat.name;
    if (seat.player == wire::Player::bot) {
      text.bot = seat.bot;
    } else {
      text.token = seat.token;
    }
  }
  if (setup.clock.kind != wire::ClockKind::none) out.clock = setup.clock;
  out.rated = setup.rated;
  out.hints = setup.hints;
  out.grace = setup.grace;
  return out;
}

// A row of the log, to be read into or written.
template <class R>
struct RowJson {
  R row;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("ply", self.row.ply);
    io("before", self.row.before);
    io("chain", self.row.chain);
    io.some("id", self.row.id);
    io("body", self.row.body);
  }
};

struct UrnJson {
  const Urn& urn;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("size", self.urn.size);
    io("number", self.urn.number);
  }
};

// What a seat knows, as some position that fits it: who observes it as that seat sees the same.
std::string imagined(const Spec& spec, const AnyView& view) {
  return std::visit(
      [&]<Game G>(const G& game) {
        Rng rng(1);
        return write_position(game, game.imagine(*std::get_if<typename G::View>(&view), rng));
      },
      spec.game());
}

struct BotJson {
  const BotTask& task;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.seat("seat", self.task.seat);
    io("ply", self.task.ply);
    io("bot", self.task.bot);
    io("spec", self.task.spec.text());
    io("position", imagined(self.task.spec, self.task.view));
  }
};

struct HintJson {
  const HintAsked& asked;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("connection", self.asked.connection);
    io.seat("seat", self.asked.seat);
    io("ply", self.asked.ply);
    io("level", self.asked.level);
  }
};

struct WantsJson {
  const Table& table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Ledger& ledger = self.table.ledger();
    io("head", ledger.head());
    io("chain", ledger.chain());
    io.seat("turn", ledger.turn());
    io("over", ledger.over());
    const Overloaded write_want{
        [&](const Urn& urn) { io("urn", UrnJson{urn}); },
        [&](const Proposal& proposal) { io("proposed", RowJson<const Row&>{*proposal.row}); },
        [&](const BotTurn& turn) { io("bot", BotJson{turn.task()}); },
        [&](const HintAsked& asked) { io("hint", HintJson{asked}); },
        [&](const Wake& wake) { io("wake_at", wake.at); },
        [&](const Rematch& rematch) { io("rematch", text_of(rematch.setup())); },
    };
    for (const Want& want : self.table.wants()) std::visit(write_want, want);
  }
};

Error bad_setup(std::string_view field) {
  return {"setup.json", 0,
          "The field '" + std::string(field) + "' of the setup is missing or wrong."};
}

}  // namespace

Result<Setup> read_setup(std::string_view text) {
  const auto json = wire::parse_json(text, max_json, deepest);
  if (!json) return json.error();
  if (!json->is_object()) return Error{"setup.json", 0, "A setup is a JSON object."};
  SetupText read;
  wire::FieldReader reader(*json, host_limits);
  SetupText::fields(reader, read);
  if (!reader.wrong().empty()) return bad_setup(reader.wrong());
  auto spec = find_spec(read.spec);
  if (!spec) return spec.error();
  Setup out{.table = read.table, .spec = *std::move(spec), .seats = {}, .clock = {}};
  for (const SeatText& seat : read.seats) {
    if (seat.bot.has_value() == seat.token.has_value())
      return Error{"setup.seats", 0, "A seat has either a bot or a token."};
    out.seats.push_back({seat.name, seat.bot ? wire::Player::bot : wire::Player::human,
                         seat.bot.value_or(""), seat.token.value_or(wire::Token{})});
  }
  if (read.clock) out.clock = *read.clock;
  out.rated = read.rated;
  out.hints = read.hints.value_or(true);
  if (read.grace) out.grace = *read.grace;
  return out;
}

std::string write_setup(const Setup& setup) { return wire::written(text_of(setup)); }

Result<std::vector<Row>> read_log(std::string_view text) {
  std::vector<Row> out;
  if (text.empty()) return out;
  const auto json = wire::parse_json(text, max_json, deepest);
  if (!json) return json.error();
  std::vector<RowJson<Row>> rows;
  if (!wire::read(*json, rows, host_limits))
    return Error{"log.json", 0, "A log is a JSON list of rows."};
  for (RowJson<Row>& json_row : rows) out.push_back(std::move(json_row.row));
  return out;
}

std::string write_sends(const Table& table, const Sends& sends) {
  std::string out = "[";
  for (const Send& send : sends) {
    out += out.size() == 1 ? "{\"to\":" : ",{\"to\":";
    wire::write(out, send.to.kind == To::Kind::connection
                         ? std::vector<ConnectionId>{send.to.connection}
                         : table.people().connections(send.to.seat));
    out += ",\"message\":";
    out += wire::encode(send.message);
    out += '}';
  }
  return out + "]";
}

std::string write_wants(const Table& table) { return wire::written(WantsJson{table}); }

}  // namespace coset::hub
