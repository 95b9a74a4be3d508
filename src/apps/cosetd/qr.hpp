// A URL as a QR code in block characters, for a phone to scan. Pure.
#pragma once

#include <string>

namespace coset::cosetd {

// Two rows of the code per line, for a terminal: it sets its own colours, so that a phone can scan
// it in any colour scheme. Empty if the text does not fit.
std::string qr_text(const std::string& text);

}  // namespace coset::cosetd
