// A URL as a QR code in block characters, for a phone to scan. Pure.
#pragma once

#include <string>

namespace coset::cosetd {

// Two rows of the code per line. Empty if the text does not fit. For a terminal it sets its own
// colours, so that a phone can scan it in any colour scheme; otherwise it is drawn for a dark one.
std::string qr_text(const std::string& text, bool terminal);

}  // namespace coset::cosetd
