// What the operator wants: from flags, the environment and a file, in this order. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace coset::server {

struct Options {
  std::string listen = "0.0.0.0:8080";
  std::string data;           // the folder; by default $XDG_DATA_HOME/coset/server
  std::string database;       // of PostgreSQL; empty: SQLite in the folder
  std::string seed_database;  // empty: the same
  std::string public_url;
  std::vector<std::string> trust_proxy;
  std::vector<std::string> metrics_to;  // addresses that may read /metrics, beside this machine
  std::string site;                     // the folder of the web client
  std::string name = "Coset";           // of the site
  std::string imprint_url, privacy_url, source_url;  // pages that the web client links to
  std::string contact;                               // an address of e-mail or a URL
  std::string cookie_key;                            // 64 hex digits; empty: kept in the folder
  std::int64_t sockets_an_address = 64;
  std::int64_t threads = 1;  // in which bots think
  bool expect_data = false;  // refuse a folder in which nothing was ever kept
  bool no_quick_match = false;
  bool no_watching = false;

  friend bool operator==(const Options&, const Options&) = default;
};

enum class What : std::uint8_t {
  nothing,
  serve,
  check,
  migrate,
  backup,
  restore,
  verify,
  health,
  names,
  rename,
  close,
};

struct Asked {
  What what = What::serve;
  Options options;
  std::string config;  // the file that was read; empty: none
  std::string file;    // of a backup
  int keep = 7;        // backups in a folder
  std::string table;
  int seat = 0;  // counted from 1
  std::string name;
};

// Prints the help itself if that is what was asked for.
Result<Asked> read_options(int argc, const char* const* argv);

// What a file says, on top of what is there. An Error tells its line.
Result<Options> read_file(std::string_view text, Options options);

// An address of e-mail as a URL; anything else as it is.
std::string contact_url(const std::string& contact);

// What is wrong with them taken together, if anything is.
std::optional<Error> wrong(const Options& options);

// "10.0.0.1:8080" or "[::1]:8080" in its parts.
struct Place {
  std::string address;
  std::uint16_t port = 0;
};
std::optional<Place> place_of(std::string_view listen);

}  // namespace coset::server
