#include "server/net/connection_slots.hpp"

#include "server/net/client_address.hpp"

namespace coset::net {

struct ConnectionSlots::Slot::Membership {
  std::shared_ptr<Networks> networks;
  Networks::iterator network;
  std::list<Slot*>::iterator at;  // in a list of the network, unless it is served
  Max max;
};

std::unique_ptr<ConnectionSlots::Slot> ConnectionSlots::enter(std::string_view address,
                                                              std::function<void()> close) {
  std::unique_ptr<Slot> out(new Slot());
  out->close_ = std::move(close);
  std::size_t level = 0, share = 1;
  for (std::string name : {network_of(address), site_of(address)}) {
    if (name.empty()) continue;
    const auto network = networks_->try_emplace(std::move(name)).first;
    const Max max{share * max_.unrequested, share * max_.served};
    auto& others = network->second.unrequested;
    if (others.size() >= max.unrequested) others.front()->close_for_another();
    const auto at = others.insert(others.end(), out.get());
    ++network->second.slots;
    out->in_.at(level++) =
        std::make_unique<Slot::Membership>(Slot::Membership{networks_, network, at, max});
    share = site_share;
  }
  return out;
}

ConnectionSlots::Slot::~Slot() {
  leave();
  for (const auto& each : in_) {
    if (!each) continue;
    if (--each->network->second.slots == 0) each->networks->erase(each->network);
  }
}

void ConnectionSlots::Slot::leave() {
  for (const auto& each : in_) {
    if (!each || state_ == State::closed) continue;
    Network& network = each->network->second;
    if (state_ == State::unrequested) network.unrequested.erase(each->at);
    if (state_ == State::resting) network.resting.erase(each->at);
    if (state_ != State::unrequested) --network.served;
  }
  state_ = State::closed;
}

void ConnectionSlots::Slot::close_for_another() {
  leave();
  close_();
}

bool ConnectionSlots::Slot::serve() {
  if (state_ == State::closed || state_ == State::served) return state_ == State::served;
  for (const auto& each : in_) {
    if (!each || state_ == State::resting) continue;
    Network& network = each->network->second;
    if (network.served < each->max.served) continue;
    if (network.resting.empty()) return false;
    network.resting.front()->close_for_another();
  }
  for (const auto& each : in_) {
    if (!each) continue;
    Network& network = each->network->second;
    (state_ == State::unrequested ? network.unrequested : network.resting).erase(each->at);
    if (state_ == State::unrequested) ++network.served;
  }
  state_ = State::served;
  return true;
}

void ConnectionSlots::Slot::rest() {
  if (state_ != State::served) return;
  for (const auto& each : in_) {
    if (!each) continue;
    auto& resting = each->network->second.resting;
    each->at = resting.insert(resting.end(), this);
  }
  state_ = State::resting;
}

}  // namespace coset::net
