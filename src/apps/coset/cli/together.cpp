#include "apps/coset/cli/together.hpp"

#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

void refuse_beside(const std::string& name, std::initializer_list<Given> others,
                   const std::string& reason) {
  const std::string why = " cannot be used with " + name + ": " + reason;
  for (const Given& other : others)
    if (other.given) throw Failure(Exit::input, other.name + why);
}

}  // namespace coset::cli
