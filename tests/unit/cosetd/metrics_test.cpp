#include "apps/cosetd/metrics.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace coset::cosetd {
namespace {

TEST(MetricsTest, ReportsCounters) {
  node::Counters node;
  node.log_writes_ok = 12345678901;
  net::TrafficCounters traffic;
  traffic.frames_out = 7;
  const std::string text = metrics_text(node, traffic, true);
  EXPECT_NE(text.find("# HELP coset_ready 1 if the store accepts writes\n"
                      "# TYPE coset_ready gauge\n"
                      "coset_ready 1\n"),
            std::string::npos);
  EXPECT_NE(text.find("# TYPE coset_log_writes_total counter\n"
                      "coset_log_writes_total{result=\"ok\"} 12345678901\n"
                      "coset_log_writes_total{result=\"conflict\"} 0\n"),
            std::string::npos);
  EXPECT_NE(text.find("coset_websocket_messages_total{direction=\"out\"} 7\n"), std::string::npos);
  EXPECT_NE(metrics_text(node, traffic, false).find("\ncoset_ready 0\n"), std::string::npos);
}

TEST(MetricsTest, ReportsClaimsOfANode) {
  node::Counters node;
  node.claims_held = 3;
  EXPECT_EQ(metrics_text(node, {}, true).find("claim"), std::string::npos);
  node.renewal_age = 1500;
  node.redirects = 4;
  const std::string text = metrics_text(node, {}, true);
  for (const char* line :
       {"coset_claims_held 3", "coset_redirects_total 4", "coset_claim_renewal_age_seconds 1.5",
        "coset_claim_takeovers_total 0", "coset_claims_lost_total 0"})
    EXPECT_NE(text.find("\n" + std::string(line) + "\n"), std::string::npos) << line;
}

// Every family occurs once, with HELP and TYPE before its lines; counters end in _total.
TEST(MetricsTest, FollowsThePrometheusTextFormat) {
  const std::regex head(R"(# (HELP|TYPE) ([a-z_]+) (.+))");
  const std::regex line(
      R"re(([a-z_]+?)(_bucket|_sum|_count)?(\{[a-z_]+="[^"]+"\})? (\d+(\.\d+)?))re");
  node::Counters node;
  node.renewal_age = 0;
  std::istringstream in(metrics_text(node, {}, true));
  std::set<std::string> families, seen;
  std::string now, each;
  while (std::getline(in, each)) {
    std::smatch found;
    if (std::regex_match(each, found, head)) {
      if (found[1] == "HELP") {
        EXPECT_TRUE(families.insert(found[2]).second) << each;
        now = found[2];
      } else {
        EXPECT_EQ(found[2], now);
        EXPECT_EQ(found[3] == "counter", now.ends_with("_total")) << each;
      }
      continue;
    }
    ASSERT_TRUE(std::regex_match(each, found, line)) << each;
    EXPECT_EQ(found[1], now);
    EXPECT_TRUE(seen.insert(each.substr(0, each.rfind(' '))).second) << each;
  }
  EXPECT_GE(families.size(), 15U);
}

// A 0 means that no backup was ever written, which raises an alert; PostgreSQL is backed up by its
// own tools.
TEST(MetricsTest, ReportsBackupsOnlyForSqlite) {
  namespace fs = std::filesystem;
  const fs::path folder = testing::TempDir() + "coset_metrics_backups";
  fs::remove_all(folder);
  fs::create_directories(folder / "backup");
  ProcessStats stats;
  stats.data_dir = folder.native();
  const auto reports = [&](std::string_view value) {
    const std::string line = "\ncoset_last_backup_timestamp_seconds" + std::string(value);
    return metrics_text({}, {}, true, stats).find(line) != std::string::npos;
  };
  EXPECT_FALSE(reports(""));
  std::ofstream(folder / "events.db").put('x');
  EXPECT_TRUE(reports(" 0\n"));
  const auto make = [&](const char* name, std::int64_t seconds) {
    std::ofstream(folder / "backup" / name).put('x');
    const timespec times[2] = {{seconds, 0}, {seconds, 0}};
    EXPECT_EQ(utimensat(AT_FDCWD, (folder / "backup" / name).c_str(), times, 0), 0);
  };
  make("pre-migration-3.db", 1700000000);  // written by a migration, not nightly
  EXPECT_TRUE(reports(" 0\n"));
  make("coset-2.db", 1500000000);
  make("coset-1.db", 1400000000);
  EXPECT_TRUE(reports(" 1500000000\n"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace coset::cosetd
