// An address as a QR code in letters, for a phone to look at. Pure.
#pragma once

#include <string>

namespace coset::server {

// Two rows of the code a line. Empty if it cannot be drawn.
std::string qr_text(const std::string& text);

}  // namespace coset::server
