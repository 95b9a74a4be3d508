// Route: where a client connects, and the node that a `redirect` sent it to. A client follows a
// redirect once: not from a connection that it was redirected to and that has served nothing yet.
// spread_address: from where it connects.
#pragma once

#include <string>
#include <utility>

#include "protocol/table/types.hpp"

namespace coset::coset_load {

// Of this machine; ten clients share one.
inline std::string spread_address(std::size_t client) {
  const std::size_t place = client / 10;
  return "127." + std::to_string(1 + place / 62500) + "." + std::to_string(place / 250 % 250) +
         "." + std::to_string(1 + place % 250);
}

class Route {
 public:
  // The target of the next connection; the node is asked for once.
  std::string target(std::string path) {
    is_redirected_ = !node_.empty();
    if (is_redirected_)
      path += (path.find('?') == path.npos ? "?node=" : "&node=") + std::exchange(node_, {});
    return path;
  }
  // The server has sent something else than a redirect.
  void on_served() { is_redirected_ = false; }
  // Whether the client reconnects at once; if not, as after any lost connection.
  bool follow(const protocol::NodeName& node) {
    if (is_redirected_ || !protocol::is_node_name(node.text)) return false;
    node_ = node.text;
    return true;
  }

 private:
  std::string node_;
  bool is_redirected_ = false;
};

}  // namespace coset::coset_load
