// Downtime: the periods in which no process served from a data directory, as far as clocks can
// tell. No player could move then, so correspondence games are not charged for it; a clock that was
// behind in one run and right in the next looks the same. A plain value, stored in two small files.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "apps/cosetd/data_dir.hpp"
#include "server/node/node_deps.hpp"

namespace coset::cosetd {

class Downtime {
 public:
  using Span = std::pair<node::Time, node::Time>;

  // Reads the known periods, adds the time since the last run, and stores them.
  static Downtime open(const DataDir& data_dir, node::Time now);

  const std::vector<Span>& spans() const { return spans_; }
  // Records from time to time that this process serves, without blocking on the disk.
  void record_alive(node::Time now);

 private:
  explicit Downtime(std::string alive) : alive_file_(std::move(alive)) {}
  std::string alive_file_;  // holds the time of the last record
  std::vector<Span> spans_;
  node::Time recorded_ = 0;
  std::shared_ptr<std::atomic<bool>> writing_ = std::make_shared<std::atomic<bool>>();
};

}  // namespace coset::cosetd
