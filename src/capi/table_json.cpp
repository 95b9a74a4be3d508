#include "capi/table_json.hpp"

#include "capi/handles.hpp"
#include "play/position.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/fields_reader.hpp"

namespace coset::capi {

namespace {

using wire::Limits;

constexpr Limits host_limits{.text = COSET_MAX_TEXT, .list = 4096};
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
  std::optional<hub::Millis> grace;

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

SetupText text_of(const hub::Setup& setup) {
  SetupText out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  for (const hub::SeatSetup& seat : setup.seats) {
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

// A row of the log.
struct RowJson {
  hub::Row event;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("ply", self.event.ply);
    io("before", self.event.before);
    io("chain", self.event.chain);
    io.some("id", self.event.id);
    io("body", self.event.body);
  }
};

struct UrnText {
  std::uint32_t size;
  std::uint32_t number;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("size", self.size);
    io("number", self.number);
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

struct BotText {
  const hub::BotTask& task;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.seat("seat", self.task.seat);
    io("ply", self.task.ply);
    io("bot", self.task.bot);
    io("spec", self.task.spec.text());
    io("position", imagined(self.task.spec, self.task.view));
  }
};

struct HintText {
  const hub::HintTask& task;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("connection", self.task.connection);
    io.seat("seat", self.task.seat);
    io("ply", self.task.ply);
    io("level", self.task.level);
  }
};

struct Wants {
  const hub::Table& table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const hub::Table& table = self.table;
    const hub::Ledger& ledger = table.ledger();
    io("head", ledger.head());
    io("chain", ledger.chain());
    io.seat("turn", ledger.turn());
    io("over", ledger.over());
    if (const auto urn = table.urn()) io("urn", UrnText{urn->size, urn->number});
    if (const hub::Row* event = table.proposed()) io("proposed", RowJson{*event});
    if (const auto task = table.bot_task()) io("bot", BotText{*task});
    if (const auto task = table.hint_task()) io("hint", HintText{*task});
    io("wake_at", table.wake_at());
    if (const auto next = table.rematch()) io("rematch", text_of(*next));
  }
};

Error bad_setup(std::string_view field) {
  return {"setup.json", 0,
          "The field '" + std::string(field) + "' of the setup is missing or wrong."};
}

}  // namespace

Result<hub::Setup> read_setup(std::string_view text) {
  const auto json = wire::parse_json(text, COSET_MAX_TEXT, deepest);
  if (!json) return json.error();
  if (!json->is_object()) return Error{"setup.json", 0, "A setup is a JSON object."};
  SetupText read;
  wire::FieldReader reader(*json, host_limits);
  SetupText::fields(reader, read);
  if (!reader.wrong().empty()) return bad_setup(reader.wrong());
  auto spec = find_spec(read.spec);
  if (!spec) return spec.error();
  hub::Setup out{.table = read.table, .spec = *std::move(spec), .seats = {}, .clock = {}};
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

std::string write_setup(const hub::Setup& setup) { return wire::written(text_of(setup)); }

Result<std::vector<hub::Row>> read_log(std::string_view text) {
  std::vector<hub::Row> out;
  if (text.empty()) return out;
  const auto json = wire::parse_json(text, COSET_MAX_TEXT, deepest);
  if (!json) return json.error();
  std::vector<RowJson> rows;
  if (!wire::read(*json, rows, host_limits))
    return Error{"log.json", 0, "A log is a JSON list of rows."};
  for (RowJson& row : rows) out.push_back(std::move(row.event));
  return out;
}

std::string write_sends(const hub::Table& table, const hub::Sends& sends) {
  JsonList out;
  for (const hub::Send& send : sends) {
    std::string item = "{\"to\":";
    wire::write(item, send.to.kind == hub::To::Kind::connection
                          ? std::vector<hub::ConnectionId>{send.to.connection}
                          : table.people().connections(send.to.seat));
    item += ",\"message\":";
    item += wire::encode(send.message);
    item += '}';
    out.add(item);
  }
  return std::move(out).text();
}

std::string write_wants(const hub::Table& table) { return wire::written(Wants{table}); }

}  // namespace coset::capi
