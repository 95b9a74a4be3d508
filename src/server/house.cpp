#include "server/house.hpp"

#include <malloc.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "serve/api.hpp"
#include "server/aside.hpp"
#include "server/journal.hpp"
#include "server/supervisor.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace coset::server {

namespace {

constexpr std::chrono::milliseconds longest_sleep{1000};
constexpr serve::Time word_every = 5000;  // to the watchdog
constexpr std::chrono::seconds memory_pause{30};
constexpr std::chrono::milliseconds longest_delay{50};
constexpr serve::Time slow_store = 4000;  // what takes longer is an outage
// What a store may still answer after everybody was told to come back.
constexpr serve::Time last_answers = 6000;
constexpr int fewest_people = 16;  // for whom an address stands: a household and its guests

bool says(const Error& error, std::string_view part) {
  return error.sentence.find(part) != error.sentence.npos;
}

template <class Store>
std::optional<Error> check(const std::string& url) {
  auto error = Store::check(url);
  if (error) error->sentence += advice(*error);
  return error;
}

// What SQLite says, and where to look.
Error of_file(Error error, const std::string& path) {
  if (error.code == "store.sqlite" || error.code == "store.open")
    error.sentence += " It is " + path +
                      ": is there room on its disk, and may this user write it and its folder?";
  return error;
}

}  // namespace

std::string site_answer(const Options& options) {
  nlohmann::json out{{"name", options.name},
                     {"version", COSET_VERSION},
                     {"protocol", wire::protocol},
                     {"tables", true},
                     {"quick", !options.no_quick_match},
                     {"watching", !options.no_watching},
                     {"accounts", false},
                     {"rated", false},
                     {"licence", "Apache-2.0"}};
  const std::string contact = contact_url(options.contact);
  for (const auto& [name, url] : {std::pair{"imprint", &options.imprint_url},
                                  {"privacy", &options.privacy_url},
                                  {"contact", &contact},
                                  {"source", &options.source_url}})
    if (!url->empty()) out[name] = *url;
  return out.dump();
}

std::string advice(const Error& error) {
  if (error.code != "store.connect")
    return " If it is to be brought to the present form: cosetd migrate.";
  if (says(error, "authentication failed") || says(error, "no password supplied") ||
      says(error, "role \""))
    return " PostgreSQL did not let this role in; its pg_hba.conf says how it does. With Debian's, "
           "give the role a password and write host=127.0.0.1 password=... in the URL of the "
           "database.";
  if (says(error, "database \"")) return " Make it first: createdb --owner=ROLE NAME.";
  return " Does PostgreSQL run there? host= and port= in the URL say where it is looked for.";
}

Result<Stores> open_stores(const Options& options, const Folder& folder) {
  Stores out;
  if (options.database.empty()) {
    auto events = store::SqliteStore::open(folder.file("events.db"));
    if (!events) return of_file(events.error(), folder.file("events.db"));
    auto seeds = store::SqliteSeeds::open(folder.file("seeds.db"));
    if (!seeds) return of_file(seeds.error(), folder.file("seeds.db"));
    auto people = store::SqlitePeople::open(folder.file("events.db"));
    if (!people) return of_file(people.error(), folder.file("events.db"));
    out.files = {(*events)->health(), (*seeds)->health(), (*people)->health()};
    out.events = *std::move(events);
    out.seeds = *std::move(seeds);
    out.people = *std::move(people);
    return out;
  }
  const bool apart = !options.seed_database.empty();
  const std::string& seeds_url = apart ? options.seed_database : options.database;
  if (auto error = check<store::PostgresStore>(options.database)) return *error;
  if (auto error = check<store::PostgresSeeds>(seeds_url)) return *error;
  if (!apart)
    warn("one_role", {{"text", "The role of the log can read seeds too: see --seed-database."}});
  auto events = std::make_unique<store::PostgresStore>(options.database);
  auto seeds = std::make_unique<store::PostgresSeeds>(seeds_url);
  auto people = std::make_unique<store::PostgresPeople>(options.database);
  out.people_connection = &people->connection();
  out.people = std::move(people);
  out.events_connection = &events->connection();
  out.seeds_connection = &seeds->connection();
  out.events = std::move(events);
  out.seeds = std::move(seeds);
  return out;
}

