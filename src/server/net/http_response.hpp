// An HTTP response before it is written: status, headers, and a body of its own or a file's. Pure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/error_codes.hpp"
#include "server/net/guest_cookie.hpp"
#include "server/net/static_files.hpp"
#include "server/node/node_deps.hpp"

namespace coset::net {

struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  const std::string* bytes = nullptr;  // a file's, instead of the body
  bool head_only = false;
  bool sets_cookie = false;                  // a new guest gets a cookie with it
  std::shared_ptr<node::BodyStream> rest{};  // of the body

  // Makes the response private: no shared cache may store it.
  void set_cookie(std::string header);
};

HttpResponse text_response(std::string body, std::string_view type = "text/plain; charset=utf-8");
// {"error": {"code", "message"}} with the status of the code.
HttpResponse error_response(const protocol::ErrorCode& error);
// The same with Retry-After.
HttpResponse error_response(int status, const node::Refusal& refusal);
// 400 for a host that is not a name of this server.
HttpResponse wrong_host(std::string_view host);
HttpResponse method_not_allowed(std::string_view methods);  // 405 with Allow
HttpResponse from(node::Response response);
// 304 if the client has it already; else in the smallest encoding that the client accepts.
HttpResponse from(const StaticFile& file, std::string_view if_none_match,
                  std::string_view accept_encoding);

// The page with other bytes than the file's.
HttpResponse page(const StaticFile& file, std::string bytes);
// /.well-known/security.txt (RFC 9116), valid for half a year.
HttpResponse security_txt(std::string_view contact, const std::optional<std::string>& origin);

// /api/me: the guest; POST {"name": ...} changes the display name.
HttpResponse me(const node::Request& request, const GuestCookies& cookies, bool secure);

}  // namespace coset::net
