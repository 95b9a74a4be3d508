// One WebSocket, from its handshake to its end. Beast stays behind it. Inside net only.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <functional>
#include <memory>
#include <string>

#include "net/client.hpp"
#include "net/limits.hpp"
#include "net/server.hpp"

namespace coset::net {

// What a socket tells its server. `ended` comes once, and nothing after it.
struct SocketEvents {
  virtual ~SocketEvents() = default;
  virtual void opened(serve::Socket socket, const serve::Visitor& visitor,
                      std::string_view target) = 0;
  virtual void received(serve::Socket socket, std::string_view frame) = 0;
  virtual void ended(serve::Socket socket, bool was_open) = 0;
};

struct Greeting {
  boost::beast::http::request<boost::beast::http::empty_body> request;
  serve::Visitor visitor;
  std::string set_cookie;  // empty: the visitor had one
  std::string target;
};

class WebSocket {
 public:
  WebSocket() = default;
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  virtual ~WebSocket() = default;

  virtual void start(Greeting greeting) = 0;
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  virtual void close(serve::Close code, std::string_view why) = 0;
  virtual void cut() = 0;
};

// `events` and `limits` outlive every call of it.
std::shared_ptr<WebSocket> make_socket(serve::Socket number,
                                       boost::asio::ip::tcp::socket connection,
                                       Addresses::Place place, const Limits& limits,
                                       SocketEvents& events, std::shared_ptr<Traffic> traffic);

}  // namespace coset::net
