// What deals and digests are made of, by libsodium. Nothing here is our own. Thread-safe.
#pragma once

#include <string_view>

#include "deal/deal.hpp"

namespace coset::crypto {

// SHA-256, HMAC-SHA-256 and the IETF ChaCha20.
deal::Primitives primitives();

// BLAKE2b with 16 bytes of output, unkeyed.
deal::Bytes16 blake2b(std::string_view bytes);

}  // namespace coset::crypto
