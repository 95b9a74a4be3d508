// The one place that includes the JSON library, for the sources of portable floors only. Without
// exceptions the library ends the program where it would throw, so nothing here calls what throws:
// parsing is told not to, and values are taken through pointers that may be null. The namespace
// without a version keeps its functions apart from those of a face, which is compiled with
// exceptions: the linker must not mix the two.
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

namespace coset::wire {
using Json = nlohmann::ordered_json;
}  // namespace coset::wire
