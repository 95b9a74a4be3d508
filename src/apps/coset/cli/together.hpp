// Mutually exclusive options: none is ignored silently; the error names the first two in conflict.
#pragma once

#include <initializer_list>
#include <string>

namespace coset::cli {

struct Given {
  bool given = false;
  std::string name;  // "--seed"
};

// Throws a Failure if one of `others` is given: "--seed cannot be used with --daily: " and the
// reason.
void refuse_beside(const std::string& name, std::initializer_list<Given> others,
                   const std::string& reason);

}  // namespace coset::cli
