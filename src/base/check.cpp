#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace coset {

void check_failed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "coset: broken contract at %s:%d: %s\n", file, line, condition);
  std::abort();
}

}  // namespace coset
