// What the path of a request asks for. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace coset::net {

enum class Route : std::uint8_t {
  page,      // the web client, which finds its way by the address itself
  file,      // a file of the web client
  api,       // /api/...
  socket,    // /ws or /ws/...
  metrics,   // /metrics
  health,    // /healthz: the process lives
  ready,     // /readyz: the store takes rows
  security,  // /.well-known/security.txt
  bad,       // not a path that we read
};

struct Target {
  Route route = Route::bad;
  std::string path;  // without the query, percent signs read
};

// A path has printable ASCII after its percent signs are read, and no "." or ".." in it.
Target read_target(std::string_view target);

// The table whose page is asked for, NAME of /t/NAME; empty if it is another page.
std::string table_of(const Target& target);

}  // namespace coset::net
