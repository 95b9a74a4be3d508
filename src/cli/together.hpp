// Options that do not go together: none is left out in silence, the first two that clash are named.
#pragma once

#include <initializer_list>
#include <string>

namespace coset::cli {

struct Given {
  bool given = false;
  std::string name;  // "--seed"
};

// Throws a Failure if one of `others` is given: "--seed does not go with --daily: " and the reason.
void refuse_beside(const std::string& name, std::initializer_list<Given> others,
                   const std::string& reason);

}  // namespace coset::cli
