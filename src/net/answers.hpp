// What is said to a request, before it is bytes: status, headers, and a body of its own or a
// file's. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/guests.hpp"
#include "net/site.hpp"
#include "serve/ports.hpp"

namespace coset::net {

struct Answer {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  const std::string* bytes = nullptr;  // a file's, instead of the body
  bool head_only = false;
  bool sets_cookie = false;  // somebody new may be given a name with it

  // With it the answer is for one reader: no cache on the way may keep it.
  void set_cookie(std::string header);
};

Answer text(std::string body, std::string_view type);
Answer plain(int status, std::string_view sentence);
Answer refused(int status, const serve::Refusal& refusal);
Answer not_allowed(std::string_view methods);  // 405
Answer from(serve::Response response);
// 304 where the client has it already; else in the smallest form that it can read.
Answer from(const File& file, std::string_view if_none_match, std::string_view accept_encoding);

// The page with other bytes than the file's.
Answer page(const File& file, std::string bytes);
// /.well-known/security.txt (RFC 9116), good for half a year from now.
Answer security_txt(std::string_view contact, const std::optional<std::string>& origin);

// /api/me: who the visitor is; by POST {"name": ...} the name that others see.
Answer me(const serve::Request& request, const Guests& guests, bool secure);

}  // namespace coset::net
