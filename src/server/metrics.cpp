#include "server/metrics.hpp"

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

namespace coset::server {

namespace {

// The text that Prometheus reads. Names, helps and labels are ours: none needs an escape.
class Families {
 public:
  void now(const char* name, const char* help, double value) {
    begin(name, help, "gauge");
    line(name, value);
  }
  void total(const char* name, const char* help, double value) {
    begin(name, help, "counter");
    line(name, value);
  }
  void totals(const char* name, const char* help, const char* label,
              std::initializer_list<std::pair<const char*, std::uint64_t>> values) {
    begin(name, help, "counter");
    for (const auto& [kind, value] : values)
      line(std::string(name) + "{" + label + "=\"" + kind + "\"}", static_cast<double>(value));
  }
  void delays(const std::string& name, const char* help, const serve::Delays& delays) {
    begin(name, help, "histogram");
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < serve::Delays::bounds.size(); ++i) {
      sum += delays.counts[i];
      const double bound = static_cast<double>(serve::Delays::bounds[i]) / 1000;
      line(name + "_bucket{le=\"" + written(bound) + "\"}", static_cast<double>(sum));
    }
    const auto all = static_cast<double>(sum + delays.counts.back());
    line(name + "_bucket{le=\"+Inf\"}", all);
    line(name + "_sum", static_cast<double>(delays.sum) / 1000);
    line(name + "_count", all);
  }
  void said(const std::string& name, const char* help, const char* label, const char* value) {
    begin(name, help, "gauge");
    line(name + "{" + label + "=\"" + value + "\"}", 1);
  }
  const std::string& text() const { return text_; }

 private:
  void begin(std::string_view name, std::string_view help, std::string_view type) {
    for (const auto& [word, what] : {std::pair{" HELP ", help}, std::pair{" TYPE ", type}})
      text_.append("#").append(word).append(name).append(" ").append(what).append("\n");
  }
  static std::string written(double value) {
    std::array<char, 330> digits{};  // no double is longer than that
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    CHECK(error == std::errc());
    return {digits.data(), end};
  }
  void line(std::string_view name, double value) {
    text_.append(name).append(" ").append(written(value)).append("\n");
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

double free_bytes(const std::string& folder) {
  struct statvfs disk{};
  if (statvfs(folder.c_str(), &disk) != 0) return 0;
  return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

// When the newest nightly copy was made; 0 if there is none.
double last_copy(const std::string& data) {
  double out = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data + "/backup", error)) {
    struct stat facts{};
    if (entry.path().filename().native().starts_with("coset-") &&
        entry.path().extension() == ".db" && stat(entry.path().c_str(), &facts) == 0)
      out = std::max(out, static_cast<double>(facts.st_mtime));
  }
  return out;
}

}  // namespace

std::string metrics_text(const serve::Counters& node, const net::Traffic& traffic, bool ready,
                         const Surroundings& around) {
  Families out;
  out.said("coset_build_info", "1, with the version of the program", "version", COSET_VERSION);
  out.now("process_start_time_seconds", "When the program began, in seconds since 1970",
          static_cast<double>(around.began) / 1000);
  out.now("coset_ready", "1 if the store takes rows", ready ? 1 : 0);
  out.totals("coset_rows_total", "Rows offered to the store, by its answer", "outcome",
             {{"appended", node.rows_appended},
              {"taken", node.rows_taken},
              {"unknown", node.rows_unknown}});
  out.total("coset_batches_total", "Batches of rows", number(node.batches));
  out.now("coset_disk_free_bytes", "Room on the disk of the folder", free_bytes(around.data));
  // Where PostgreSQL keeps the games, its own tools copy them: a 0 here would look like neglect.
  if (std::error_code error; std::filesystem::exists(around.data + "/events.db", error))
    out.now("coset_last_backup_timestamp_seconds",
            "When the newest copy in backup/ was made, in seconds since 1970; 0: there is none",
            last_copy(around.data));
  out.delays("coset_commit_seconds", "From a row's making to the store's answer", node.commits);
  out.delays("coset_loop_late_seconds", "How late the alarms of the loop rang", around.alarms);
  out.total("process_cpu_seconds_total", "Time of processors used", cpu_seconds());
  out.now("process_resident_memory_bytes", "Memory in use", resident_bytes());
  out.now("coset_sockets", "WebSockets now", number(traffic.sockets));
  out.now("coset_http_connections", "Connections that speak HTTP now", number(traffic.connections));
  out.now("coset_tables", "Tables in memory now", number(node.tables));
  out.now("coset_gatherings", "Tables now that wait for players", number(node.gatherings));
  out.total("coset_games_made_total", "Games begun", number(node.games_made));
  out.total("coset_games_over_total", "Games ended", number(node.games_over));
  out.total("coset_gatherings_dropped_total", "Gatherings given up after somebody had joined",
            number(node.gatherings_dropped));
  out.total("coset_seeds_swept_total", "Seeds removed whose games never began",
            number(node.seeds_swept));
  out.total("coset_thoughts_total", "Thoughts of bots and hints", number(node.thoughts));
  out.total("coset_thoughts_cancelled_total", "Thoughts that nobody waited for any more",
            number(node.thoughts_cancelled));
  out.totals("coset_frames_total", "Frames by direction", "direction",
             {{"in", traffic.frames_in}, {"out", traffic.frames_out}});
  out.total("coset_connections_total", "Connections accepted", number(traffic.accepted));
  out.total("coset_requests_total", "HTTP requests", number(traffic.requests));
  out.totals("coset_refused_total", "What was refused or closed, by the limit", "limit",
             {{"address", traffic.refused_address},
              {"origin", traffic.refused_origin},
              {"size", traffic.refused_size},
              {"rate", node.refused_for_rate},
              {"slow", traffic.closed_slow},
              {"silent", traffic.closed_silent}});
  return out.text();
}

}  // namespace coset::server
