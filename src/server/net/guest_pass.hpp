// Passes: eight letters with which another device becomes the same guest, once. The store gets a
// digest of the letters, and the guest's cookie sealed by them; both need the cookie key, so that
// neither the letters nor the guest can be found from the store alone (decision 49). Pure but for
// the letters, which are random.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/net/guest_cookie.hpp"
#include "server/net/http_response.hpp"

namespace coset::net {

// Without I, O and U, which look or sound like others.
inline constexpr std::string_view pass_symbols = "ABCDEFGHJKLMNPQRSTVWXYZ";
inline constexpr std::size_t pass_size = 8;

std::string draw_letters();
// Canonical; nothing if the text is none. Either case, spaces and hyphens are accepted.
std::optional<std::string> parse_letters(std::string_view text);

std::string pass_digest(const GuestCookies& cookies, std::string_view letters);
std::string seal_guest(const GuestCookies& cookies, std::string_view letters,
                       const node::GuestIdentity& guest);
// Nothing unless these letters sealed it, by the same cookie key.
std::optional<node::GuestIdentity> unseal_guest(const GuestCookies& cookies,
                                                std::string_view letters, std::string_view sealed);

// One request that makes or uses a pass, around the call of the node.
class PassExchange {
 public:
  static bool is_one(std::string_view path, const node::Request& request);
  // Adds to the request what the node needs.
  PassExchange(const GuestCookies& cookies, node::Request& request);
  // The letters, or the cookie of the guest whose letters they were.
  HttpResponse answer(node::Response response, bool secure) const;
  // The request has no letters, of whatever form.
  bool malformed() const { return malformed_; }

 private:
  const GuestCookies& cookies_;
  bool makes_ = false;
  bool malformed_ = false;
  std::string letters_;
};

}  // namespace coset::net
