// Limits of one client: sizes, counts and timeouts. Plain values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/node/rate_limit.hpp"

namespace coset::net {

struct Limits {
  std::size_t max_frame_bytes = 4096;
  std::size_t max_header_bytes = 8192;
  std::size_t max_body_bytes = 65536;
  std::size_t max_send_queue = 64;             // messages to one socket
  node::RateLimit control_frames{60, 60'000};  // pings and pongs of one socket; then it is closed
  // WebSockets of callers without a cookie, and as many of guests whose cookie is all they have.
  std::size_t max_sockets_per_address = 64;
  std::size_t vouched_share = 4;  // times as many for guests with a seat or an invitation
  std::size_t max_sockets_per_guest = 32;
  std::size_t max_connections_per_address = 400;         // a class of 40 loads files by six each
  std::size_t max_unrequested_per_address = 64;          // connections without a whole request
  std::size_t max_class_sockets_per_address = 200;       // likewise, without a pupil's token yet
  std::chrono::milliseconds handshake_timeout{10'000};   // of a request, too: to start or go on
  std::chrono::milliseconds keep_alive_timeout{15'000};  // between two requests
  // Of a response that the client does not read: TCP retransmits the seventh time after a minute.
  std::chrono::milliseconds stall_timeout{120'000};
  std::chrono::milliseconds idle_timeout{60'000};  // of a WebSocket; it is pinged at half of it
  // After its timeout a transfer with a lower average rate is aborted.
  std::uint64_t min_rate = 256;      // bytes a second
  int max_unsent_bytes = 64 * 1024;  // that the kernel buffers before it can send them
};

}  // namespace coset::net
