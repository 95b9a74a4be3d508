// The requests below /api/classes. They read the log of a class, and host none. The teacher's
// secret is in the Authorization header: in no address, and so in no log of one.
#include "base/hex.hpp"
#include "classroom/code.hpp"
#include "classroom/csv.hpp"
#include "protocol/json/reader.hpp"
#include "protocol/table/fields_reader.hpp"
#include "server/node/classes.hpp"
#include "server/node/http_json.hpp"
#include "server/node/log_rows.hpp"
#include "server/node/request_path.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr int max_attempts = 8;
constexpr int max_forget_tries = 5;
constexpr Time forget_delay = 1000;
constexpr Time forget_again_delay = 60'000;
constexpr int max_readings = 4;      // of logs, at a time
constexpr int max_files = 2;         // of moves, each of many logs
constexpr int units_per_table = 20;  // of Use::work, in moves.csv
constexpr Time sweep_interval = 3'600'000;
constexpr Time more_delay = 60'000;
constexpr int max_expired = 20;
constexpr Time day = 24 * 3'600'000;
constexpr std::size_t max_body = 1024;

struct OpenClass {
  classroom::Language language = classroom::Language::en;
  protocol::Token teacher;
  protocol::Token projector;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("language", self.language);
    io("teacher", self.teacher);
    io("projector", self.projector);
  }
};

struct ClassInfo {
  std::string code;
  std::uint32_t pupils = 0;
  bool locked = false;
  classroom::Language language = classroom::Language::en;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("class", self.code);
    io("pupils", self.pupils);
    io("locked", self.locked);
    io("language", self.language);
  }
};

struct ClassCode {
  std::string code;
  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("class", self.code);
  }
};

std::optional<protocol::Token> bearer_of(std::string_view field) {
  constexpr std::string_view scheme = "Bearer ";
  protocol::Token out;
  if (!field.starts_with(scheme) || !read_hex(field.substr(scheme.size()), out.bytes))
    return std::nullopt;
  return out;
}

std::string caller_address(const Request& request) {
  return request.guest ? request.guest->address : std::string();
}

Response csv_response(const Request& request, const classroom::State& state, store::ClassId id,
                      std::string_view what, std::string text, UnreadFiles& unread) {
  if (request.target.find("?bom=1") != std::string::npos) text.insert(0, classroom::utf8_bom);
  const std::size_t size = text.size();
  return {200,
          "text/csv; charset=utf-8",
          std::move(text),
          {{"Content-Disposition",
            "attachment; filename=\"class-" + state.code + "-" + std::string(what) + ".csv\""},
           {"Cache-Control", "no-store"}},
          unread.hold(id, caller_address(request), size)};
}

// The moves of one table, bots' included. A pupil has the alias of now, as in the answers.
void append_moves(std::string& out, const classroom::State& state, const store::Log& log,
                  GameId game) {
  const auto setup = setup_of(log, game);
  if (!setup) return;
  const Match match = table::first_match(**setup);
  for (const store::Event& event : log.events) {
    const auto body = table::read_body(match, event.body);
    if (!body || body->header.kind != protocol::EventKind::move || body->entries.empty()) continue;
    const Seat seat = body->header.seat;
    if (seat >= (*setup)->seats.size()) continue;
    const table::SeatSetup& by = (*setup)->seats[seat];
    const classroom::Pupil* pupil =
        by.player == protocol::Player::human ? state.holder(by.token) : nullptr;
    const std::string& alias = pupil == nullptr ? by.name : pupil->alias;
    classroom::append_move(out, {state.code, (*setup)->table, alias, event.ply,
                                 match.write(body->entries.front().action), body->header.hint,
                                 body->header.spent, event.at});
  }
}

}  // namespace

