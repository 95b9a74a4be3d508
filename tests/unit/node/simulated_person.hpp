// The people of a simulated cluster: a person at a client, and a meeting of those who play
// together.
#pragma once

#include <deque>

#include "protocol/table/client.hpp"
#include "server/node/node_deps.hpp"

namespace coset::node {

struct Frame {
  Time due = 0;
  std::string text;
  bool last = false;  // the socket is closed after it
};
struct Meeting;
struct Person {
  std::string id;
  Meeting* meeting = nullptr;
  protocol::Token token;
  int place = 0;  // among those of the table
  std::size_t node = 0;
  Socket socket = 0;
  std::optional<std::string> redirect;       // where to go next, once
  bool at_table = false;                     // else in the lobby
  std::string waits_for;                     // the pending table that was shown last
  std::optional<Time> told;                  // since when welcomed, or shown the pending table
  Time last_present = 0, present_since = 0;  // at the present table
  Seat seat = nobody;
  table::Ply ply = 0;
  std::optional<table::Chain> chain;
  std::optional<protocol::Move> pending;
  std::optional<protocol::Reclaim> reclaim;  // resent until it is answered
  std::optional<Time> behind;                // since when the log has more, and nothing explains it
  bool over = false;
  bool done = false;
  bool stays = false;      // does not leave after it has come back
  std::deque<Frame> down;  // on its way to the client
  Time come_at = 0, opened_at = 0, heard_at = 0;
  Time beat_at = 0, resend_at = 0, leave_at = 0, think_until = 0, rematch_at = 0;
  std::optional<table::Ply> thought_of;  // the event for which think_until was chosen
};
struct Meeting {
  std::string spec;
  std::optional<protocol::ClockRule> clock;
  bool listed = false;
  std::string name;  // once it is known
  std::vector<Person> people;
  int seats = 0;
  int rematches = 0;  // still wanted
  std::string invitation;
};

}  // namespace coset::node
