#include "server/program.hpp"

#include <sodium.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "net/probe.hpp"
#include "server/care.hpp"
#include "server/house.hpp"
#include "server/journal.hpp"
#include "server/keeping.hpp"
#include "server/owner.hpp"
#include "server/supervisor.hpp"
#include "server/welcome.hpp"
#include "store/postgres_store.hpp"

namespace coset::server {

namespace {

enum class Exit : int { done = 0, failure = 1, input = 2 };

constexpr std::chrono::milliseconds drain_spread{4000};  // and it ends within five seconds

Exit complain(const Error& error, Exit exit) {
  std::fprintf(stderr, "cosetd: %s\n", error.sentence.c_str());
  return exit;
}

// Where a package puts the web client, beside the program.
std::string default_site() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const auto folder = program.parent_path().parent_path() / "share" / "coset" / "web";
  return std::filesystem::exists(folder / "index.html", error) ? folder.string() : std::string();
}

Result<net::Site> read_site(const Options& options) {
  const std::string folder = options.site.empty() ? default_site() : options.site;
  if (!folder.empty()) return net::Site::read(folder);
  warn("no_site", {{"text", "There is no web client here; give its folder by --site."}});
  return net::Site();
}

Result<net::Guests::Key> key_of(const Options& options, const Folder& folder) {
  if (options.cookie_key.empty()) return folder.cookie_key();
  net::Guests::Key out{};
  std::size_t size = 0;
  sodium_hex2bin(out.data(), out.size(), options.cookie_key.data(), options.cookie_key.size(),
                 nullptr, &size, nullptr);
  return out;
}

net::Door door_of(const Options& options, const Place& place) {
  net::Door out;
  out.address = place.address;
  out.port = place.port;
  if (!options.public_url.empty()) out.public_origin = net::origin_of(options.public_url);
  out.name = options.name;
  out.contact = contact_url(options.contact);
  out.proxies = options.trust_proxy;
  out.watchers = options.metrics_to;
  out.limits.sockets_an_address = static_cast<std::size_t>(options.sockets_an_address);
  return out;
}

// As many descriptors as we may have.
void raise_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

// Why nothing is served from this folder, if that is so: an empty server in place of a full one is
// worse than none.
std::optional<Error> unusable(const Options& options, const Folder& folder) {
  if (std::filesystem::exists(folder.file(unfinished)))
    return Error{"server.folder", 0,
                 "A restore was stopped in the middle in " + options.data +
                     ". Empty that folder and restore again."};
  if (options.expect_data && options.database.empty() &&
      !std::filesystem::exists(folder.file("events.db")))
    return Error{"server.folder", 0,
                 "There are no games in " + options.data +
                     ", though --expect-data says there are. Is it the right folder, and is its "
                     "disk there?"};
  return std::nullopt;
}

Exit serve(const Options& options) {
  open_journal();
  raise_limit();
  std::signal(SIGPIPE, SIG_IGN);
  auto folder = Folder::open(options.data, restart_patience);
  if (!folder) return complain(folder.error(), Exit::failure);
  if (auto error = unusable(options, **folder)) return complain(*error, Exit::failure);
  for (const char* file : {"events.db", "alive"})
    if (auto error = (*folder)->newer_than_now(file)) return complain(*error, Exit::failure);
  auto doorway = MappedDoorway::open(**folder);
  if (!doorway) return complain(doorway.error(), Exit::failure);
  if (!(*doorway)->stops().closed.empty())
    warn("closed_tables", {{"count", (*doorway)->stops().closed.size()},
                           {"text", "The program stopped at them twice: please report it."}});
  const auto key = key_of(options, **folder);
  if (!key) return complain(key.error(), Exit::failure);
  auto site = read_site(options);
  if (!site) return complain(site.error(), Exit::input);
  auto stores = open_stores(options, **folder);
  if (!stores) return complain(stores.error(), Exit::failure);
  if (auto error = own(*stores, restart_patience)) return complain(*error, Exit::failure);
  const bool taking = takes_rows(*stores);

  const Place place = *place_of(options.listen);
  const net::Guests guests(*key);
  net::Loop loop;
  net::Server server(loop, door_of(options, place), *std::move(site), guests);
  House house(options, loop, server, *std::move(stores), taking, **doorway,
              Downtime::open(**folder, SteadyClock().wall_now()));
  if (auto error = server.open(house)) {
    error->sentence += " Another place is given by --listen, such as --listen 0.0.0.0:8081.";
    return complain(*error, Exit::failure);
  }
  loop.on_signal([&] {
    tell_supervisor("STOPPING=1");
    house.drain(drain_spread);
  });

  note("start", {{"version", COSET_VERSION},
                 {"port", server.port()},
                 {"store", options.database.empty() ? "sqlite" : "postgresql"}});
  const Begun begun{place, server.port(), own_addresses(), isatty(STDOUT_FILENO) == 1};
  std::fputs(welcome(options, begun).c_str(), stdout);
  std::fflush(stdout);
  tell_supervisor("READY=1");
  loop.run();
  if (house.failed()) return complain(*house.failed(), Exit::failure);
  note("stop");
  // What a thread has handed to a disk is written whole or not at all, as when a process is killed.
  if (house.stuck()) std::_Exit(static_cast<int>(Exit::done));
  return Exit::done;
}

// Nothing of it is secret: URLs of databases hold passwords.
Exit show(const Asked& asked) {
  const Options& options = asked.options;
  const auto list = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& each : all) out += (out.empty() ? "" : ", ") + each;
    return out.empty() ? std::string("nobody") : out;
  };
  std::printf(
      "file        %s\nlisten      %s\ndata        %s\nstore       %s\nseeds       %s\npublic url  "
      "%s\n"
      "proxies     %s\nmetrics to  this machine, %s\nsite        %s\n",
      asked.config.empty() ? "none" : asked.config.c_str(), options.listen.c_str(),
      options.data.c_str(), options.database.empty() ? "SQLite" : "PostgreSQL",
      options.database.empty()        ? "SQLite, a file of their own"
      : options.seed_database.empty() ? "PostgreSQL, the same role as the log"
                                      : "PostgreSQL, a role of their own",
      options.public_url.empty() ? "none" : options.public_url.c_str(),
      list(options.trust_proxy).c_str(), list(options.metrics_to).c_str(),
      options.site.empty() ? "the one beside the program" : options.site.c_str());
  return Exit::done;
}

