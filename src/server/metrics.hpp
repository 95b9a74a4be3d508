// The numbers of a server as Prometheus reads them. docs/self-hosting.md tells what each is for.
#pragma once

#include <string>

#include "net/server.hpp"
#include "serve/node.hpp"

namespace coset::server {

// What the node and the sockets do not know.
struct Surroundings {
  serve::Time began = 0;
  std::string data;      // the folder
  serve::Delays alarms;  // of the loop, from when they were to ring
};

std::string metrics_text(const serve::Counters& node, const net::Traffic& traffic, bool ready,
                         const Surroundings& around = {});

}  // namespace coset::server
