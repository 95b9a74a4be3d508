// What a Node needs of the world, as interfaces: sockets, time, chance, threads, secrets. The
// program brings them from libraries, a test from one seed; the Node itself has no I/O at all.
// Everything is called on the one thread that owns the Node.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "deal/deal.hpp"
#include "hub/table/setup.hpp"
#include "store/event_store.hpp"
#include "store/people.hpp"
#include "store/seeds.hpp"

namespace coset::serve {

using deal::Bytes32;
using deal::GameId;
using wire::Bytes16;
using wire::Millis;
using wire::Time;

using Socket = std::uint64_t;  // given by who owns the sockets, never used again

// Who is at a socket: the id of a guest or an account, from a signed cookie, and a name to show.
struct Visitor {
  std::string id;
  std::string name;
  bool account = false;
  std::string address{};  // as limits count it: of IPv6 the first 64 bits; never written anywhere
  bool is_new = false;    // it brought no cookie
};

enum class Close : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  policy = 1008,
  overloaded = 1013,
};

struct Sockets {
  virtual ~Sockets() = default;
  // One frame, to be queued; the same text may go to many.
  virtual void send(Socket to, std::shared_ptr<const std::string> text) = 0;
  // Whatever was sent before it still goes out. Node::closed may be called for it or not.
  virtual void close(Socket which, Close code, std::string_view why) = 0;
};

struct Clock {
  virtual ~Clock() = default;
  // Milliseconds since 1970: the wall's time when the program began, and from then on a steady
  // clock, so that a step of the system's clock flags nobody.
  virtual Time wall_now() = 0;
};

struct Chance {
  virtual ~Chance() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;  // that nobody can foresee
};

// Where bots and hints are thought of, never on the Node's thread.
struct Pool {
  virtual ~Pool() = default;
  // Runs `work` on some thread, and then `done` on the Node's.
  virtual void run(std::function<void()> work, std::function<void()> done) = 0;
  // The same for work in steps, as long as a step says that there is more: steps of others come in
  // between, so that who needs few of them does not wait for who needs many.
  virtual void run_steps(std::function<bool()> step, std::function<void()> done) = 0;
};

struct Digests {
  deal::Primitives deal;
  hub::Digest blake2b;  // 16 bytes
};

// The table whose code is running, kept where it outlives the process: a word in a mapped file. So
// the next process knows at which table this one stopped; see doorway.hpp.
struct Doorway {
  virtual ~Doorway() = default;
  virtual void enter(GameId game) = 0;
  virtual void leave() = 0;
};

struct Ports {
  Sockets& sockets;
  Clock& clock;
  Chance& chance;
  Pool& pool;
  const Digests& digests;
  store::EventStore& events;
  store::SeedStore& seeds;
  store::PeopleStore& people;
  Doorway& doorway;
};

struct Request {
  std::string method;
  std::string target;  // path?query
  std::string body;
  std::optional<Visitor> visitor;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};  // more of them
};

// Why somebody who asks too much is not served.
struct Refusal {
  std::string code;      // "rate.messages"
  std::string sentence;  // with when to try again
  int retry_after = 0;   // in seconds; 0: it cannot be said
};

// What a request over HTTP wants.
enum class Asking : std::uint8_t {
  file,
  api,
  socket,
  look,  // whether a socket could be opened
};
struct Admission {
  std::optional<Refusal> refusal;
  bool vouched = false;  // they hold a seat or came by an invitation
};

}  // namespace coset::serve
