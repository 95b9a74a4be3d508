// HTTP and WebSockets of one server, on an EventLoop: static files and the page; /api and /ws... of
// the Handler; /metrics, /healthz and /readyz. It enforces every limit that does not depend on the
// content of a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/net/client_address.hpp"
#include "server/net/event_loop.hpp"
#include "server/net/guest_cookie.hpp"
#include "server/net/handler.hpp"
#include "server/net/limits.hpp"
#include "server/net/static_files.hpp"

namespace coset::net {

struct ListenerConfig {
  std::string address = "0.0.0.0";
  std::uint16_t port = 8080;                 // 0: any free port
  std::optional<std::string> public_origin;  // "https://play.example"
  std::string name = "Coset";                // of the server
  std::string contact;                       // a URL for /.well-known/security.txt; empty: none
  std::vector<std::string> proxies;          // whose X-Forwarded-* headers are trusted
  std::vector<std::string> metrics_allow;    // may read /metrics, like this machine
  Limits limits;
};

// Plain numbers for monitoring.
struct TrafficCounters {
  std::uint64_t connections = 0;  // now
  std::uint64_t sockets = 0;      // now
  std::uint64_t accepted = 0;
  std::uint64_t requests = 0;
  std::uint64_t frames_in = 0, frames_out = 0;
  std::uint64_t refused_address = 0;  // too many of one address: refused, or closed for another
  std::uint64_t refused_origin = 0;
  std::uint64_t refused_host = 0;    // not a name of this server
  std::uint64_t refused_size = 0;    // header, body or frame
  std::uint64_t closed_control = 0;  // too many pings or pongs
  std::uint64_t closed_slow = 0;     // slow readers
  std::uint64_t closed_silent = 0;   // idle timeouts
};

class Server final : public node::Sockets {
 public:
  Server(EventLoop& loop, ListenerConfig config, StaticSite site, const GuestCookies& cookies);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() override;

  // Starts to listen. An Error if it cannot bind the address.
  std::optional<Error> open(Handler& handler);
  std::uint16_t port() const;
  // Accepts no new connection; open ones stay.
  void stop_listening();

  void send(node::Socket to, std::shared_ptr<const std::string> text) override;
  void close(node::Socket which, node::Close code, std::string_view reason) override;
  void release_address(node::Socket which) override;

  const TrafficCounters& traffic() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::net
