#include "apps/cosetd/crash_marker.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <optional>

namespace coset::cosetd {

Result<std::unique_ptr<MmapCrashMarker>> MmapCrashMarker::open(const DataDir& data_dir) {
  const std::string path = data_dir.file("crash-marker");
  const std::string history = data_dir.file("crash-history");
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return io_error(path);
  // Allocates the page as well: if the disk were full at the first write, SIGBUS would end the
  // program.
  int failed = ftruncate(file, sizeof(Word)) != 0 ? errno : 0;
  if (failed == 0) failed = posix_fallocate(file, 0, sizeof(Word));
  if (failed != 0) {
    ::close(file);
    return io_error(path, failed);
  }
  void* mapped = mmap(nullptr, sizeof(Word), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (mapped == MAP_FAILED) return io_error(path);
  std::unique_ptr<MmapCrashMarker> out(new MmapCrashMarker(static_cast<volatile Word*>(mapped)));
  std::optional<node::GameId> entered;
  if (out->word_->inside != 0) entered = node::GameId{out->word_->game};
  out->history_ = node::parse_crash_history(read_file(history)).after(entered);
  if (!write_file_atomically(history, node::format_crash_history(out->history_)))
    return io_error(history);
  out->leave();
  return out;
}

MmapCrashMarker::~MmapCrashMarker() { munmap(const_cast<Word*>(word_), sizeof(Word)); }

void MmapCrashMarker::enter(node::GameId game) {
  word_->game = static_cast<std::uint64_t>(game);
  word_->inside = 1;
}
void MmapCrashMarker::leave() { word_->inside = 0; }

}  // namespace coset::cosetd
