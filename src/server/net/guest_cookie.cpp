#include "server/net/guest_cookie.hpp"

#include <sodium.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/hex.hpp"
#include "engine/bots/person_name.hpp"

namespace coset::net {

namespace {

constexpr std::string_view plain_name = "coset", secure_name = "__Host-coset";
constexpr std::size_t id_digits = 32, mac_digits = 32;
constexpr std::string_view a_year = "31536000";

bool is_id(std::string_view id) {
  return id.size() == id_digits && std::all_of(id.begin(), id.end(), is_hex_digit);
}

// The name of a guest who has not chosen one.
std::string first_name(std::string_view id) { return "Guest " + std::string(id.substr(0, 4)); }

}  // namespace

GuestCookies::GuestCookies(const Key& key) : key_(key) { CHECK(sodium_init() >= 0); }

node::GuestIdentity GuestCookies::create() const {
  std::array<std::uint8_t, id_digits / 2> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  node::GuestIdentity out;
  out.id = to_hex(bytes);
  out.name = first_name(out.id);
  out.is_new = true;
  return out;
}

std::string GuestCookies::sign(std::string_view text) const {
  std::array<std::uint8_t, mac_digits / 2> mac{};
  const std::string whole = "coset-guest 1 " + std::string(text);
  crypto_generichash(mac.data(), mac.size(), reinterpret_cast<const unsigned char*>(whole.data()),
                     whole.size(), key_.data(), key_.size());
  return to_hex(mac);
}

GuestCookies::Key GuestCookies::derive(std::string_view purpose) const {
  Key out{};
  const std::string whole = "coset-pass 1 " + std::string(purpose);
  crypto_generichash(out.data(), out.size(), reinterpret_cast<const unsigned char*>(whole.data()),
                     whole.size(), key_.data(), key_.size());
  return out;
}

std::string GuestCookies::write(const node::GuestIdentity& guest) const {
  const std::string text = guest.id + "." + to_hex(guest.name);
  return text + "." + sign(text);
}

std::optional<node::GuestIdentity> GuestCookies::read(std::string_view value) const {
  if (value.size() > 512 || value.size() < mac_digits + 1) return std::nullopt;
  const std::string_view text = value.substr(0, value.size() - mac_digits - 1);
  const std::string_view mac = value.substr(text.size());
  const std::string good = "." + sign(text);
  if (sodium_memcmp(good.data(), mac.data(), good.size()) != 0) return std::nullopt;
  const std::size_t dot = text.find('.');
  if (dot == text.npos || !is_id(text.substr(0, dot))) return std::nullopt;
  auto name = parse_hex(text.substr(dot + 1));
  if (!name) return std::nullopt;
  node::GuestIdentity out;
  out.id = text.substr(0, dot);
  // Older servers signed names that are not allowed now: such a guest keeps the id.
  out.name = bots::name_error(*name) ? first_name(out.id) : *std::move(name);
  return out;
}

std::optional<node::GuestIdentity> GuestCookies::find(std::string_view header,
                                                      std::string_view name) const {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    pair.remove_prefix(std::min(pair.size(), pair.find_first_not_of(' ')));
    if (pair.size() <= name.size() || !pair.starts_with(name) || pair[name.size()] != '=') continue;
    // Another site of the same domain may have set one of this name: the first valid one counts.
    if (auto guest = read(pair.substr(name.size() + 1))) return guest;
  }
  return std::nullopt;
}

node::GuestIdentity GuestCookies::identify(std::string_view header, bool secure) const {
  if (auto known = find(header, secure ? secure_name : plain_name)) return *std::move(known);
  node::GuestIdentity out = create();
  if (auto planted = secure ? find(header, plain_name) : std::nullopt)
    out.name = std::move(planted->name);
  return out;
}

std::string GuestCookies::set_cookie_header(const node::GuestIdentity& guest, bool secure) const {
  std::string out = std::string(secure ? secure_name : plain_name) + "=" + write(guest) +
                    "; Path=/; Max-Age=" + std::string(a_year) + "; HttpOnly; SameSite=Lax";
  if (secure) out += "; Secure";
  return out;
}

std::vector<std::string> GuestCookies::expired_cookie_headers(bool secure) {
  const auto expired = [&](std::string_view name) {
    return std::string(name) + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax" +
           (secure ? "; Secure" : "");
  };
  if (!secure) return {expired(plain_name)};
  return {expired(secure_name), expired(plain_name)};
}

}  // namespace coset::net
