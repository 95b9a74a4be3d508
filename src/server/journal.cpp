#include "server/journal.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace coset::server {

namespace {

bool plain = false;  // sentences for a person at a terminal, instead of JSON

// Of events that have no text of their own. The start is told elsewhere, in more words.
constexpr std::pair<std::string_view, std::string_view> sentences[] = {
    {"start", ""},
    {"drain", "About to stop: everybody is told to come back."},
    {"stop", "Stopped."},
    {"store_back", "The store takes rows again, and games go on."},
};

std::string sentence_of(std::string_view event, const nlohmann::json& facts) {
  for (const auto& [name, sentence] : sentences)
    if (name == event) return std::string(sentence);
  if (facts.contains("text") && facts["text"].is_string()) return facts["text"];
  std::string out(event);
  for (const auto& [name, value] : facts.items()) out += " " + name + "=" + value.dump();
  return out;
}

void write(spdlog::level::level_enum level, std::string_view event, const nlohmann::json& facts) {
  if (plain) {
    if (const std::string sentence = sentence_of(event, facts); !sentence.empty())
      spdlog::log(level, "{}", sentence);
    return;
  }
  nlohmann::ordered_json line{{"event", event}};
  for (const auto& [name, value] : facts.items()) line[name] = value;
  // The pattern begins the object with time and level.
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  spdlog::log(level, "{}", line.dump(-1, ' ', false, replace).substr(1));
}

}  // namespace

void open_journal() {
  auto journal = spdlog::stderr_logger_mt("cosetd");
  plain = isatty(STDERR_FILENO) == 1;
  if (plain)
    journal->set_formatter(std::make_unique<spdlog::pattern_formatter>("%H:%M:%S %v"));
  else
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
void fault(std::string_view event, const nlohmann::json& facts) {
  write(spdlog::level::err, event, facts);
}

}  // namespace coset::server
