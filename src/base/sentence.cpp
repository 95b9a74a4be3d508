#include "base/sentence.hpp"

namespace coset {

void Part::add_to(std::string& out) const {
  if (data_ == nullptr) {
    out += std::to_string(value_);
  } else {
    out.append(data_, static_cast<std::size_t>(value_));
  }
}

std::string sentence(std::initializer_list<Part> parts) {
  std::string out;
  for (const Part& part : parts) part.add_to(out);
  return out;
}

Error error_of(std::string_view code, std::initializer_list<Part> parts, std::size_t offset) {
  return {code, offset, sentence(parts)};
}

}  // namespace coset
