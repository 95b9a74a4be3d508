#include "apps/cosetd/commands.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cosetd/admin.hpp"
#include "apps/cosetd/app.hpp"
#include "apps/cosetd/archive.hpp"
#include "apps/cosetd/backup.hpp"
#include "apps/cosetd/database_lock.hpp"
#include "apps/cosetd/logging.hpp"
#include "apps/cosetd/startup_message.hpp"
#include "apps/cosetd/systemd_notify.hpp"
#include "base/hex.hpp"
#include "server/net/health_probe.hpp"
#include "server/store/migrations.hpp"
#include "server/store/postgres_store.hpp"

namespace coset::cosetd {

namespace {

enum class Exit : int { done = 0, failure = 1, input = 2 };

constexpr std::chrono::milliseconds drain_spread{4000};  // the process ends within five seconds

Exit fail(const Error& error, Exit exit) {
  std::fprintf(stderr, "cosetd: %s\n", error.sentence.c_str());
  return exit;
}

// Where a package installs the web client, beside the program.
std::string default_web_root() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const auto root = program.parent_path().parent_path() / "share" / "coset" / "web";
  return std::filesystem::exists(root / "index.html", error) ? root.string() : std::string();
}

Result<net::StaticSite> read_web_root(const Options& options) {
  const std::string root = options.web_root.empty() ? default_web_root() : options.web_root;
  if (!root.empty()) return net::StaticSite::read(root);
  log_warn("web_root_missing",
           {{"message", "No web client is installed; give its directory with --web-root."}});
  return net::StaticSite();
}

Result<net::GuestCookies::Key> cookie_key(const Options& options, const DataDir& data_dir) {
  if (options.cookie_key.empty()) return data_dir.cookie_key();
  net::GuestCookies::Key out{};
  (void)read_hex(options.cookie_key, out);  // validated with the options
  return out;
}

net::ListenerConfig listener_config(const Options& options, const Endpoint& endpoint) {
  net::ListenerConfig out;
  out.address = endpoint.address;
  out.port = endpoint.port;
  if (!options.public_url.empty()) out.public_origin = net::origin_of(options.public_url);
  out.name = options.server_name;
  out.contact = contact_url(options.contact);
  out.proxies = options.trust_proxy;
  out.metrics_allow = options.metrics_allow;
  out.limits.max_sockets_per_address = static_cast<std::size_t>(sockets_per_ip(options));
  out.limits.max_connections_per_address = static_cast<std::size_t>(connections_per_ip(options));
  out.limits.max_unrequested_per_address =
      std::max(out.limits.max_unrequested_per_address, out.limits.max_sockets_per_address);
  return out;
}

// Raises the limit of file descriptors to the maximum.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

// Why the data directory must not be served, if so: an empty server in place of a full one is worse
// than none.
std::optional<Error> check_data_dir(const Options& options, const DataDir& data_dir) {
  if (std::filesystem::exists(data_dir.file(restore_marker)))
    return Error{"server.data_dir", 0,
                 "A restore into " + options.data_dir +
                     " was interrupted. Empty that directory and restore again."};
  if (options.require_data && options.database.empty() &&
      !std::filesystem::exists(data_dir.file("events.db")))
    return Error{"server.data_dir", 0,
                 "There is no database in " + options.data_dir +
                     ", and --require-data is set. Is it the right directory, and is its disk "
                     "mounted?"};
  return std::nullopt;
}

void warn_about(const Invocation& invocation) {
  for (const std::string& flag : invocation.exposed)
    log_warn("secret_on_command_line",
             {{"option", flag},
              {"message", "Every user of this machine can read the secret in " + flag +
                              " in the list of processes. Put it into the file of --config, or "
                              "into the environment."}});
  if (!invocation.unread_config.empty())
    log_warn("config_not_read",
             {{"message", invocation.unread_config +
                              " is not read without --config: this is another server than the "
                              "service, with its data in " +
                              invocation.options.data_dir + "."}});
}

Exit serve(const Invocation& invocation) {
  const Options& options = invocation.options;
  init_logging();
  warn_about(invocation);
  raise_descriptor_limit();
  std::signal(SIGPIPE, SIG_IGN);
  auto data_dir = DataDir::open(options.data_dir, lock_timeout);
  if (!data_dir) return fail(data_dir.error(), Exit::failure);
  if (auto error = check_data_dir(options, **data_dir)) return fail(*error, Exit::failure);
  for (const char* file : {"events.db", "alive"})
    if (auto error = (*data_dir)->clock_went_back(file)) return fail(*error, Exit::failure);
  auto crash_marker = MmapCrashMarker::open(**data_dir);
  if (!crash_marker) return fail(crash_marker.error(), Exit::failure);
  if (const auto& tables = (*crash_marker)->history().quarantined; !tables.empty())
    log_warn("tables_quarantined",
             {{"count", tables.size()},
              {"message", "These tables crashed the program twice; please report it."}});
  const auto key = cookie_key(options, **data_dir);
  if (!key) return fail(key.error(), Exit::failure);
  auto site = read_web_root(options);
  if (!site) return fail(site.error(), Exit::input);
  auto stores = open_stores(options);
  if (!stores) return fail(stores.error(), Exit::failure);
  if (auto error = acquire(*stores, options.node, lock_timeout)) return fail(*error, Exit::failure);
  const bool writable = accepts_writes(*stores);

  const Endpoint endpoint = *parse_endpoint(options.listen);
  const net::GuestCookies cookies(*key);
  net::EventLoop loop;
  net::Server server(loop, listener_config(options, endpoint), *std::move(site), cookies);
  ServerApp app(options, loop, server, *std::move(stores), writable, **crash_marker,
                Downtime::open(**data_dir, SteadyClock().wall_now()));
  if (auto error = server.open(app)) {
    error->sentence += " Use another address or port, such as --listen 0.0.0.0:8081.";
    return fail(*error, Exit::failure);
  }
  loop.on_signal([&] {
    notify_systemd("STOPPING=1");
    app.drain(drain_spread);
  });

  log_info("start", {{"version", COSET_VERSION},
                     {"port", server.port()},
                     {"store", options.database.empty() ? "sqlite" : "postgresql"}});
  const Startup startup{endpoint, server.port(), lan_addresses(), isatty(STDOUT_FILENO) == 1};
  std::fputs(startup_message(options, startup).c_str(), stdout);
  std::fflush(stdout);
  notify_systemd("READY=1");
  loop.run();
  if (app.failed()) return fail(*app.failed(), Exit::failure);
  log_info("stop");
  // A pending write of the blocked thread is atomic, as when a process is killed.
  if (app.stuck()) std::_Exit(static_cast<int>(Exit::done));
  return Exit::done;
}

// Prints nothing secret: database URLs hold passwords.
Exit print_config(const Invocation& invocation) {
  const Options& options = invocation.options;
  const auto list = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& each : all) out += (out.empty() ? "" : ", ") + each;
    return out.empty() ? std::string("none") : out;
  };
  std::printf(
      "config         %s\nlisten         %s\ndata dir       %s\nstore          %s\n"
      "seeds          %s\nnode           %s\npublic url     %s\ntrusted proxy  %s\nmetrics allow  "
      "loopback, %s\n"
      "web root       %s\n",
      invocation.config.empty() ? "none" : invocation.config.c_str(), options.listen.c_str(),
      options.data_dir.c_str(), options.database.empty() ? "SQLite" : "PostgreSQL",
      options.database.empty()        ? "SQLite, a separate file"
      : options.seed_database.empty() ? "PostgreSQL, the same role as the event log"
                                      : "PostgreSQL, a separate role",
      options.node.empty() ? "none, the only process" : options.node.c_str(),
      options.public_url.empty() ? "none" : options.public_url.c_str(),
      list(options.trust_proxy).c_str(), list(options.metrics_allow).c_str(),
      options.web_root.empty() ? "the installed one" : options.web_root.c_str());
  return Exit::done;
}

