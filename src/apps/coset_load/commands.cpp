#include "apps/coset_load/commands.hpp"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>

#include "apps/coset_load/class_command.hpp"
#include "apps/coset_load/fleet.hpp"
#include "apps/coset_load/observations.hpp"
#include "server/store/blocking.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"

namespace coset::coset_load {

namespace {

constexpr int done = 0, failure = 1, input = 2;

// Short games of each kind.
const std::vector<std::string> default_specs = {
    "al-jabar Z2^3 seats=2 deal=5 copies=5 max_rounds=12",
    "mad-abel Z4xZ13 seats=2 deal=5 max_turns=30",
    "solitaire Z2^3 max_turns=12",
};

int fail(const std::string& sentence, int exit) {
  std::fprintf(stderr, "coset-load: %s\n", sentence.c_str());
  return exit;
}

int play(const LoadPlan& plan, const std::string& observations_path) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
  }
  for (const std::string& spec : plan.specs)
    if (const auto read = Spec::parse(spec); !read) return fail(read.error().sentence, input);
  std::FILE* observations =
      observations_path.empty() ? nullptr : std::fopen(observations_path.c_str(), "a");
  if (!observations_path.empty() && observations == nullptr)
    return fail("Cannot write " + observations_path + ".", failure);
  Report report;
  {
    net::EventLoop loop;
    Fleet fleet(loop, plan, observations);
    fleet.start();
    loop.on_signal([&fleet] { fleet.cancel(); });
    loop.run();
    report = fleet.report();
  }
  if (observations != nullptr && std::fclose(observations) != 0)
    return fail("Cannot write " + observations_path + ".", failure);
  const bool ok = report.complaints == 0 && report.unfinished == 0;
  std::puts(as_json(std::move(report)).c_str());
  return ok ? done : failure;
}

// Clients that each send `size` bytes, and again when the echo arrives.
int ping(std::uint16_t port, int clients, double seconds, std::size_t size) {
  using Steady = std::chrono::steady_clock;
  net::EventLoop loop;
  std::vector<std::unique_ptr<WsClient>> all;
  std::vector<Steady::time_point> sent(static_cast<std::size_t>(clients));
  Report report;
  const std::string text(size, 'x');
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const auto send = [&all, &sent, &text, i] {
      sent[i] = Steady::now();
      all[i]->send(text);
    };
    const auto on_echo = [&report, &sent, send, i](std::string_view) {
      const std::chrono::duration<float, std::milli> took = Steady::now() - sent[i];
      report.latencies.push_back(took.count());
      ++report.observations;
      send();
    };
    all.push_back(std::make_unique<WsClient>(
        loop, Endpoint{"127.0.0.1", port, ""},
        WsClient::Events{send, on_echo, [&report] { ++report.reconnects; }}));
  }
  for (const auto& each : all) each->open("/");
  const auto started = Steady::now();
  net::Timer timer(loop, [&loop] { loop.stop(); });
  timer.in(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
  loop.run();
  report.seconds = std::chrono::duration<double>(Steady::now() - started).count();
  for (const auto& each : all) each->abort();
  const bool ok = report.reconnects == 0 && report.observations > 0;
  std::puts(as_json(std::move(report)).c_str());
  return ok ? done : failure;
}

int echo() {
  net::EventLoop loop;
  const EchoServer server(loop);
  std::printf("%u\n", static_cast<unsigned>(server.port()));
  (void)std::fflush(stdout);
  loop.on_signal([&loop] { loop.stop(); });
  loop.run();
  return done;
}

// "turn:MS" or "fischer:MS:MS".
std::optional<protocol::ClockRule> parse_clock(const std::string& text) {
  unsigned start = 0, add = 0;
  char more = 0;
  if (std::sscanf(text.c_str(), "turn:%u%c", &start, &more) == 1)  // NOLINT(cert-err34-c)
    return protocol::ClockRule{protocol::ClockKind::turn, start, 0};
  if (std::sscanf(text.c_str(), "fischer:%u:%u%c", &start, &add, &more) ==
      2)  // NOLINT(cert-err34-c)
    return protocol::ClockRule{protocol::ClockKind::fischer, start, add};
  return std::nullopt;
}

int verify(const std::vector<std::string>& files, const std::string& data_dir,
           const std::string& database) {
  std::map<store::GameId, std::vector<Observation>> tables;
  for (const std::string& path : files) {
    std::ifstream in(path);
    if (!in) return fail("Cannot read " + path + ".", input);
    for (std::string line; std::getline(in, line);) {
      const auto observation = parse_observation(line);
      if (!observation) return fail((path + " has an invalid line: ").append(line), input);
      tables[observation->game].push_back(*observation);
    }
  }
  std::unique_ptr<store::EventStore> events;
  store::Postgres* connection = nullptr;
  if (database.empty()) {
    auto opened = store::SqliteStore::open(data_dir + "/events.db");
    if (!opened) return fail(opened.error().sentence, failure);
    events = *std::move(opened);
  } else {
    auto opened = std::make_unique<store::PostgresStore>(database);
    connection = &opened->connection();
    for (int i = 0; i < 100 && !connection->connected(); ++i) connection->wait(100);
    if (!connection->connected()) return fail("The database does not respond.", failure);
    events = std::move(opened);
  }
  LogCheck check;
  for (const auto& [game, observed] : tables) {
    const auto log = store::wait_for<Result<std::optional<store::Log>>>(
        connection, [&, id = game](auto done) { events->read(id, 1, done); });
    if (!log) return fail(log.error().sentence, failure);
    compare(check, observed, *log);
  }
  std::puts(as_json(check).c_str());
  return check.good() ? done : failure;
}

