#include "net/answers.hpp"

#include <nlohmann/json.hpp>

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

Answer from(serve::Response response) {
  Answer out = answer(response.status, response.type, "no-store");
  out.body = std::move(response.body);
  out.sets_cookie = true;
  return out;
}

Answer from(const File& file, std::string_view if_none_match, std::string_view accept_encoding) {
  Answer out = answer(200, file.type, file.cache);
  out.headers.emplace_back("ETag", file.etag);
  out.headers.emplace_back("Vary", "Accept-Encoding");
  out.sets_cookie = file.type.starts_with("text/html");
  if (if_none_match.find(file.etag) != if_none_match.npos) {
    out.status = 304;
    return out;
  }
  const auto reads = [&](std::string_view encoding) {
    return accept_encoding.find(encoding) != accept_encoding.npos;
  };
  out.bytes = &file.bytes;
  if (!file.brotli.empty() && reads("br")) {
    out.bytes = &file.brotli;
    out.headers.emplace_back("Content-Encoding", "br");
  } else if (!file.gzip.empty() && reads("gzip")) {
    out.bytes = &file.gzip;
    out.headers.emplace_back("Content-Encoding", "gzip");
  }
  return out;
}

Answer me(const serve::Request& request, const Guests& guests, bool secure) {
  serve::Visitor visitor = *request.visitor;
  const bool changes = request.method == "POST";
  if (changes) {
    const auto said = nlohmann::json::parse(request.body, nullptr, false);
    if (!said.is_object() || !said.contains("name") || !said["name"].is_string() ||
        !is_name(said["name"].get<std::string>()))
      return json(400, {{"error", "A name has 1 to 24 characters that can be seen."}});
    visitor.name = said["name"].get<std::string>();
  } else if (request.method != "GET") {
    return plain(405, "GET it, POST a name, or DELETE it.");
  }
  Answer out =
      json(200, {{"id", visitor.id}, {"name", visitor.name}, {"account", visitor.account}});
  if (changes)
    out.headers.emplace_back("Set-Cookie", guests.to_header(visitor, secure));
  else
    out.sets_cookie = true;
  return out;
}

}  // namespace coset::net
