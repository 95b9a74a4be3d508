// Files that are complete or absent, and durable: written beside their name, flushed to the disk,
// and renamed. A false result leaves the reason in errno.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace coset::store {

// Flushes a file's content, or a directory's entries, to the disk. A pipe in its place does not
// block.
inline bool sync_to_disk(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  if (file >= 0) ::close(file);
  return good;
}

// A new empty file, readable by its owner only. It replaces a file that was left there.
inline bool create_private_file(const std::filesystem::path& path) {
  (void)::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  return file >= 0 && ::close(file) == 0;
}

// Gives the complete file `part` its name.
inline bool publish_file(const std::filesystem::path& part, const std::filesystem::path& path) {
  return sync_to_disk(part) && std::rename(part.c_str(), path.c_str()) == 0 &&
         sync_to_disk(std::filesystem::absolute(path).parent_path());
}

}  // namespace coset::store