// As one word of a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string{c};
  return out + "'";
}

// How to copy a database before it is changed.
void tell_copy(const char* name, const std::string& url) {
  if (const auto place = store::without_passwords(url))
    std::printf("  pg_dump --format=custom --file=%s-before.dump --dbname=%s\n", name,
                quoted(*place).c_str());
}

Exit migrate(const Options& options) {
  if (options.database.empty())
    return complain({"config.bad", 0, "SQLite is migrated at the start; --database names another."},
                    Exit::input);
  const std::string& seeds =
      options.seed_database.empty() ? options.database : options.seed_database;
  const auto failed = [](Error error) {
    if (error.code == "store.connect") error.sentence += advice(error);
    return complain(error, Exit::failure);
  };
  const auto level = store::PostgresStore::level(options.database);
  if (!level) return failed(level.error());
  if (*level > 0) {
    std::puts("There is no way back but a copy. If there is none of now, these make one:");
    tell_copy("coset", options.database);
    tell_copy("coset-seeds", seeds);
    std::fflush(stdout);
  }
  if (auto error = store::PostgresStore::migrate(options.database)) return failed(*error);
  if (auto error = store::PostgresSeeds::migrate(seeds)) return failed(*error);
  std::puts("The databases have the form of this program.");
  return Exit::done;
}

// What is looked through must be there: nothing is made in a folder that was named by mistake.
std::optional<Error> no_server_in(const Options& options) {
  if (!options.database.empty()) return std::nullopt;
  for (const char* name : {"events.db", "seeds.db"})
    if (!std::filesystem::exists(std::filesystem::path(options.data) / name))
      return Error{"server.folder", 0,
                   "There is no " + std::string(name) + " in " + options.data +
                       ". Give the folder of a server by --data."};
  return std::nullopt;
}

