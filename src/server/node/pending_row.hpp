// The row of a pending table: as the lobby stores it, and as the node of a class writes one for the
// lobby to find. Plain values.
#pragma once

#include "protocol/table/table.hpp"

namespace coset::node {

struct SavedParticipant {
  std::string digest;  // of the guest's id
  std::string name;
  bool account = false;
  protocol::Token token;  // its digest
  std::optional<protocol::Bytes16> entropy{};
  bool ready = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("who", self.digest);
    io("name", self.name);
    io.flag("account", self.account);
    io("token", self.token);
    io("entropy", self.entropy);
    io.flag("ready", self.ready);
  }
};

// Who may take a seat at a class's table, and under which name.
struct AllowedPupil {
  protocol::Token token;  // its digest
  std::string name;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("token", self.token);
    io("name", self.name);
  }
  friend bool operator==(const AllowedPupil&, const AllowedPupil&) = default;
};

struct SavedTable {
  std::string table;
  protocol::Bytes32 commitment{};
  std::string spec;
  protocol::ClockRule clock;
  bool rated = false;
  bool hints = true;
  protocol::TimeoutRule timeout = protocol::TimeoutRule::lenient;
  std::string start;
  std::optional<protocol::Series> series;
  bool listed = false;
  protocol::Bytes16 invitation{};
  std::vector<SavedParticipant> participants;
  std::vector<std::string> bots;
  // Of a class: who may sit here, and the bot that takes what is empty at that time.
  std::vector<AllowedPupil> allowed;
  protocol::Time fill_at = 0;
  std::string fill_bot;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("commitment", self.commitment);
    io("spec", self.spec);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
    io.some("timeout", self.timeout);
    io.some("start", self.start);
    io("series", self.series);
    io.flag("listed", self.listed);
    io("invitation", self.invitation);
    io("people", self.participants);
    io.some("bots", self.bots);
    io.some("allowed", self.allowed);
    io.some("fill_at", self.fill_at);
    io.some("fill_bot", self.fill_bot);
  }
};

}  // namespace coset::node
