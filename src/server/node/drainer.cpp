#include "server/node/drainer.hpp"

#include "protocol/table/codec.hpp"

namespace coset::node {

namespace {

constexpr std::uint64_t sockets_per_second = 200;
constexpr std::uint64_t max_span = 30'000;

}  // namespace

Millis drain_span(std::uint64_t sockets) {
  return static_cast<Millis>(
      std::min(max_span, std::min(sockets, max_span) * 1000 / sockets_per_second));
}

void Drainer::start(Time by, bool clustered) {
  by_ = by;
  if (!clustered) return send_delays();
  context_.deps().claims.live_nodes(
      context_.defer(lifetime_, [this](const auto& nodes) { on_nodes(nodes); }));
}

// If this is the last node, its clients come back when there is one again.
void Drainer::on_nodes(const Result<std::vector<std::string>>& nodes) {
  if (nodes) nodes_ = *nodes;
  std::sort(nodes_.begin(), nodes_.end());
  nodes_.empty() ? send_delays() : schedule();
}

void Drainer::send_delays() {
  const Time span = std::max<Time>(0, *by_ - context_.now());
  Time number = 0;
  for (const auto& [socket, connection] : connections_) {
    const auto after =
        static_cast<Millis>(span * ++number / static_cast<Time>(connections_.size()));
    context_.send(socket, protocol::encode(protocol::FromTable(protocol::Drain{after})));
  }
}

void Drainer::schedule() {
  std::vector<std::pair<std::optional<GameId>, Socket>> order;
  for (const auto& [socket, connection] : connections_)
    if (!connection.leaving) order.emplace_back(connection.table, socket);
  std::sort(order.begin(), order.end());
  const Time now = context_.now();
  const Time span = std::max<Time>(0, *by_ - now);
  for (std::size_t i = 0; i < order.size(); ++i)
    departures_.push_back(
        {now + span * static_cast<Time>(i) / static_cast<Time>(order.size()), order[i].second});
}

// All clients of a table agree; the lobby goes to the node that the router prefers.
const std::string& Drainer::node_of(std::optional<GameId> table) const {
  return table ? nodes_[static_cast<std::uint64_t>(*table) % nodes_.size()] : nodes_.front();
}

void Drainer::turn_away(Socket socket, std::optional<GameId> table) {
  if (nodes_.empty()) return close(socket);
  connections_.try_emplace(socket);
  redirector_.redirect(socket, node_of(table));
}

void Drainer::wake(Time now) {
  for (; !departures_.empty() && departures_.front().at <= now; departures_.pop_front()) {
    const Socket socket = departures_.front().socket;
    const auto found = connections_.find(socket);
    if (found == connections_.end() || found->second.leaving) continue;
    const auto table = found->second.table;
    redirector_.redirect(socket, node_of(table));
    if (TableHost* host = table ? tables_.find_loaded(*table) : nullptr)
      host->on_disconnect(socket);
  }
  if (!by_ || now < *by_) return;
  for (const auto& [socket, connection] : std::exchange(connections_, {})) close(socket);
}

std::optional<Time> Drainer::next_wake() const {
  if (!by_ || connections_.empty()) return std::nullopt;
  return departures_.empty() ? *by_ : std::min(*by_, departures_.front().at);
}

void Drainer::close(Socket socket) {
  context_.deps().sockets.close(socket, Close::going_away, error_code("lobby.draining").code);
}

}  // namespace coset::node
