#include "apps/cosetd/qr.hpp"

#include <qrencode.h>

#include <memory>

namespace coset::cosetd {

std::string qr_text(const std::string& text) {
  struct Free {
    void operator()(QRcode* code) const { QRcode_free(code); }
  };
  const std::unique_ptr<QRcode, Free> code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L));
  if (!code) return {};
  constexpr int margin = 2;
  const auto dark = [&](int row, int column) {
    return row >= 0 && row < code->width && column >= 0 && column < code->width &&
           (code->data[row * code->width + column] & 1) != 0;
  };
  // Light squares are drawn, in white on black.
  constexpr const char *white_on_black = "\x1b[38;5;231;48;5;16m", *reset = "\x1b[0m";
  std::string out;
  for (int row = -margin; row < code->width + margin; row += 2) {
    out += std::string("  ") + white_on_black;
    for (int column = -margin; column < code->width + margin; ++column) {
      const bool above = !dark(row, column), below = !dark(row + 1, column);
      out += above && below ? "█" : above ? "▀" : below ? "▄" : " ";
    }
    out += std::string(reset) + "\n";
  }
  return out;
}

}  // namespace coset::cosetd
