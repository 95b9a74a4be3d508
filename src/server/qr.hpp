// An address as a QR code in letters, for a phone to look at. Pure.
#pragma once

#include <string>

namespace coset::server {

// Two rows of the code a line. Empty if it cannot be drawn. For a terminal black on white by
// itself, so that a phone reads it whatever the terminal's colours are; without that, for a dark
// one.
std::string qr_text(const std::string& text, bool terminal);

}  // namespace coset::server
