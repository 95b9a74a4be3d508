// One HTTP request, for what a class does without a WebSocket. On the event loop's thread.
#pragma once

#include <functional>
#include <string>

#include "apps/coset_load/ws_client.hpp"

namespace coset::coset_load {

struct HttpAnswer {
  unsigned status = 0;  // 0: the server could not be reached
  std::string body;
};

// Posts JSON. The answer has at most 64 kB.
void http_post(net::EventLoop& loop, const Endpoint& endpoint, const std::string& target,
               const std::string& body, std::function<void(const HttpAnswer&)> done);

}  // namespace coset::coset_load
