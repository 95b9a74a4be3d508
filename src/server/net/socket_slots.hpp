// SocketSlots: the WebSockets that an address may have. Callers without a cookie of this server do
// not use up the places of guests, nor one guest those of the others. Belongs to one thread.
#pragma once

#include "server/net/client_address.hpp"
#include "server/net/limits.hpp"
#include "server/node/node_deps.hpp"

namespace coset::net {

class SocketSlots {
 public:
  explicit SocketSlots(const Limits& limits)
      : strangers_(limits),
        guests_(limits),
        of_guest_(limits.max_sockets_per_guest),
        vouched_(limits.max_sockets_per_address * limits.vouched_share) {}

  // The place of one socket while it lives; null if there is none.
  ConnectionLimiter::Lease acquire(const node::GuestIdentity& guest, const std::string& address,
                                   bool in_class, bool vouched);

 private:
  // Those that name a class, and the others.
  struct Places {
    explicit Places(const Limits& limits)
        : pupils(limits.max_class_sockets_per_address), others(limits.max_sockets_per_address) {}
    ConnectionLimiter pupils, others;
  };
  Places strangers_, guests_;
  ConnectionLimiter of_guest_, vouched_;
};

}  // namespace coset::net
