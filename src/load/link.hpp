// One WebSocket to a server, from the client's side; Beast stays behind it. It is opened again as
// often as one likes. On the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "net/loop.hpp"

namespace coset::load {

struct Endpoint {
  std::string address;
  std::uint16_t port = 0;
  std::string from;  // our own address; empty: whichever
};

class Link {
 public:
  struct Events {
    std::function<void()> up;
    std::function<void(std::string_view frame)> frame;
    std::function<void()> down;  // it could not be opened, or is closed: once for each `open`
  };

  Link(net::Loop& loop, Endpoint endpoint, Events events);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link();

  void open(const std::string& target);
  void send(std::string frame);
  // `down` is told once more, later.
  void close();
  // Ends it as a lost network would: nothing is said to the other side, nor to us.
  void drop();

 private:
  struct Session;
  net::Loop& loop_;
  Endpoint endpoint_;
  std::shared_ptr<Events> events_;
  std::shared_ptr<std::string> cookie_;  // who we are to the server, once it has said so
  std::shared_ptr<Session> session_;
};

// A server of WebSockets that says back what it hears and nothing else, by callbacks: what Beast
// costs by itself.
class Echo {
 public:
  // Listens at a free port of 127.0.0.1.
  explicit Echo(net::Loop& loop);
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;
  ~Echo();
  std::uint16_t port() const;

 private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

}  // namespace coset::load
