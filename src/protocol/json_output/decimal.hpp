// Decimal: a number with four decimals in JSON, which exceeds the precision of playouts. Written as
// the JSON library writes such numbers. Pure; thread-safe.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "protocol/table/fields_reader.hpp"

namespace coset::protocol {

// A number with four decimals, or null.
struct Decimal {
  std::optional<std::int32_t> parts;  // ten thousandths

  static Decimal of(double value) { return {static_cast<std::int32_t>(std::round(value * 1e4))}; }
  double value() const { return parts.value_or(0) / 1e4; }
};

inline void write(std::string& out, const Decimal& number) {
  if (!number.parts) {
    out += "null";
    return;
  }
  const auto all = static_cast<std::uint32_t>(std::abs(std::int64_t{*number.parts}));
  if (*number.parts < 0) out += '-';
  out += std::to_string(all / 10000) + ".";
  std::string decimals = std::to_string(10000 + all % 10000);
  while (decimals.size() > 2 && decimals.back() == '0') decimals.pop_back();
  out.append(decimals, 1);
}
inline bool read(const Json& in, Decimal& out, Limits) {
  constexpr double most = 2e5;
  if (in.is_null()) return true;
  double value = most + 1;
  if (const auto* real = in.get_ptr<const Json::number_float_t*>()) value = *real;
  if (const auto* whole = in.get_ptr<const Json::number_integer_t*>())
    value = static_cast<double>(*whole);
  if (const auto* whole = in.get_ptr<const Json::number_unsigned_t*>())
    value = static_cast<double>(*whole);
  if (!(std::abs(value) <= most)) return false;
  out = Decimal::of(value);
  return true;
}

}  // namespace coset::protocol
