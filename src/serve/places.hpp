// Places: where each socket is, who is at it, and who pays for what it says. Belongs to one Node.
#pragma once

#include <unordered_map>
#include <vector>

#include "serve/budgets.hpp"

namespace coset::serve {

struct Place {
  Visitor visitor;
  std::optional<GameId> table;
  std::string name;  // of the table
  Budgets::Client client;
};
using Places = std::unordered_map<Socket, Place>;

template <class Wanted>
std::vector<Socket> sockets_where(const Places& places, Wanted wanted) {
  std::vector<Socket> out;
  for (const auto& [socket, place] : places)
    if (wanted(place)) out.push_back(socket);
  return out;
}
inline std::vector<Socket> sockets_at(const Places& places, GameId game) {
  return sockets_where(places, [&](const Place& each) { return each.table == game; });
}
inline std::vector<Socket> sockets_of(const Places& places, const std::string& visitor) {
  return sockets_where(places, [&](const Place& each) { return each.visitor.id == visitor; });
}

}  // namespace coset::serve
