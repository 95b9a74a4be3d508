// The imports of the WebAssembly module, and nothing else: a digest, and a report of a broken
// contract. The page may throw there; if it returns, the module traps.
#include <__verbose_abort>
#include <algorithm>
#include <cstdarg>
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

}  // extern "C"

[[noreturn]] void std::__libcpp_verbose_abort(const char* format, ...) { abort_message(format); }

namespace coset {

// Replaces the one that writes to stderr, so that the module needs no files.
void check_failed(const char* file, int line, const char* condition) {
  coset_import_broken(file, line, condition);
  __builtin_trap();
}

}  // namespace coset
