#include "serve/node.hpp"

namespace coset::serve {

// Nothing is hosted yet: whoever comes is told so.
class Node::Inside {
 public:
  Inside(const Config& config, const Ports& ports) : config_(config), ports_(ports) {}
  Config config_;
  Ports ports_;
  Counters counters_;
};

Node::Node(const Config& config, const Ports& ports)
    : inside_(std::make_unique<Inside>(config, ports)) {}
Node::~Node() = default;

void Node::opened(Socket socket, const Visitor&, std::string_view) {
  inside_->ports_.sockets.close(socket, Close::overloaded, "No table is hosted here yet.");
}
void Node::received(Socket, std::string_view) {}
void Node::closed(Socket) {}
void Node::call(const Request&, std::function<void(Response)> done) {
  done({404, "application/json", R"({"error":"There is no such thing."})"});
}
void Node::tick() {}
Time Node::next_tick() const { return inside_->ports_.clock.wall_now() + 1000; }
void Node::drain(Time) {}
bool Node::idle() const { return true; }
Counters Node::counters() const { return inside_->counters_; }

}  // namespace coset::serve
