// The server's options: from flags, the environment and a file, in this order. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace coset::cosetd {

struct Options {
  std::string listen = "0.0.0.0:8080";
  std::string data_dir;       // by default $XDG_DATA_HOME/coset/server
  std::string database;       // PostgreSQL; empty: SQLite in the data directory
  std::string seed_database;  // empty: the same
  std::string node;           // its name among several processes; empty: the only one
  std::string public_url;
  std::vector<std::string> trust_proxy;
  std::vector<std::string> metrics_allow;  // addresses that may read /metrics, beside loopback
  std::string web_root;                    // the directory of the built web client
  std::string server_name = "Coset";
  std::string imprint_url, privacy_url, source_url;  // pages that the web client links to
  std::string contact;                               // an e-mail address or a URL
  std::string cookie_key;               // 64 hex digits; empty: stored in the data directory
  std::int64_t max_sockets_per_ip = 0;  // 0: 64, or 200 without a public URL
  std::int64_t bot_threads = 1;
  std::int64_t commit_interval = 4;  // at least, in milliseconds, between two commits; 0: none
  bool require_data = false;         // refuse a data directory without a database
  bool no_quick_match = false;
  bool no_spectators = false;
  bool no_classes = false;
  std::int64_t class_retention_days = 30;  // after its last event a class is deleted

  friend bool operator==(const Options&, const Options&) = default;
};

enum class Command : std::uint8_t {
  none,
  serve,
  check,
  migrate,
  backup,
  restore,
  verify,
  archive,
  health,
  list_reports,
  rename_player,
  close_table,
};

struct Invocation {
  Command command = Command::serve;
  Options options;
  std::string config;  // the file that was read; empty: none
  // The packaged service's file, where this command serves without it.
  std::string unread_config;
  std::vector<std::string> exposed;  // flags whose secrets every user of the machine can read
  std::string file;                  // the backup or the archive
  std::string month;                 // of the archive
  int keep = 7;                      // backups in a directory
  std::string table;
  int seat = 0;  // counted from 1
  std::string name;
};

// As in the packaged systemd units (packaging/systemd): a command uses the service's file.
inline constexpr const char* packaged_file = "/etc/coset/cosetd.toml";

// Prints the help itself if the arguments ask for it.
Result<Invocation> parse_arguments(int argc, const char* const* argv,
                                   const char* packaged = packaged_file);

// Applies the settings of a config file to `options`. An Error names the line.
Result<Options> parse_config(std::string_view text, Options options);

// An e-mail address as a mailto: URL; anything else unchanged.
std::string contact_url(const std::string& contact);

// WebSockets per client address, and connections for files.
std::int64_t sockets_per_ip(const Options& options);
std::int64_t connections_per_ip(const Options& options);

// The first invalid value or combination, if there is one.
std::optional<Error> validate(const Options& options);

// The parts of "10.0.0.1:8080" or "[::1]:8080".
struct Endpoint {
  std::string address;
  std::uint16_t port = 0;
};
std::optional<Endpoint> parse_endpoint(std::string_view listen);

}  // namespace coset::cosetd
