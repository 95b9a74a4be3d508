// The requests below /api/classes. They host no class, and only the files read a log. The teacher's
// secret is in the Authorization header: in no address, and so in no log of one.
#include "base/hex.hpp"
#include "classroom/code.hpp"
#include "protocol/json/reader.hpp"
#include "protocol/table/fields_reader.hpp"
#include "server/node/classes.hpp"
#include "server/node/http_json.hpp"
#include "server/node/request_path.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr int max_attempts = 8;
constexpr int max_forget_tries = 5;
constexpr Time forget_delay = 1000;
constexpr Time forget_again_delay = 60'000;
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
  std::string language;

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
  with_teacher(request, canonical, done,
               [this, request, answers, deletes, done](store::ClassId id) {
                 if (deletes) return forget(id, done);
                 files_.send(id, answers ? ClassFiles::Kind::answers : ClassFiles::Kind::moves,
                             request, done);
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
  // Who has no cookie yet gets that of this guest with the answer.
  create(std::string(word_of(asked.language)), asked.teacher, asked.projector,
         request.guest ? guest_digest(context_.deps().crypto.blake2b, request.guest->id) : "", 0,
         done);
}

void Classes::create(const std::string& language, const protocol::Token& teacher,
                     const protocol::Token& projector, const std::string& guest, int attempt,
                     const Reply& done) {
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
      [this, id, row, language, guest, code = *code](store::Done<store::WriteResult> answer) {
        store::ClassEvent opened{row.number, row.id, row.at, row.body, code};
        opened.facts = store::ClassFacts{false, false, language, 0};
        if (!guest.empty()) opened.place = store::ClassPlace{0, guest};
        context_.deps().classes.create(id, std::move(opened), std::move(answer));
      },
      lifetime_,
      [=, this, code = *code](store::WriteResult outcome) {
        if (outcome == store::WriteResult::ok)
          return done({201, "application/json", protocol::written(ClassCode{code})});
        if (outcome == store::WriteResult::conflict)
          return create(language, teacher, projector, guest, attempt + 1, done);
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

void Classes::find_class(const CodePaid& paid, const std::string& code, const Found& done) {
  context_.deps().classes.summarize(
      code, context_.defer(lifetime_, [this, paid, done](const auto& found) {
        if (!found || *found) context_.budgets().refund(paid.by, Use::code, paid.verdict);
        if (!found) return done(to_error(error_code("store.unavailable")));
        if (!*found) return done(to_error(error_code("class.not_found")));
        done(**found);
      }));
}

bool Classes::is_closed_after_crashes(const store::ClassSummary& found) const {
  return context_.is_quarantined(found.id) || found.crashes >= store::max_table_crashes;
}

// From the class itself if it is here: every pupil asks for it. No log is folded for anybody.
void Classes::describe(const Request& request, const std::string& code, const Reply& done) {
  const auto answer = [done, code](const store::ClassFacts& facts) {
    if (facts.closed) return done(error_response(error_code("class.closed")));
    done({200, "application/json",
          protocol::written(ClassInfo{code, facts.pupils, facts.locked, facts.language})});
  };
  const ClassHost* host = find(class_key(context_.deps().crypto.blake2b, code));
  if (host != nullptr && host->classroom() != nullptr && host->id() && claims_.holds(*host->id()))
    return answer(host->facts());
  const auto paid = pay_code(request, done);
  if (!paid) return;
  find_class(*paid, code, [this, answer, done](const Result<store::ClassSummary>& found) {
    if (!found) return done(error_response(found.error()));
    if (is_closed_after_crashes(*found))
      return done(error_response(error_code("class.unavailable")));
    if (found->facts) return answer(*found->facts);
    // Of before there were any: the next event brings them.
    read_first(found->id, done, [answer](const classroom::State& opened) {
      answer({false, false, std::string(word_of(opened.language)), 0});
    });
  });
}

// The first event has the secret and the language: it costs no more than that.
void Classes::read_first(store::ClassId id, const Reply& done,
                         std::function<void(const classroom::State&)> use) {
  context_.deps().classes.read(
      id, {1, 1},
      context_.defer(lifetime_, [this, id, done, use = std::move(use)](const auto& page) {
        if (!page) return done(error_response(error_code("store.unavailable")));
        if (page->events.empty()) return done(error_response(error_code("class.not_found")));
        const store::ClassEvent& event = page->events.front();
        const classroom::Row opened{1, protocol::MoveId::none, event.at, event.body};
        context_.deps().crash_marker.enter(id);
        const auto state = classroom::State::fold({&opened, 1});
        context_.deps().crash_marker.leave();
        state ? use(*state) : done(error_response(error_code("class.corrupt")));
      }));
}

void Classes::with_teacher(const Request& request, const std::string& code, const Reply& done,
                           std::function<void(store::ClassId)> use) {
  const auto secret = bearer_of(request.authorization);
  const bool by_cookie = request.authorization.empty() && request.guest && !request.guest->is_new;
  if (!secret && !by_cookie) return done(error_response(error_code("class.teacher")));
  const auto& blake2b = context_.deps().crypto.blake2b;
  const auto given = digest_of(blake2b, secret.value_or(protocol::Token{}));
  const auto guest = by_cookie ? guest_digest(blake2b, request.guest->id) : std::string();
  const auto prove = [this, done, given, guest, use = std::move(use)](store::ClassId id) {
    if (!guest.empty()) return prove_opener(id, guest, done, use);
    read_first(id, done, [done, given, use, id](const classroom::State& opened) {
      if (!protocol::same_secret(opened.teacher, given))
        return done(error_response(error_code("class.teacher")));
      use(id);
    });
  };
  // Of a class that is here no code is looked up: those whom others at the address guess do not
  // count against its teacher.
  if (const ClassHost* host = find(class_key(context_.deps().crypto.blake2b, code));
      host != nullptr && host->id())
    return prove(*host->id());
  const bool deletes = request.method == "DELETE";
  if (const auto paid = pay_code(request, done))
    find_class(*paid, code, [this, prove, deletes, done](const Result<store::ClassSummary>& found) {
      if (!found) return done(error_response(found.error()));
      // To delete it needs nothing of it but its secret.
      if (!deletes && is_closed_after_crashes(*found))
        return done(error_response(error_code("class.unavailable")));
      prove(found->id);
    });
}

void Classes::prove_opener(store::ClassId id, const std::string& guest, const Reply& done,
                           const std::function<void(store::ClassId)>& use) {
  context_.deps().guests.list_places(
      id, context_.defer(lifetime_, [done, guest, use, id](const auto& places) {
        if (!places) return done(error_response(error_code("store.unavailable")));
        for (const store::ClassPlace& each : *places)
          if (each.pupil == 0 && each.guest == guest) return use(id);
        done(error_response(error_code("class.teacher")));
      }));
}

void Classes::forget(store::ClassId id, Reply done) {
  if (ClassHost* host = find_loaded(id)) host->close_forgotten();
  try_forgetting(std::make_shared<Forgetting>(Forgetting{id, {}, 0, std::move(done)}));
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
                                    for (const store::ClassId id : *expired) forget(id, {});
                                    if (expired->size() == max_expired)
                                      forget_at_ = context_.now() + more_delay;
                                  }));
}

}  // namespace coset::node
