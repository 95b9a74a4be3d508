// Downtime: when no process served from a folder, as far as clocks can tell. Nobody could move
// then, so no game of days is charged for it; and a clock that was behind in one run and is right
// in the next looks the same. A plain value, kept in two small files.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "server/world.hpp"

namespace coset::server {

class Downtime {
 public:
  using Span = std::pair<serve::Time, serve::Time>;

  // Reads what is known, adds the time since the last run, and keeps it.
  static Downtime open(const Folder& folder, serve::Time now);

  const std::vector<Span>& spans() const { return spans_; }
  // To be told now and then: this process serves. It does not wait for the disk.
  void serves(serve::Time now);

 private:
  explicit Downtime(std::string alive) : alive_(std::move(alive)) {}
  std::string alive_;  // the file that says when it was last told
  std::vector<Span> spans_;
  serve::Time told_ = 0;
  std::shared_ptr<std::atomic<bool>> writing_ = std::make_shared<std::atomic<bool>>();
};

}  // namespace coset::server
