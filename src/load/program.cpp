#include "load/program.hpp"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>

#include "load/fleet.hpp"
#include "load/seen.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace coset::load {

namespace {

constexpr int done = 0, failure = 1, input = 2;

// Short games of each kind, so that many begin and end.
const std::vector<std::string> usual_specs = {
    "al-jabar Z2^3 seats=2 deal=5 copies=5 max_rounds=12",
    "mad-abel Z4xZ13 seats=2 deal=5 max_turns=30",
    "solitaire Z2^3 max_turns=12",
};

int complain(const std::string& sentence, int exit) {
  std::fprintf(stderr, "coset-load: %s\n", sentence.c_str());
  return exit;
}

int play(const Plan& plan, const std::string& seen_path) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
  }
  for (const std::string& spec : plan.specs)
    if (const auto read = Spec::parse(spec); !read) return complain(read.error().sentence, input);
  std::FILE* seen = seen_path.empty() ? nullptr : std::fopen(seen_path.c_str(), "a");
  if (!seen_path.empty() && seen == nullptr)
    return complain(seen_path + " cannot be written.", failure);
  Report report;
  {
    net::Loop loop;
    Fleet fleet(loop, plan, seen);
    fleet.start();
    loop.on_signal([&fleet] { fleet.give_up(); });
    loop.run();
    report = fleet.report();
  }
  if (seen != nullptr && std::fclose(seen) != 0)
    return complain(seen_path + " could not be written.", failure);
  const bool good = report.complaints == 0 && report.unfinished == 0;
  std::puts(as_json(std::move(report)).c_str());
  return good ? done : failure;
}

// Clients that each say so many bytes, and again when they come back.
int ping(std::uint16_t port, int links, double seconds, std::size_t size) {
  using Steady = std::chrono::steady_clock;
  net::Loop loop;
  std::vector<std::unique_ptr<Link>> all;
  std::vector<Steady::time_point> sent(static_cast<std::size_t>(links));
  Report report;
  const std::string text(size, 'x');
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const auto say = [&all, &sent, &text, i] {
      sent[i] = Steady::now();
      all[i]->send(text);
    };
    const auto hear = [&report, &sent, say, i](std::string_view) {
      const std::chrono::duration<float, std::milli> took = Steady::now() - sent[i];
      report.latencies.push_back(took.count());
      ++report.seen;
      say();
    };
    all.push_back(
        std::make_unique<Link>(loop, Endpoint{"127.0.0.1", port, ""},
                               Link::Events{say, hear, [&report] { ++report.reconnects; }}));
  }
  for (const auto& each : all) each->open("/");
  const auto began = Steady::now();
  net::Alarm alarm(loop, [&loop] { loop.stop(); });
  alarm.in(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
  loop.run();
  report.seconds = std::chrono::duration<double>(Steady::now() - began).count();
  for (const auto& each : all) each->drop();
  const bool good = report.reconnects == 0 && report.seen > 0;
  std::puts(as_json(std::move(report)).c_str());
  return good ? done : failure;
}

int echo() {
  net::Loop loop;
  const Echo server(loop);
  std::printf("%u\n", static_cast<unsigned>(server.port()));
  (void)std::fflush(stdout);
  loop.on_signal([&loop] { loop.stop(); });
  loop.run();
  return done;
}

// "turn:MS" or "fischer:MS:MS".
std::optional<wire::ClockRule> read_clock(const std::string& text) {
  unsigned start = 0, add = 0;
  char more = 0;
  if (std::sscanf(text.c_str(), "turn:%u%c", &start, &more) == 1)  // NOLINT(cert-err34-c)
    return wire::ClockRule{wire::ClockKind::turn, start, 0};
  if (std::sscanf(text.c_str(), "fischer:%u:%u%c", &start, &add, &more) ==
      2)  // NOLINT(cert-err34-c)
    return wire::ClockRule{wire::ClockKind::fischer, start, add};
  return std::nullopt;
}

// The answer to a question that is asked once, however the store is driven.
template <class Drive>
Result<std::optional<store::Log>> log_of(store::EventStore& events, store::GameId game,
                                         const Drive& drive) {
  std::optional<Result<std::optional<store::Log>>> out;
  events.read(game, 1, [&](Result<std::optional<store::Log>> log) { out.emplace(std::move(log)); });
  while (!out) drive();
  return *std::move(out);
}

int check(const std::vector<std::string>& files, const std::string& data,
          const std::string& database) {
  std::map<store::GameId, std::vector<Seen>> tables;
  for (const std::string& path : files) {
    std::ifstream in(path);
    if (!in) return complain(path + " cannot be read.", input);
    for (std::string line; std::getline(in, line);) {
      auto seen = read_seen(line);
      if (!seen) return complain((path + " has a line that cannot be read: ").append(line), input);
      tables[seen->game].push_back(*seen);
    }
  }
  std::unique_ptr<store::EventStore> events;
  std::function<void()> drive = [] {};
  if (database.empty()) {
    auto opened = store::SqliteStore::open(data + "/events.db");
    if (!opened) return complain(opened.error().sentence, failure);
    events = *std::move(opened);
  } else {
    auto opened = std::make_unique<store::PostgresStore>(database);
    store::Postgres& connection = opened->connection();
    drive = [&connection] { connection.wait(100); };
    for (int i = 0; i < 100 && !connection.connected(); ++i) drive();
    if (!connection.connected()) return complain("The database does not answer.", failure);
    events = std::move(opened);
  }
  Judgement judgement;
  for (const auto& [game, seen] : tables) {
    const auto log = log_of(*events, game, drive);
    if (!log) return complain(log.error().sentence, failure);
    judge(judgement, seen, *log);
  }
  std::puts(as_json(judgement).c_str());
  return judgement.good() ? done : failure;
}

