// ConnectionSlots: the HTTP connections that each network may have. One that has not sent a whole
// request costs its client nothing, so such connections have places of their own: when these are
// taken, the oldest is closed, and nobody else loses a place. A connection whose request is whole
// takes an ordinary place. While it is kept alive between two requests, it is closed if another one
// needs that place. Belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace coset::net {

class ConnectionSlots {
 public:
  // Of a network; the IPv6 networks of a site have `site_share` times as many together.
  struct Max {
    std::size_t unrequested;  // that have sent no whole request
    std::size_t served;
  };
  explicit ConnectionSlots(Max max) : max_(max), networks_(std::make_shared<Networks>()) {}

  // The place of one connection while it lives.
  class Slot {
   public:
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    // Its request is whole; false: all places are taken.
    bool serve();
    // It is answered, and kept alive for the next request.
    void rest();

   private:
    friend class ConnectionSlots;
    Slot() = default;
    struct Membership;
    void leave();
    void close_for_another();

    enum class State : std::uint8_t { unrequested, served, resting, closed };
    State state_ = State::unrequested;
    std::array<std::unique_ptr<Membership>, 2> in_;
    std::function<void()> close_;
  };

  // `close` is called at most once: another connection needs the place.
  std::unique_ptr<Slot> enter(std::string_view address, std::function<void()> close);

 private:
  struct Network {
    std::list<Slot*> unrequested, resting;  // the oldest first
    std::size_t served = 0;                 // those that rest, too
    std::size_t slots = 0;                  // and those that were closed for another
  };
  using Networks = std::map<std::string, Network, std::less<>>;

  Max max_;
  std::shared_ptr<Networks> networks_;
};

}  // namespace coset::net
