// ClassSockets: which sockets belong to a class. One that names a class counts for its address
// until it has brought a token that the class or its table knows; from then on it counts for the
// class, so that a school behind one address is not locked out. Belongs to one Node.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/node/node_deps.hpp"

namespace coset::node {

// In the class, and as many at its tables and in the lobby. The second ones may be at tables that
// are not the class's: they keep nobody out.
inline constexpr int max_class_sockets = 200;
// Of one pupil in the class, and at one seat: lost ones stay for a minute.
inline constexpr int max_sockets_per_token = 16;
// Of each pupil, however many the others have.
inline constexpr int reserved_sockets_per_token = 3;
// Of ten classes of thirty at tables, with two sockets each. What is above it counts for its
// address.
inline constexpr int max_released_sockets = 3 * max_class_sockets;

// Who brought a token, for ClassSockets.
inline std::string holder_of(const protocol::Token& digest) {
  return {digest.bytes.begin(), digest.bytes.end()};
}

class ClassSockets {
 public:
  // Of a pupil whom the class knows, or of a seat at any table.
  enum class TokenOf { pupil, seat };

  explicit ClassSockets(Sockets& sockets) : sockets_(sockets) {}

  struct Expected {
    Socket socket{};
    std::string address;
    Time since = 0;
    std::optional<store::ClassId> id{};  // nothing while its code is looked up
    std::string holder{};                // whose token it has brought
    TokenOf whose = TokenOf::seat;
  };
  // It names a class.
  void expect(Socket socket, std::string address, Time now) {
    for (const Expected& each : expected_)
      if (each.socket == socket) return;
    if (proved_.contains(socket)) return;
    expected_.push_back({.socket = socket, .address = std::move(address), .since = now});
  }
  // The class that it names. One that has no such class is forgotten.
  void name(Socket socket, store::ClassId id) {
    for (Expected& each : expected_)
      if (each.socket == socket) {
        each.id = id;
        if (!each.holder.empty()) (void)prove(socket, each.holder, each.whose);
        return;
      }
  }
  const std::vector<Expected>& expected() const { return expected_; }
  // It brought the token of `holder`. False: there are too many of its kind or of the holder, and
  // it still counts for its address.
  bool prove(Socket socket, const std::string& holder, TokenOf whose) {
    if (proved_.contains(socket)) return true;
    for (auto each = expected_.begin(); each != expected_.end(); ++each)
      if (each->socket == socket) {
        each->holder = holder;
        each->whose = whose;
        return !each->id || count(each);
      }
    return true;  // it names no class
  }
  // Some are closed without a word to the Node's components.
  template <class IsOpen>
  void forget_closed(const IsOpen& is_open) {
    std::vector<Socket> closed;
    for (const auto& [socket, by] : proved_)
      if (!is_open(socket)) closed.push_back(socket);
    for (const Socket socket : closed) forget(socket);
  }
  // It was closed.
  void forget(Socket socket) {
    std::erase_if(expected_, [&](const Expected& each) { return each.socket == socket; });
    const auto found = proved_.find(socket);
    if (found == proved_.end()) return;
    const auto& [where, address, holder] = found->second;
    if (--counts_[where] == 0) counts_.erase(where);
    if (--addresses_[address] == 0) addresses_.erase(address);
    if (--holders_[{where, holder}] == 0) holders_.erase({where, holder});
    proved_.erase(found);
  }
  void stop_expecting(Time before) {
    std::erase_if(expected_, [&](const Expected& each) { return each.since < before; });
  }
  bool empty() const { return expected_.empty() && proved_.empty(); }
  bool has_proved(Socket socket) const { return proved_.contains(socket); }

 private:
  bool count(std::vector<Expected>::iterator each) {
    const auto used = [](const auto& counts, const auto& key) {
      const auto found = counts.find(key);
      return found == counts.end() ? 0 : found->second;
    };
    const Where where(*each->id, each->whose);
    const int own = used(holders_, std::pair(where, each->holder));
    const bool is_full = used(counts_, where) >= max_class_sockets;
    if (own >= (is_full ? reserved_sockets_per_token : max_sockets_per_token)) return false;
    // Then it still counts for its address.
    if (used(addresses_, each->address) >= max_released_sockets) return true;
    ++counts_[where];
    ++addresses_[each->address];
    ++holders_[{where, each->holder}];
    const Socket socket = each->socket;
    proved_.emplace(socket, Proved{where, std::move(each->address), std::move(each->holder)});
    expected_.erase(each);
    sockets_.release_address(socket);
    return true;
  }

  using Where = std::pair<store::ClassId, TokenOf>;
  struct Proved {
    Where where;
    std::string address, holder;
  };

  Sockets& sockets_;
  std::vector<Expected> expected_;
  std::map<Socket, Proved> proved_;
  std::map<Where, int> counts_;
  std::map<std::string, int> addresses_;
  std::map<std::pair<Where, std::string>, int> holders_;
};

}  // namespace coset::node
