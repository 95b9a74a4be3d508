// The crash marker in a memory-mapped file: it survives a process that dies inside a table's code.
#pragma once

#include <cstdint>
#include <memory>

#include "apps/cosetd/data_dir.hpp"
#include "server/node/crash_history.hpp"
#include "server/node/node_deps.hpp"

namespace coset::cosetd {

class MmapCrashMarker final : public node::CrashMarker {
 public:
  static Result<std::unique_ptr<MmapCrashMarker>> open(const DataDir& data_dir);
  MmapCrashMarker(const MmapCrashMarker&) = delete;
  MmapCrashMarker& operator=(const MmapCrashMarker&) = delete;
  ~MmapCrashMarker() override;

  // Which tables crashed the runs before this one.
  const node::CrashHistory& history() const { return history_; }

  void enter(node::GameId game) override;
  void leave() override;

 private:
  struct Word {
    std::uint64_t inside;
    std::uint64_t game;
  };
  explicit MmapCrashMarker(volatile Word* word) : word_(word) {}
  volatile Word* word_;
  node::CrashHistory history_;
};

}  // namespace coset::cosetd
