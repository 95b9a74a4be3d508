// What a Node needs of this machine: time, chance, digests by libsodium, and the word that says at
// which table the last run stopped. The folder of a server is one process's at a time.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "net/guests.hpp"
#include "serve/doorway.hpp"
#include "serve/ports.hpp"

namespace coset::server {

// The wall's time when the program began, and a steady clock from then on.
class SteadyClock final : public serve::Clock {
 public:
  serve::Time wall_now() override;

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::system_clock::time_point wall_ = std::chrono::system_clock::now();
};

class Randomness final : public serve::Chance {
 public:
  Randomness();
  void fill(std::span<std::uint8_t> bytes) override;
};

serve::Digests digests();

// The whole of a file; empty if there is none.
std::string text_of(const std::string& path);
// All of it or nothing, for its owner's eyes.
bool keep(const std::string& path, std::string_view text);

// What root makes in a folder belongs to the folder's owner: a server that is not root's reads it.
bool give_to_owner(const std::string& folder, const std::string& path);

// The folder that cosetd keeps: made if it is not there, readable by its owner alone, and locked.
class Folder {
 public:
  // Waits so long for another process that has it.
  static Result<std::unique_ptr<Folder>> open(const std::string& path,
                                              std::chrono::milliseconds patience = {});
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Why not to serve, if that file was written at a time that is still to come: a clock that was
  // set back would let no game end in time.
  std::optional<Error> newer_than_now(const std::string& name) const;
  // The key that signs cookies, made at the first start.
  Result<net::Guests::Key> cookie_key() const;

 private:
  Folder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;
};

// A word in a mapped file: it outlives a process that stops in the middle.
class MappedDoorway final : public serve::Doorway {
 public:
  static Result<std::unique_ptr<MappedDoorway>> open(const Folder& folder);
  MappedDoorway(const MappedDoorway&) = delete;
  MappedDoorway& operator=(const MappedDoorway&) = delete;
  ~MappedDoorway() override;

  // What the runs before this one tell of tables that stop the program.
  const serve::Stops& stops() const { return stops_; }

  void enter(serve::GameId game) override;
  void leave() override;

 private:
  struct Word {
    std::uint64_t inside;
    std::uint64_t game;
  };
  explicit MappedDoorway(volatile Word* word) : word_(word) {}
  volatile Word* word_;
  serve::Stops stops_;
};

}  // namespace coset::server
