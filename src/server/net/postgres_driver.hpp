// PostgresDriver: drives a connection to PostgreSQL by its descriptor, aborts it if a statement
// exceeds its deadline, and reconnects after it is lost.
#pragma once

#include <functional>
#include <memory>

#include "server/net/event_loop.hpp"
#include "server/store/postgres.hpp"

namespace coset::net {

class PostgresDriver {
 public:
  // `after` is called whenever the connection was driven.
  PostgresDriver(EventLoop& loop, store::Postgres& connection, std::function<void()> after);
  PostgresDriver(const PostgresDriver&) = delete;
  PostgresDriver& operator=(const PostgresDriver&) = delete;
  ~PostgresDriver();
  // After something was sent.
  void update();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace coset::net
