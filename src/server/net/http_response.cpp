#include "server/net/http_response.hpp"

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/utc_text.hpp"
#include "engine/bots/person_name.hpp"
#include "server/net/headers.hpp"

namespace coset::net {

namespace {

// The page needs no more. WebAssembly is compiled, so wasm-unsafe-eval; connect-src 'self' includes
// the WebSocket.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

constexpr std::string_view permissions =
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), "
    "payment=(), usb=()";

HttpResponse response_of(int status, std::string_view type, std::string_view cache) {
  HttpResponse out;
  out.status = status;
  if (!type.empty()) out.headers.emplace_back("Content-Type", type);
  out.headers.insert(out.headers.end(), {{"Cache-Control", std::string(cache)},
                                         {"X-Content-Type-Options", "nosniff"},
                                         {"Referrer-Policy", "no-referrer"},
                                         {"Cross-Origin-Opener-Policy", "same-origin"},
                                         {"Cross-Origin-Resource-Policy", "same-origin"},
                                         {"Permissions-Policy", std::string(permissions)},
                                         {"Content-Security-Policy", std::string(policy)}});
  return out;
}

HttpResponse json(int status, const nlohmann::json& value) {
  HttpResponse out = response_of(status, "application/json", "no-store");
  out.body = value.dump();
  return out;
}

HttpResponse error_json(int status, std::string_view code, std::string_view message) {
  return json(status, {{"error", {{"code", code}, {"message", message}}}});
}

}  // namespace

HttpResponse text_response(std::string body, std::string_view type) {
  HttpResponse out = response_of(200, type, "no-store");
  out.body = std::move(body);
  return out;
}

HttpResponse error_response(const protocol::ErrorCode& error) {
  return error_json(error.status, error.code, error.message);
}

HttpResponse error_response(int status, const node::Refusal& refusal) {
  HttpResponse out = error_json(status, refusal.code, refusal.sentence);
  if (refusal.retry_after > 0)
    out.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  return out;
}

HttpResponse wrong_host(std::string_view host) {
  constexpr auto error = protocol::error_code("http.bad_host");
  return error_json(error.status, error.code,
                    "'" + std::string(host) +
                        "' is not a name of this server; its operator gives one by --public-url.");
}

HttpResponse method_not_allowed(std::string_view methods) {
  HttpResponse out = error_response(protocol::error_code("http.method_not_allowed"));
  out.headers.emplace_back("Allow", methods);
  return out;
}

void HttpResponse::set_cookie(std::string header) {
  for (auto& [name, value] : headers)
    if (name == "Cache-Control" && !value.starts_with("private")) value.insert(0, "private, ");
  headers.emplace_back("Set-Cookie", std::move(header));
}

HttpResponse from(node::Response response) {
  HttpResponse out = response_of(response.status, response.type, "no-store");
  for (auto& header : response.headers) out.headers.push_back(std::move(header));
  out.body = std::move(response.body);
  out.sets_cookie = true;
  out.rest = std::move(response.rest);
  return out;
}

HttpResponse from(const StaticFile& file, std::string_view if_none_match,
                  std::string_view accept_encoding) {
  HttpResponse out = response_of(200, file.type, file.cache);
  out.headers.emplace_back("ETag", file.etag);
  out.headers.emplace_back("Vary", "Accept-Encoding");
  out.sets_cookie = file.type.starts_with("text/html");
  if (if_none_match == "*" || if_none_match.find(file.etag) != if_none_match.npos) {
    out.status = 304;
    return out;
  }
  out.bytes = &file.bytes;
  if (!file.brotli.empty() && accepts_encoding(accept_encoding, "br")) {
    out.bytes = &file.brotli;
    out.headers.emplace_back("Content-Encoding", "br");
  } else if (!file.gzip.empty() && accepts_encoding(accept_encoding, "gzip")) {
    out.bytes = &file.gzip;
    out.headers.emplace_back("Content-Encoding", "gzip");
  }
  return out;
}

HttpResponse page(const StaticFile& file, std::string bytes) {
  HttpResponse out = response_of(200, file.type, file.cache);
  out.body = std::move(bytes);
  out.sets_cookie = true;
  return out;
}

HttpResponse security_txt(std::string_view contact, const std::optional<std::string>& origin) {
  constexpr std::int64_t half_a_year = std::int64_t{180} * 24 * 60 * 60;
  std::string body = "Contact: " + std::string(contact) +
                     "\nExpires: " + utc_text(std::time(nullptr) + half_a_year) + "\n";
  if (origin) body += "Canonical: " + *origin + "/.well-known/security.txt\n";
  return text_response(std::move(body));
}

HttpResponse me(const node::Request& request, const GuestCookies& cookies, bool secure) {
  node::GuestIdentity guest = *request.guest;
  const bool renames = request.method == "POST";
  if (renames) {
    const auto body = nlohmann::json::parse(request.body, nullptr, false);
    if (!body.is_object() || !body.contains("name") || !body["name"].is_string())
      return error_response(protocol::error_code("guest.name_missing"));
    guest.name = body["name"].get<std::string>();
    if (const auto error = bots::name_error(guest.name))
      return error_json(400, error->code, error->sentence);
  } else if (request.method != "GET") {
    return method_not_allowed("GET, HEAD, POST, DELETE");
  }
  HttpResponse out =
      json(200, {{"id", guest.id}, {"name", guest.name}, {"account", guest.account}});
  if (renames)
    out.set_cookie(cookies.set_cookie_header(guest, secure));
  else
    out.sets_cookie = true;
  return out;
}

}  // namespace coset::net
