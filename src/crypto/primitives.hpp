// Cryptographic primitives of deals and digests, all by libsodium. Thread-safe.
#pragma once

#include <string_view>

#include "engine/fair_deal/deal.hpp"

namespace coset::crypto {

// SHA-256, HMAC-SHA-256 and the IETF ChaCha20.
fair_deal::Primitives primitives();

// BLAKE2b with 16 bytes of output, unkeyed.
fair_deal::Bytes16 blake2b(std::string_view bytes);

}  // namespace coset::crypto
