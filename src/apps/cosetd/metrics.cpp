#include "apps/cosetd/metrics.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/check.hpp"

namespace coset::cosetd {

namespace {

// Writes the Prometheus text format. Names, help texts and labels are constants that need no
// escaping.
class PrometheusText {
 public:
  void gauge(const char* name, const char* help, double value) {
    begin(name, help, "gauge");
    line(name, value);
  }
  void counter(const char* name, const char* help, double value) {
    begin(name, help, "counter");
    line(name, value);
  }
  void counters(const char* name, const char* help, const char* label,
                std::initializer_list<std::pair<const char*, std::uint64_t>> values) {
    begin(name, help, "counter");
    for (const auto& [kind, value] : values)
      line(std::string(name) + "{" + label + "=\"" + kind + "\"}", static_cast<double>(value));
  }
  void histogram(const std::string& name, const char* help, const node::LatencyHistogram& latency) {
    begin(name, help, "histogram");
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < node::LatencyHistogram::bounds.size(); ++i) {
      sum += latency.counts[i];
      const double bound = static_cast<double>(node::LatencyHistogram::bounds[i]) / 1000;
      line(name + "_bucket{le=\"" + number_text(bound) + "\"}", static_cast<double>(sum));
    }
    const auto all = static_cast<double>(sum + latency.counts.back());
    line(name + "_bucket{le=\"+Inf\"}", all);
    line(name + "_sum", static_cast<double>(latency.sum) / 1e6);
    line(name + "_count", all);
  }
  void info(const std::string& name, const char* help, const char* label, const char* value) {
    begin(name, help, "gauge");
    line(name + "{" + label + "=\"" + value + "\"}", 1);
  }
  const std::string& text() const { return text_; }

 private:
  void begin(std::string_view name, std::string_view help, std::string_view type) {
    for (const auto& [word, what] : {std::pair{" HELP ", help}, std::pair{" TYPE ", type}})
      text_.append("#").append(word).append(name).append(" ").append(what).append("\n");
  }
  static std::string number_text(double value) {
    std::array<char, 330> digits{};  // no double is longer than that
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    CHECK(error == std::errc());
    return {digits.data(), end};
  }
  void line(std::string_view name, double value) {
    text_.append(name).append(" ").append(number_text(value)).append("\n");
  }

  std::string text_;
};

double number(std::uint64_t value) { return static_cast<double>(value); }

double cpu_seconds() {
  rusage used{};
  (void)getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double resident_bytes() {
  unsigned long all = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double free_bytes(const std::string& directory) {
  struct statvfs disk{};
  if (statvfs(directory.c_str(), &disk) != 0) return 0;
  return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

// When the newest nightly backup was written; 0 if there is none.
double last_backup(const std::string& data_dir) {
  double out = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data_dir + "/backup", error)) {
    struct stat facts{};
    if (entry.path().filename().native().starts_with("coset-") &&
        entry.path().extension() == ".db" && stat(entry.path().c_str(), &facts) == 0)
      out = std::max(out, static_cast<double>(facts.st_mtime));
  }
  return out;
}

}  // namespace

std::string metrics_text(const node::Counters& node, const net::TrafficCounters& traffic,
                         bool ready, const ProcessStats& stats) {
  PrometheusText out;
  out.info("coset_build_info", "Always 1, labelled with the version", "version", COSET_VERSION);
  out.gauge("process_start_time_seconds", "Start time of the process, in Unix seconds",
            static_cast<double>(stats.started_at) / 1000);
  out.gauge("coset_ready", "1 if the store accepts writes", ready ? 1 : 0);
  out.counters("coset_log_writes_total", "Event log writes, by result", "result",
               {{"ok", node.log_writes_ok},
                {"conflict", node.log_writes_conflict},
                {"unknown", node.log_writes_unknown}});
  out.counter("coset_log_batches_total", "Batches of event log writes", number(node.log_batches));
  out.gauge("coset_disk_free_bytes", "Free space on the disk of the data directory",
            free_bytes(stats.data_dir));
  // PostgreSQL is backed up by its own tools; a 0 here would raise an alert.
  if (std::error_code error; std::filesystem::exists(stats.data_dir + "/events.db", error))
    out.gauge("coset_last_backup_timestamp_seconds",
              "Time of the newest backup in backup/, in Unix seconds; 0 if there is none",
              last_backup(stats.data_dir));
  out.histogram("coset_commit_duration_seconds", "Time from an event to its commit by the store",
                node.commits);
  out.histogram("coset_event_loop_lag_seconds", "Delay of the event loop's timers", stats.loop_lag);
  out.histogram("coset_handler_duration_seconds",
                "Time that the event loop spends on one event, which others wait for",
                stats.handlers);
  out.counter("process_cpu_seconds_total", "CPU time used", cpu_seconds());
  out.gauge("process_resident_memory_bytes", "Resident memory", resident_bytes());
  out.gauge("coset_websocket_connections", "Open WebSockets", number(traffic.sockets));
  out.gauge("coset_http_connections", "Open HTTP connections", number(traffic.connections));
  out.gauge("coset_tables_loaded", "Tables in memory", number(node.tables_loaded));
  out.gauge("coset_tables_pending", "Tables that wait for players", number(node.tables_pending));
  out.gauge("coset_classes_loaded", "Classes in memory", number(node.classes_loaded));
  out.counter("coset_games_started_total", "Games started", number(node.games_started));
  out.counter("coset_games_finished_total", "Games finished", number(node.games_finished));
  out.counter("coset_tables_cancelled_total", "Pending tables cancelled before their game started",
              number(node.tables_cancelled));
  out.counter("coset_orphan_seeds_deleted_total", "Deleted seeds of games that never started",
              number(node.orphan_seeds_deleted));
  if (node.renewal_age) {
    out.gauge("coset_claims_held", "Claims of tables and the lobby held by this node",
              number(node.claims_held));
    out.counter("coset_claim_takeovers_total", "Claims taken for clients that another node sent",
                number(node.claims_taken_over));
    out.counter("coset_claims_lost_total", "Claims that another node took",
                number(node.claims_lost));
    out.counter("coset_redirects_total", "WebSockets sent to another node", number(node.redirects));
    out.gauge("coset_claim_renewal_age_seconds", "Time since the claims were last renewed",
              static_cast<double>(*node.renewal_age) / 1000);
  }
  out.counter("coset_bot_searches_total", "Searches for bot moves and hints",
              number(node.bot_searches));
  out.counter("coset_bot_searches_cancelled_total", "Searches cancelled before their end",
              number(node.bot_searches_cancelled));
  out.counters("coset_websocket_messages_total", "WebSocket messages, by direction", "direction",
               {{"in", traffic.frames_in}, {"out", traffic.frames_out}});
  out.counter("coset_http_connections_accepted_total", "HTTP connections accepted",
              number(traffic.accepted));
  out.counter("coset_http_requests_total", "HTTP requests", number(traffic.requests));
  out.counters("coset_rejected_total", "Rejected requests and closed connections, by reason",
               "reason",
               {{"per_ip_limit", traffic.refused_address},
                {"origin", traffic.refused_origin},
                {"host", traffic.refused_host},
                {"too_large", traffic.refused_size},
                {"rate_limit", node.rejected_for_rate},
                {"control_frames", traffic.closed_control},
                {"slow_reader", traffic.closed_slow},
                {"idle_timeout", traffic.closed_silent}});
  return out.text();
}

}  // namespace coset::cosetd
