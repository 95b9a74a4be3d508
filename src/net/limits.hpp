// What a client may ask of us, and for how long. Plain values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace coset::net {

struct Limits {
  std::size_t frame = 4096;
  std::size_t head = 8192;
  std::size_t body = 65536;
  std::size_t queued = 64;              // messages on their way out of one socket
  std::size_t sockets_an_address = 64;  // WebSockets of strangers
  std::size_t vouched_share = 4;        // so many times more for who holds a seat or was invited
  std::size_t lines_a_browser = 6;  // that it has open for files: so many times more for an address
  std::chrono::milliseconds handshake{10'000};   // and a request: to come, or go on
  std::chrono::milliseconds keep_alive{15'000};  // between two requests
  // Of an answer that the client does not take: TCP tries the seventh time after a minute.
  std::chrono::milliseconds stall{120'000};
  std::chrono::milliseconds silence{60'000};  // of a WebSocket; it is pinged at half of it
  // After its timeout a request or an answer that is slower than this in the long run is cut.
  std::uint64_t min_rate = 256;  // bytes a second
  int unsent = 64 * 1024;        // bytes that the system takes of us before it can send them
};

}  // namespace coset::net
