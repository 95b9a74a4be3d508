// CHECK guards contracts between functions: a failure is a bug, never a user's mistake, so it
// prints the location and aborts the program. It stays on in release builds. Thread-safe.
#pragma once

namespace coset {

[[noreturn]] void check_failed(const char* file, int line, const char* condition);

}  // namespace coset

#define CHECK(condition)                             \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::coset::check_failed(__FILE__, __LINE__, #condition))
