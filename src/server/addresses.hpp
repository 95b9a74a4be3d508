// The addresses of this machine in its networks, for people to type in: that of the way out first,
// those that only this machine knows last. Only `own_addresses` asks the machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coset::server {

struct Address {
  std::string interface;
  std::string address;  // IPv4

  friend bool operator==(const Address&, const Address&) = default;
};

// Made by containers, virtual machines and tunnels: nobody in the room reaches it.
bool is_virtual(std::string_view interface);

// The interface of the default route in a table such as /proc/net/route has; empty if there is
// none.
std::string default_interface(std::string_view table);

// The default route's first, virtual ones last, otherwise in their order.
std::vector<Address> in_order(const std::vector<Address>& all, std::string_view default_interface);

// Without loopback; empty if there are none.
std::vector<Address> own_addresses();

}  // namespace coset::server
