#include "apps/cosetd/data_dir.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "apps/cosetd/platform.hpp"
#include "base/check.hpp"
#include "base/utc_text.hpp"
#include "server/store/durable_file.hpp"

namespace coset::cosetd {

namespace {

constexpr std::chrono::hours small_step{1};  // a correction of the clock

// What a link leads to, also where nothing is there yet.
std::filesystem::path resolve_link(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error) || std::filesystem::exists(path, error))
    return path;
  return path.parent_path() / std::filesystem::read_symlink(path, error);
}

// Servers before 0.1.0 used other file names.
void rename_old_files(const std::string& path) {
  constexpr std::pair<const char*, const char*> names[] = {{"doorway", "crash-marker"},
                                                           {"stops", "crash-history"},
                                                           {"restoring", "restore-in-progress"}};
  std::error_code error;
  for (const auto& [before, after] : names)
    if (const std::string to = path + "/" + after; !std::filesystem::exists(to, error))
      std::filesystem::rename(path + "/" + before, to, error);
}

}  // namespace

Error io_error(const std::string& path, int code) {
  std::string next = " Give another directory with --data-dir, or check its disk.";
  struct stat facts{};
  if (code == ENOSPC || code == EDQUOT || code == EFBIG) next = " Free some space on its disk.";
  if (code == EROFS) next = " Its file system is read-only: mount it for writing.";
  if (code == EACCES || code == EPERM) {
    std::string found = path;
    while (stat(found.c_str(), &facts) != 0 && found.find('/', 1) != found.npos)
      found.resize(found.rfind('/'));
    const std::string user = std::to_string(geteuid());
    next = facts.st_uid == geteuid()
               ? " " + found + " belongs to this user (" + user +
                     "), but its mode denies access: run 'chmod u+rwX' on it."
               : " " + found + " belongs to user " + std::to_string(facts.st_uid) +
                     ", and this is user " + user + ". Run cosetd as that user, run 'chown " +
                     user + "' on it as root, or give another directory with --data-dir.";
  }
  return {"server.data_dir", 0, "Cannot use " + path + ": " + std::strerror(code) + "." + next};
}

bool give_to_owner(const std::string& directory, const std::string& path) {
  if (geteuid() != 0) return true;
  struct stat facts{};
  if (stat(directory.c_str(), &facts) != 0) return false;
  // Never what a link leads to: the owner may have put one there.
  return facts.st_uid == 0 || lchown(path.c_str(), facts.st_uid, facts.st_gid) == 0;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool write_file_atomically(const std::string& path, std::string_view text) {
  const std::string part = path + ".new";
  // Truncates a part that a crash left behind.
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return ::close(file) == 0 && written &&
         give_to_owner(std::filesystem::path(path).parent_path(), part) &&
         store::publish_file(part, path);
}

Result<std::unique_ptr<DataDir>> DataDir::open(const std::string& path,
                                               std::chrono::milliseconds timeout) {
  using Steady = std::chrono::steady_clock;
  std::error_code error;
  // systemd links a service's directory to the real one, which may have been moved away.
  const std::filesystem::path real = resolve_link(path);
  std::filesystem::create_directories(real, error);
  if (error) return io_error(real, error.value());
  (void)chmod(path.c_str(), 0700);
  const std::string name = path + "/lock";
  const int lock = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return io_error(std::filesystem::exists(name, error) ? name : path);
  give_to_owner(path, name);
  const auto deadline = Steady::now() + timeout;
  while (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (Steady::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    ::close(lock);
    return Error{"server.locked", 0,
                 path + " is locked by another cosetd. Use a different --data-dir."};
  }
  rename_old_files(path);
  return std::unique_ptr<DataDir>(new DataDir(path, lock));
}

DataDir::~DataDir() { ::close(lock_); }

std::optional<Error> DataDir::clock_went_back(const std::string& name) const {
  using std::chrono::system_clock;
  const auto now = system_clock::now();
  for (const std::string& path : {file(name), file(name + "-wal")}) {
    struct stat facts{};
    if (stat(path.c_str(), &facts) != 0) continue;
    if (system_clock::from_time_t(facts.st_mtime) <= now + small_step) continue;
    std::string sentence = "The system clock has gone backwards: it is ";
    sentence.append(utc_minute(system_clock::to_time_t(now))).append(", but ");
    sentence.append(path).append(" was written at ");
    sentence.append(utc_minute(facts.st_mtime));
    sentence.append(". Set the clock. If it is right and was wrong then: touch ").append(path);
    return Error{"server.clock", 0, std::move(sentence)};
  }
  return std::nullopt;
}

Result<net::GuestCookies::Key> DataDir::cookie_key() const {
  net::GuestCookies::Key out{};
  const std::string path = file("cookie.key");
  if (!std::filesystem::exists(path)) {
    CHECK(sodium_init() >= 0);
    randombytes_buf(out.data(), out.size());
    if (!write_file_atomically(path, {reinterpret_cast<const char*>(out.data()), out.size()}))
      return io_error(path);
    return out;
  }
  if (::access(path.c_str(), R_OK) != 0) return io_error(path);
  const std::string bytes = read_file(path);
  if (bytes.size() != out.size())
    return Error{"server.data_dir", 0,
                 path + " does not hold 32 bytes. Remove it, and cosetd creates a new key."};
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return out;
}

}  // namespace coset::cosetd