void Classes::call(const Request& request, std::string_view path, const Reply& done) {
  constexpr std::string_view all = "/api/classes";
  if (!context_.config().classes) return done(error_response(error_code("class.disabled")));
  if (path == all) {
    if (request.method != "POST") return done(method_not_allowed("POST"));
    return open_class(request, done);
  }
  std::string_view rest = path.substr(all.size() + 1);
  const std::string_view file =
      rest.find('/') == rest.npos ? std::string_view() : rest.substr(rest.find('/'));
  const auto code = classroom::parse_code(rest.substr(0, rest.find('/')));
  const bool answers = file == "/answers.csv", moves = file == "/moves.csv";
  if (!file.empty() && !answers && !moves)
    return done(error_response(error_code("http.not_found")));
  const bool deletes = file.empty() && request.method == "DELETE";
  if (request.method != "GET" && !deletes)
    return done(method_not_allowed(file.empty() ? "GET, HEAD, DELETE" : "GET, HEAD"));
  const std::string canonical = code.value_or("");  // which no class has
  if (file.empty() && !deletes) return describe(request, canonical, done);
  with_teacher(
      request, canonical, done, [this, request, answers, deletes, done](StoredClass stored) {
        if (deletes) return forget(stored, done);
        if (unread_.full(stored.id, caller_address(request)))
          return done(error_response(error_code("class.busy")));
        if (answers) {
          const auto text = classroom::answers_csv(stored.rows);
          return done(
              text ? csv_response(request, stored.state, stored.id, "answers", *text, unread_)
                   : error_response(error_code("class.unavailable")));
        }
        if (files_ >= max_files) return done(error_response(error_code("class.busy")));
        ++files_;
        context_.budgets().charge(account_of(stored.id), Use::work, context_.now(),
                                  units_per_table * static_cast<int>(stored.state.tables.size()));
        const auto shared = std::make_shared<const StoredClass>(std::move(stored));
        send_moves(shared, 0, std::make_shared<std::string>(classroom::moves_header),
                   [this, request, shared, done](const Response& text) {
                     --files_;
                     done(text.status == 200 ? csv_response(request, shared->state, shared->id,
                                                            "moves", text.body, unread_)
                                             : text);
                   });
      });
}

void Classes::open_class(const Request& request, const Reply& done) {
  OpenClass asked;
  const auto json = protocol::parse_json(request.body, max_body, 2);
  if (!json || !json->is_object() ||
      !protocol::read(*json, asked, protocol::Limits{.text = 64, .list = 4}))
    return done(error_response(error_code("http.bad_request")));
  const auto address = address_of(request.guest.value_or(GuestIdentity{}));
  if (const auto error = admission_.charge(address, Use::open)) return done(*error);
  if (context_.write_queue().full()) return done(error_response(error_code("store.busy")));
  // Others at the address cannot keep the teacher out of the class.
  if (request.guest && !request.guest->is_new)
    Budgets::vouch(*admission_.client_of(*request.guest).guest, context_.now());
  create(std::string(word_of(asked.language)), asked.teacher, asked.projector, 0, done);
}

void Classes::create(const std::string& language, const protocol::Token& teacher,
                     const protocol::Token& projector, int attempt, const Reply& done) {
  const auto code = classroom::draw_code(context_.random<std::array<std::uint8_t, 16>>());
  if (!code || attempt >= max_attempts)
    return done(error_response(error_code("store.unavailable")));
  const classroom::Row row =
      classroom::opening_row(context_.deps().crypto.blake2b, *code,
                             language == word_of(classroom::Language::ar) ? classroom::Language::ar
                                                                          : classroom::Language::en,
                             teacher, projector, context_.now());
  std::uint64_t number = 0;
  for (const std::uint8_t byte : context_.random<std::array<std::uint8_t, 8>>())
    number = number << 8U | byte;
  const store::ClassId id{number};
  context_.write(
      row.body.size(),
      [this, id, row, code = *code](store::Done<store::WriteResult> answer) {
        context_.deps().classes.create(id, {row.number, row.id, row.at, row.body, code},
                                       std::move(answer));
      },
      lifetime_,
      [=, this, code = *code](store::WriteResult outcome) {
        if (outcome == store::WriteResult::ok)
          return done({201, "application/json", protocol::written(ClassCode{code})});
        if (outcome == store::WriteResult::conflict)
          return create(language, teacher, projector, attempt + 1, done);
        done(error_response(error_code("store.unavailable")));
      });
}

