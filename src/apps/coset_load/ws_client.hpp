// A WebSocket client, which can be reopened; Beast stays behind it. On the event loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/event_loop.hpp"

namespace coset::coset_load {

struct Endpoint {
  std::string address;
  std::uint16_t port = 0;
  std::string from;  // the local address; empty: any
};

class WsClient {
 public:
  struct Events {
    std::function<void()> on_open;
    std::function<void(std::string_view frame)> on_message;
    std::function<void()> on_close;  // also after a failed open: once for each `open`
  };

  WsClient(net::EventLoop& loop, Endpoint endpoint, Events events);
  WsClient(const WsClient&) = delete;
  WsClient& operator=(const WsClient&) = delete;
  ~WsClient();

  void open(const std::string& target);
  // Of the last handshake's response; 0: there was none.
  unsigned status() const { return *status_; }
  void send(std::string frame);
  // `on_close` follows later.
  void close();
  // Ends it as a lost network would: no close frame, and no `on_close`.
  void abort();

 private:
  struct Session;
  net::EventLoop& loop_;
  Endpoint endpoint_;
  std::shared_ptr<Events> events_;
  std::shared_ptr<std::string> cookie_;  // once the server has set it
  std::shared_ptr<unsigned> status_ = std::make_shared<unsigned>(0);
  std::shared_ptr<Session> session_;
};

// A WebSocket echo server, to measure the cost of Beast alone.
class EchoServer {
 public:
  // Listens on a free port of 127.0.0.1.
  explicit EchoServer(net::EventLoop& loop);
  EchoServer(const EchoServer&) = delete;
  EchoServer& operator=(const EchoServer&) = delete;
  ~EchoServer();
  std::uint16_t port() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace coset::coset_load
