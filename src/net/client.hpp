// Who is at the other end: the address and the scheme of a client, whatever stands between. A proxy
// is believed only if it is one of those that the operator named. Addresses live in memory only:
// they are counted here, and never written anywhere.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace coset::net {

// The one way in which we write an address; nothing if it is none. One of IPv4 inside IPv6 is
// written as IPv4.
std::optional<std::string> address_of(std::string_view text);

struct Client {
  std::string address;
  bool secure = false;  // it came by https
  bool direct = true;   // no proxy stands between
};

// Of an address that is connected to us, and the headers X-Forwarded-For and -Proto: the last
// address in them that is not a proxy's own.
Client client_of(const std::string& peer, std::string_view forwarded_for,
                 std::string_view forwarded_proto, const std::vector<std::string>& proxies);

// What limits count an address as: of IPv6 the first 64 bits, which one household has.
std::string network_of(std::string_view text);

// "https://play.example" of a URL; nothing if it is none of http or https.
std::optional<std::string> origin_of(std::string_view url);

// A page of another site must not speak in a visitor's name. No Origin: it is not a browser.
// REQUIRES: `ours` is the origin of the public URL, if there is one
bool is_our_origin(std::string_view origin, std::string_view host,
                   const std::optional<std::string>& ours);

// How many connections each network has.
class Addresses {
 public:
  explicit Addresses(std::size_t most) : most_(most), counts_(std::make_shared<Counts>()) {}

  // Counts one until it goes; nothing if there are too many.
  using Place = std::shared_ptr<void>;
  Place enter(std::string_view address);

 private:
  using Counts = std::map<std::string, std::size_t, std::less<>>;
  std::size_t most_;
  std::shared_ptr<Counts> counts_;
};

}  // namespace coset::net
