#include "server/node/http_json.hpp"

#include "protocol/table/fields_writer.hpp"
#include "table/json.hpp"
#include "table/messages.hpp"

namespace coset::node {

namespace {

struct ErrorInfo {
  std::string code;
  std::string message;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("code", self.code);
    io("message", self.message);
  }
};
struct ErrorBody {
  ErrorInfo error;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("error", self.error);
  }
};

Response error_body(int status, std::string_view code, std::string_view message) {
  return {status, "application/json",
          protocol::written(ErrorBody{{std::string(code), std::string(message)}})};
}

struct Me {
  std::string id;
  std::string name;
  bool account = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("name", self.name);
    io("account", self.account);
  }
};

// What is stored of a guest beside games.
struct GuestRows {
  struct Class {
    std::string code;
    std::string role;
    std::uint16_t pupil = 0;

    template <class Io, class Self>
    static void fields(Io& io, Self& self) {
      io("class", self.code);
      io("role", self.role);
      io.some("pupil", self.pupil);
    }
  };
  std::vector<Class> classes;
  std::optional<Time> pass_until;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("classes", self.classes);
    io("pass_until", self.pass_until);
  }
};

struct TableInfo {
  std::string table;
  std::string spec;
  std::vector<std::string> names;
  protocol::ClockRule clock;
  bool rated = false;
  std::optional<protocol::Ply> ply;  // unless it is archived
  bool finished = false;
  std::optional<bool> archived;
  std::optional<int> turn;                      // counted from 1; until the end
  std::optional<protocol::Time> turn_deadline;  // in correspondence games
  std::optional<protocol::GameId> game;
  std::optional<protocol::Bytes32> commitment;
  std::vector<protocol::Bytes16> entropy;
  std::vector<int> bots;  // their seats, counted from 1
  std::vector<int> kept;  // seats that a bot plays until their player returns
  std::optional<protocol::Series> series;
  std::optional<protocol::End> ending;
  std::vector<int> winners;
  std::optional<std::string> record;
  std::optional<protocol::Bytes32> seed;
  std::optional<protocol::Chain> chain;  // its last link
  std::optional<int> seat;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("names", self.names);
    io("clock", self.clock);
    io("rated", self.rated);
    io("ply", self.ply);
    io("finished", self.finished);
    io("archived", self.archived);
    io("turn", self.turn);
    io("turn_deadline", self.turn_deadline);
    io("game", self.game);
    io("commitment", self.commitment);
    io("entropy", self.entropy);
    io.some("bots", self.bots);
    io.some("kept", self.kept);
    io("series", self.series);
    io("ending", self.ending);
    io.some("winners", self.winners);
    io("record", self.record);
    io("seed", self.seed);
    io("chain", self.chain);
    io("seat", self.seat);
  }
};

TableInfo info_of(const table::Setup& setup) {
  TableInfo out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  for (const table::SeatSetup& seat : setup.seats) {
    out.names.push_back(seat.name);
    const auto number = static_cast<int>(out.names.size());
    if (seat.player == protocol::Player::bot) out.bots.push_back(number);
  }
  out.clock = setup.clock;
  out.rated = setup.rated;
  out.game = setup.game;
  out.commitment = setup.commitment;
  out.entropy = setup.entropy;
  out.series = setup.series;
  return out;
}

}  // namespace

Response error_response(const Error& error) {
  for (const protocol::ErrorCode& each : protocol::server_errors)
    if (each.code == error.code) return error_body(each.status, each.code, error.sentence);
  return error_body(500, error.code, error.sentence);
}

Response error_response(const protocol::ErrorCode& error) {
  return error_body(error.status, error.code, error.message);
}

Response error_response(int status, const Refusal& refusal) {
  Response out = error_body(status, refusal.code, refusal.sentence);
  if (refusal.retry_after > 0)
    out.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  return out;
}

Response method_not_allowed(const std::string& methods) {
  Response out = error_response(protocol::error_code("http.method_not_allowed"));
  out.headers.emplace_back("Allow", methods);
  return out;
}

Response table_list_response(std::vector<OpenTable> pending, std::uint64_t active_count) {
  return {200, "application/json", encode(TableList{std::move(pending), active_count})};
}

Response table_response(const table::Ledger& ledger, const std::optional<Bytes32>& seed,
                        std::optional<Seat> reader) {
  const table::Setup& setup = ledger.setup();
  TableInfo out = info_of(setup);
  out.ply = ledger.head();
  out.finished = ledger.over();
  const Seat turn = ledger.turn();
  if (turn != nobody) {
    out.turn = turn + 1;
    if (setup.clock.kind == protocol::ClockKind::correspondence)
      out.turn_deadline = ledger.last_at() + setup.clock.start;
    for (Seat i = 0; i < ledger.seats(); ++i)
      if (ledger.kept(i)) out.kept.push_back(i + 1);
  }
  if (ledger.over()) {
    const protocol::GameOver over = table::game_over_for(ledger);
    out.ending = over.ending;
    out.winners = over.winners;
    out.record = over.record;
    out.seed = seed;
    out.chain = over.chain;
  } else if (reader) {
    out.record = ledger.match().record(*reader);
  }
  if (reader) out.seat = *reader + 1;
  return {200, "application/json", protocol::written(out)};
}

std::string archived_table_body(const table::Setup& setup, Seat reader) {
  TableInfo out = info_of(setup);
  out.finished = true;
  out.archived = true;
  out.seat = reader + 1;
  return protocol::written(out);
}

Response export_response(const GuestIdentity& guest, const std::string& games, std::size_t total,
                         std::optional<std::size_t> next_offset,
                         const std::vector<store::GuestClass>& classes,
                         std::optional<Time> pass_until) {
  GuestRows rows;
  for (const store::GuestClass& each : classes)
    rows.classes.push_back({each.code, each.pupil == 0 ? "teacher" : "pupil", each.pupil});
  rows.pass_until = pass_until;
  const std::string text = protocol::written(rows);
  std::string body = R"({"me":)" + protocol::written(Me{guest.id, guest.name, guest.account}) +
                     R"(,"total":)" + std::to_string(total) + R"(,"games":[)" + games + "]";
  if (next_offset) body += R"(,"next_offset":)" + std::to_string(*next_offset);
  return {200, "application/json", body + "," + text.substr(1)};
}

std::optional<std::string> table_name_of(const std::string& setup) {
  const auto read = table::read_setup(setup);
  if (!read) return std::nullopt;
  return read->table;
}

}  // namespace coset::node
