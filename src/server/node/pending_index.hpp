// PendingIndex: which pending tables a socket is at, a guest sits at, and an address lists, so that
// a disconnect and a quota cost in proportion to them and not to all tables. Each list is in the
// order of the names. Plain values.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/node/node_deps.hpp"

namespace coset::node {

class PendingIndex {
 public:
  struct Keys {
    std::vector<Socket> sockets;         // connected participants, watchers
    std::vector<std::string> guests;     // participants
    std::optional<std::string> address;  // of the creator, if the table is listed

    friend bool operator==(const Keys&, const Keys&) = default;
  };

  // Replaces the table's keys.
  void put(const std::string& table, Keys keys) {
    Keys& known = keys_[table];
    if (known == keys) return;
    each_entry(table, known, [](auto& entries, const auto& entry) { entries.erase(entry); });
    known = std::move(keys);
    each_entry(table, known, [](auto& entries, auto entry) { entries.insert(std::move(entry)); });
  }
  void erase(const std::string& table) {
    put(table, {});
    keys_.erase(table);
  }
  void clear() { *this = {}; }

  std::vector<std::string> at_socket(Socket socket) const { return tables(by_socket_, socket); }
  std::vector<std::string> of_guest(const std::string& id) const { return tables(by_guest_, id); }
  std::size_t listed_by(const std::string& address) const {
    return tables(by_address_, address).size();
  }
  const std::set<std::string>& listed() const { return listed_; }

 private:
  template <class Key>
  using Entries = std::set<std::pair<Key, std::string>>;

  template <class Work>
  void each_entry(const std::string& table, const Keys& keys, Work work) {
    for (const Socket socket : keys.sockets) work(by_socket_, std::pair(socket, table));
    for (const std::string& guest : keys.guests) work(by_guest_, std::pair(guest, table));
    if (!keys.address) return;
    work(by_address_, std::pair(*keys.address, table));
    work(listed_, table);
  }
  template <class Key>
  static std::vector<std::string> tables(const Entries<Key>& entries, const Key& key) {
    std::vector<std::string> out;
    for (auto each = entries.lower_bound({key, {}}); each != entries.end() && each->first == key;
         ++each)
      out.push_back(each->second);
    return out;
  }

  std::map<std::string, Keys> keys_;
  Entries<Socket> by_socket_;
  Entries<std::string> by_guest_, by_address_;
  std::set<std::string> listed_;
};

}  // namespace coset::node
