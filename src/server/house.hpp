// A Node with all that it needs around it, as the sockets' Host: every entry is followed by
// whatever became due by it. On the loop's thread.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "net/host.hpp"
#include "net/loop.hpp"
#include "net/server.hpp"
#include "serve/node.hpp"
#include "server/downtime.hpp"
#include "server/metrics.hpp"
#include "server/options.hpp"
#include "server/world.hpp"
#include "store/people.hpp"
#include "store/seeds.hpp"

namespace coset::server {

// The store of events and that of seeds, with the connections to drive, if they have any.
struct Stores {
  std::unique_ptr<store::EventStore> events;
  std::unique_ptr<store::SeedStore> seeds;
  std::unique_ptr<store::PeopleStore> people;
  store::Postgres* events_connection = nullptr;
  store::Postgres* seeds_connection = nullptr;
  store::Postgres* people_connection = nullptr;
  std::vector<std::shared_ptr<const store::Health>> files{};  // of SQLite
};

// What /api/site says.
std::string site_answer(const Options& options);

// What to do about a PostgreSQL that was not opened, as sentences to follow the error's own.
std::string advice(const Error& error);

Result<Stores> open_stores(const Options& options, const Folder& folder);

class House final : public net::Host {
 public:
  // `taking`: the store takes rows at the start.
  House(const Options& options, net::Loop& loop, net::Server& server, Stores stores, bool taking,
        MappedDoorway& doorway, Downtime downtime);
  ~House() override;

  // Everybody is told to come back, spread over so long, and then the loop is stopped: sooner if
  // nobody is left, and not while a row is on its way that may still be answered.
  void drain(std::chrono::milliseconds spread);
  // Why the loop was stopped though nobody asked for it.
  const std::optional<Error>& failed() const { return failed_; }
  // A thread waits for a disk that does not answer: nobody may wait for that thread.
  bool stuck() const { return stuck_; }

  serve::Admission admit(const serve::Visitor& visitor, serve::Asking asking) override;
  void opened(serve::Socket socket, const serve::Visitor& visitor,
              std::string_view target) override;
  void received(serve::Socket socket, std::string_view frame) override;
  void closed(serve::Socket socket) override;
  void call(const serve::Request& request, std::function<void(serve::Response)> done) override;
  bool ready() override;
  std::string metrics() override;

 private:
  // Threads of its own, after whose work everything that became due by it is done.
  class Crew final : public serve::Pool {
   public:
    Crew(House& house, net::Loop& loop, unsigned threads)
        : house_(house), threads_(loop, threads) {}
    void run(std::function<void()> work, std::function<void()> done) override;
    void run_steps(std::function<bool()> step, std::function<void()> done) override;
    // Since when it works at what is not done; nothing if all is.
    std::optional<serve::Time> waiting_since() const {
      return asked_ == 0 ? std::nullopt : std::optional(since_);
    }

   private:
    std::function<void()> and_settle(std::function<void()> done);

    House& house_;
    net::Threads threads_;
    std::size_t asked_ = 0;
    serve::Time since_ = 0;
  };

  void settle();
  void excuse_delay();
  void look_at_stores();
  bool connected() const;
  // What to tell an operator of a store that is damaged; nothing if none is.
  std::optional<nlohmann::json> damage() const;
  void notice();
  void give_memory_back();
  void leave_if_done();

  net::Loop& loop_;
  net::Server& server_;
  std::string site_;  // what /api/site answers
  Stores stores_;
  SteadyClock clock_;
  Randomness chance_;
  serve::Digests digests_ = digests();
  Crew thinkers_;
  std::optional<Crew> scribe_;  // of stores that wait for a disk
  net::Alarm alarm_, memory_alarm_;
  std::optional<serve::Node> node_;
  std::optional<net::Driver> events_driver_, seeds_driver_, people_driver_;
  std::optional<serve::Time> leaving_;
  bool was_ready_ = true, was_damaged_ = false, stuck_ = false;
  std::optional<Error> failed_;
  std::string data_;
  Downtime downtime_;
  serve::Time next_word_ = 0;
  Surroundings around_;
};

}  // namespace coset::server
