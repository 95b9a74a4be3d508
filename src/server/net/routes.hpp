// Maps the path of a request to a route. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace coset::net {

enum class Route : std::uint8_t {
  page,      // the web client, which routes by the URL itself
  file,      // a file of the web client
  api,       // /api/...
  socket,    // /ws or /ws/...
  metrics,   // /metrics
  health,    // /healthz: the process is alive
  ready,     // /readyz: the store accepts writes
  security,  // /.well-known/security.txt
  bad,       // an invalid path
};

struct Target {
  Route route = Route::bad;
  std::string path;  // without the query, percent-decoded
};

// Requests of monitors, routers and service managers, which may have names of their own for a
// server.
bool is_probe(Route route);

// A valid path is printable ASCII after percent-decoding, without "." or "..".
Target parse_target(std::string_view target);

// The table whose page is requested, NAME of /t/NAME; empty for another page.
std::string table_of(const Target& target);

// The day whose page is requested, DATE of /d/DATE; empty for another page.
std::string date_of(const Target& target);

// Whether a socket is one of a class: at /ws/c/CODE, or with `class=` in the query.
bool names_class(std::string_view target);

}  // namespace coset::net
