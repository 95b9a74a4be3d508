// The data directory of a server: used by one process at a time, readable by its owner only.
#pragma once

#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/net/guest_cookie.hpp"

namespace coset::cosetd {

// The whole content of a file; empty if there is none.
std::string read_file(const std::string& path);
// Writes all of it or nothing, readable by the owner only.
bool write_file_atomically(const std::string& path, std::string_view text);

// A file that root creates in the data directory belongs to the directory's owner, so that the
// server can read it.
bool give_to_owner(const std::string& directory, const std::string& path);

// What went wrong with a file or directory, and what the operator can do about it.
Error io_error(const std::string& path, int code = errno);

// Created if it does not exist, and locked.
class DataDir {
 public:
  // Waits at most `timeout` for another process that holds the lock.
  static Result<std::unique_ptr<DataDir>> open(const std::string& path,
                                               std::chrono::milliseconds timeout = {});
  DataDir(const DataDir&) = delete;
  DataDir& operator=(const DataDir&) = delete;
  ~DataDir();

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  // An Error if the file was modified in the future: if the system clock has gone backwards, time
  // limits would not expire.
  std::optional<Error> clock_went_back(const std::string& name) const;
  // The key that signs cookies, created at the first start.
  Result<net::GuestCookies::Key> cookie_key() const;

 private:
  DataDir(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;
};

}  // namespace coset::cosetd