std::optional<Classes::CodePaid> Classes::pay_code(const Request& request, const Reply& done) {
  CodePaid out{address_of(request.guest.value_or(GuestIdentity{})), {}};
  out.verdict = context_.budgets().try_charge(out.by, Use::code, context_.now());
  if (out.verdict.wait == 0) return out;
  done(admission_.too_many_requests(Use::code, out.verdict));
  return std::nullopt;
}

void Classes::find_class(const CodePaid& paid, const std::string& code,
                         std::function<void(Result<store::ClassId>)> done) {
  context_.deps().classes.find(
      code, context_.defer(lifetime_, [this, paid, done = std::move(done)](const auto& found) {
        if (!found || *found) context_.budgets().refund(paid.by, Use::code, paid.verdict);
        if (!found) return done(to_error(error_code("store.unavailable")));
        if (!*found) return done(to_error(error_code("class.not_found")));
        done(**found);
      }));
}

void Classes::read_class(const Budgets::Client& reader, store::ClassId id, const Found& done) {
  // What one costs is known only when it is done.
  if (readings_ >= max_readings) return done(to_error(error_code("class.busy")));
  ++readings_;
  context_.deps().classes.read(
      id, store::max_class_event, context_.defer(lifetime_, [=, this](const auto& log) {
        --readings_;
        if (!log) return done(to_error(error_code("store.unavailable")));
        if (log->empty()) return done(to_error(error_code("class.not_found")));  // forgotten
        StoredClass out{id, {}, {}};
        for (const store::ClassEvent& each : *log)
          out.rows.push_back({each.number, each.id, each.at, each.body});
        context_.budgets().charge(reader, Use::work, context_.now(),
                                  1 + static_cast<int>(out.rows.size()) / rows_per_unit);
        auto state = classroom::State::fold(out.rows);
        if (!state) return done(to_error(error_code("class.corrupt")));
        out.state = *std::move(state);
        done(std::move(out));
      }));
}

// From the class itself if it is here: every pupil asks for it.
void Classes::describe(const Request& request, const std::string& code, const Reply& done) {
  const auto answer = [done](const classroom::State& state) {
    if (state.closed) return done(error_response(error_code("class.closed")));
    done(
        {200, "application/json",
         protocol::written(ClassInfo{state.code, static_cast<std::uint32_t>(state.present().size()),
                                     state.locked, state.language})});
  };
  const ClassHost* host = find(class_key(context_.deps().crypto.blake2b, code));
  if (host != nullptr && host->classroom() != nullptr && host->id() && claims_.holds(*host->id()))
    return answer(host->classroom()->state());
  const auto reader =
      apart(admission_.caller_of(request.guest), "classes of " + caller_address(request));
  const auto work = context_.budgets().check(reader, Use::work, context_.now());
  if (work.wait > 0) return done(admission_.too_many_requests(Use::work, work));
  const auto found = [answer, done](const Result<StoredClass>& stored) {
    stored ? answer(stored->state) : done(error_response(stored.error()));
  };
  // Pupils who ask at once share a reading.
  if (const auto asked = describing_.find(code); asked != describing_.end())
    return asked->second.push_back(found);
  const auto paid = pay_code(request, done);
  if (!paid) return;
  describing_.emplace(code, std::vector<Found>{found});
  const auto answer_all = [this, code](const Result<StoredClass>& stored) {
    const auto waiting = std::move(describing_.extract(code).mapped());
    for (const Found& each : waiting) each(stored);
  };
  find_class(*paid, code, [this, reader, answer_all](const Result<store::ClassId>& id) {
    id ? read_class(reader, *id, answer_all) : answer_all(id.error());
  });
}