// As one word of a shell command.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string{c};
  return out + "'";
}

// Prints how to back up a database before its migration.
void print_dump_command(const char* name, const std::string& url) {
  if (const auto target = store::without_passwords(url))
    std::printf("  pg_dump --format=custom --file=%s-pre-migration.dump --dbname=%s\n", name,
                quoted(*target).c_str());
}

Exit migrate(const Options& options) {
  if (options.database.empty())
    return fail({"config.bad", 0,
                 "SQLite is migrated at the start of the server; PostgreSQL needs --database."},
                Exit::input);
  const std::string& seeds =
      options.seed_database.empty() ? options.database : options.seed_database;
  const auto failed = [](Error error) {
    if (error.code == "store.connect") error.sentence += advice(error);
    return fail(error, Exit::failure);
  };
  const auto version = store::PostgresStore::schema_version(options.database);
  if (!version) return failed(version.error());
  if (*version > 0) {
    std::puts("A migration can be undone only from a backup. To write one now:");
    print_dump_command("coset", options.database);
    print_dump_command("coset-seeds", seeds);
    std::fflush(stdout);
  }
  if (auto error = store::PostgresStore::migrate(options.database)) return failed(*error);
  if (auto error = store::PostgresSeeds::migrate(seeds)) return failed(*error);
  std::printf("Database schema is up to date (version %d).\n", store::migrations().back().number);
  return Exit::done;
}

