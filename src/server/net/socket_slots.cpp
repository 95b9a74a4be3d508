#include "server/net/socket_slots.hpp"

#include <utility>

namespace coset::net {

ConnectionLimiter::Lease SocketSlots::acquire(const node::GuestIdentity& guest,
                                              const std::string& address, bool in_class,
                                              bool vouched) {
  using Lease = ConnectionLimiter::Lease;
  Lease own = guest.is_new ? std::make_shared<int>() : of_guest_.acquire(guest.id);
  if (!own) return nullptr;
  Places& places = guest.is_new ? strangers_ : guests_;
  // A client that shows a pupil's token is counted by the class from then on.
  ConnectionLimiter& limiter = in_class ? places.pupils : vouched ? vouched_ : places.others;
  Lease shared = limiter.acquire(address);
  // Who has been in before is not kept out by others at the address who only name a class.
  if (!shared && in_class && vouched) shared = vouched_.acquire(address);
  if (!shared) return nullptr;
  return std::make_shared<std::pair<Lease, Lease>>(std::move(own), std::move(shared));
}

}  // namespace coset::net
