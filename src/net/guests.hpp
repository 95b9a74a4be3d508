// A guest at once: whoever comes without a cookie gets one, which names them and which nobody else
// can make. It holds a random id and a name; both are signed by the server's key. Nothing is kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "serve/ports.hpp"

namespace coset::net {

class Guests {
 public:
  using Key = std::array<std::uint8_t, 32>;
  explicit Guests(const Key& key);

  // Somebody new, named after a part of the id.
  serve::Visitor fresh() const;

  // The value of the cookie.
  std::string write(const serve::Visitor& visitor) const;
  std::optional<serve::Visitor> read(std::string_view value) const;

  // The same from the whole header Cookie of a request.
  std::optional<serve::Visitor> from_header(std::string_view header) const;
  // A whole header Set-Cookie.
  std::string to_header(const serve::Visitor& visitor, bool secure) const;
  // The same, so that the browser has none any more.
  static std::string no_cookie(bool secure);

 private:
  std::string sign(std::string_view text) const;
  Key key_;
};

}  // namespace coset::net
