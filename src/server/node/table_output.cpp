#include "server/node/table_output.hpp"

#include "protocol/table/codec.hpp"

namespace coset::node {

void TableOutput::deliver(const table::Outgoing& outgoing, const table::Presence& presence) {
  protocol::Encoder encode;
  for (const table::OutgoingMessage& each : outgoing) {
    auto text = std::make_shared<const std::string>(encode(each.message));
    if (each.to.kind == table::Recipient::Kind::connection) {
      context_.send(each.to.connection, std::move(text));
    } else if (each.to.kind == table::Recipient::Kind::seat) {
      for (const Socket socket : presence.connections(each.to.seat)) context_.send(socket, text);
    } else {
      if (spectator_queue_.empty())
        flush_at_ = context_.now() + context_.config().broadcast_interval;
      spectator_queue_.push_back(std::move(text));
    }
  }
}

void TableOutput::send_error(Socket to, const protocol::TableError& error) {
  context_.send(to, protocol::encode(protocol::FromTable(error)));
}

void TableOutput::flush_spectators(const table::Presence& presence) {
  if (spectator_queue_.empty()) return;
  const auto texts = std::exchange(spectator_queue_, {});
  for (const Socket socket : presence.connections(nobody))
    for (const auto& text : texts) context_.send(socket, text);
}

}  // namespace coset::node
