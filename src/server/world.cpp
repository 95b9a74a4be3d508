#include "server/world.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/check.hpp"
#include "crypto/primitives.hpp"

namespace coset::server {

namespace {

// What went wrong with a file or folder, and what to do about it.
Error trouble(const std::string& path, int code = errno) {
  std::string next = " Give another folder by --data, or look at its disk.";
  struct stat facts{};
  if (code == ENOSPC || code == EDQUOT || code == EFBIG) next = " Make room on its disk.";
  if (code == EROFS) next = " Its disk can only be read: mount it for writing.";
  if (code == EACCES || code == EPERM) {
    std::string place = path;
    while (stat(place.c_str(), &facts) != 0 && place.find('/', 1) != place.npos)
      place.resize(place.rfind('/'));
    const std::string user = std::to_string(geteuid());
    next = facts.st_uid == geteuid() ? " " + place + " is this user's own (" + user +
                                           "), but its mode does not let them: chmod u+rwX it."
                                     : " " + place + " belongs to user " +
                                           std::to_string(facts.st_uid) + ", and this is user " +
                                           user + ". Run cosetd as that user, as root run 'chown " +
                                           user + "' on it, or give another folder by --data.";
  }
  return {"server.folder", 0, path + " cannot be used: " + std::strerror(code) + "." + next};
}

std::string written(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char out[32];
  (void)std::strftime(out, sizeof out, "%Y-%m-%d %H:%M UTC", &parts);
  return out;
}

constexpr std::chrono::hours small_step{1};  // of a clock that is set right

// What a link leads to, also where nothing is there yet.
std::filesystem::path real_folder(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error) || std::filesystem::exists(path, error))
    return path;
  return path.parent_path() / std::filesystem::read_symlink(path, error);
}

}  // namespace

bool give_to_owner(const std::string& folder, const std::string& path) {
  if (geteuid() != 0) return true;
  struct stat facts{};
  if (stat(folder.c_str(), &facts) != 0) return false;
  // Never what a link leads to: the owner may have put one there.
  return facts.st_uid == 0 || lchown(path.c_str(), facts.st_uid, facts.st_gid) == 0;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool keep(const std::string& path, std::string_view text) {
  const std::string made = path + ".new";
  const int file = ::open(made.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      fsync(file) == 0;
  return ::close(file) == 0 && written &&
         give_to_owner(std::filesystem::path(path).parent_path(), made) &&
         std::rename(made.c_str(), path.c_str()) == 0;
}

serve::Time SteadyClock::wall_now() {
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto since = std::chrono::steady_clock::now() - began_;
  return duration_cast<milliseconds>(wall_.time_since_epoch() + since).count();
}

Randomness::Randomness() { CHECK(sodium_init() >= 0); }
void Randomness::fill(std::span<std::uint8_t> bytes) {
  randombytes_buf(bytes.data(), bytes.size());
}

serve::Digests digests() { return {crypto::primitives(), crypto::blake2b}; }

Result<std::unique_ptr<Folder>> Folder::open(const std::string& path,
                                             std::chrono::milliseconds patience) {
  using Steady = std::chrono::steady_clock;
  std::error_code error;
  // systemd links a service's folder to the real one, which may have been moved away.
  const std::filesystem::path real = real_folder(path);
  std::filesystem::create_directories(real, error);
  if (error) return trouble(real, error.value());
  (void)chmod(path.c_str(), 0700);
  const std::string name = path + "/lock";
  const int lock = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return trouble(std::filesystem::exists(name, error) ? name : path);
  give_to_owner(path, name);
  const auto until = Steady::now() + patience;
  while (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (Steady::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    ::close(lock);
    return Error{"server.folder", 0, "Another cosetd works in " + path + ". Give this one --data."};
  }
  return std::unique_ptr<Folder>(new Folder(path, lock));
}

Folder::~Folder() { ::close(lock_); }

std::optional<Error> Folder::newer_than_now(const std::string& name) const {
  using std::chrono::system_clock;
  const auto now = system_clock::now();
  for (const std::string& path : {file(name), file(name + "-wal")}) {
    struct stat facts{};
    if (stat(path.c_str(), &facts) != 0) continue;
    if (system_clock::from_time_t(facts.st_mtime) <= now + small_step) continue;
    std::string sentence = "The clock of this machine was set back: it says ";
    sentence.append(written(system_clock::to_time_t(now))).append(", but ").append(path);
    sentence.append(" was written at ").append(written(facts.st_mtime));
    sentence.append(". Set the clock. If it is right and was wrong then: touch ").append(path);
    return Error{"server.clock", 0, std::move(sentence)};
  }
  return std::nullopt;
}

Result<net::Guests::Key> Folder::cookie_key() const {
  net::Guests::Key out{};
  const std::string path = file("cookie.key");
  if (!std::filesystem::exists(path)) {
    CHECK(sodium_init() >= 0);
    randombytes_buf(out.data(), out.size());
    if (!keep(path, {reinterpret_cast<const char*>(out.data()), out.size()})) return trouble(path);
    return out;
  }
  if (::access(path.c_str(), R_OK) != 0) return trouble(path);
  const std::string bytes = text_of(path);
  if (bytes.size() != out.size())
    return Error{"server.folder", 0, path + " does not hold 32 bytes. Remove it to get a new one."};
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return out;
}

Result<std::unique_ptr<MappedDoorway>> MappedDoorway::open(const Folder& folder) {
  const std::string path = folder.file("doorway"), notes = folder.file("stops");
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return trouble(path);
  // Room for it, too: a page that cannot be had when it is written stops the program.
  int failed = ftruncate(file, sizeof(Word)) != 0 ? errno : 0;
  if (failed == 0) failed = posix_fallocate(file, 0, sizeof(Word));
  if (failed != 0) {
    ::close(file);
    return trouble(path, failed);
  }
  void* mapped = mmap(nullptr, sizeof(Word), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (mapped == MAP_FAILED) return trouble(path);
  std::unique_ptr<MappedDoorway> out(new MappedDoorway(static_cast<volatile Word*>(mapped)));
  std::optional<serve::GameId> entered;
  if (out->word_->inside != 0) entered = serve::GameId{out->word_->game};
  out->stops_ = serve::read_stops(text_of(notes)).after(entered);
  if (!keep(notes, serve::write_stops(out->stops_))) return trouble(notes);
  out->leave();
  return out;
}

MappedDoorway::~MappedDoorway() { munmap(const_cast<Word*>(word_), sizeof(Word)); }

void MappedDoorway::enter(serve::GameId game) {
  word_->game = static_cast<std::uint64_t>(game);
  word_->inside = 1;
}
void MappedDoorway::leave() { word_->inside = 0; }

}  // namespace coset::server
