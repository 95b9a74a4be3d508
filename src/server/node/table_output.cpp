#include "server/node/table_output.hpp"

#include <algorithm>

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

void TableOutput::start_batch(const table::Presence& presence) {
  if (spectator_queue_.empty()) return;
  if (batches_.empty()) next_slice_ = context_.now();
  batches_.push_back({std::exchange(spectator_queue_, {}), presence.connections(nobody)});
  // It cannot keep up: then it is late for all, rather than ever later.
  while (batches_.size() > max_batches) send(batches_.front().to.size());
}

void TableOutput::close_batch(const table::Presence& presence, Socket asking) {
  start_batch(presence);
  const auto waits = [&](const Batch& each) {
    const auto rest = each.to.begin() + static_cast<std::ptrdiff_t>(each.sent);
    return std::find(rest, each.to.end(), asking) != each.to.end();
  };
  while (std::any_of(batches_.begin(), batches_.end(), waits)) send(slice);
}

void TableOutput::forget(Socket spectator) {
  for (Batch& each : batches_)
    each.to.erase(std::remove(each.to.begin() + static_cast<std::ptrdiff_t>(each.sent),
                              each.to.end(), spectator),
                  each.to.end());
}

void TableOutput::flush_spectators(const table::Presence& presence) {
  if (!spectator_queue_.empty() && context_.now() >= flush_at_) start_batch(presence);
  send(slice);
  next_slice_ = context_.now() + slice_interval;
}

void TableOutput::send(std::size_t spectators) {
  while (!batches_.empty()) {
    Batch& batch = batches_.front();
    for (; batch.sent < batch.to.size(); ++batch.sent, --spectators) {
      if (spectators == 0) return;
      for (const auto& text : batch.texts) context_.send(batch.to[batch.sent], text);
    }
    batches_.pop_front();
  }
}

}  // namespace coset::node
