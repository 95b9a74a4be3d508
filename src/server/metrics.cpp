#include "server/metrics.hpp"

#include <array>
#include <charconv>
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
  const std::string& text() const { return text_; }

 private:
  void begin(std::string_view name, std::string_view help, std::string_view type) {
    for (const auto& [word, what] : {std::pair{" HELP ", help}, std::pair{" TYPE ", type}})
      text_.append("#").append(word).append(name).append(" ").append(what).append("\n");
  }
  void line(std::string_view name, double value) {
    std::array<char, 330> digits{};  // no double is longer than that
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed);
    CHECK(error == std::errc());
    text_.append(name).append(" ").append(digits.data(), end).append("\n");
  }

  std::string text_;
};

double number(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

std::string metrics_text(const serve::Counters& node, const net::Traffic& traffic, bool ready) {
  Families out;
  out.now("coset_ready", "1 if the store takes rows", ready ? 1 : 0);
  out.now("coset_sockets", "WebSockets now", number(traffic.sockets));
  out.now("coset_http_connections", "Connections that speak HTTP now", number(traffic.connections));
  out.now("coset_tables", "Tables in memory now", number(node.tables));
  out.now("coset_gatherings", "Tables now that wait for players", number(node.gatherings));
  out.total("coset_games_made_total", "Games begun", number(node.games_made));
  out.total("coset_games_over_total", "Games ended", number(node.games_over));
  out.total("coset_seeds_swept_total", "Seeds removed whose games never began",
            number(node.seeds_swept));
  out.total("coset_gatherings_dropped_total", "Gatherings given up after somebody had joined",
            number(node.gatherings_dropped));
  out.totals("coset_rows_total", "Rows offered to the store, by its answer", "outcome",
             {{"appended", node.rows_appended},
              {"taken", node.rows_taken},
              {"unknown", node.rows_unknown}});
  out.total("coset_batches_total", "Batches of rows", number(node.batches));
  out.total("coset_thoughts_total", "Thoughts of bots and hints", number(node.thoughts));
  out.totals("coset_frames_total", "Frames by direction", "direction",
             {{"in", traffic.frames_in}, {"out", traffic.frames_out}});
  out.total("coset_connections_total", "Connections accepted", number(traffic.accepted));
  out.total("coset_requests_total", "HTTP requests", number(traffic.requests));
  out.totals("coset_refused_total", "What was refused or closed, by the limit", "limit",
             {{"address", traffic.refused_address},
              {"origin", traffic.refused_origin},
              {"size", traffic.refused_size},
              {"rate", node.closed_for_rate},
              {"slow", traffic.closed_slow},
              {"silent", traffic.closed_silent}});
  return out.text();
}

}  // namespace coset::server
