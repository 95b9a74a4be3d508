#include "server/net/host_name.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "server/net/client_address.hpp"
#include "server/net/headers.hpp"

namespace coset::net {

namespace {

constexpr std::array<std::string_view, 6> local_suffixes = {".local",    ".localhost", ".lan",
                                                            ".internal", ".home.arpa", ".test"};

// Nothing if the colon is not followed by a port.
std::optional<std::string_view> without_port(std::string_view host) {
  const std::size_t colon = host.find(':', host.starts_with('[') ? host.find(']') : 0);
  if (colon == host.npos) return host;
  const std::string_view port = host.substr(colon + 1);
  if (port.size() > 5 || port.find_first_not_of("0123456789") != port.npos) return std::nullopt;
  return host.substr(0, colon);
}

// Of "[fe80::1%25eth0]".
bool is_bracketed_v6(std::string_view host) {
  if (!host.ends_with(']')) return false;
  const std::string_view text = host.substr(1, host.find_first_of("%]") - 1);
  return text.find(':') != text.npos && address_of(text);
}

bool is_name(std::string_view text) {
  return !text.empty() && text.front() != '.' && text.find("..") == text.npos &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_' || c == '.';
         });
}

}  // namespace

bool is_local_host(std::string_view host) {
  const auto part = without_port(host);
  if (!part) return false;
  if (part->starts_with('[')) return is_bracketed_v6(*part);
  std::string_view name = *part;
  if (name.ends_with('.')) name.remove_suffix(1);  // a name from the root
  if (!is_name(name)) return false;
  if (name.find('.') == name.npos || address_of(name)) return true;
  return std::any_of(local_suffixes.begin(), local_suffixes.end(), [&](std::string_view suffix) {
    return name.size() > suffix.size() &&
           same_word(name.substr(name.size() - suffix.size()), suffix);
  });
}

}  // namespace coset::net
