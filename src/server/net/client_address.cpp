#include "server/net/client_address.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>

#include "server/net/headers.hpp"

namespace coset::net {

namespace {

namespace ip = boost::asio::ip;

std::optional<ip::address> read_address(std::string_view text) {
  boost::system::error_code ec;
  ip::address address = ip::make_address(text, ec);
  if (ec) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t");
  if (from == text.npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

// Removes and returns the last element of a comma-separated list.
std::string_view take_last(std::string_view& list) {
  const std::size_t comma = list.rfind(',');
  const std::string_view last = list.substr(comma == list.npos ? 0 : comma + 1);
  list = comma == list.npos ? std::string_view() : list.substr(0, comma);
  return trimmed(last);
}

// The host of an origin as browsers write it, without the default port.
std::string_view host_part(std::string_view origin) {
  const std::size_t slashes = origin.find("://");
  return slashes == origin.npos ? std::string_view() : origin.substr(slashes + 3);
}

}  // namespace

std::optional<std::string> address_of(std::string_view text) {
  const auto address = read_address(text);
  return address ? std::optional(address->to_string()) : std::nullopt;
}

Client resolve_client(const std::string& peer, std::string_view forwarded_for,
                      std::string_view forwarded_proto, const std::vector<std::string>& proxies) {
  const auto trusted = [&](const std::string& address) {
    return std::find(proxies.begin(), proxies.end(), address) != proxies.end();
  };
  Client out{peer};
  if (!trusted(peer)) return out;
  out.direct = trimmed(forwarded_for).empty();
  out.secure = same_word(take_last(forwarded_proto), "https");
  while (!forwarded_for.empty()) {
    const auto address = address_of(take_last(forwarded_for));
    if (!address) break;
    out.address = *address;
    if (!trusted(out.address)) break;
  }
  return out;
}

std::string network_of(std::string_view text) {
  const auto address = read_address(text);
  if (!address || address->is_v4()) return std::string(text);
  auto bytes = address->to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return ip::address_v6(bytes).to_string() + "/64";
}

std::string site_of(std::string_view text) {
  const auto address = read_address(text);
  if (!address || address->is_v4()) return "";
  auto bytes = address->to_v6().to_bytes();
  std::fill(bytes.begin() + 6, bytes.end(), 0);
  return ip::address_v6(bytes).to_string() + "/48";
}

std::optional<std::string> origin_of(std::string_view url) {
  const bool http = url.starts_with("http://"), https = url.starts_with("https://");
  if (!http && !https) return std::nullopt;
  const std::string_view host = host_part(url).substr(0, host_part(url).find('/'));
  if (host.empty() || host.find_first_of(" @?#\\\"'<>") != host.npos) return std::nullopt;
  return std::string(https ? "https://" : "http://") + std::string(host);
}

bool is_our_origin(std::string_view origin, std::string_view host,
                   const std::optional<std::string>& ours) {
  if (origin.empty()) return true;
  if (ours && same_word(origin, *ours)) return true;
  // Without a public URL the page may have any name: the origin must be the requested host.
  return !ours && !host.empty() && same_word(host_part(origin), host);
}

ConnectionLimiter::Lease ConnectionLimiter::acquire(std::string_view address) {
  struct Release {
    std::shared_ptr<Counts> counts;
    std::array<std::string, 2> names;
    Release(std::shared_ptr<Counts> all, std::array<std::string, 2> counted)
        : counts(std::move(all)), names(std::move(counted)) {}
    Release(const Release&) = delete;
    Release& operator=(const Release&) = delete;
    ~Release() {
      for (const std::string& name : names)
        if (const auto count = counts->find(name); count != counts->end() && --count->second == 0)
          counts->erase(count);
    }
  };
  std::array names{network_of(address), site_of(address)};
  const auto is_full = [&](const std::string& name, std::size_t max) {
    const auto found = counts_->find(name);
    return found != counts_->end() && found->second >= max;
  };
  if (is_full(names[0], max_) || is_full(names[1], site_share * max_)) return nullptr;
  for (const std::string& name : names)
    if (!name.empty()) ++(*counts_)[name];
  return std::make_shared<Release>(counts_, std::move(names));
}

}  // namespace coset::net
