#include "server/house.hpp"

#include <malloc.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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

template <class Store>
std::optional<Error> check(const std::string& url) {
  auto error = Store::check(url);
  if (error) error->sentence += " If it is to be brought to the present form: cosetd migrate.";
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

Result<Stores> open_stores(const Options& options, const Folder& folder) {
  Stores out;
  if (options.database.empty()) {
    auto events = store::SqliteStore::open(folder.file("events.db"));
    if (!events) return of_file(events.error(), folder.file("events.db"));
    auto seeds = store::SqliteSeeds::open(folder.file("seeds.db"));
    if (!seeds) return of_file(seeds.error(), folder.file("seeds.db"));
    auto people = store::SqlitePeople::open(folder.file("events.db"));
    if (!people) return of_file(people.error(), folder.file("events.db"));
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
             MappedDoorway& doorway)
    : loop_(loop),
      server_(server),
      site_(nlohmann::json{{"name", options.name},
                           {"version", COSET_VERSION},
                           {"protocol", wire::protocol},
                           {"tables", true},
                           {"quick", !options.no_quick_match},
                           {"watching", !options.no_watching},
                           {"accounts", false},
                           {"rated", false}}
                .dump()),
      stores_(std::move(stores)),
      thinkers_(*this, loop, static_cast<unsigned>(options.threads)),
      alarm_(loop,
             [this] {
               excuse_delay();
               settle();
             }),
      memory_alarm_(loop, [this] { give_memory_back(); }) {
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
  node_.emplace(config, serve::Ports{server, clock_, chance_, thinkers_, digests_, *stores_.events,
                                     *stores_.seeds, *stores_.people, doorway});
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

void House::notice() {
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
  if (node_->idle() && (nobody || clock_.wall_now() >= *leaving_)) {
    loop_.stop();
    return;
  }
  alarm_.in(std::chrono::milliseconds(20));
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
  if (request.target == "/api/site")
    return done(request.method == "GET"
                    ? serve::Response{200, "application/json", site_}
                    : serve::Response{405, "application/json", R"({"error":"GET it."})"});
  node_->call(request, std::move(done));
  settle();
}

bool House::ready() {
  const auto away = [](const store::Postgres* connection) {
    return connection != nullptr && !connection->connected();
  };
  return !node_->counters().store_away && !away(stores_.events_connection) &&
         !away(stores_.seeds_connection) && !away(stores_.people_connection) && !leaving_;
}

std::string House::metrics() {
  return metrics_text(node_->counters(), server_.traffic(), ready(), around_);
}

void House::Crew::run(std::function<void()> work, std::function<void()> done) {
  threads_.run(std::move(work), [&house = house_, done = std::move(done)] {
    done();
    house.settle();
  });
}

}  // namespace coset::server
