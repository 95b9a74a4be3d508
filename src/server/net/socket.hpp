// One WebSocket, from its handshake to its close. Beast stays behind it. Private to net.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <functional>
#include <memory>
#include <string>

#include "server/net/client_address.hpp"
#include "server/net/limits.hpp"
#include "server/net/server.hpp"

namespace coset::net {

struct UpgradeRequest {
  boost::beast::http::request<boost::beast::http::empty_body> request;
  node::GuestIdentity guest;
  std::string set_cookie;  // empty: the guest has one
  std::string target;
};

class WebSocket {
 public:
  WebSocket() = default;
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  virtual ~WebSocket() = default;

  virtual void start(UpgradeRequest upgrade) = 0;
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  virtual void close(node::Close code, std::string_view reason) = 0;
  virtual void abort() = 0;
  // Its address has one connection less.
  virtual void release_lease() = 0;
};

// The handler receives its events. `on_end` is called once at the end, even if it never opened, and
// before on_close. REQUIRES: `handler` and `limits` outlive it
std::shared_ptr<WebSocket> make_socket(node::Socket number, boost::asio::ip::tcp::socket connection,
                                       ConnectionLimiter::Lease lease, const Limits& limits,
                                       Handler& handler, std::shared_ptr<TrafficCounters> traffic,
                                       std::function<void(node::Socket)> on_end);

}  // namespace coset::net
