// One guest in the lobby: creates a private table for a spec, or joins one by its invitation.
// Frames in, frames out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/coset_load/simulated_player.hpp"
#include "base/rng.hpp"
#include "protocol/table/table.hpp"

namespace coset::coset_load {

struct Invitation {
  std::string table;
  std::string secret;  // in hex
};

struct JoinedSeat {
  std::string table;
  protocol::Token token;
  Promise promise;
};

class LobbyClient {
 public:
  // Creates a table; with an Invitation, joins it.
  LobbyClient(std::string spec, const protocol::ClockRule& clock,
              std::optional<Invitation> invitation, std::uint64_t seed);
  // Joins with a token that the table knows already.
  LobbyClient(Invitation invitation, protocol::Token token, std::uint64_t seed);

  void on_connect();
  void on_message(std::string_view frame);
  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }

  const std::optional<Invitation>& invitation() const { return invitation_; }
  // The game exists.
  bool started() const { return started_; }
  // The client's seat in that game; nothing before the pending table is known.
  std::optional<JoinedSeat> seat() const;
  // Another node has the lobby: reconnect there.
  std::optional<protocol::NodeName> take_redirect() { return std::exchange(redirect_, {}); }
  // The pending table is gone, or cannot be joined: start again with another.
  bool failed() const { return failed_; }
  // Why, if the server said so: the code of its error.
  const std::string& error() const { return error_; }
  const std::string& complaint() const { return complaint_; }

 private:
  std::string spec_;
  protocol::ClockRule clock_;
  std::optional<Invitation> invitation_;
  Rng rng_;
  protocol::Token token_;
  Promise promise_;
  bool joined_ = false, started_ = false;
  bool failed_ = false;
  bool sent_ready_ = false;  // on this connection
  std::optional<protocol::NodeName> redirect_;
  std::string complaint_, error_;
  std::vector<std::string> out_;
};

}  // namespace coset::coset_load
