#include "server/node/guest_api.hpp"

#include "protocol/table/fields_writer.hpp"
#include "server/node/http_json.hpp"
#include "server/node/table_names.hpp"
#include "table/json.hpp"

namespace coset::node {

namespace {

constexpr std::string_view tables_path = "/api/me/tables", classes_path = "/api/me/classes",
                           make_path = "/api/me/pass", use_path = "/api/pass";
constexpr int max_listed = 50;
constexpr int list_cost = 2, make_cost = 10;  // in requests beside the first
constexpr Time sweep_interval = 60'000;

struct RunningTable {
  std::string table;
  std::string spec;
  int seat = 0;  // counted from 1
  std::vector<std::string> names;
  std::vector<int> bots;  // their seats
  protocol::ClockRule clock;
  bool rated = false;
  std::optional<protocol::Series> series;
  Time created_at = 0;
  std::optional<int> turn;  // while the table is loaded here
  std::optional<Time> turn_deadline;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("seat", self.seat);
    io("names", self.names);
    io.some("bots", self.bots);
    io("clock", self.clock);
    io("rated", self.rated);
    io("series", self.series);
    io("created_at", self.created_at);
    io("turn", self.turn);
    io("turn_deadline", self.turn_deadline);
  }
};
struct MyTables {
  std::vector<RunningTable> tables;
  std::optional<std::vector<OpenTable>> pending;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("tables", self.tables);
    io("pending", self.pending);
  }
};

struct MyClass {
  std::string code;
  std::string language;
  std::uint32_t pupils = 0;
  bool locked = false;
  bool closed = false;
  Time opened_at = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("class", self.code);
    io("language", self.language);
    io("pupils", self.pupils);
    io("locked", self.locked);
    io("closed", self.closed);
    io("opened_at", self.opened_at);
  }
};
struct MyClasses {
  std::vector<MyClass> classes;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("classes", self.classes);
  }
};

RunningTable described(const table::Setup& setup, const store::RunningGame& game) {
  RunningTable out;
  out.table = setup.table;
  out.spec = setup.spec.text();
  out.seat = game.seat + 1;
  for (const table::SeatSetup& seat : setup.seats) {
    out.names.push_back(seat.name);
    if (seat.player == protocol::Player::bot)
      out.bots.push_back(static_cast<int>(out.names.size()));
  }
  out.clock = setup.clock;
  out.rated = setup.rated;
  out.series = setup.series;
  out.created_at = game.created_at;
  return out;
}

void add_turn(const table::Ledger& ledger, RunningTable& out) {
  const Seat turn = ledger.turn();
  if (turn == nobody) return;
  out.turn = turn + 1;
  const protocol::ClockRule& clock = ledger.setup().clock;
  if (clock.kind == protocol::ClockKind::correspondence)
    out.turn_deadline = ledger.last_at() + clock.start;
}

}  // namespace

bool GuestApi::serves(std::string_view path) {
  return path == tables_path || path == classes_path || path == make_path || path == use_path;
}

void GuestApi::call(const Request& request, std::string_view path, const Reply& done) {
  const bool lists = path == tables_path || path == classes_path;
  if (request.method != (lists ? "GET" : "POST"))
    return done(method_not_allowed(lists ? "GET, HEAD" : "POST"));
  if (path == use_path) return use_pass(request, done);
  // admit() has charged one request.
  const auto client = admission_.caller_of(request.guest);
  if (const auto error = admission_.charge(client, Use::request, lists ? list_cost : make_cost))
    return done(*error);
  if (path == make_path) return make_pass(request, done);
  path == tables_path ? list_tables(request, done) : list_classes(request, done);
}

void GuestApi::list_tables(const Request& request, const Reply& done) {
  const std::string guest = guest_digest(context_.deps().crypto.blake2b, request.guest->id);
  context_.deps().guests.list_running(
      guest, max_listed, context_.defer(lifetime_, [this, guest, done](const auto& games) {
        if (!games) return done(error_response(error_code("store.unavailable")));
        MyTables out;
        for (const store::RunningGame& each : *games) {
          const auto setup = table::read_setup(each.setup);
          if (!setup || each.seat >= setup->seats.size()) continue;
          const TableHost* host = tables_.find_loaded(each.game);
          const table::Table* table = host != nullptr ? host->table() : nullptr;
          if (table != nullptr && table->ledger().over()) continue;  // it is being archived
          out.tables.push_back(described(*setup, each));
          if (table != nullptr) add_turn(table->ledger(), out.tables.back());
        }
        if (lobby_.is_here()) out.pending = lobby_.tables_of(guest);
        done({200, "application/json", protocol::written(out)});
      }));
}

void GuestApi::list_classes(const Request& request, const Reply& done) {
  if (!context_.config().classes) return done(error_response(error_code("class.disabled")));
  context_.deps().guests.list_classes(
      guest_digest(context_.deps().crypto.blake2b, request.guest->id), max_listed,
      context_.defer(lifetime_, [done](const auto& classes) {
        if (!classes) return done(error_response(error_code("store.unavailable")));
        MyClasses out;
        for (const store::GuestClass& each : *classes) {
          if (each.pupil != 0) continue;
          const store::ClassFacts facts = each.facts.value_or(store::ClassFacts{});
          out.classes.push_back({each.code, facts.language, facts.pupils, facts.locked,
                                 facts.closed, each.opened_at});
        }
        done({200, "application/json", protocol::written(out)});
      }));
}

// The socket layer draws the letters and seals the cookie: here is only what the store may know.
void GuestApi::make_pass(const Request& request, const Reply& done) {
  if (!request.pass) return done(error_response(error_code("http.bad_request")));
  if (context_.write_queue().full())
    return done(error_response(503, to_refusal(error_code("store.busy"), 5)));
  const store::Pass pass{request.pass->digest,
                         guest_digest(context_.deps().crypto.blake2b, request.guest->id),
                         request.pass->sealed, context_.now() + pass_timeout};
  context_.write(
      pass.sealed.size(),
      [this, pass](store::Done<store::WriteResult> answer) {
        context_.deps().guests.save_pass(pass, std::move(answer));
      },
      lifetime_,
      [done](store::WriteResult outcome) {
        if (outcome != store::WriteResult::ok)
          return done(error_response(error_code("store.unavailable")));
        done({201, "application/json", "{}"});
      });
}

// Letters that are wrong, used, expired or none at all are one and the same. By the address alone:
// a guest is had for nothing.
void GuestApi::use_pass(const Request& request, const Reply& done) {
  const auto client =
      context_.budgets().client("", request.guest->address, context_.now(), request.guest->site);
  const auto paid = context_.budgets().try_charge(client, Use::pass, context_.now());
  if (paid.wait > 0) return done(admission_.too_many_requests(Use::pass, paid));
  if (!request.pass || request.pass->digest.empty())
    return done(error_response(error_code("guest.pass")));
  context_.deps().guests.use_pass(
      request.pass->digest, context_.now(),
      context_.defer(lifetime_, [this, client, paid, done](const auto& sealed) {
        if (!sealed || *sealed) context_.budgets().refund(client, Use::pass, paid);
        if (!sealed) return done(error_response(error_code("store.unavailable")));
        if (!*sealed) return done(error_response(error_code("guest.pass")));
        Response out{200, "application/json", "{}"};
        out.sealed = **sealed;
        done(std::move(out));
      }));
}

void GuestApi::run_chores() {
  if (context_.now() < next_expiry_) return;
  next_expiry_ = context_.now() + sweep_interval;
  context_.deps().guests.delete_expired_passes(context_.now(), [](store::WriteResult) {});
}

}  // namespace coset::node
