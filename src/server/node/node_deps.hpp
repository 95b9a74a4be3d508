// NodeDeps: the dependencies injected into a Node, as interfaces: sockets, clock, random source,
// worker pool, cryptography and stores. The program implements them with libraries, tests from one
// seed; the Node does no I/O itself. All are called on the thread that owns the Node.
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

#include "engine/fair_deal/deal.hpp"
#include "protocol/error_codes.hpp"
#include "server/store/claim_store.hpp"
#include "server/store/class_store.hpp"
#include "server/store/event_store.hpp"
#include "server/store/guest_store.hpp"
#include "server/store/player_store.hpp"
#include "server/store/seed_store.hpp"
#include "table/setup.hpp"

namespace coset::node {

using fair_deal::Bytes32;
using fair_deal::GameId;
using protocol::Bytes16;
using protocol::error_code;
using protocol::Millis;
using protocol::Time;

using Socket = std::uint64_t;  // assigned by the socket layer, never reused

// The person at a socket: id of a guest or an account, from a signed cookie, and a display name.
struct GuestIdentity {
  std::string id;
  std::string name;
  bool account = false;
  std::string address{};  // the rate limiter's key: of IPv6 the first 64 bits; never stored
  bool is_new = false;    // no cookie of the request proves who it is
  std::string site{};     // of IPv6 the first 48 bits, which are limited too; else empty
};

enum class Close : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  policy = 1008,
  overloaded = 1013,
};

// Receives the events of sockets. After on_close nothing follows.
struct SocketHandler {
  virtual ~SocketHandler() = default;
  virtual void on_open(Socket socket, const GuestIdentity& guest, std::string_view target) = 0;
  virtual void on_message(Socket socket, std::string_view frame) = 0;
  virtual void on_close(Socket socket) = 0;
};

struct Sockets {
  virtual ~Sockets() = default;
  // Queues one frame; many sockets may share the text.
  virtual void send(Socket to, std::shared_ptr<const std::string> text) = 0;
  // Frames sent before are still delivered. A call of SocketHandler::on_close may follow or not.
  // `reason` is the code of the error that ends the connection, or empty.
  virtual void close(Socket which, Close code, std::string_view reason) = 0;
  // From now on it does not count as one of its address's.
  virtual void release_address(Socket /*which*/) {}
};

struct Clock {
  virtual ~Clock() = default;
  // Milliseconds since 1970: the wall clock at program start, advanced by a steady clock, so that
  // a step of the system clock makes no seat lose on time.
  virtual Time wall_now() = 0;
};

struct RandomSource {
  virtual ~RandomSource() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;  // unpredictable
};

// Runs searches for bots and hints, never on the Node's thread.
struct WorkerPool {
  virtual ~WorkerPool() = default;
  // Runs `work` on a worker thread, then `done` on the Node's thread.
  virtual void run(std::function<void()> work, std::function<void()> done) = 0;
  // The same for work in steps, until a step returns false. Steps of several jobs are interleaved,
  // so that a short job does not wait for a long one.
  virtual void run_steps(std::function<bool()> step, std::function<void()> done) = 0;
};

struct CryptoFunctions {
  fair_deal::Primitives deal;
  table::Digest blake2b;  // 16 bytes
};

// Records the table whose code is running where it survives a crash: a word in a memory-mapped
// file. The next process reads it; see crash_history.hpp.
struct CrashMarker {
  virtual ~CrashMarker() = default;
  virtual void enter(GameId game) = 0;
  virtual void leave() = 0;
};

struct NodeDeps {
  Sockets& sockets;
  Clock& clock;
  RandomSource& random;
  WorkerPool& pool;
  const CryptoFunctions& crypto;
  store::EventStore& events;
  store::ClaimStore& claims;  // of this node
  store::SeedStore& seeds;
  store::PlayerStore& players;
  CrashMarker& crash_marker;
  store::ClassStore& classes;
  store::GuestStore& guests;
};

struct Request {
  std::string method;
  std::string target;  // path?query
  std::string body;
  std::optional<GuestIdentity> guest;
  std::string authorization{};  // the header field
  // Of a pass for another device: the digest of its letters, and what they open.
  struct Pass {
    std::string digest;  // empty: no letters
    std::string sealed{};
  };
  std::optional<Pass> pass{};
};

// The rest of a body that is made while it is sent: the next part only when the client has taken
// the one before. Destroyed when all of it was sent, or the client is gone.
struct BodyStream {
  struct Part {
    std::string text;
    bool last = false;
  };
  virtual ~BodyStream() = default;
  // One call at a time, and none after the last part. Nothing: the rest cannot be made.
  virtual void next(std::function<void(std::optional<Part>)> done) = 0;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};  // additional ones
  std::shared_ptr<BodyStream> rest{};                          // of the body
  std::string sealed{};                                        // what the letters of a pass open
};

// With the list's message, unless this case has its own.
inline Error to_error(const protocol::ErrorCode& code, std::string message = {}) {
  return {code.code, 0, message.empty() ? std::string(code.message) : std::move(message)};
}

// Why a rate limit or a full queue rejects a request.
struct Refusal {
  std::string code;      // "rate.messages"
  std::string sentence;  // says when to try again
  int retry_after = 0;   // in seconds; 0: unknown
};

inline Refusal to_refusal(const protocol::ErrorCode& code, int retry_after = 0) {
  return {std::string(code.code), std::string(code.message), retry_after};
}

// What an HTTP request is for.
enum class RequestKind : std::uint8_t {
  file,
  api,
  socket,
  socket_probe,  // asks whether a socket could be opened
};
struct AdmissionResult {
  std::optional<Refusal> refusal;
  bool vouched = false;  // the guest holds a seat or came by an invitation
};

}  // namespace coset::node
