// The only file that includes the JSON library, for portable modules. Without exceptions the
// library aborts where it would throw, so nothing here calls a throwing function: parsing is set
// not to throw, and values are read through pointers that may be null. The namespace without a
// version separates its functions from those of a front end, which is compiled with exceptions:
// the linker must not mix the two.
#pragma once

#ifndef JSON_NOEXCEPTION
#define JSON_NOEXCEPTION
#endif
#define JSON_NO_IO
#define JSON_HAS_FILESYSTEM 0
#define JSON_HAS_EXPERIMENTAL_FILESYSTEM 0
#define JSON_USE_IMPLICIT_CONVERSIONS 0
#define NLOHMANN_JSON_NAMESPACE_NO_VERSION 1
#include <nlohmann/json.hpp>

namespace coset::protocol {
using Json = nlohmann::ordered_json;
}  // namespace coset::protocol
