// A pupil at the table of its class: it joins the pending table with its class token, says that it
// is ready, and plays. On the event loop's thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "apps/coset_load/class_link.hpp"
#include "apps/coset_load/lobby_client.hpp"
#include "apps/coset_load/simulated_player.hpp"
#include "protocol/classroom/class.hpp"

namespace coset::coset_load {

// What all seats of a run did.
struct SeatCounts {
  std::uint64_t moves = 0;
  std::uint64_t errors = 0;
  std::uint64_t games = 0;       // that are over
  std::uint64_t not_seated = 0;  // a bot had the seat
  std::vector<float> latencies;  // milliseconds from sending a move to its event
  std::vector<Observation> observations;
};

class ClassSeat {
 public:
  ClassSeat(net::EventLoop& loop, const Endpoint& endpoint, LinkCounts& links, SeatCounts& counts,
            const PlayerProfile& profile, std::string code, protocol::Token token,
            std::uint64_t seed);
  ClassSeat(const ClassSeat&) = delete;
  ClassSeat& operator=(const ClassSeat&) = delete;

  // Goes to a table, from whatever other one.
  void sit(const protocol::classroom::TableInfo& table, Time now);
  // Whether it must not move now.
  void hold(bool held);
  void tick(Time now);
  void drop(Time now) { link_.drop(now); }
  void close();

  bool connected() const { return link_.connected(); }
  const std::string& table() const { return table_; }
  // Moves at this table that are committed, and those of all tables.
  std::uint64_t moves() const { return player_ ? player_->moves() : 0; }
  std::uint64_t all_moves() const { return moves_; }
  bool is_over() const { return player_ && player_->over(); }
  // The pieces of each seat, once after they have changed.
  std::optional<std::vector<int>> take_counts();
  const std::string& complaint() const { return complaint_; }

 private:
  void open();
  void on_open();
  void on_message(std::string_view frame);
  void process_lobby();
  void process_player();
  void take_seat(const Promise& promise);

  LinkCounts& links_;
  SeatCounts& counts_;
  PlayerProfile profile_;
  std::string code_;
  protocol::Token token_;
  Rng rng_;
  std::string table_;
  std::optional<Invitation> invitation_;
  std::optional<LobbyClient> lobby_;
  std::optional<SimulatedPlayer> player_;
  bool held_ = false;
  bool finished_ = false;
  bool bot_has_it_ = false;
  Time now_ = 0;  // of the last tick
  std::optional<protocol::MoveId> pending_;
  std::chrono::steady_clock::time_point sent_at_;  // the pending move
  std::optional<Time> again_at_;                   // when it asks the lobby again
  std::uint64_t moves_ = 0, counted_errors_ = 0;
  std::vector<int> seen_;
  std::optional<std::vector<int>> fresh_;
  std::string complaint_;
  ClassLink link_;
};

}  // namespace coset::coset_load
