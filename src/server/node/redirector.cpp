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

void Redirector::add_tables(const std::unordered_map<GameId, std::string>& nodes,
                            TableRegistry& tables) {
  std::vector<std::pair<Socket, std::string>> newcomers;
  for (const auto& [socket, connection] : connections_) {
    if (!connection.table || connection.leaving) continue;
    const auto found = nodes.find(*connection.table);
    if (found == nodes.end()) continue;
    const TableHost* host = tables.find_loaded(found->first);
    if (host->table() == nullptr)
      newcomers.emplace_back(socket, found->second);
    else
      add(socket, found->second, host->is_seated(socket));
  }
  for (const auto& [socket, node] : newcomers) redirect(socket, node);
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
