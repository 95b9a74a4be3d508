#include "apps/cosetd/logging.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace coset::cosetd {

namespace {

bool on_terminal = false;  // sentences instead of JSON

// For events without a message of their own. The startup message reports the start.
constexpr std::pair<std::string_view, std::string_view> sentences[] = {
    {"start", ""},
    {"drain", "Stopping: clients are asked to reconnect."},
    {"stop", "Stopped."},
    {"store_recovered", "The store accepts writes again; games continue."},
};

std::string sentence_of(std::string_view event, const nlohmann::json& fields) {
  for (const auto& [name, sentence] : sentences)
    if (name == event) return std::string(sentence);
  if (fields.contains("message") && fields["message"].is_string()) return fields["message"];
  std::string out(event);
  for (const auto& [name, value] : fields.items()) out += " " + name + "=" + value.dump();
  return out;
}

void write(spdlog::level::level_enum level, std::string_view event, const nlohmann::json& fields) {
  if (on_terminal) {
    if (const std::string sentence = sentence_of(event, fields); !sentence.empty())
      spdlog::log(level, "{}", sentence);
    return;
  }
  nlohmann::ordered_json line{{"event", event}};
  for (const auto& [name, value] : fields.items()) line[name] = value;
  // The pattern begins the object with time and level.
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  spdlog::log(level, "{}", line.dump(-1, ' ', false, replace).substr(1));
}

}  // namespace

void init_logging() {
  auto logger = spdlog::stderr_logger_mt("cosetd");
  on_terminal = isatty(STDERR_FILENO) == 1;
  if (on_terminal)
    logger->set_formatter(std::make_unique<spdlog::pattern_formatter>("%H:%M:%S %v"));
  else
    logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)", spdlog::pattern_time_type::utc));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

void log_info(std::string_view event) { log_info(event, nlohmann::json::object()); }
void log_info(std::string_view event, const nlohmann::json& fields) {
  write(spdlog::level::info, event, fields);
}
void log_warn(std::string_view event, const nlohmann::json& fields) {
  write(spdlog::level::warn, event, fields);
}
void log_error(std::string_view event, const nlohmann::json& fields) {
  write(spdlog::level::err, event, fields);
}

}  // namespace coset::cosetd
