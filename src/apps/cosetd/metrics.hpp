// The metrics of a server in the Prometheus text format, described in docs/self-hosting.md.
#pragma once

#include <string>

#include "server/net/server.hpp"
#include "server/node/node.hpp"

namespace coset::cosetd {

// What neither the node nor the socket layer counts.
struct ProcessStats {
  node::Time started_at = 0;
  std::string data_dir;
  node::LatencyHistogram loop_lag;  // how late the timers of the event loop fired
  node::LatencyHistogram handlers;  // how long the node had the event loop for itself
};

std::string metrics_text(const node::Counters& node, const net::TrafficCounters& traffic,
                         bool ready, const ProcessStats& stats = {});

}  // namespace coset::cosetd
