// HTTP and WebSockets of one server, on a Loop: static files and the page, /api by the Host,
// /ws... as sockets of the Host, /metrics, /healthz and /readyz; every limit is kept here that does
// not need to know what a message says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "net/client.hpp"
#include "net/guests.hpp"
#include "net/host.hpp"
#include "net/limits.hpp"
#include "net/loop.hpp"
#include "net/site.hpp"

namespace coset::net {

struct Door {
  std::string address = "0.0.0.0";
  std::uint16_t port = 8080;                 // 0: any that is free
  std::optional<std::string> public_origin;  // "https://play.example"
  std::string name = "Coset";                // what the server is called
  std::string contact;                       // a URL for /.well-known/security.txt; empty: none
  std::vector<std::string> proxies;          // whose X-Forwarded-* are believed
  std::vector<std::string> watchers;         // who may read /metrics, beside this machine
  Limits limits;
};

// Plain numbers for whoever watches.
struct Traffic {
  std::uint64_t connections = 0;  // now
  std::uint64_t sockets = 0;      // now
  std::uint64_t refusing = 0;     // now: told that their address has too many
  std::uint64_t accepted = 0;
  std::uint64_t requests = 0;
  std::uint64_t frames_in = 0, frames_out = 0;
  std::uint64_t refused_address = 0;  // too many of one address
  std::uint64_t refused_origin = 0;
  std::uint64_t refused_size = 0;   // head, body or frame
  std::uint64_t closed_slow = 0;    // too much queued out
  std::uint64_t closed_silent = 0;  // no answer in time
};

class Server final : public serve::Sockets {
 public:
  Server(Loop& loop, Door door, Site site, const Guests& guests);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() override;

  // Begins to listen. An Error if the address cannot be had.
  std::optional<Error> open(Host& host);
  std::uint16_t port() const;
  // Takes nobody new; who is there stays.
  void stop_listening();

  void send(serve::Socket to, std::shared_ptr<const std::string> text) override;
  void close(serve::Socket which, serve::Close code, std::string_view why) override;

  const Traffic& traffic() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace coset::net
