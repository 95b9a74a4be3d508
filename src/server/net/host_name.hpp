// The names in Host that a server without a public URL answers to. A page elsewhere can let a name
// of its own resolve to this server's address (DNS rebinding) and then act here as the same origin;
// these names cannot be had in the public DNS. Pure; thread-safe.
#pragma once

#include <string_view>

namespace coset::net {

// An IP address, a name without a dot, or one below .local, .localhost, .lan, .internal, .home.arpa
// or .test; with or without a port.
bool is_local_host(std::string_view host);

}  // namespace coset::net
