// Messages between a client and the lobby, as closed types; docs/server-protocol.md documents them.
// `fields` as in the messages of a table. Plain values.
#pragma once

#include <variant>

#include "protocol/table/table.hpp"

namespace coset::node {

using protocol::Bytes16;
using protocol::Token;

// Creates a pending table, which its creator joins first. The token later proves the seat; no other
// client learns it.
struct CreateTable {
  static constexpr std::string_view type = "create";
  std::string spec;
  Token token;
  std::optional<protocol::ClockRule> clock;
  bool rated = false;
  std::optional<bool> hints;  // unless the table is listed, which has none
  std::optional<protocol::TimeoutRule> timeout;
  std::optional<std::uint32_t> games;  // of a series
  std::string start;                   // a position to start from
  bool listed = false;                 // in the public list, joined without an invitation
  std::vector<std::string> bots;       // that take seats too

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("token", self.token);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
    io("timeout", self.timeout);
    io("games", self.games);
    io.some("start", self.start);
    io.flag("listed", self.listed);
    io.some("bots", self.bots);
  }
};

struct Join {
  static constexpr std::string_view type = "join";
  std::string table;
  Token token;
  std::optional<Bytes16> invitation;  // unless the table is listed

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("token", self.token);
    io("invitation", self.invitation);
  }
};

// Subscribes to the state of a pending table without taking a seat.
struct WatchTable {
  static constexpr std::string_view type = "watch";
  std::string table;
  std::optional<Bytes16> invitation;  // as for Join

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("invitation", self.invitation);
  }
};

// Confirms id and commitment and sends the random bytes for the deal.
struct Ready {
  static constexpr std::string_view type = "ready";
  std::string table;
  std::optional<Bytes16> entropy;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("entropy", self.entropy);
  }
};

// Seats a bot at every empty seat.
struct FillWithBots {
  static constexpr std::string_view type = "fill_with_bots";
  std::string table;
  std::string bot;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("bot", self.bot);
  }
};

struct Leave {
  static constexpr std::string_view type = "leave";
  std::string table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
  }
};

// Quick match with any client that seeks the same game; the lobby creates the table.
struct Seek {
  static constexpr std::string_view type = "seek";
  std::string spec;
  Token token;
  std::optional<protocol::ClockRule> clock;
  bool rated = false;
  std::vector<std::string> exclude_names;  // of guests not to be matched with

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("token", self.token);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io.some("exclude_names", self.exclude_names);
  }
};

struct CancelSeek {
  static constexpr std::string_view type = "cancel_seek";
  template <class Io, class Self>
  static void fields(Io&, Self&) {}
};

// Subscribes to the list of pending tables.
struct SubscribeTables {
  static constexpr std::string_view type = "subscribe_tables";
  template <class Io, class Self>
  static void fields(Io&, Self&) {}
};

using ToLobby = std::variant<CreateTable, Join, WatchTable, Ready, FillWithBots, Leave, Seek,
                             CancelSeek, SubscribeTables>;

struct LobbyRequest {
  ToLobby message;
  std::string id;  // chosen by the client, returned with an error
};

struct ParticipantInfo {
  std::string name;
  std::optional<std::string> bot;
  bool ready = false;
  bool away = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("name", self.name);
    io("bot", self.bot);
    io.flag("ready", self.ready);
    io.flag("away", self.away);
  }
};

// The state of a pending table. A participant who receives it may send `ready`.
struct PendingTableState {
  static constexpr std::string_view type = "pending_table";
  std::string table;
  protocol::GameId game{};
  protocol::Bytes32 commitment{};
  std::string spec;
  protocol::ClockRule clock;
  bool rated = false;
  bool hints = false;
  std::optional<std::uint32_t> games;  // of a series
  int seats = 0;
  std::vector<ParticipantInfo> participants;  // in the order of joining
  int your_place = 0;  // the reader's place among them, counted from 1; 0 for a watcher
  int watchers = 0;    // clients that watch without a seat
  std::optional<Bytes16> invitation;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("game", self.game);
    io("commitment", self.commitment);
    io("spec", self.spec);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io.flag("hints", self.hints);
    io("games", self.games);
    io("seats", self.seats);
    io("participants", self.participants);
    io("your_place", self.your_place);
    io("watchers", self.watchers);
    io("invitation", self.invitation);
  }
};

// The game exists: clients send `hello` at its table with their token.
struct GameStarted {
  static constexpr std::string_view type = "started";
  std::string table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
  }
};

// The table is gone: cancelled by the server, or left by the reader.
struct TableCancelled {
  static constexpr std::string_view type = "cancelled";
  std::string table;
  std::string code;  // of error_codes.hpp
  std::string message;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("code", self.code);
    io("message", self.message);
  }
};

struct Seeking {
  static constexpr std::string_view type = "seeking";
  std::string spec;
  int waiting = 0;  // requests for the same game, with the reader's

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("waiting", self.waiting);
  }
};

struct OpenTable {
  std::string table;
  std::string spec;
  protocol::ClockRule clock;
  int seats = 0;
  std::vector<std::string> names;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("spec", self.spec);
    io("clock", self.clock);
    io("seats", self.seats);
    io("names", self.names);
  }
};

struct TableList {
  static constexpr std::string_view type = "tables";
  std::vector<OpenTable> pending;
  std::uint64_t active_count = 0;  // tables loaded on this server

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pending", self.pending);
    io("active_count", self.active_count);
  }
};

struct LobbyError {
  static constexpr std::string_view type = "error";
  std::string code;  // of error_codes.hpp
  std::string message;
  std::string id{};                  // of the request
  std::string about{};               // the type of the request
  std::optional<int> retry_after{};  // in seconds

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("code", self.code);
    io("message", self.message);
    io.some("id", self.id);
    io.some("about", self.about);
    io("retry_after", self.retry_after);
  }
};

Result<LobbyRequest> decode_lobby(std::string_view frame);
std::string encode(const PendingTableState& message);
std::string encode(const GameStarted& message);
std::string encode(const TableCancelled& message);
std::string encode(const Seeking& message);
std::string encode(const TableList& message);
std::string encode(const LobbyError& message);

}  // namespace coset::node