void Classes::with_teacher(const Request& request, const std::string& code, const Reply& done,
                           std::function<void(StoredClass)> use) {
  const auto secret = bearer_of(request.authorization);
  if (!secret) return done(error_response(error_code("class.teacher")));
  const auto given = digest_of(context_.deps().crypto.blake2b, *secret);
  const auto read = [use = std::move(use), done](Result<StoredClass> stored) {
    stored ? use(*std::move(stored)) : done(error_response(stored.error()));
  };
  const auto prove = [this, done, given, read](const Result<store::ClassId>& id) {
    if (!id) return done(error_response(id.error()));
    // The first event alone has the secret: a wrong one costs no more than that.
    context_.deps().classes.read(
        *id, 1, context_.defer(lifetime_, [this, done, given, read, id = *id](const auto& log) {
          if (!log) return done(error_response(error_code("store.unavailable")));
          if (log->empty()) return done(error_response(error_code("class.not_found")));
          const classroom::Row opened{1, protocol::MoveId::none, log->front().at,
                                      log->front().body};
          const auto first = classroom::State::fold({&opened, 1});
          if (!first) return done(error_response(error_code("class.corrupt")));
          if (!protocol::same_secret(first->teacher, given))
            return done(error_response(error_code("class.teacher")));
          const auto work = context_.budgets().check(account_of(id), Use::work, context_.now());
          if (work.wait > 0) return done(admission_.too_many_requests(Use::work, work));
          read_class(account_of(id), id, read);
        }));
  };
  // Of a class that is here no code is looked up: those whom others at the address guess do not
  // count against its teacher.
  if (const ClassHost* host = find(class_key(context_.deps().crypto.blake2b, code));
      host != nullptr && host->id())
    return prove(*host->id());
  if (const auto paid = pay_code(request, done)) find_class(*paid, code, prove);
}

void Classes::send_moves(const std::shared_ptr<const StoredClass>& stored, std::size_t next,
                         const std::shared_ptr<std::string>& text, const Reply& done) {
  if (next >= stored->state.tables.size()) return done({200, "text/csv", std::move(*text)});
  const GameId game = stored->state.tables[next].game;
  context_.deps().events.read(
      game, 1, context_.defer(lifetime_, [this, stored, next, text, game, done](const auto& log) {
        if (!log) return done(error_response(error_code("store.unavailable")));
        if (*log) append_moves(*text, stored->state, **log, game);
        send_moves(stored, next + 1, text, done);
      }));
}

void Classes::forget(const StoredClass& stored, Reply done) {
  if (ClassHost* host = find_loaded(stored.id)) host->close_forgotten();
  auto job = std::make_shared<Forgetting>(Forgetting{stored.id, {}, 0, std::move(done)});
  for (const classroom::PairedTable& table : stored.state.tables) job->games.push_back(table.game);
  try_forgetting(job);
}

// A table that is played meanwhile ends at the next move, whose row has no game any more.
void Classes::try_forgetting(const std::shared_ptr<Forgetting>& job) {
  context_.deps().classes.forget(
      job->id, job->games, context_.defer(lifetime_, [this, job](const auto& forgotten) {
        const Time now = context_.now();
        if (!forgotten) {
          if (++job->tries >= max_forget_tries && job->done)
            std::exchange(job->done, {})(error_response(error_code("store.unavailable")));
          forgetting_.emplace_back(now + forget_delay, job);
          return;
        }
        // With the rematches, whose links are gone now.
        job->games = forgotten->games;
        job->deleted = true;
        for (const GameId game : job->games)
          if (tables_.find_loaded(game) != nullptr) tables_.unload_and_reconnect(game);
        if (job->done) std::exchange(job->done, {})({204, "application/json", ""});
        if (!forgotten->truncated) {
          job->delay = std::min(std::max(2 * job->delay, forget_delay), forget_again_delay);
          forgetting_.emplace_back(now + job->delay, job);
          return;
        }
        // Once more: the lobby may have been starting one of its games.
        if (!std::exchange(job->again, true) && !job->games.empty())
          forgetting_.emplace_back(now + forget_again_delay, job);
      }));
}

void Classes::forget_expired() {
  forget_at_ = context_.now() + sweep_interval;
  const Time before = context_.now() - context_.config().class_retention_days * day;
  context_.deps().classes.expired(before, max_expired,
                                  context_.defer(lifetime_, [this](const auto& expired) {
                                    if (!expired) return;
                                    for (const store::ClassId id : *expired)
                                      forget({id, {}, {}}, {});
                                    if (expired->size() == max_expired)
                                      forget_at_ = context_.now() + more_delay;
                                  }));
}

}  // namespace coset::node
