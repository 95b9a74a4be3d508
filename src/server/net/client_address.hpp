// Resolves a client's address and scheme behind trusted proxies: those that the operator named.
// Addresses stay in memory: they are counted here, and never written anywhere.
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

// The normal form of an IP address; nothing if it is invalid. An IPv4-mapped IPv6 address becomes
// IPv4.
std::optional<std::string> address_of(std::string_view text);

struct Client {
  std::string address;
  bool secure = false;  // by https
  bool direct = true;   // not behind a proxy
};

// From the peer's address and the headers X-Forwarded-For and -Proto: the last address in them that
// is not a trusted proxy's.
Client resolve_client(const std::string& peer, std::string_view forwarded_for,
                      std::string_view forwarded_proto, const std::vector<std::string>& proxies);

// The network that limits count an address as: for IPv6 its /64, which one household has.
std::string network_of(std::string_view text);
// The site that they count it as, too: for IPv6 its /48, in which one customer may have 65 536
// networks. Empty for IPv4.
std::string site_of(std::string_view text);
// How many times as much as a network a site may have.
inline constexpr std::size_t site_share = 4;

// "https://play.example" of a URL; nothing if it is not http or https.
std::optional<std::string> origin_of(std::string_view url);

// A page of another site must not act for a guest. Without an Origin it is not a browser.
// REQUIRES: `ours` is the origin of the public URL, if there is one
bool is_our_origin(std::string_view origin, std::string_view host,
                   const std::optional<std::string>& ours);

// Limits the connections of each network, and of each site.
class ConnectionLimiter {
 public:
  explicit ConnectionLimiter(std::size_t max) : max_(max), counts_(std::make_shared<Counts>()) {}

  // Counts one connection while it lives; null if there are too many.
  using Lease = std::shared_ptr<void>;
  Lease acquire(std::string_view address);

 private:
  using Counts = std::map<std::string, std::size_t, std::less<>>;
  std::size_t max_;
  std::shared_ptr<Counts> counts_;
};

}  // namespace coset::net
