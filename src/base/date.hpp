// Calendar dates, written YYYY-MM-DD. The caller passes the local date; days are counted on the
// calendar and never in hours, so that daylight saving neither loses nor doubles one. Pure;
// thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/check.hpp"
#include "base/reader.hpp"

namespace coset {

// Whether the day exists.
constexpr bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int number[3] = {0, 0, 0};
  int part = 0;
  for (const char c : text) {
    if (c == '-') {
      if (++part > 2) return false;
    } else if (is_digit(c)) {
      number[part] = 10 * number[part] + (c - '0');
    } else {
      return false;
    }
  }
  const auto [year, month, day] = number;
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

// The days since 1970-01-01. REQUIRES: is_date(date)
constexpr int day_number(std::string_view date) {
  CHECK(is_date(date));
  const auto number = [&](std::size_t from, std::size_t size) {
    int out = 0;
    for (const char c : date.substr(from, size)) out = 10 * out + (c - '0');
    return out;
  };
  // Years start in March: the leap day is the last day of its year.
  const int month = (number(5, 2) + 9) % 12;
  const int year = number(0, 4) - (month >= 10 ? 1 : 0);
  const int leap_days = year / 4 - year / 100 + year / 400;
  return 365 * year + leap_days + (153 * month + 2) / 5 + number(8, 2) - 719469;
}

// The date `day` days after 1970-01-01. REQUIRES: a year from 0 to 9999
inline std::string date_of_day(int day) {
  int left = day + 719468;
  const int era = left / 146097;
  left %= 146097;
  const int year_of_era = (left - left / 1460 + left / 36524 - left / 146096) / 365;
  left -= 365 * year_of_era + year_of_era / 4 - year_of_era / 100;
  const int month = (5 * left + 2) / 153;
  const int year = 400 * era + year_of_era + (month >= 10 ? 1 : 0);
  const auto digits = [](int number, std::size_t size) {
    const std::string out = std::to_string(number);
    return std::string(size - out.size(), '0') + out;
  };
  return digits(year, 4) + "-" + digits(month < 10 ? month + 3 : month - 9, 2) + "-" +
         digits(left - (153 * month + 2) / 5 + 1, 2);
}

}  // namespace coset
