// What stands in the path of a request to the Node. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coset::serve {

// Of a table: small letters, digits and dashes.
bool a_name(std::string_view text);
// The name and the seat of "/api/tables/NAME/reports/SEAT".
std::optional<std::pair<std::string, std::uint32_t>> report_in(std::string_view path);
// The number after "?from=", 0 if there is no query.
std::optional<std::size_t> from_in(std::string_view target);

}  // namespace coset::serve
