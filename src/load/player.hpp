// One seat at one table: what a well-behaved client does, without a socket. Frames and time go in,
// frames come out. It plays random legal moves from its views, sends each one to five times, and
// resends what is not confirmed for as long as it takes.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "load/seen.hpp"
#include "play/spec.hpp"
#include "wire/table/table.hpp"

namespace coset::load {

using wire::Time;

struct Habits {
  Time think = 1000;    // on the average, in milliseconds; a tenth after a draw, in the same turn
  int most_copies = 1;  // of each request
  Time resend = 2000;   // what is not confirmed
  Time beat = 20'000;   // otherwise
  Time beat_on_turn = 5000;
  std::uint64_t most_moves = ~std::uint64_t{0};  // then it sits and says nothing but beats
};

// What a client was told before the game and has sent, as docs/fair-deals.md has it.
struct Promise {
  std::string commitment;  // in hex, the first
  wire::Bytes16 bytes{};   // its own
  std::size_t place = 0;   // as it was told last, counted from 1
  bool heard = false;      // the server has said that the bytes came
};

class Player {
 public:
  Player(std::string table, wire::Token token, Promise promise, const Habits& habits,
         std::uint64_t seed);

  // The link is up, and what is to be said then.
  void connected(Time now);
  void disconnected() { connected_ = false; }
  void hear(std::string_view frame, Time now);
  void wake(Time now);
  Time next_wake() const;

  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }
  std::vector<Seen> take_seen() { return std::exchange(seen_, {}); }

  // It may not move now, whatever it would like.
  void hold(bool held) { held_ = held; }
  // It knows its seat and what stands there.
  bool seated() const { return chain_.has_value(); }
  bool over() const { return over_; }
  // There is no such table: its making was lost, and nobody has seen anything of it.
  bool lost() const { return lost_; }
  const std::string& table() const { return table_; }
  wire::Ply head() const { return ply_; }
  // What a server must never do to a client, in words; empty if it did not.
  const std::string& complaint() const { return complaint_; }
  std::uint64_t moves() const { return moves_; }
  std::uint64_t refusals() const { return refusals_; }
  // When the last own move was sent, and its event's ply, if one has just been confirmed.
  struct Confirmed {
    wire::Ply ply;
    Time sent;
  };
  std::optional<Confirmed> take_confirmed() { return std::exchange(confirmed_, {}); }
  // A host said that it is about to stop: come back after so long.
  std::optional<Time> take_drain() { return std::exchange(drain_, {}); }

 private:
  void on(const wire::Welcome& message);
  void on(const wire::Snapshot& message, Time now);
  void on(const wire::Event& message, Time now);
  void on(const wire::No& message);
  // Our bytes stand at our place, or before it if others have left since we were told.
  bool holds_bytes(const std::vector<wire::Bytes16>& entropy) const;
  void say_hello();
  void stand(wire::Ply ply, const wire::Chain& chain, Seat turn, const wire::View& view, Time now);
  void choose();
  void send_pending(Time now);
  void beat(Time now);
  bool may_move() const { return my_turn() && !held_ && moves_ < habits_.most_moves; }
  bool my_turn() const { return connected_ && !over_ && you_ != nobody && turn_ == you_; }

  std::string table_;
  wire::Token token_;
  Promise promise_;
  store::GameId game_{};
  Habits habits_;
  Rng rng_;
  bool connected_ = false;
  bool over_ = false;
  bool held_ = false;
  bool lost_ = false;
  bool drew_ = false;  // the last event was our draw
  std::optional<Spec> spec_;
  Seat you_ = nobody, turn_ = nobody;
  wire::Ply ply_ = 0;
  std::optional<wire::Chain> chain_;
  std::optional<wire::View> view_;
  std::optional<wire::Move> pending_;
  Time sent_first_ = 0, sent_last_ = 0, beat_at_ = 0, think_until_ = 0;
  std::optional<Confirmed> confirmed_;
  std::optional<Time> drain_;
  std::uint64_t moves_ = 0, refusals_ = 0;
  std::string complaint_;
  std::vector<std::string> out_;
  std::vector<Seen> seen_;
};

}  // namespace coset::load
