// Handler: the application behind the sockets. The program's is a node::Node and what it needs; a
// test brings its own. Called on the event loop's thread.
#pragma once

#include <functional>
#include <string>

#include "server/node/node_deps.hpp"

namespace coset::net {

struct Handler {
  virtual ~Handler() = default;
  // Whether a request may be made now; if so, it is charged.
  virtual node::AdmissionResult admit(const node::GuestIdentity&, node::RequestKind) { return {}; }
  // Receives the events of all WebSockets.
  virtual node::SocketHandler& socket_handler() = 0;
  // What follows until the end of pump() is one piece of work, and its time is counted.
  virtual void begin_event() {}
  // Runs the work that has become due; called after every event of a WebSocket, and after every
  // request for a part of a body.
  virtual void pump() {}
  virtual void call(const node::Request& request, std::function<void(node::Response)> done) = 0;
  virtual bool ready() = 0;  // the store accepts writes
  // It is about to stop and still serves its clients: a router sends it no others.
  virtual bool draining() { return false; }
  virtual std::string metrics() = 0;  // in the text format of Prometheus
};

}  // namespace coset::net
