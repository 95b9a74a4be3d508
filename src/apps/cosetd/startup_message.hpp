// The message at the start of a server: its URLs and, on a terminal, a QR code, where games are
// stored and how to stop it. Pure.
#pragma once

#include <string>
#include <vector>

#include "apps/cosetd/local_addresses.hpp"
#include "apps/cosetd/options.hpp"

namespace coset::cosetd {

struct Startup {
  Endpoint listen;     // as in --listen
  std::uint16_t port;  // the actual one
  std::vector<Address> addresses;
  bool terminal;
};

// The first line ends with the best URL for other machines, which the QR code has too.
std::string startup_message(const Options& options, const Startup& startup);

}  // namespace coset::cosetd
