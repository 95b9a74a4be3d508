// A well-behaved client at one seat of a table, without a socket: frames and time in, frames out.
// It plays random legal moves from its views, may send duplicates, and resends a move until an
// event confirms it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/coset_load/observations.hpp"
#include "base/rng.hpp"
#include "engine/play/spec.hpp"
#include "protocol/table/table.hpp"

namespace coset::coset_load {

using protocol::Time;

struct PlayerProfile {
  Time think_time = 1000;  // mean, in milliseconds; a tenth after a draw, in the same turn
  int max_duplicates = 1;  // each request is sent 1 to N times
  Time resend = 2000;      // an unconfirmed move
  Time heartbeat = 20'000;
  Time heartbeat_on_turn = 5000;
  std::uint64_t max_moves = ~std::uint64_t{0};  // then it sends only heartbeats
  bool accept_busy = false;                     // during a long outage the table's queue is full
};

// What a client received and sent before the game, to verify the deal (docs/fair-deals.md).
struct Promise {
  std::string commitment;     // in hex, the first one received; empty: none, nothing is verified
  protocol::Bytes16 bytes{};  // the client's entropy
  std::size_t place = 0;      // the last one received, counted from 1
  bool acknowledged = false;  // the server has received the entropy
};

class SimulatedPlayer {
 public:
  SimulatedPlayer(std::string table, protocol::Token token, Promise promise,
                  const PlayerProfile& profile, std::uint64_t seed);

  void on_connect(Time now);
  void on_disconnect() { connected_ = false; }
  void on_message(std::string_view frame, Time now);
  void wake(Time now);
  Time next_wake() const;

  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }
  std::vector<Observation> take_observations() { return std::exchange(observations_, {}); }

  // Whether it must not move now.
  void hold(bool held) { held_ = held; }
  // It knows its seat and the position.
  bool seated() const { return chain_.has_value(); }
  bool over() const { return over_; }
  // There is no such table: its creation was lost, and no client has observed it.
  bool lost() const { return lost_; }
  const std::string& table() const { return table_; }
  bool has_seat() const { return you_ != nobody; }
  // Pieces of each seat in the position; empty before there is one.
  std::vector<int> counts() const;
  protocol::Ply head() const { return ply_; }
  // What the server did that it must never do; empty if nothing.
  const std::string& complaint() const { return complaint_; }
  std::uint64_t moves() const { return moves_; }
  std::uint64_t errors() const { return errors_; }
  // The own move that no event has confirmed yet.
  std::optional<protocol::MoveId> pending() const {
    return pending_ ? std::optional(pending_->id) : std::nullopt;
  }
  // The ply of the own move that has just been confirmed, if one has.
  std::optional<protocol::Ply> take_confirmed() { return std::exchange(confirmed_, {}); }
  // The server is about to stop: reconnect after this time.
  std::optional<Time> take_drain() { return std::exchange(drain_, {}); }
  // Another node hosts the table: reconnect there.
  std::optional<protocol::NodeName> take_redirect() { return std::exchange(redirect_, {}); }

 private:
  void on(const protocol::Welcome& message);
  void on(const protocol::Snapshot& message, Time now);
  void on(const protocol::Event& message, Time now);
  void on(const protocol::TableError& message);
  // Whether the client's entropy is at its place, or before it if others have left since.
  bool includes_own_bytes(const std::vector<protocol::Bytes16>& entropy) const;
  void send_hello();
  void set_position(protocol::Ply ply, const protocol::Chain& chain, Seat turn,
                    const protocol::View& view, Time now);
  void choose();
  void send_pending(Time now);
  void send_heartbeat(Time now);
  void schedule_heartbeat(Time now);
  bool may_move() const { return my_turn() && !held_ && moves_ < profile_.max_moves; }
  bool my_turn() const { return connected_ && !over_ && you_ != nobody && turn_ == you_; }

  std::string table_;
  protocol::Token token_;
  Promise promise_;
  store::GameId game_{};
  PlayerProfile profile_;
  Rng rng_;
  bool connected_ = false;
  bool over_ = false;
  bool held_ = false;
  bool lost_ = false;
  bool drew_ = false;      // the last event was our draw
  bool confirms_ = false;  // the clock starts when the client has confirmed the event
  std::optional<Spec> spec_;
  Seat you_ = nobody, turn_ = nobody;
  protocol::Ply ply_ = 0;
  std::optional<protocol::Chain> chain_;
  std::optional<protocol::View> view_;
  std::optional<protocol::Move> pending_;
  Time sent_last_ = 0, heartbeat_at_ = 0, think_until_ = 0;
  std::optional<protocol::Ply> confirmed_;
  std::optional<Time> drain_;
  std::optional<protocol::NodeName> redirect_;
  std::uint64_t moves_ = 0, errors_ = 0;
  std::string complaint_;
  std::vector<std::string> out_;
  std::vector<Observation> observations_;
};

}  // namespace coset::coset_load
