// Parses the paths and queries of requests to the Node. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coset::node {

// Lowercase letters, digits and dashes.
bool is_table_name(std::string_view text);
// The name and the seat of "/api/tables/NAME/seats/SEAT/reports".
std::optional<std::pair<std::string, std::uint32_t>> parse_report_path(std::string_view path);
// The number after "?offset=", 0 if there is no query.
std::optional<std::size_t> parse_offset(std::string_view target);
// Whether the query has `node=`: another node has sent the client here.
bool names_node(std::string_view target);
// The value of `node=`; empty without one.
std::string_view node_of(std::string_view target);
// The value of `class=`; empty without one.
std::string_view class_of(std::string_view target);

}  // namespace coset::node
