// Guest cookies: a client without a cookie gets one, with a random id and a name that are signed by
// the cookie key. The server stores nothing of them.
//
// Over https the cookie is __Host-coset, which only this host can set; over plain http it is
// `coset`. Another host of the domain can plant a `coset` of its own guest, and a client that acts
// by it acts for the planter. So over https it proves nothing: where the other one is missing, the
// client becomes a new guest who keeps the name, and gets the new cookie at once. Versions before
// 0.1.0 set `coset` over https too; it is read until November 2027.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/node/node_deps.hpp"

namespace coset::net {

class GuestCookies {
 public:
  using Key = std::array<std::uint8_t, 32>;
  explicit GuestCookies(const Key& key);

  // A new guest, named after a part of the id.
  node::GuestIdentity create() const;

  // The value of the cookie.
  std::string write(const node::GuestIdentity& guest) const;
  std::optional<node::GuestIdentity> read(std::string_view value) const;

  // The guest of a request by its whole header Cookie; a new one if that proves nothing. `secure`:
  // by https.
  node::GuestIdentity identify(std::string_view header, bool secure) const;
  // A whole header Set-Cookie.
  std::string set_cookie_header(const node::GuestIdentity& guest, bool secure) const;
  // The same, which delete the cookie from the browser under each of its names.
  static std::vector<std::string> expired_cookie_headers(bool secure);

  // A key for another purpose, which tells nothing of the cookies'.
  Key derive(std::string_view purpose) const;

 private:
  std::optional<node::GuestIdentity> find(std::string_view header, std::string_view name) const;
  std::string sign(std::string_view text) const;
  Key key_;
};

}  // namespace coset::net