House::House(const Options& options, net::Loop& loop, net::Server& server, Stores stores,
             bool taking, MappedDoorway& doorway, Downtime downtime)
    : loop_(loop),
      server_(server),
      site_(site_answer(options)),
      stores_(std::move(stores)),
      thinkers_(*this, loop, static_cast<unsigned>(options.threads)),
      alarm_(loop,
             [this] {
               excuse_delay();
               settle();
             }),
      memory_alarm_(loop, [this] { give_memory_back(); }),
      data_(options.data),
      downtime_(std::move(downtime)) {
  around_.began = clock_.wall_now();
  around_.data = options.data;
  if (options.database.empty()) {
    scribe_.emplace(*this, loop, 1U);
    stores_ = aside(std::move(stores_), *scribe_);
  }
  serve::Config config;
  config.closed = doorway.stops().closed;
  config.quick_match = !options.no_quick_match;
  config.watching = !options.no_watching;
  config.people_an_address = std::max(fewest_people, static_cast<int>(options.sockets_an_address));
  config.maintenance = downtime_.spans();
  node_.emplace(config, serve::Ports{server, clock_, chance_, thinkers_, digests_, *stores_.events,
                                     *stores_.seeds, *stores_.people, doorway});
  if (!taking) node_->lose_store(clock_.wall_now());
  const auto driven = [this] { settle(); };
  if (stores_.events_connection != nullptr)
    events_driver_.emplace(loop, *stores_.events_connection, driven);
  if (stores_.seeds_connection != nullptr)
    seeds_driver_.emplace(loop, *stores_.seeds_connection, driven);
  if (stores_.people_connection != nullptr)
    people_driver_.emplace(loop, *stores_.people_connection, driven);
  memory_alarm_.in(memory_pause);
  settle();
}

House::~House() = default;

// What a busy minute took and needs no more: the allocator would keep it, page by page between what
// is still in use.
void House::give_memory_back() {
  malloc_trim(0);
  memory_alarm_.in(memory_pause);
}

void House::settle() {
  look_at_stores();
  if (node_->next_tick() <= clock_.wall_now()) node_->tick();
  if (events_driver_) events_driver_->look();
  if (seeds_driver_) seeds_driver_->look();
  if (people_driver_) people_driver_->look();
  const std::chrono::milliseconds until(
      std::max<serve::Time>(1, node_->next_tick() - clock_.wall_now()));
  alarm_.in(std::min(until, longest_sleep));
  notice();
  if (const serve::Time now = clock_.wall_now(); now >= next_word_) {
    next_word_ = now + word_every;
    downtime_.serves(now);
    tell_supervisor("WATCHDOG=1");
  }
  if (leaving_) leave_if_done();
}

// A machine that has no time for the program has none for the frames that are there either.
void House::excuse_delay() {
  const auto late = alarm_.late();
  around_.alarms.add(late.count());
  if (late <= longest_delay) return;
  const serve::Time now = clock_.wall_now();
  node_->was_late(now - late.count(), now);
}

// A database that hangs, a disk that does not answer: what the node itself may not see yet.
void House::look_at_stores() {
  using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::steady_clock;
  const serve::Time now = clock_.wall_now();
  if (!connected()) node_->lose_store(now);
  const auto slow = [&](serve::Time since) {
    if (now - since >= slow_store) node_->lose_store(since);
  };
  for (const auto* each :
       {stores_.events_connection, stores_.seeds_connection, stores_.people_connection})
    if (const auto since = each == nullptr ? std::nullopt : each->waiting_since())
      slow(now - duration_cast<milliseconds>(steady_clock::now() - *since).count());
  if (const auto since = scribe_ ? scribe_->waiting_since() : std::nullopt) slow(*since);
  if (stores_.events_connection == nullptr || !stores_.events_connection->locked_by_another())
    return;
  failed_ = Error{"server.second", 0,
                  "Another cosetd has taken the database while this one had lost it."};
  loop_.stop();
}

