#include "server/journal.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

namespace coset::server {

namespace {

void write(spdlog::level::level_enum level, std::string_view event, const nlohmann::json& facts) {
  nlohmann::ordered_json line{{"event", event}};
  for (const auto& [name, value] : facts.items()) line[name] = value;
  // The pattern begins the object with time and level.
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  spdlog::log(level, "{}", line.dump(-1, ' ', false, replace).substr(1));
}

}  // namespace

void open_journal() {
  auto journal = spdlog::stderr_logger_mt("cosetd");
  journal->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      R"({"at":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)", spdlog::pattern_time_type::utc));
  journal->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(journal));
}

void note(std::string_view event) { note(event, nlohmann::json::object()); }
void note(std::string_view event, const nlohmann::json& facts) {
  write(spdlog::level::info, event, facts);
}
void warn(std::string_view event, const nlohmann::json& facts) {
  write(spdlog::level::warn, event, facts);
}

}  // namespace coset::server
