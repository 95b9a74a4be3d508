#include "table/json.hpp"

#include <algorithm>

#include "base/overloaded.hpp"
#include "engine/play/catalogue.hpp"
#include "engine/play/position.hpp"
#include "protocol/table/codec.hpp"
#include "protocol/table/fields_reader.hpp"

namespace coset::table {

namespace {

using protocol::Limits;

constexpr Limits host_limits{.text = max_json, .list = 4096};
constexpr int max_levels = 6;

struct SeatText {
  std::string name;
  std::optional<std::string> bot;
  std::optional<protocol::Token> token;

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
  std::optional<protocol::ClockRule> clock;
  bool rated = false;
  std::optional<bool> hints;
  protocol::TimeoutRule timeout = protocol::TimeoutRule::lenient;
  std::optional<Millis> grace;
  std::optional<int> form;
  std::string start;
  std::optional<protocol::Series> series;
  std::optional<GameId> game;
  std::optional<Bytes32> commitment;
  std::vector<Bytes16> entropy;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("seats", self.seats);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
    io.some("timeout", self.timeout);
    io("grace", self.grace);
    io("form", self.form);
    io.some("start", self.start);
    io("series", self.series);
    io("game", self.game);
    io("commitment", self.commitment);
    io.some("entropy", self.entropy);
  }
};

// The names of its fields, and the keys of a setup that are none of them.
struct FieldNames {
  std::vector<std::string_view> names;

  void operator()(std::string_view name, const auto&) { names.push_back(name); }
  void some(std::string_view name, const auto&) { names.push_back(name); }
  void flag(std::string_view name, bool) { names.push_back(name); }
};
std::vector<std::pair<std::string, std::string>> unknown_in(const protocol::Json& json) {
  FieldNames known;
  const SetupText any;
  SetupText::fields(known, any);
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [key, value] : *json.get_ptr<const protocol::Json::object_t*>())
    if (std::find(known.names.begin(), known.names.end(), key) == known.names.end())
      out.emplace_back(key, value.dump(-1, ' ', true, protocol::Json::error_handler_t::replace));
  std::sort(out.begin(), out.end());
  return out;
}

SetupText text_of(const Setup& setup) {
  SetupText out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  for (const SeatSetup& seat : setup.seats) {
    SeatText& text = out.seats.emplace_back();
    text.name = seat.name;
    if (seat.player == protocol::Player::bot) {
      text.bot = seat.bot;
    } else {
      text.token = seat.token;
    }
  }
  if (setup.clock.kind != protocol::ClockKind::none) out.clock = setup.clock;
  out.rated = setup.rated;
  out.hints = setup.hints;
  out.timeout = setup.timeout;
  out.grace = setup.grace;
  if (setup.form != 1) out.form = setup.form;
  out.start = setup.start;
  out.series = setup.series;
  out.game = setup.game;
  out.commitment = setup.commitment;
  out.entropy = setup.entropy;
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

struct DrawJson {
  const DrawRequest& draw;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("size", self.draw.size);
    io("number", self.draw.number);
  }
};

// A seat's view as a position that fits it: the seat sees the same in it.
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
  const HintRequest& request;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("connection", self.request.connection);
    io.seat("seat", self.request.seat);
    io("ply", self.request.ply);
    io("level", self.request.level);
  }
};

// JSON that is already written.
struct Ready {
  std::string text;
};
void write(std::string& out, const Ready& ready) { out += ready.text; }

struct RequestsJson {
  const Table& table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Ledger& ledger = self.table.ledger();
    io("head", ledger.head());
    io("chain", ledger.chain());
    io.seat("turn", ledger.turn());
    io("over", ledger.over());
    const Overloaded write_request{
        [&](const DrawRequest& draw) { io("urn", DrawJson{draw}); },
        [&](const AppendRequest& append) { io("proposed", RowJson<const Row&>{*append.row}); },
        [&](const BotRequest& bot) { io("bot", BotJson{bot.task()}); },
        [&](const HintRequest& hint) { io("hint", HintJson{hint}); },
        [&](const TimerRequest& timer) { io("wake_at", timer.at); },
        [&](const RematchRequest& rematch) { io("rematch", Ready{write_setup(rematch.setup())}); },
    };
    for (const HostRequest& request : self.table.requests()) std::visit(write_request, request);
  }
};

Error bad_setup(std::string_view field) {
  return {"setup.json", 0,
          "The field '" + std::string(field) + "' of the setup is missing or wrong."};
}

}  // namespace

Result<Setup> read_setup(std::string_view text) {
  const auto json = protocol::parse_json(text, max_json, max_levels);
  if (!json) return json.error();
  if (!json->is_object()) return Error{"setup.json", 0, "A setup is a JSON object."};
  SetupText read;
  protocol::FieldReader reader(*json, host_limits);
  SetupText::fields(reader, read);
  if (!reader.wrong().empty()) {
    if (read.form.value_or(1) > 2) return Error{"setup.form", 0, "A later program has made this."};
    return bad_setup(reader.wrong());
  }
  auto spec = find_spec(read.spec);
  if (!spec) return spec.error();
  Setup out{.table = read.table, .spec = *std::move(spec), .seats = {}, .clock = {}};
  for (const SeatText& seat : read.seats) {
    if (seat.bot.has_value() == seat.token.has_value())
      return Error{"setup.seats", 0, "A seat has either a bot or a token."};
    out.seats.push_back({seat.name, seat.bot ? protocol::Player::bot : protocol::Player::human,
                         seat.bot.value_or(""), seat.token.value_or(protocol::Token{})});
  }
  if (read.clock) out.clock = *read.clock;
  out.rated = read.rated;
  out.hints = read.hints.value_or(true);
  out.timeout = read.timeout;
  if (read.grace) out.grace = *read.grace;
  out.start = read.start;
  out.series = read.series;
  out.game = read.game;
  out.commitment = read.commitment;
  out.entropy = read.entropy;
  // Setups of older programs have no form, and nothing of the second form.
  out.form = read.form.value_or(needs_second_form(out) ? 2 : 1);
  if (out.form != 1) out.more = unknown_in(*json);
  return out;
}

std::string write_setup(const Setup& setup) {
  std::string out = protocol::written(text_of(setup));
  for (const auto& [key, value] : setup.more) {
    out.back() = ',';
    protocol::write_text(out, key);
    out += ':';
    out += value;
    out += '}';
  }
  return out;
}

Result<std::vector<Row>> read_log(std::string_view text) {
  std::vector<Row> out;
  if (text.empty()) return out;
  const auto json = protocol::parse_json(text, max_json, max_levels);
  if (!json) return json.error();
  std::vector<RowJson<Row>> rows;
  if (!protocol::read(*json, rows, host_limits))
    return Error{"log.json", 0, "A log is a JSON list of rows."};
  for (RowJson<Row>& json_row : rows) out.push_back(std::move(json_row.row));
  return out;
}

std::string write_outgoing(const Table& table, const Outgoing& outgoing) {
  std::string out = "[";
  for (const OutgoingMessage& each : outgoing) {
    out += out.size() == 1 ? "{\"to\":" : ",{\"to\":";
    protocol::write(out, each.to.kind == Recipient::Kind::connection
                             ? std::vector<ConnectionId>{each.to.connection}
                             : table.presence().connections(each.to.seat));
    out += ",\"message\":";
    out += protocol::encode(each.message);
    out += '}';
  }
  return out + "]";
}

std::string write_requests(const Table& table) { return protocol::written(RequestsJson{table}); }

}  // namespace coset::table
