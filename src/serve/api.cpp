#include "serve/api.hpp"

#include "hub/table/json.hpp"
#include "hub/table/messages.hpp"
#include "wire/table/fields_writer.hpp"

namespace coset::serve {

namespace {

struct Problem {
  std::string error;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("error", self.error);
  }
};

struct Why {
  std::string code;
  std::string message;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("code", self.code);
    io("message", self.message);
  }
};
struct NotServed {
  Why error;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("error", self.error);
  }
};

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

struct About {
  std::string table;
  std::string spec;
  std::vector<std::string> names;
  wire::ClockRule clock;
  bool rated = false;
  wire::Ply head = 0;
  bool over = false;
  std::optional<int> turn;        // counted from 1; while it is played
  std::optional<wire::Time> due;  // where days are given: until when it has to be taken
  std::optional<wire::GameId> game;
  std::optional<wire::Bytes32> commitment;
  std::vector<wire::Bytes16> entropy;
  std::vector<int> bots;  // their seats, counted from 1
  std::optional<wire::Series> series;
  std::optional<wire::End> ending;
  std::vector<int> winners;
  std::optional<std::string> record;
  std::optional<wire::Bytes32> seed;
  std::optional<wire::Chain> chain;  // its last link
  std::optional<int> seat;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("names", self.names);
    io("clock", self.clock);
    io("rated", self.rated);
    io("head", self.head);
    io("over", self.over);
    io("turn", self.turn);
    io("due", self.due);
    io("game", self.game);
    io("commitment", self.commitment);
    io("entropy", self.entropy);
    io.some("bots", self.bots);
    io("series", self.series);
    io("ending", self.ending);
    io.some("winners", self.winners);
    io("record", self.record);
    io("seed", self.seed);
    io("chain", self.chain);
    io("seat", self.seat);
  }
};

}  // namespace

Response problem(int status, const std::string& sentence) {
  return {status, "application/json", wire::written(Problem{sentence})};
}

Response not_allowed(const std::string& methods) {
  Response out = problem(405, "The methods here are " + methods + ".");
  out.headers.emplace_back("Allow", methods);
  return out;
}

Response refused(int status, const Refusal& refusal) {
  Response out{status, "application/json",
               wire::written(NotServed{{refusal.code, refusal.sentence}})};
  if (refusal.retry_after > 0)
    out.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  return out;
}

Response list_answer(std::vector<OpenTable> open, std::uint64_t playing) {
  return {200, "application/json", encode(TableList{std::move(open), playing})};
}

Response table_answer(const hub::Ledger& ledger, const std::optional<Bytes32>& seed,
                      std::optional<Seat> reader) {
  const hub::Setup& setup = ledger.setup();
  About out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  for (const hub::SeatSetup& seat : setup.seats) {
    out.names.push_back(seat.name);
    const auto number = static_cast<int>(out.names.size());
    if (seat.player == wire::Player::bot) out.bots.push_back(number);
  }
  out.clock = setup.clock;
  out.rated = setup.rated;
  out.head = ledger.head();
  out.over = ledger.over();
  out.game = setup.game;
  out.commitment = setup.commitment;
  out.entropy = setup.entropy;
  out.series = setup.series;
  const Seat turn = ledger.turn();
  if (turn != nobody) {
    out.turn = turn + 1;
    if (setup.clock.kind == wire::ClockKind::correspondence)
      out.due = ledger.last_at() + setup.clock.start;
  }
  if (ledger.over()) {
    const wire::Over over = hub::over_for(ledger);
    out.ending = over.ending;
    out.winners = over.winners;
    out.record = over.record;
    out.seed = seed;
    out.chain = over.chain;
  } else if (reader) {
    out.record = ledger.match().record(*reader);
  }
  if (reader) out.seat = *reader + 1;
  return {200, "application/json", wire::written(out)};
}

Response mine_answer(const Visitor& visitor, const std::string& games, std::size_t all,
                     std::optional<std::size_t> next) {
  std::string body = R"({"me":)" + wire::written(Me{visitor.id, visitor.name, visitor.account}) +
                     R"(,"all":)" + std::to_string(all) + R"(,"games":[)" + games + "]";
  if (next) body += R"(,"next":)" + std::to_string(*next);
  return {200, "application/json", body + "}"};
}

std::optional<std::string> table_of(const std::string& setup) {
  const auto read = hub::read_setup(setup);
  if (!read) return std::nullopt;
  return read->table;
}

}  // namespace coset::serve
