#include "net/answers.hpp"

#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "bots/person_name.hpp"
#include "net/headers.hpp"

namespace coset::net {

namespace {

// No page of ours needs more. WebAssembly is compiled, so wasm-unsafe-eval; connect-src 'self' is
// the WebSocket too.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

constexpr std::string_view permissions =
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), "
    "payment=(), usb=()";

Answer answer(int status, std::string_view type, std::string_view cache) {
  Answer out;
  out.status = status;
  out.headers = {{"Content-Type", std::string(type)},
                 {"Cache-Control", std::string(cache)},
                 {"X-Content-Type-Options", "nosniff"},
                 {"Referrer-Policy", "no-referrer"},
                 {"Cross-Origin-Opener-Policy", "same-origin"},
                 {"Cross-Origin-Resource-Policy", "same-origin"},
                 {"Permissions-Policy", std::string(permissions)},
                 {"Content-Security-Policy", std::string(policy)}};
  return out;
}

Answer json(int status, const nlohmann::json& value) {
  Answer out = answer(status, "application/json", "no-store");
  out.body = value.dump();
  return out;
}

Answer refused(int status, const Error& error) {
  return json(status, {{"error", {{"code", error.code}, {"message", error.sentence}}}});
}

}  // namespace

Answer text(std::string body, std::string_view type) {
  Answer out = answer(200, type, "no-store");
  out.body = std::move(body);
  return out;
}

Answer plain(int status, std::string_view sentence) {
  Answer out = answer(status, "text/plain; charset=utf-8", "no-store");
  out.body = std::string(sentence) + "\n";
  return out;
}

Answer refused(int status, const serve::Refusal& refusal) {
  Answer out = json(status, {{"error", {{"code", refusal.code}, {"message", refusal.sentence}}}});
  if (refusal.retry_after > 0)
    out.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  return out;
}

Answer not_allowed(std::string_view methods) {
  Answer out = plain(405, "The methods here are " + std::string(methods) + ".");
  out.headers.emplace_back("Allow", methods);
  return out;
}

void Answer::set_cookie(std::string header) {
  for (auto& [name, value] : headers)
    if (name == "Cache-Control") value.insert(0, "private, ");
  headers.emplace_back("Set-Cookie", std::move(header));
}

Answer from(serve::Response response) {
  Answer out = answer(response.status, response.type, "no-store");
  for (auto& header : response.headers) out.headers.push_back(std::move(header));
  out.body = std::move(response.body);
  out.sets_cookie = true;
  return out;
}

Answer from(const File& file, std::string_view if_none_match, std::string_view accept_encoding) {
  Answer out = answer(200, file.type, file.cache);
  out.headers.emplace_back("ETag", file.etag);
  out.headers.emplace_back("Vary", "Accept-Encoding");
  out.sets_cookie = file.type.starts_with("text/html");
  if (if_none_match == "*" || if_none_match.find(file.etag) != if_none_match.npos) {
    out.status = 304;
    return out;
  }
  out.bytes = &file.bytes;
  if (!file.brotli.empty() && takes_encoding(accept_encoding, "br")) {
    out.bytes = &file.brotli;
    out.headers.emplace_back("Content-Encoding", "br");
  } else if (!file.gzip.empty() && takes_encoding(accept_encoding, "gzip")) {
    out.bytes = &file.gzip;
    out.headers.emplace_back("Content-Encoding", "gzip");
  }
  return out;
}

Answer page(const File& file, std::string bytes) {
  Answer out = answer(200, file.type, file.cache);
  out.body = std::move(bytes);
  out.sets_cookie = true;
  return out;
}

Answer security_txt(std::string_view contact, const std::optional<std::string>& origin) {
  const std::time_t until = std::time(nullptr) + 180 * 24 * 60 * 60;
  std::tm parts{};
  gmtime_r(&until, &parts);
  std::array<char, 32> expires{};
  (void)std::strftime(expires.data(), expires.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  std::string body =
      "Contact: " + std::string(contact) + "\nExpires: " + std::string(expires.data()) + "\n";
  if (origin) body += "Canonical: " + *origin + "/.well-known/security.txt\n";
  return text(std::move(body), "text/plain; charset=utf-8");
}

Answer me(const serve::Request& request, const Guests& guests, bool secure) {
  serve::Visitor visitor = *request.visitor;
  const bool changes = request.method == "POST";
  if (changes) {
    const auto said = nlohmann::json::parse(request.body, nullptr, false);
    if (!said.is_object() || !said.contains("name") || !said["name"].is_string())
      return refused(400, {"name.missing", 0, "The body is JSON: {\"name\": ...}."});
    visitor.name = said["name"].get<std::string>();
    if (const auto error = bots::name_error(visitor.name)) return refused(400, *error);
  } else if (request.method != "GET") {
    return not_allowed("GET, HEAD, POST, DELETE");
  }
  Answer out =
      json(200, {{"id", visitor.id}, {"name", visitor.name}, {"account", visitor.account}});
  if (changes)
    out.set_cookie(guests.to_header(visitor, secure));
  else
    out.sets_cookie = true;
  return out;
}

}  // namespace coset::net
