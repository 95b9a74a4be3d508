#include "server/net/guest_pass.hpp"

#include <sodium.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/check.hpp"
#include "base/hex.hpp"

namespace coset::net {

namespace {

constexpr std::string_view make_path = "/api/me/pass", use_path = "/api/pass";
constexpr int seconds = 600;

}  // namespace

std::string draw_letters() {
  CHECK(sodium_init() >= 0);
  std::string out;
  while (out.size() < pass_size)
    out += pass_symbols[randombytes_uniform(static_cast<std::uint32_t>(pass_symbols.size()))];
  return out;
}

std::optional<std::string> parse_letters(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == ' ' || c == '-') continue;
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (out.size() == pass_size || pass_symbols.find(c) == std::string_view::npos)
      return std::nullopt;
    out += c;
  }
  if (out.size() != pass_size) return std::nullopt;
  return out;
}

std::string pass_digest(const GuestCookies& cookies, std::string_view letters) {
  return to_hex(cookies.derive("digest " + std::string(letters)));
}

std::string seal_guest(const GuestCookies& cookies, std::string_view letters,
                       const node::GuestIdentity& guest) {
  const GuestCookies::Key key = cookies.derive("seal " + std::string(letters));
  const std::string text = cookies.write(guest);
  std::vector<unsigned char> box(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES +
                                 text.size());
  randombytes_buf(box.data(), crypto_secretbox_NONCEBYTES);
  crypto_secretbox_easy(box.data() + crypto_secretbox_NONCEBYTES,
                        reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                        box.data(), key.data());
  return to_hex(box);
}

std::optional<node::GuestIdentity> unseal_guest(const GuestCookies& cookies,
                                                std::string_view letters, std::string_view sealed) {
  constexpr std::size_t overhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
  const auto box = parse_hex(sealed);
  if (!box || box->size() < overhead) return std::nullopt;
  const GuestCookies::Key key = cookies.derive("seal " + std::string(letters));
  const auto* const bytes = reinterpret_cast<const unsigned char*>(box->data());
  std::string text(box->size() - overhead, '\0');
  if (crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(text.data()),
                                 bytes + crypto_secretbox_NONCEBYTES,
                                 box->size() - crypto_secretbox_NONCEBYTES, bytes, key.data()) != 0)
    return std::nullopt;
  return cookies.read(text);
}

bool PassExchange::is_one(std::string_view path, const node::Request& request) {
  return request.method == "POST" && (path == make_path || path == use_path);
}

PassExchange::PassExchange(const GuestCookies& cookies, node::Request& request)
    : cookies_(cookies), makes_(std::string_view(request.target).starts_with(make_path)) {
  if (makes_) {
    letters_ = draw_letters();
    request.pass = node::Request::Pass{pass_digest(cookies_, letters_),
                                       seal_guest(cookies_, letters_, *request.guest)};
    return;
  }
  const auto body = nlohmann::json::parse(request.body, nullptr, false);
  malformed_ = !body.is_object() || !body.contains("letters") || !body["letters"].is_string();
  if (malformed_) return;
  letters_ = parse_letters(body["letters"].get<std::string>()).value_or("");
  request.pass = node::Request::Pass{letters_.empty() ? "" : pass_digest(cookies_, letters_)};
}

HttpResponse PassExchange::answer(node::Response response, bool secure) const {
  const std::string sealed = std::move(response.sealed);
  HttpResponse out = from(std::move(response));
  if (makes_) {
    if (out.status == 201)
      out.body = nlohmann::json{{"letters", letters_}, {"seconds", seconds}}.dump();
    return out;
  }
  if (out.status != 200) return out;
  const auto guest = unseal_guest(cookies_, letters_, sealed);
  if (!guest) return error_response(protocol::error_code("guest.pass"));
  out.body =
      nlohmann::json{{"id", guest->id}, {"name", guest->name}, {"account", guest->account}}.dump();
  out.set_cookie(cookies_.set_cookie_header(*guest, secure));
  out.sets_cookie = false;
  return out;
}

}  // namespace coset::net