int run(int argc, char** argv) {
  CLI::App app("coset-load plays many games at once against a cosetd, and judges what was seen.",
               "coset-load");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("-V,--version", "coset-load " COSET_VERSION, "Print the version and exit");
  app.require_subcommand(1);

  Plan plan;
  double seconds = 10, patience = 120, warm = 0;
  std::string seen;
  std::int64_t most_moves = -1;
  CLI::App* player =
      app.add_subcommand("play", "Play until the time is up; prints one line of JSON");
  player->add_option("--address", plan.address, "Of the server")->capture_default_str();
  player->add_option("--port", plan.port, "Of the server")->capture_default_str();
  player->add_flag("!--no-spread", plan.spread, "All clients have one address");
  player->add_option("--tables", plan.tables, "At the same time")->capture_default_str();
  player->add_option("--seconds", seconds, "No game begins later")->capture_default_str();
  player->add_option("--patience", patience, "Seconds more in which all must end")
      ->capture_default_str();
  player->add_option("--warm", warm, "Seconds in which moves are not timed");
  player->add_option("--spec", plan.specs, "A game; may be given again [short ones of all kinds]");
  player->add_option("--think", plan.habits.think, "Milliseconds a move, on the average")
      ->capture_default_str();
  player->add_option("--copies", plan.habits.most_copies, "Each move is sent 1 to so many times")
      ->capture_default_str()
      ->check(CLI::Range(1, 20));
  player->add_option("--resend", plan.habits.resend, "Milliseconds until a move is sent again")
      ->capture_default_str();
  player->add_option("--drop", plan.drop, "Mean milliseconds until a client loses its network");
  player->add_option("--most-moves", most_moves, "Of a seat, which then sits until the time is up");
  player->add_option("--moves", plan.moves,
                     "So many, one at a time, table by table, and then leave");
  player->add_option("--pause", plan.pauses,
                     "With --moves: after so many say 'paused', and wait for a line");
  player->add_option("--seen", seen, "File to add what is seen to");
  player->add_option("--seed", plan.seed, "Of the moves")->capture_default_str();

  std::vector<std::string> clocks;
  player->add_option("--clock", clocks,
                     "turn:MS or fischer:MS:MS, table by table if there are more");

  CLI::App* echoer =
      app.add_subcommand("echo", "Say back what is heard, at a port that is printed");
  std::uint16_t echo_port = 0;
  int links = 100;
  std::size_t size = 180;
  CLI::App* pinger = app.add_subcommand("ping", "Clients of an echo; prints one line of JSON");
  pinger->add_option("--port", echo_port, "Of the echo")->required();
  pinger->add_option("--links", links, "At the same time")->capture_default_str();
  pinger->add_option("--size", size, "Bytes of a message")->capture_default_str();
  pinger->add_option("--seconds", seconds, "How long")->capture_default_str();

  std::vector<std::string> files;
  std::string data, database;
  CLI::App* judge = app.add_subcommand("check", "Judge what was seen by the log, chain by chain");
  judge->add_option("files", files, "As --seen wrote them")->required();
  judge->add_option("--data", data, "Folder of a cosetd with SQLite");
  judge->add_option("--database", database, "URL of a PostgreSQL database");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return done;
  } catch (const CLI::ParseError& error) {
    return complain(std::string(error.what()) + ". coset-load --help lists what there is.", input);
  }
  if (judge->parsed()) {
    if (data.empty() == database.empty()) return complain("Give --data or --database.", input);
    return check(files, data, database);
  }
  std::signal(SIGPIPE, SIG_IGN);
  if (echoer->parsed()) return echo();
  if (pinger->parsed()) return ping(echo_port, links, seconds, size);
  for (const std::string& text : clocks) {
    const auto clock = read_clock(text);
    if (!clock) return complain(text + " is no clock: turn:MS or fischer:MS:MS.", input);
    plan.clocks.push_back(*clock);
  }
  plan.lasts = static_cast<Time>(seconds * 1000);
  plan.patience = static_cast<Time>(patience * 1000);
  plan.warm = static_cast<Time>(warm * 1000);
  plan.sit = most_moves >= 0 || plan.moves > 0;
  // What is counted a move must not depend on how long it takes.
  if (plan.moves > 0) plan.habits.beat = plan.habits.beat_on_turn = 60'000;
  if (most_moves >= 0) plan.habits.most_moves = static_cast<std::uint64_t>(most_moves);
  if (plan.specs.empty()) plan.specs = usual_specs;
  if (plan.tables < 1) return complain("There is at least one table.", input);
  return play(plan, seen);
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& unexpected) {
    return complain(unexpected.what(), failure);
  }
}

}  // namespace coset::load
