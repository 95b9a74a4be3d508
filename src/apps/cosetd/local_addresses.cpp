#include "apps/cosetd/local_addresses.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <sstream>

#include "apps/cosetd/data_dir.hpp"

namespace coset::cosetd {

bool is_virtual(std::string_view interface) {
  constexpr std::array<std::string_view, 17> prefixes = {
      "docker", "veth", "br-", "virbr", "vnet", "tun",     "tap",  "wg",       "podman",
      "cni",    "lxc",  "lxd", "vmnet", "vbox", "flannel", "cali", "tailscale"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return interface.starts_with(prefix); });
}

std::string default_interface(std::string_view table) {
  std::istringstream lines{std::string(table)};
  std::string line, out;
  std::uint64_t least = ~std::uint64_t{0};
  std::getline(lines, line);  // column names
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string name, to, by, flags, uses, used, metric, mask;
    if (!(words >> name >> to >> by >> flags >> uses >> used >> metric >> mask)) continue;
    if (to != "00000000" || mask != "00000000") continue;
    if (metric.empty() || metric.size() > 10 ||
        metric.find_first_not_of("0123456789") != metric.npos)
      continue;
    // A tunnel may take the default route; players in the same network use the other one.
    const std::uint64_t rank =
        std::stoull(metric) + (is_virtual(name) ? std::uint64_t{1} << 40 : 0);
    if (rank >= least) continue;
    least = rank;
    out = name;
  }
  return out;
}

std::vector<Address> sort_by_reach(const std::vector<Address>& all,
                                   std::string_view default_interface) {
  const auto rank = [&](const Address& each) {
    return each.interface == default_interface ? 0 : is_virtual(each.interface) ? 2 : 1;
  };
  std::vector<Address> out;
  for (int wanted = 0; wanted <= 2; ++wanted)
    std::copy_if(all.begin(), all.end(), std::back_inserter(out),
                 [&](const Address& each) { return rank(each) == wanted; });
  return out;
}

std::vector<Address> lan_addresses() {
  std::vector<Address> out;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return out;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    if ((each->ifa_flags & IFF_UP) == 0 || (each->ifa_flags & IFF_LOOPBACK) != 0) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) == nullptr) continue;
    out.push_back({each->ifa_name, text.data()});
  }
  freeifaddrs(all);
  return sort_by_reach(out, default_interface(read_file("/proc/self/net/route")));
}

}  // namespace coset::cosetd
