// The numbers of a server as Prometheus reads them.
#pragma once

#include <string>

#include "net/server.hpp"
#include "serve/node.hpp"

namespace coset::server {

std::string metrics_text(const serve::Counters& node, const net::Traffic& traffic, bool ready);

}  // namespace coset::server
