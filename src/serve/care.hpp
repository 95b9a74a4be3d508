// Care: names that people mind, and what an operator orders about tables. A report holds no name:
// it says which seat of which game, and the name stands there. Orders come through the store, so
// that whoever gives them needs no key to a running server. Belongs to one Node.
#pragma once

#include "serve/around.hpp"
#include "serve/table_host.hpp"

namespace coset::serve {

class Care {
 public:
  struct Hosts {
    // The table of that name, loaded or about to be; null if there is no room for it.
    std::function<TableHost*(GameId, const std::string&)> find;
    // It leaves memory, and whoever is there comes again.
    std::function<void(GameId)> let_go;
    // Whoever is there is told why, and nobody comes again.
    std::function<void(GameId)> close;
  };
  Care(Around& around, Hosts hosts) : around_(around), hosts_(std::move(hosts)) {}
  Care(const Care&) = delete;
  Care& operator=(const Care&) = delete;
  ~Care() = default;

  using Answer = std::function<void(Response)>;
  // Of a seat, counted from 1.
  void report(const Visitor& by, const std::string& table, std::uint32_t seat, const Answer& done);
  // Whatever was ordered since the last time.
  void look_for_orders();

 private:
  Alive alive_;
  Around& around_;
  Hosts hosts_;
};

}  // namespace coset::serve