// Verification creates nothing in a directory that was given by mistake.
std::optional<Error> check_databases_exist(const Options& options) {
  if (!options.database.empty()) return std::nullopt;
  for (const char* name : {"events.db", "seeds.db"})
    if (!std::filesystem::exists(std::filesystem::path(options.data_dir) / name))
      return Error{"server.data_dir", 0,
                   "There is no " + std::string(name) + " in " + options.data_dir +
                       ". Give the server's data directory with --data-dir."};
  return std::nullopt;
}

Exit backup(const Invocation& invocation) {
  if (!invocation.options.database.empty())
    return fail({"config.bad", 0,
                 "Back up PostgreSQL with pg_dump --format=custom --file=FILE URL: first the event "
                 "log, then the seeds."},
                Exit::input);
  const auto written = back_up(invocation.options.data_dir, invocation.file, invocation.keep);
  if (!written) return fail(written.error(), Exit::failure);
  std::printf("Backup written to %s. It contains secret deal seeds: keep it private.\n",
              written->c_str());
  return Exit::done;
}

Exit verify_data(const Options& options) {
  init_logging();
  if (auto error = check_databases_exist(options)) return fail(*error, Exit::failure);
  std::unique_ptr<DataDir> lock;  // PostgreSQL is read beside a running server
  if (options.database.empty()) {
    auto data_dir = DataDir::open(options.data_dir);
    if (!data_dir && data_dir.error().code == "server.locked")
      return fail({"server.locked", 0,
                   options.data_dir + " is locked by another cosetd. Stop it first, or restore a "
                                      "backup elsewhere, which verifies it."},
                  Exit::failure);
    if (!data_dir) return fail(data_dir.error(), Exit::failure);
    if (auto error = check_data_dir(options, **data_dir)) return fail(*error, Exit::failure);
    lock = *std::move(data_dir);
  }
  auto opened = open_stores(options);
  if (!opened) return fail(opened.error(), Exit::failure);
  Stores stores = *std::move(opened);
  std::vector<std::string> broken;
  if (options.database.empty()) broken = find_damaged_files(options.data_dir);
  const auto report = verify(stores);
  if (report) broken.insert(broken.end(), report->broken.begin(), report->broken.end());
  for (const std::string& sentence : broken) std::puts(sentence.c_str());
  if (!report) return fail(report.error(), Exit::failure);
  const auto archived = count_archived(options);
  if (!archived) return fail(archived.error(), Exit::failure);
  if (report->in_files > *archived) {
    broken.push_back(std::to_string(report->in_files) + " finished games have no events, and " +
                     std::to_string(*archived) + " were archived.");
    std::puts(broken.back().c_str());
  }
  const std::string result =
      broken.empty() ? "OK" : "FAILED, " + std::to_string(broken.size()) + " corrupt";
  std::printf("%s: %llu games, %llu events", result.c_str(),
              static_cast<unsigned long long>(report->games),
              static_cast<unsigned long long>(report->events));
  if (report->in_files > 0)
    std::printf(", %lld games archived", static_cast<long long>(report->in_files));
  std::puts("");
  return broken.empty() ? Exit::done : Exit::failure;
}

