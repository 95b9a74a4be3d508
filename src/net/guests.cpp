#include "net/guests.hpp"

#include <sodium.h>

#include <algorithm>

#include "base/check.hpp"

namespace coset::net {

namespace {

constexpr std::string_view cookie_name = "coset";
constexpr std::size_t id_digits = 32, mac_digits = 32;
constexpr std::size_t longest_name = 24;
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

// The next character of UTF-8, or nothing where it is none.
std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80                    ? 1
                           : first >= 0xc2 && first < 0xe0 ? 2
                           : first >= 0xe0 && first < 0xf0 ? 3
                           : first >= 0xf0 && first < 0xf5 ? 4
                                                           : 0;
  if (size == 0 || size > text.size()) return std::nullopt;
  char32_t out = size == 1 ? first : first & (0xff >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    out = out << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (size == 3 && out < 0x800) || (size == 4 && out < 0x10000);
  if (overlong || out > 0x10ffff || (out >= 0xd800 && out < 0xe000)) return std::nullopt;
  text.remove_prefix(size);
  return out;
}

bool can_be_seen(char32_t c) {
  if (c < ' ' || (c >= 0x7f && c < 0xa1) || c == 0xad) return false;
  if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\\') return false;
  if (c == 0x61c || c == 0x180e || c == 0xfeff || (c >= 0xfff0 && c <= 0xffff)) return false;
  return !((c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) ||
           (c >= 0x205f && c <= 0x206f) || (c >= 0xe000 && c <= 0xf8ff) || c >= 0xe0000);
}

}  // namespace

bool is_name(std::string_view name) {
  if (name.empty() || name.front() == ' ' || name.back() == ' ') return false;
  std::size_t characters = 0;
  while (!name.empty()) {
    const auto character = take_character(name);
    if (!character || !can_be_seen(*character) || ++characters > longest_name) return false;
  }
  return true;
}

Guests::Guests(const Key& key) : key_(key) { CHECK(sodium_init() >= 0); }

serve::Visitor Guests::fresh() const {
  std::array<std::uint8_t, id_digits / 2> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  serve::Visitor out;
  out.id = hex(bytes.data(), bytes.size());
  out.name = "Guest " + out.id.substr(0, 4);
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
  if (!name || !is_name(*name)) return std::nullopt;
  serve::Visitor out;
  out.id = text.substr(0, dot);
  out.name = *std::move(name);
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
