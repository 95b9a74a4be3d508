#include "apps/coset/cli/terminal/prompt.hpp"

#include <cstdio>

#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

std::optional<std::string> Prompt::read(const std::string& asked) {
  print(asked);
  std::fflush(stdout);
  auto line = input_.read(interrupted);
  if (!line) print("\n");
  return line;
}

}  // namespace coset::cli
