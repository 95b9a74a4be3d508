// The program's log: one JSON object per line on standard error, or sentences on a terminal.
// Callers never pass IP addresses, cookies, tokens, seeds or database URLs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace coset::cosetd {

void init_logging();
void log_info(std::string_view event);
void log_info(std::string_view event, const nlohmann::json& fields);
void log_warn(std::string_view event, const nlohmann::json& fields);
void log_error(std::string_view event, const nlohmann::json& fields);

}  // namespace coset::cosetd
