// The LAN addresses of this machine, for players to type in: that of the default route first, those
// of virtual interfaces last. Only `lan_addresses` queries the system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coset::cosetd {

struct Address {
  std::string interface;
  std::string address;  // IPv4

  friend bool operator==(const Address&, const Address&) = default;
};

// Created by containers, virtual machines and tunnels: other machines cannot reach it.
bool is_virtual(std::string_view interface);

// The interface of the default route in the format of /proc/net/route; empty if there is none.
std::string default_interface(std::string_view table);

// The default route's address first, virtual ones last, otherwise in their order.
std::vector<Address> sort_by_reach(const std::vector<Address>& all,
                                   std::string_view default_interface);

// Without loopback; empty if there are none.
std::vector<Address> lan_addresses();

}  // namespace coset::cosetd