Exit backup(const Asked& asked) {
  if (!asked.options.database.empty())
    return complain({"config.bad", 0,
                     "PostgreSQL has its own: pg_dump --format=custom --file=FILE URL, for the log "
                     "and then for the seeds."},
                    Exit::input);
  const auto made = back_up(asked.options.data, asked.file, asked.keep);
  if (!made) return complain(made.error(), Exit::failure);
  std::printf("%s holds all that was committed before. It holds seeds too: keep it private.\n",
              made->c_str());
  return Exit::done;
}

Exit verify_data(const Options& options) {
  open_journal();
  if (auto error = no_server_in(options)) return complain(*error, Exit::failure);
  const auto folder = Folder::open(options.data);
  if (!folder) return complain(folder.error(), Exit::failure);
  if (auto error = unusable(options, **folder)) return complain(*error, Exit::failure);
  auto opened = open_stores(options, **folder);
  if (!opened) return complain(opened.error(), Exit::failure);
  Stores stores = *std::move(opened);
  std::vector<std::string> broken;
  if (options.database.empty()) broken = damaged_files(options.data);
  const auto kept = verify(stores);
  if (kept) broken.insert(broken.end(), kept->broken.begin(), kept->broken.end());
  for (const std::string& sentence : broken) std::puts(sentence.c_str());
  if (!kept) return complain(kept.error(), Exit::failure);
  std::printf("%llu games, %llu events: %s\n", static_cast<unsigned long long>(kept->games),
              static_cast<unsigned long long>(kept->events),
              broken.empty() ? "every chain holds."
                             : (std::to_string(broken.size()) + " do not hold.").c_str());
  return broken.empty() ? Exit::done : Exit::failure;
}

Exit fill_folder(const Asked& asked) {
  if (!asked.options.database.empty())
    return complain({"config.bad", 0, "PostgreSQL has its own: pg_restore --dbname=URL FILE."},
                    Exit::input);
  if (auto error = restore(asked.file, asked.options.data)) return complain(*error, Exit::failure);
  return verify_data(asked.options);
}

Exit health(const Options& options) {
  Place place = *place_of(options.listen);
  if (place.address == "0.0.0.0") place.address = "127.0.0.1";
  if (place.address == "::") place.address = "::1";
  if (auto error = net::probe(place.address, place.port, "/readyz"))
    return complain(*error, Exit::failure);
  std::puts("It answers, and its store takes rows.");
  return Exit::done;
}

Exit names(const Options& options) {
  const auto list = reported_names(options);
  if (!list) return complain(list.error(), Exit::failure);
  std::fputs(list->c_str(), stdout);
  return Exit::done;
}

Exit rename(const Asked& asked) {
  const std::string name = asked.name.empty() ? "someone" : asked.name;
  if (auto error = rename_seat(asked.options, asked.table, asked.seat, name))
    return complain(*error, Exit::failure);
  std::printf("Seat %d of %s is called %s there.\n", asked.seat, asked.table.c_str(), name.c_str());
  return Exit::done;
}

Exit close_for_good(const Asked& asked) {
  if (auto error = close_table(asked.options, asked.table)) return complain(*error, Exit::failure);
  std::printf("%s is closed: whoever is there hears of it within ten seconds.\n",
              asked.table.c_str());
  return Exit::done;
}

Exit run(int argc, char** argv) {
  auto asked = read_options(argc, argv);
  if (!asked) return complain(asked.error(), Exit::input);
  if (asked->what == What::nothing) return Exit::done;
  if (const auto error = wrong(asked->options)) return complain(*error, Exit::input);
  switch (asked->what) {
    case What::nothing:
      break;
    case What::serve:
      return serve(asked->options);
    case What::check:
      return show(*asked);
    case What::migrate:
      return migrate(asked->options);
    case What::backup:
      return backup(*asked);
    case What::restore:
      return fill_folder(*asked);
    case What::verify:
      return verify_data(asked->options);
    case What::health:
      return health(asked->options);
    case What::names:
      return names(asked->options);
    case What::rename:
      return rename(*asked);
    case What::close:
      return close_for_good(*asked);
  }
  return Exit::done;
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a disk that is full
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& unexpected) {
    return static_cast<int>(complain({"bug", 0, unexpected.what()}, Exit::failure));
  }
}

}  // namespace coset::server
