// The imports of the WebAssembly module, and nothing else: a digest, and a report of a broken
// contract. The page may throw there; if it returns, the module traps.
#include <__verbose_abort>
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>

#include "apps/capi/coset.h"
#include "base/check.hpp"

#define COSET_IMPORT(name) __attribute__((import_module("coset"), import_name(name)))

extern "C" {

COSET_IMPORT("digest")
void coset_import_digest(const uint8_t* bytes, size_t size, uint8_t* out);
COSET_IMPORT("broken")
void coset_import_broken(const char* file, int32_t line, const char* condition);

// The import as the type that coset_table_open takes.
coset_digest coset_host_digest() { return coset_import_digest; }

// The abort handler of the standard libraries. Theirs write to stderr, which links file I/O.
[[noreturn]] void abort_message(const char* format, ...) {
  coset_import_broken("the standard library", 0, format);
  __builtin_trap();
}
size_t __stdio_write(FILE*, const unsigned char*, size_t) { abort_message("write"); }
off_t __stdio_seek(FILE*, off_t, int) { abort_message("seek"); }
int __stdio_close(FILE*) { abort_message("close"); }

// Replaces the C library's, which links all of printf. Only the JSON library calls it, for
// characters in hexadecimal: it uses %04x and %.4X.
int snprintf(char* out, size_t size, const char* format, ...) {
  va_list numbers;
  va_start(numbers, format);
  std::string text;
  for (const char* at = format; *at != 0; ++at) {
    if (*at != '%') {
      text += *at;
      continue;
    }
    const char kind = at[3];
    if (at[2] != '4' || (kind != 'x' && kind != 'X')) abort_message(format);
    const unsigned number = va_arg(numbers, unsigned);
    for (int shift = 12; shift >= 0; shift -= 4)
      text += (kind == 'x' ? "0123456789abcdef" : "0123456789ABCDEF")[number >> shift & 15U];
    at += 3;
  }
  va_end(numbers);
  if (text.size() >= size) abort_message(format);
  std::copy_n(text.c_str(), text.size() + 1, out);
  return static_cast<int>(text.size());
}

// These replace the C library's, which read every base, hexadecimal and long floats. Only the JSON
// library calls them, for decimal numbers that it has checked already.
unsigned long long strtoull(const char* text, char** end, int) {
  unsigned long long value = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    const auto digit = static_cast<unsigned long long>(*text - '0');
    if (value > (UINT64_MAX - digit) / 10) errno = ERANGE;
    value = value * 10 + digit;
  }
  *end = const_cast<char*>(text);
  return value;
}
long long strtoll(const char* text, char** end, int base) {
  const bool minus = *text == '-';
  const unsigned long long size = strtoull(text + (minus ? 1 : 0), end, base);
  if (size > static_cast<unsigned long long>(INT64_MAX) + (minus ? 1 : 0)) errno = ERANGE;
  return static_cast<long long>(minus ? -size : size);
}

// Exact for up to 15 digits and 22 places, which is more than any message has; one rounding for
// each further power of ten beyond that.
double strtod(const char* text, char** end) {
  const bool minus = *text == '-';
  if (minus) ++text;
  double value = 0;
  int power = 0;
  int digits = 0;
  for (bool point = false; (*text >= '0' && *text <= '9') || *text == '.'; ++text) {
    if (*text == '.') {
      point = true;
      continue;
    }
    const bool room = digits < 15;
    if (value != 0 || *text != '0') ++digits;
    if (room) value = value * 10 + (*text - '0');
    power += (room ? 0 : 1) - (point ? 1 : 0);
  }
  if (*text == 'e' || *text == 'E') {
    const char* exponent = text + 1;
    const bool down = *exponent == '-';
    if (*exponent == '+' || down) ++exponent;
    int size = 0;
    for (; *exponent >= '0' && *exponent <= '9'; ++exponent)
      size = std::min(size * 10 + (*exponent - '0'), 100000);
    power += down ? -size : size;
    text = exponent;
  }
  *end = const_cast<char*>(text);
  double scale = 1;
  for (int left = std::min(power < 0 ? -power : power, 400); left > 0; --left) {
    if (scale == 1e22) {
      value = power < 0 ? value / scale : value * scale;
      scale = 1;
    }
    scale *= 10;
  }
  value = power < 0 ? value / scale : value * scale;
  return minus ? -value : value;
}

// Nobody calls these, but where one of them is missing, the C library's files with all are linked.
float strtof(const char*, char**) { abort_message("strtof"); }
long double strtold(const char*, char**) { abort_message("strtold"); }
long strtol(const char*, char**, int) { abort_message("strtol"); }
unsigned long strtoul(const char*, char**, int) { abort_message("strtoul"); }

}  // extern "C"

[[noreturn]] void std::__libcpp_verbose_abort(const char* format, ...) { abort_message(format); }

namespace coset {

// Replaces the one that writes to stderr, so that the module needs no files.
void check_failed(const char* file, int line, const char* condition) {
  coset_import_broken(file, line, condition);
  __builtin_trap();
}

}  // namespace coset
