// What happened, a line of JSON each, on standard error; to a terminal in sentences. No address,
// cookie, token, seed or URL of a database is ever handed to it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace coset::server {

void open_journal();
void note(std::string_view event);
void note(std::string_view event, const nlohmann::json& facts);
void warn(std::string_view event, const nlohmann::json& facts);
void fault(std::string_view event, const nlohmann::json& facts);

}  // namespace coset::server
