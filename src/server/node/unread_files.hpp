// UnreadFiles: files of classes that clients have not received yet; until then they are in memory,
// and a client may take its time. Belongs to one Node.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/store/class_store.hpp"

namespace coset::node {

inline constexpr std::size_t max_unread_bytes = 64'000'000;
inline constexpr std::size_t max_unread_of_address = 24'000'000;  // bytes too
inline constexpr int max_unread_of_class = 4;                     // files

class UnreadFiles {
 public:
  bool full(store::ClassId of, const std::string& address) const {
    const auto files = held_->files.find(of);
    const auto bytes = held_->bytes.find(address);
    return held_->all >= max_unread_bytes ||
           (bytes != held_->bytes.end() && bytes->second >= max_unread_of_address) ||
           (files != held_->files.end() && files->second >= max_unread_of_class);
  }
  // Counts a file for as long as the result lives.
  std::shared_ptr<const void> hold(store::ClassId of, const std::string& address,
                                   std::size_t bytes) {
    held_->all += bytes;
    held_->bytes[address] += bytes;
    ++held_->files[of];
    return {held_.get(), [held = held_, of, address, bytes](const void*) {
              held->all -= bytes;
              std::size_t& left = held->bytes[address];
              left -= bytes;
              if (left == 0) held->bytes.erase(address);
              if (--held->files[of] == 0) held->files.erase(of);
            }};
  }

 private:
  struct Held {
    std::size_t all = 0;
    std::unordered_map<std::string, std::size_t> bytes;
    std::unordered_map<store::ClassId, int> files;
  };
  std::shared_ptr<Held> held_ = std::make_shared<Held>();
};

}  // namespace coset::node