Exit archive(const Invocation& invocation) {
  init_logging();
  const auto month = parse_month(invocation.month);
  if (!month)
    return fail({"usage", 0, "Invalid month '" + invocation.month + "': expected one as 2026-03."},
                Exit::input);
  const auto report =
      archive_month(invocation.options, *month, invocation.file, SteadyClock().wall_now());
  if (!report) return fail(report.error(), Exit::failure);
  std::printf(
      "%zu games of %s are in %s, %ju bytes each on average. Keep it: the database has only "
      "their setups.\n",
      report->games, invocation.month.c_str(), invocation.file.c_str(),
      report->bytes / report->games);
  return Exit::done;
}

Exit restore_backup(const Invocation& invocation) {
  if (!invocation.options.database.empty())
    return fail({"config.bad", 0, "Restore PostgreSQL with pg_restore --dbname=URL FILE."},
                Exit::input);
  if (auto error = restore(invocation.file, invocation.options.data_dir))
    return fail(*error, Exit::failure);
  return verify_data(invocation.options);
}

Exit health(const Options& options) {
  Endpoint endpoint = *parse_endpoint(options.listen);
  if (endpoint.address == "0.0.0.0") endpoint.address = "127.0.0.1";
  if (endpoint.address == "::") endpoint.address = "::1";
  if (auto error = net::probe(endpoint.address, endpoint.port, "/readyz"))
    return fail(*error, Exit::failure);
  std::puts("OK: server is up and the database accepts writes.");
  return Exit::done;
}

Exit print_reports(const Options& options) {
  const auto list = list_reports(options);
  if (!list) return fail(list.error(), Exit::failure);
  std::fputs(list->c_str(), stdout);
  return Exit::done;
}

Exit rename(const Invocation& invocation) {
  const std::string name = invocation.name.empty() ? "someone" : invocation.name;
  if (auto error = rename_player(invocation.options, invocation.table, invocation.seat, name))
    return fail(*error, Exit::failure);
  std::printf("Seat %d of %s is renamed to %s.\n", invocation.seat, invocation.table.c_str(),
              name.c_str());
  return Exit::done;
}

Exit close(const Invocation& invocation) {
  if (auto error = close_table(invocation.options, invocation.table))
    return fail(*error, Exit::failure);
  std::printf("%s is closed; connected clients are notified within ten seconds.\n",
              invocation.table.c_str());
  return Exit::done;
}

Exit run(int argc, char** argv) {
  const auto invocation = parse_arguments(argc, argv);
  if (!invocation) return fail(invocation.error(), Exit::input);
  if (invocation->command == Command::none) return Exit::done;
  if (const auto error = validate(invocation->options)) return fail(*error, Exit::input);
  switch (invocation->command) {
    case Command::none:
      break;
    case Command::serve:
      return serve(*invocation);
    case Command::check:
      return print_config(*invocation);
    case Command::migrate:
      return migrate(invocation->options);
    case Command::backup:
      return backup(*invocation);
    case Command::restore:
      return restore_backup(*invocation);
    case Command::verify:
      return verify_data(invocation->options);
    case Command::archive:
      return archive(*invocation);
    case Command::health:
      return health(invocation->options);
    case Command::list_reports:
      return print_reports(invocation->options);
    case Command::rename_player:
      return rename(*invocation);
    case Command::close_table:
      return close(*invocation);
  }
  return Exit::done;
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // handle a file size limit as a full disk
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& unexpected) {
    return static_cast<int>(fail({"bug", 0, unexpected.what()}, Exit::failure));
  }
}

}  // namespace coset::cosetd
