#include "server/node/redirector.hpp"

#include "protocol/table/codec.hpp"

namespace coset::node {

void Redirector::redirect(Socket socket, const std::string& node) {
  if (connections_.erase(socket) == 0) return;
  ++context_.counters().redirects;
  context_.send(socket, protocol::encode(protocol::FromTable(protocol::Redirect{{node}})));
  context_.deps().sockets.close(socket, Close::going_away, "");
}

void Redirector::add(Socket socket, std::string node, bool seated) {
  connections_.at(socket).leaving = true;
  (seated ? seated_ : others_).emplace_back(socket, std::move(node));
}

void Redirector::wake(Time now) {
  if (now < next_at_ || !next_wake()) return;
  next_at_ = now + interval;
  for (int sent = 0; sent < batch && next_wake(); ++sent) {
    auto& queue = seated_.empty() ? others_ : seated_;
    const auto [socket, node] = std::move(queue.front());
    queue.pop_front();
    redirect(socket, node);
  }
}

}  // namespace coset::node
