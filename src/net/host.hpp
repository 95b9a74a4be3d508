// What the sockets are for: whoever answers frames and requests. The program's is a serve::Node
// with what it needs around it; a test brings its own. Called on the loop's thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "serve/ports.hpp"

namespace coset::net {

struct Host {
  virtual ~Host() = default;
  // Whether a request may be made now; it is charged for if it may.
  virtual serve::Admission admit(const serve::Visitor&, serve::Asking) { return {}; }
  virtual void opened(serve::Socket socket, const serve::Visitor& visitor,
                      std::string_view target) = 0;
  virtual void received(serve::Socket socket, std::string_view frame) = 0;
  virtual void closed(serve::Socket socket) = 0;
  virtual void call(const serve::Request& request, std::function<void(serve::Response)> done) = 0;
  virtual bool ready() = 0;           // the store takes rows
  virtual std::string metrics() = 0;  // as Prometheus reads them
};

}  // namespace coset::net
