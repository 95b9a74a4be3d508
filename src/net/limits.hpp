// What a client may ask of us, and for how long. Plain values.
#pragma once

#include <chrono>
#include <cstddef>

namespace coset::net {

struct Limits {
  std::size_t frame = 4096;
  std::size_t head = 8192;
  std::size_t body = 65536;
  std::size_t queued = 64;              // messages on their way out of one socket
  std::size_t sockets_an_address = 20;  // WebSockets
  std::size_t lines_a_browser = 6;  // that it has open for files: so many times more for an address
  std::chrono::milliseconds handshake{10'000};
  std::chrono::milliseconds keep_alive{15'000};  // between two requests
  std::chrono::milliseconds silence{60'000};     // of a WebSocket; it is pinged at half of it
};

}  // namespace coset::net
