// What is printed when a server has begun: where it is, by which addresses, and to a person at a
// terminal where games are kept and how it is stopped. Pure.
#pragma once

#include <string>
#include <vector>

#include "server/addresses.hpp"
#include "server/options.hpp"

namespace coset::server {

struct Begun {
  Place place;         // as --listen has it
  std::uint16_t port;  // as it is
  std::vector<Address> addresses;
  bool terminal;  // a person reads it
};

// The first line ends with the address that is best for others, of which the QR code is.
std::string welcome(const Options& options, const Begun& begun);

}  // namespace coset::server
