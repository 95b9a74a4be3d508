// Guest cookies: a client without a cookie gets one, with a random id and a name that are signed by
// the cookie key. The server stores nothing of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

  // The same from the whole header Cookie of a request.
  std::optional<node::GuestIdentity> from_header(std::string_view header) const;
  // A whole header Set-Cookie.
  std::string set_cookie_header(const node::GuestIdentity& guest, bool secure) const;
  // The same, which deletes the cookie from the browser.
  static std::string expired_cookie_header(bool secure);

 private:
  std::string sign(std::string_view text) const;
  Key key_;
};

}  // namespace coset::net
