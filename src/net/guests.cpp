#include "net/guests.hpp"

#include <sodium.h>

#include <algorithm>

#include "base/check.hpp"
#include "bots/person_name.hpp"

namespace coset::net {

namespace {

constexpr std::string_view cookie_name = "coset";
constexpr std::size_t id_digits = 32, mac_digits = 32;
constexpr std::string_view a_year = "31536000";

std::string hex(const std::uint8_t* bytes, std::size_t size) {
  std::string out(2 * size + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes, size);
  out.pop_back();
  return out;
}

std::optional<std::string> from_hex(std::string_view text) {
  std::string out(text.size() / 2, '\0');
  std::size_t size = 0;
  if (text.size() % 2 != 0 ||
      sodium_hex2bin(reinterpret_cast<unsigned char*>(out.data()), out.size(), text.data(),
                     text.size(), nullptr, &size, nullptr) != 0 ||
      size != out.size())
    return std::nullopt;
  return out;
}

bool is_id(std::string_view id) {
  return id.size() == id_digits && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// What somebody is called who has not said it.
std::string first_name(std::string_view id) { return "Guest " + std::string(id.substr(0, 4)); }

}  // namespace

Guests::Guests(const Key& key) : key_(key) { CHECK(sodium_init() >= 0); }

serve::Visitor Guests::fresh() const {
  std::array<std::uint8_t, id_digits / 2> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  serve::Visitor out;
  out.id = hex(bytes.data(), bytes.size());
  out.name = first_name(out.id);
  return out;
}

std::string Guests::sign(std::string_view text) const {
  std::array<std::uint8_t, mac_digits / 2> mac{};
  const std::string whole = "coset-guest 1 " + std::string(text);
  crypto_generichash(mac.data(), mac.size(), reinterpret_cast<const unsigned char*>(whole.data()),
                     whole.size(), key_.data(), key_.size());
  return hex(mac.data(), mac.size());
}

std::string Guests::write(const serve::Visitor& visitor) const {
  const std::string text =
      visitor.id + "." +
      hex(reinterpret_cast<const std::uint8_t*>(visitor.name.data()), visitor.name.size());
  return text + "." + sign(text);
}

std::optional<serve::Visitor> Guests::read(std::string_view value) const {
  if (value.size() > 512 || value.size() < mac_digits + 1) return std::nullopt;
  const std::string_view text = value.substr(0, value.size() - mac_digits - 1);
  const std::string_view mac = value.substr(text.size());
  const std::string good = "." + sign(text);
  if (sodium_memcmp(good.data(), mac.data(), good.size()) != 0) return std::nullopt;
  const std::size_t dot = text.find('.');
  if (dot == text.npos || !is_id(text.substr(0, dot))) return std::nullopt;
  auto name = from_hex(text.substr(dot + 1));
  if (!name) return std::nullopt;
  serve::Visitor out;
  out.id = text.substr(0, dot);
  // Older servers signed names that nobody gets now: whoever has one stays the same person.
  out.name = bots::name_error(*name) ? first_name(out.id) : *std::move(name);
  return out;
}

std::optional<serve::Visitor> Guests::from_header(std::string_view header) const {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    pair.remove_prefix(std::min(pair.size(), pair.find_first_not_of(' ')));
    if (pair.size() <= cookie_name.size() || !pair.starts_with(cookie_name) ||
        pair[cookie_name.size()] != '=')
      continue;
    // Another site of the same domain may have set one of this name: the first good one counts.
    if (auto visitor = read(pair.substr(cookie_name.size() + 1))) return visitor;
  }
  return std::nullopt;
}

std::string Guests::to_header(const serve::Visitor& visitor, bool secure) const {
  std::string out = std::string(cookie_name) + "=" + write(visitor) +
                    "; Path=/; Max-Age=" + std::string(a_year) + "; HttpOnly; SameSite=Lax";
  if (secure) out += "; Secure";
  return out;
}

std::string Guests::no_cookie(bool secure) {
  return std::string(cookie_name) + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax" +
         (secure ? "; Secure" : "");
}

}  // namespace coset::net