int run(int argc, char** argv) {
  CLI::App app(
      "coset-load plays many games at once against a cosetd, and verifies what clients observed.",
      "coset-load");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("-V,--version", "coset-load " COSET_VERSION, "Print the version and exit");
  app.require_subcommand(1);

  LoadPlan plan;
  double seconds = 10, grace = 120, warmup = 0;
  std::string observations;
  std::int64_t max_moves = -1;
  CLI::App* player = app.add_subcommand(
      "play", "Play until the time is up, and print a report as one line of JSON");
  player->add_option("--address", plan.address, "The server's address")->capture_default_str();
  player->add_option("--port", plan.port, "The server's port")->capture_default_str();
  player->add_flag("!--no-spread", plan.spread, "All clients use one source address");
  player->add_option("--tables", plan.tables, "Concurrent tables")->capture_default_str();
  player->add_option("--watchers", plan.watchers, "Spectators of the first table")
      ->check(CLI::Range(0, 50'000));
  player->add_option("--seconds", seconds, "Duration: no game starts later")->capture_default_str();
  player->add_option("--grace", grace, "Further seconds in which all games must end")
      ->capture_default_str();
  player->add_option("--warmup", warmup, "Seconds in which latencies are not measured");
  player->add_option("--spec", plan.specs, "A game; repeatable [short ones of all kinds]");
  player->add_option("--think-time", plan.profile.think_time, "Mean milliseconds per move")
      ->capture_default_str();
  player->add_option("--max-duplicates", plan.profile.max_duplicates, "Send each move 1 to N times")
      ->capture_default_str()
      ->check(CLI::Range(1, 20));
  player
      ->add_option("--resend", plan.profile.resend,
                   "Milliseconds until an unconfirmed move is sent again")
      ->capture_default_str();
  player->add_flag("--accept-busy", plan.profile.accept_busy,
                   "A table that is too busy for a move is no fault: it is sent again");
  player->add_option("--disconnect-every", plan.disconnect_every,
                     "Mean milliseconds until a client loses its connection");
  player->add_option("--max-moves-per-seat", max_moves,
                     "Then the seat only sends heartbeats until the time is up");
  player->add_option("--moves", plan.moves,
                     "Play N moves, one at a time, table by table, and then leave");
  player->add_option("--pause", plan.pauses,
                     "With --moves: after N moves print 'paused' and wait for a line; repeatable");
  player->add_option("--observations", observations,
                     "File to append what the clients observe, for verify");
  player->add_option("--seed", plan.seed, "Seed of the random moves")->capture_default_str();

  std::vector<std::string> clocks;
  player->add_option("--clock", clocks, "turn:MS or fischer:MS:MS; repeatable, table by table");

  const auto run_class = add_class_command(app);
  CLI::App* echoer = app.add_subcommand("echo", "Run an echo server, and print its port");
  std::uint16_t echo_port = 0;
  int clients = 100;
  std::size_t size = 180;
  CLI::App* pinger =
      app.add_subcommand("ping", "Measure an echo server, and print a report as one line of JSON");
  pinger->add_option("--port", echo_port, "The echo server's port")->required();
  pinger->add_option("--clients", clients, "Concurrent clients")->capture_default_str();
  pinger->add_option("--size", size, "Message size in bytes")->capture_default_str();
  pinger->add_option("--seconds", seconds, "Duration")->capture_default_str();

  std::vector<std::string> files;
  std::string data_dir, database;
  CLI::App* verifier =
      app.add_subcommand("verify", "Compare the clients' observations with the event log");
  verifier->add_option("files", files, "Files written by --observations")->required();
  verifier->add_option("--data-dir", data_dir, "Data directory of a cosetd with SQLite");
  verifier->add_option("--database", database, "PostgreSQL connection URL");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return done;
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + ". coset-load --help lists commands and options.",
                input);
  }
  if (verifier->parsed()) {
    if (data_dir.empty() == database.empty())
      return fail("Give either --data-dir or --database.", input);
    return verify(files, data_dir, database);
  }
  std::signal(SIGPIPE, SIG_IGN);
  if (const int exit = run_class(); exit >= 0) return exit;
  if (echoer->parsed()) return echo();
  if (pinger->parsed()) return ping(echo_port, clients, seconds, size);
  for (const std::string& text : clocks) {
    const auto clock = parse_clock(text);
    if (!clock)
      return fail("Invalid clock '" + text + "': expected turn:MS or fischer:MS:MS.", input);
    plan.clocks.push_back(*clock);
  }
  plan.duration = static_cast<Time>(seconds * 1000);
  plan.grace = static_cast<Time>(grace * 1000);
  plan.warmup = static_cast<Time>(warmup * 1000);
  plan.stay = max_moves >= 0 || plan.moves > 0;
  // The number of heartbeats per move must not depend on its duration.
  if (plan.moves > 0) plan.profile.heartbeat = plan.profile.heartbeat_on_turn = 60'000;
  if (max_moves >= 0) plan.profile.max_moves = static_cast<std::uint64_t>(max_moves);
  if (plan.specs.empty()) plan.specs = default_specs;
  if (plan.tables < 1) return fail("--tables must be at least 1.", input);
  return play(plan, observations);
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& unexpected) {
    return fail(unexpected.what(), failure);
  }
}

}  // namespace coset::coset_load
