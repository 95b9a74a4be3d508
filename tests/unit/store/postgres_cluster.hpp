// A PostgreSQL for tests: created in a temporary directory at the first use, reachable by a socket
// there only, and stopped when the program ends.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace coset::store {

class PostgresCluster {
 public:
  // The one of this program, started.
  static PostgresCluster& instance();

  // An empty database of its own.
  std::string new_database();
  // A mode of pg_ctl's; "immediate" is like a power loss: nothing is written any more.
  void stop(const std::string& mode);
  void start();

  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;

 private:
  PostgresCluster();
  ~PostgresCluster();
  void run(const std::string& command) const;

  std::string folder_;
  int databases_ = 0;
};

inline PostgresCluster& PostgresCluster::instance() {
  static PostgresCluster cluster;
  return cluster;
}

inline void PostgresCluster::run(const std::string& command) const {
  // It refuses to run as root.
  const std::string as = getuid() == 0 ? "runuser -u postgres -- " : "";
  const std::string whole = "cd " + folder_ + " && " + as + "/usr/lib/postgresql/15/bin/" +
                            command + " >>" + folder_ + "/log 2>&1";
  if (std::system(whole.c_str()) != 0) {
    (void)std::system(("tail -n 20 " + folder_ + "/log >&2").c_str());
    ADD_FAILURE() << "failed: " << command;
    std::abort();
  }
}

inline PostgresCluster::PostgresCluster() {
  std::string pattern = std::filesystem::temp_directory_path() / "coset-postgres-XXXXXX";
  folder_ = mkdtemp(pattern.data());
  if (getuid() == 0) (void)std::system(("chown postgres " + folder_).c_str());
  run("initdb -D " + folder_ + "/data -A trust -U coset --no-locale -E UTF8 -N");
  start();
}

inline void PostgresCluster::start() {
  run("pg_ctl -D " + folder_ + "/data -w -l " + folder_ + "/server.log -o \"-k " + folder_ +
      " -c listen_addresses= -c max_connections=50\" start");
}

inline void PostgresCluster::stop(const std::string& mode) {
  run("pg_ctl -D " + folder_ + "/data -w -t 300 -m " + mode + " stop");
}

inline PostgresCluster::~PostgresCluster() {
  stop("fast");
  std::filesystem::remove_all(folder_);
}

inline std::string PostgresCluster::new_database() {
  const std::string name = "test" + std::to_string(++databases_);
  run("createdb -h " + folder_ + " -U coset " + name);
  return "host=" + folder_ + " user=coset dbname=" + name;
}

}  // namespace coset::store