std::optional<nlohmann::json> House::damage() const {
  for (const auto& file : stores_.files)
    if (file->damaged)
      return nlohmann::json{
          {"file", file->path},
          {"text",
           "The database is damaged; what can be read is still served. Stop the server, "
           "look with: cosetd verify-data --data " +
               data_ + ", then move the folder away and run: cosetd restore COPY --data " + data_}};
  for (const auto* each :
       {stores_.events_connection, stores_.seeds_connection, stores_.people_connection})
    if (each != nullptr && !each->damage().empty())
      return nlohmann::json{
          {"file", each->damage()},
          {"text",
           "The database is damaged; what can be read is still served. Stop the server, "
           "look with: cosetd verify-data --database URL, then restore a copy by: "
           "pg_restore --dbname URL COPY"}};
  return std::nullopt;
}

// One line a change; damage is for good.
void House::notice() {
  for (const std::string& table : node_->take_broken_promises())
    fault("promise_broken", {{"table", table},
                             {"text",
                              "The seed of this gathering is not the one that its people "
                              "were told of. It is dropped. Find out who changed seeds."}});
  if (was_damaged_) return;
  if (const auto found = damage()) {
    was_damaged_ = true;
    return warn("store_damaged", *found);
  }
  const bool now = ready();
  if (now == was_ready_ || leaving_) return;
  was_ready_ = now;
  if (now)
    note("store_back");
  else
    warn("store_away", {{"text", "Rows are not taken; games wait, and no clock runs."}});
}

void House::drain(std::chrono::milliseconds spread) {
  if (leaving_) {  // asked again: as soon as nothing is on its way
    leaving_ = clock_.wall_now();
    return settle();
  }
  leaving_ = clock_.wall_now() + spread.count();
  note("drain", {{"sockets", server_.traffic().sockets}});
  server_.stop_listening();
  node_->drain(*leaving_);
  settle();
}

void House::leave_if_done() {
  const bool nobody = server_.traffic().sockets == 0;
  const serve::Time now = clock_.wall_now();
  const bool idle = node_->idle() && !(scribe_ && scribe_->waiting_since());
  stuck_ = !idle && now >= *leaving_ + last_answers;
  if (stuck_ || (idle && (nobody || now >= *leaving_))) {
    loop_.stop();
    return;
  }
  alarm_.in(std::chrono::milliseconds(20));
}

serve::Admission House::admit(const serve::Visitor& visitor, serve::Asking asking) {
  return node_->admit(visitor, asking);
}
void House::opened(serve::Socket socket, const serve::Visitor& visitor, std::string_view target) {
  node_->opened(socket, visitor, target);
  settle();
}
void House::received(serve::Socket socket, std::string_view frame) {
  node_->received(socket, frame);
  settle();
}
void House::closed(serve::Socket socket) {
  node_->closed(socket);
  settle();
}

void House::call(const serve::Request& request, std::function<void(serve::Response)> done) {
  if (request.target.substr(0, request.target.find('?')) == "/api/site")
    return done(request.method == "GET" ? serve::Response{200, "application/json", site_}
                                        : serve::not_allowed("GET, HEAD"));
  node_->call(request, std::move(done));
  settle();
}

bool House::connected() const {
  const auto away = [](const store::Postgres* connection) {
    return connection != nullptr && !connection->connected();
  };
  return !away(stores_.events_connection) && !away(stores_.seeds_connection) &&
         !away(stores_.people_connection);
}

bool House::ready() {
  return !node_->counters().store_away && connected() && !was_damaged_ && !leaving_;
}

std::string House::metrics() {
  return metrics_text(node_->counters(), server_.traffic(), ready(), around_);
}

std::function<void()> House::Crew::and_settle(std::function<void()> done) {
  if (asked_++ == 0) since_ = house_.clock_.wall_now();
  return [this, done = std::move(done)] {
    --asked_;
    since_ = house_.clock_.wall_now();
    done();
    house_.settle();
  };
}

void House::Crew::run(std::function<void()> work, std::function<void()> done) {
  threads_.run(std::move(work), and_settle(std::move(done)));
}

void House::Crew::run_steps(std::function<bool()> step, std::function<void()> done) {
  threads_.run_steps(std::move(step), and_settle(std::move(done)));
}

}  // namespace coset::server
