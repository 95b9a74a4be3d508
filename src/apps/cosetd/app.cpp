#include "apps/cosetd/app.hpp"

#include <malloc.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/cosetd/logging.hpp"
#include "apps/cosetd/store_thread.hpp"
#include "apps/cosetd/systemd_notify.hpp"
#include "server/node/drainer.hpp"
#include "server/node/http_json.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"

namespace coset::cosetd {

namespace {

constexpr std::chrono::milliseconds max_sleep{1000};
constexpr node::Time watchdog_interval = 5000;
constexpr std::chrono::seconds trim_interval{30};
constexpr std::chrono::milliseconds max_loop_lag{50};
constexpr node::Time slow_store = 4000;  // a longer wait is an outage
// How long a store may still answer after the drain deadline.
constexpr node::Time drain_grace = 6000;
constexpr int min_guests_per_ip = 16;  // a household and its guests
constexpr int default_guests_per_ip = 64;

bool mentions(const Error& error, std::string_view part) {
  return error.sentence.find(part) != error.sentence.npos;
}

template <class Store>
std::optional<Error> check(const std::string& url) {
  auto error = Store::check(url);
  if (error) error->sentence += advice(*error);
  return error;
}

// The error of SQLite, with the file and what to check.
Error with_path(Error error, const std::string& path) {
  if (error.code == "store.sqlite" || error.code == "store.open")
    error.sentence += " The file is " + path +
                      ": check the free space on its disk, and that this user may write it and "
                      "its directory.";
  return error;
}

}  // namespace

std::string server_info(const Options& options) {
  nlohmann::json out{{"name", options.server_name},
                     {"version", COSET_VERSION},
                     {"protocol", protocol::protocol},
                     {"online", true},
                     {"quick_match", !options.no_quick_match},
                     {"spectators", !options.no_spectators},
                     {"classes", !options.no_classes},
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
    return " To migrate it to this version's schema: cosetd migrate.";
  if (mentions(error, "authentication failed") || mentions(error, "no password supplied") ||
      mentions(error, "role \""))
    return " PostgreSQL rejected this role; see its pg_hba.conf. With Debian's default, give the "
           "role a password and write host=127.0.0.1 password=... in the database URL.";
  if (mentions(error, "database \"")) return " Create it first: createdb --owner=ROLE NAME.";
  return " Is PostgreSQL running there? host= and port= in the URL say where cosetd connects.";
}

Result<Stores> open_stores(const Options& options) {
  Stores out;
  out.claims = std::make_unique<store::LocalClaims>();
  if (options.database.empty()) {
    const std::string log = options.data_dir + "/events.db";
    const std::string deals = options.data_dir + "/seeds.db";
    auto events = store::SqliteStore::open(log);
    if (!events) return with_path(events.error(), log);
    auto seeds = store::SqliteSeeds::open(deals);
    if (!seeds) return with_path(seeds.error(), deals);
    auto players = store::SqlitePlayers::open(log);
    if (!players) return with_path(players.error(), log);
    auto classes = store::SqliteClasses::open(log);
    if (!classes) return with_path(classes.error(), log);
    auto guests = store::SqliteGuests::open(log);
    if (!guests) return with_path(guests.error(), log);
    out.files = {(*events)->health(), (*seeds)->health(), (*players)->health(),
                 (*classes)->health(), (*guests)->health()};
    out.guests = *std::move(guests);
    out.classes = *std::move(classes);
    out.events = *std::move(events);
    out.seeds = *std::move(seeds);
    out.players = *std::move(players);
    return out;
  }
  const bool isolated = !options.seed_database.empty();
  const std::string& seeds_url = isolated ? options.seed_database : options.database;
  if (auto error = check<store::PostgresStore>(options.database)) return *error;
  if (auto error = check<store::PostgresSeeds>(seeds_url)) return *error;
  if (!isolated)
    log_warn("seeds_not_isolated",
             {{"message",
               "The event log's database role can also read the deal seeds: see "
               "--seed-database."}});
  auto events = std::make_unique<store::PostgresStore>(options.database);
  auto seeds = std::make_unique<store::PostgresSeeds>(seeds_url);
  std::vector<store::Prepared> shared = store::PostgresClasses::statements();
  for (const store::Prepared& each : store::PostgresGuests::statements()) shared.push_back(each);
  auto players = std::make_unique<store::PostgresPlayers>(options.database, shared);
  out.players_connection = &players->connection();
  out.players = std::move(players);
  out.classes = std::make_unique<store::PostgresClasses>(*out.players_connection);
  out.guests = std::make_unique<store::PostgresGuests>(*out.players_connection);
  out.events_connection = &events->connection();
  out.seeds_connection = &seeds->connection();
  out.events = std::move(events);
  out.seeds = std::move(seeds);
  if (!options.node.empty()) {
    auto claims = std::make_unique<store::PostgresClaims>(options.database, options.node);
    out.claims_connection = &claims->connection();
    out.claims = std::move(claims);
  }
  return out;
}

ServerApp::ServerApp(const Options& options, net::EventLoop& loop, net::Server& server,
                     Stores stores, bool writable, MmapCrashMarker& crash_marker, Downtime downtime)
    : loop_(loop),
      server_(server),
      server_info_(server_info(options)),
      is_node_(!options.node.empty()),
      stores_(std::move(stores)),
      bot_pool_(*this, loop, static_cast<unsigned>(options.bot_threads)),
      timer_(loop,
             [this] {
               begin_event();
               exclude_loop_lag();
               pump();
             }),
      trim_timer_(loop, [this] { trim_heap(); }),
      data_dir_(options.data_dir),
      downtime_(std::move(downtime)) {
  stats_.started_at = clock_.wall_now();
  stats_.data_dir = options.data_dir;
  if (options.database.empty()) {
    store_thread_.emplace(*this, loop, 1U);
    stores_ = run_on_thread(std::move(stores_), *store_thread_);
  }
  node::Config config;
  config.quarantined_tables = crash_marker.history().quarantined;
  config.crashed_table = crash_marker.history().last;
  config.quick_match = !options.no_quick_match;
  config.allow_spectators = !options.no_spectators;
  config.commit_interval = static_cast<node::Millis>(options.commit_interval);
  config.classes = !options.no_classes;
  config.class_retention_days = static_cast<int>(options.class_retention_days);
  config.people_per_address =
      options.max_sockets_per_ip == 0
          ? default_guests_per_ip
          : std::max(min_guests_per_ip, static_cast<int>(options.max_sockets_per_ip));
  config.downtime = downtime_.spans();
  node_.emplace(config, node::NodeDeps{server, clock_, random_, bot_pool_, crypto_, *stores_.events,
                                       *stores_.claims, *stores_.seeds, *stores_.players,
                                       crash_marker, *stores_.classes, *stores_.guests});
  if (!writable) node_->lose_store(clock_.wall_now());
  const auto driven = [this] { pump(); };
  if (stores_.events_connection != nullptr)
    events_driver_.emplace(loop, *stores_.events_connection, driven);
  if (stores_.seeds_connection != nullptr)
    seeds_driver_.emplace(loop, *stores_.seeds_connection, driven);
  if (stores_.players_connection != nullptr)
    players_driver_.emplace(loop, *stores_.players_connection, driven);
  if (stores_.claims_connection != nullptr)
    claims_driver_.emplace(loop, *stores_.claims_connection, driven);
  trim_timer_.in(trim_interval);
  pump();
}

ServerApp::~ServerApp() = default;

// Returns free heap pages to the system, which the allocator would keep between those in use.
void ServerApp::trim_heap() {
  malloc_trim(0);
  trim_timer_.in(trim_interval);
}

void ServerApp::pump() {
  begin_event();
  run_due();
  stats_.handlers.add(std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - *event_since_));
  event_since_.reset();
}

void ServerApp::run_due() {
  check_stores();
  if (node_->next_tick() <= clock_.wall_now()) node_->tick();
  if (events_driver_) events_driver_->update();
  if (seeds_driver_) seeds_driver_->update();
  if (players_driver_) players_driver_->update();
  if (claims_driver_) claims_driver_->update();
  const std::chrono::milliseconds until(
      std::max<node::Time>(1, node_->next_tick() - clock_.wall_now()));
  timer_.in(std::min(until, max_sleep));
  log_readiness_change();
  if (const node::Time now = clock_.wall_now(); now >= next_watchdog_) {
    next_watchdog_ = now + watchdog_interval;
    downtime_.record_alive(now);
    notify_systemd("WATCHDOG=1");
  }
  if (drain_deadline_) stop_if_drained();
}

// If the event loop was starved, unread frames were starved too, so the stall is not charged to any
// clock.
void ServerApp::exclude_loop_lag() {
  const auto late = timer_.late();
  stats_.loop_lag.add(late.count());
  if (late <= max_loop_lag) return;
  const node::Time now = clock_.wall_now();
  node_->exclude_stall(now - late.count(), now);
}

// Detects a hanging database or disk before the node does.
void ServerApp::check_stores() {
  using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::steady_clock;
  const node::Time now = clock_.wall_now();
  if (!connected()) node_->lose_store(now);
  const auto slow = [&](node::Time since) {
    if (now - since >= slow_store) node_->lose_store(since);
  };
  for (const auto* each :
       {stores_.events_connection, stores_.seeds_connection, stores_.players_connection})
    if (const auto since = each == nullptr ? std::nullopt : each->waiting_since())
      slow(now - duration_cast<milliseconds>(steady_clock::now() - *since).count());
  if (const auto since = store_thread_ ? store_thread_->waiting_since() : std::nullopt)
    slow(*since);
  auto error = replaced();
  if (!error) return;
  failed_ = std::move(error);
  loop_.stop();
}

std::optional<Error> ServerApp::replaced() const {
  const auto taken = [](const store::Postgres* connection) {
    return connection != nullptr && connection->locked_by_another();
  };
  if (taken(stores_.events_connection))
    return Error{"server.second", 0,
                 "Another cosetd took over the database while this one was disconnected."};
  if (taken(stores_.claims_connection))
    return Error{"server.second", 0,
                 "Another cosetd took this node's name while this one was disconnected."};
  return std::nullopt;
}

std::optional<nlohmann::json> ServerApp::damage() const {
  for (const auto& file : stores_.files)
    if (file->damaged)
      return nlohmann::json{
          {"file", file->path},
          {"message",
           "The database is damaged; readable games are still served. Stop the server, check with: "
           "cosetd verify --data-dir " +
               data_dir_ +
               ", then move the directory away and run: cosetd restore BACKUP --data-dir " +
               data_dir_}};
  for (const auto* each :
       {stores_.events_connection, stores_.seeds_connection, stores_.players_connection})
    if (each != nullptr && !each->damage().empty())
      return nlohmann::json{
          {"file", each->damage()},
          {"message",
           "The database is damaged; readable games are still served. Stop the server, check with: "
           "cosetd verify --database URL, then restore a backup with: pg_restore --dbname URL "
           "BACKUP"}};
  return std::nullopt;
}

// One log line per change; damage is permanent.
void ServerApp::log_readiness_change() {
  for (const std::string& table : node_->take_commitment_mismatches())
    log_error("commitment_mismatch",
              {{"table", table},
               {"message",
                "The deal seed of this pending table does not match its commitment, so the table "
                "was cancelled. Find out who changed the seeds."}});
  if (was_damaged_) return;
  if (const auto found = damage()) {
    was_damaged_ = true;
    return log_warn("store_damaged", *found);
  }
  const bool now = ready();
  if (now == was_ready_ || drain_deadline_) return;
  was_ready_ = now;
  const auto time = std::chrono::steady_clock::now();
  if (now)
    return log_info(
        "store_recovered",
        {{"seconds", std::chrono::round<std::chrono::seconds>(time - lost_at_).count()}});
  lost_at_ = time;
  nlohmann::json fields{
      {"message", "The store does not accept writes; games wait, and clocks are stopped."}};
  fields.update(outage_reason());
  log_warn("store_unavailable", fields);
}

nlohmann::json ServerApp::outage_reason() const {
  for (const auto* each : {stores_.events_connection, stores_.seeds_connection,
                           stores_.players_connection, stores_.claims_connection}) {
    if (each == nullptr || (each->connected() && !each->waiting_since())) continue;
    if (each->connected())
      return {{"reason", "A statement waits for its commit."}, {"host", each->host()}};
    if (const auto& loss = each->last_loss(); !loss.reason.empty())
      return {{"reason", loss.reason}, {"host", loss.host}};
  }
  return {{"reason", store_thread_ && store_thread_->waiting_since()
                         ? "A write to the disk has not ended."
                         : "A write was refused."}};
}

void ServerApp::drain(std::chrono::milliseconds spread) {
  if (drain_deadline_) {  // a second signal: stop as soon as no write is pending
    drain_deadline_ = clock_.wall_now();
    return pump();
  }
  const auto sockets = server_.traffic().sockets;
  drain_deadline_ = clock_.wall_now() + (is_node_ ? node::drain_span(sockets) : spread.count());
  log_info("drain", {{"sockets", sockets}});
  if (!is_node_) server_.stop_listening();  // a router would cut the sockets of a node
  node_->drain(*drain_deadline_);
  pump();
}

void ServerApp::stop_if_drained() {
  const bool no_clients = server_.traffic().sockets == 0;
  const node::Time now = clock_.wall_now();
  const bool idle = node_->idle() && !(store_thread_ && store_thread_->waiting_since());
  stuck_ = !idle && now >= *drain_deadline_ + drain_grace;
  if (stuck_ || (idle && (no_clients || now >= *drain_deadline_))) {
    loop_.stop();
    return;
  }
  timer_.in(std::chrono::milliseconds(20));
}

node::AdmissionResult ServerApp::admit(const node::GuestIdentity& guest, node::RequestKind kind) {
  return node_->admit(guest, kind);
}

void ServerApp::call(const node::Request& request, std::function<void(node::Response)> done) {
  if (request.target.substr(0, request.target.find('?')) == "/api/server")
    return done(request.method == "GET" ? node::Response{200, "application/json", server_info_}
                                        : node::method_not_allowed("GET, HEAD"));
  begin_event();
  node_->call(request, std::move(done));
  pump();
}

bool ServerApp::connected() const {
  const auto is_down = [](const store::Postgres* connection) {
    return connection != nullptr && !connection->connected();
  };
  return !is_down(stores_.events_connection) && !is_down(stores_.seeds_connection) &&
         !is_down(stores_.players_connection) && !is_down(stores_.claims_connection);
}

bool ServerApp::ready() {
  return node_->ready() && connected() && !was_damaged_ && !drain_deadline_;
}

std::string ServerApp::metrics() {
  return metrics_text(node_->counters(), server_.traffic(), ready(), stats_);
}

std::function<void()> ServerApp::PumpingPool::and_pump(std::function<void()> done) {
  if (pending_++ == 0) since_ = app_.clock_.wall_now();
  return [this, done = std::move(done)] {
    --pending_;
    since_ = app_.clock_.wall_now();
    app_.begin_event();
    done();
    app_.pump();
  };
}

void ServerApp::PumpingPool::run(std::function<void()> work, std::function<void()> done) {
  threads_.run(std::move(work), and_pump(std::move(done)));
}

void ServerApp::PumpingPool::run_steps(std::function<bool()> step, std::function<void()> done) {
  threads_.run_steps(std::move(step), and_pump(std::move(done)));
}

}  // namespace coset::cosetd
