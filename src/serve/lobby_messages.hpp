// What a client and the lobby say to each other, as closed types; docs/server-protocol.md is the
// promise. `fields` as in the messages of a table. Plain values.
#pragma once

#include <variant>

#include "wire/table/table.hpp"

namespace coset::serve {

using wire::Bytes16;
using wire::Token;

// A gathering for a new table. Whoever makes it is the first to join; the token proves the seat
// later, and nobody else ever learns it.
struct Make {
  static constexpr std::string_view type = "make";
  std::string spec;
  Token token;
  std::optional<wire::ClockRule> clock;
  bool rated = false;
  std::optional<bool> hints;
  std::optional<std::uint32_t> games;  // of a series
  std::string start;                   // a position to begin from
  bool listed = false;                 // everybody may find it and join
  std::vector<std::string> bots;       // who take seats too

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("token", self.token);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
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
  std::optional<Bytes16> invitation;  // for a gathering that is not listed

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("token", self.token);
    io("invitation", self.invitation);
  }
};

// What is that gathering? Tells it now and whenever it changes, and seats nobody.
struct Look {
  static constexpr std::string_view type = "look";
  std::string table;
  std::optional<Bytes16> invitation;  // as for Join

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("invitation", self.invitation);
  }
};

// "I have seen id and commitment, and these are my bytes."
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

// A bot for every seat that is still empty.
struct Fill {
  static constexpr std::string_view type = "fill";
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

// Anybody who wants the same; the gathering makes itself.
struct Seek {
  static constexpr std::string_view type = "seek";
  std::string spec;
  Token token;
  std::optional<wire::ClockRule> clock;
  bool rated = false;
  std::vector<std::string> without;  // nobody of these names

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("token", self.token);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io.some("without", self.without);
  }
};

struct Unseek {
  static constexpr std::string_view type = "unseek";
  template <class Io, class Self>
  static void fields(Io&, Self&) {}
};

// Tell me of the gatherings that are listed, now and whenever they change.
struct Tables {
  static constexpr std::string_view type = "tables";
  template <class Io, class Self>
  static void fields(Io&, Self&) {}
};

using ToLobby = std::variant<Make, Join, Look, Ready, Fill, Leave, Seek, Unseek, Tables>;

struct Person {
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

// What a gathering is now. Who gets it the first time may send `ready`.
struct Gathered {
  static constexpr std::string_view type = "gathering";
  std::string table;
  wire::GameId game{};
  wire::Bytes32 commitment{};
  std::string spec;
  wire::ClockRule clock;
  bool rated = false;
  int seats = 0;
  std::vector<Person> people;  // in the order of joining
  int you = 0;                 // your place among them, counted from 1; 0 for who only looks
  int looking = 0;             // how many look, without a seat
  std::optional<Bytes16> invitation;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("game", self.game);
    io("commitment", self.commitment);
    io("spec", self.spec);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("seats", self.seats);
    io("people", self.people);
    io("you", self.you);
    io("looking", self.looking);
    io("invitation", self.invitation);
  }
};

// The game exists: say hello at its table with your token.
struct Begun {
  static constexpr std::string_view type = "begun";
  std::string table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
  }
};

// The server has given a gathering up. It is told to everybody who was there.
struct Dropped {
  static constexpr std::string_view type = "dropped";
  std::string table;
  std::string text;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("text", self.text);
  }
};

struct Seeking {
  static constexpr std::string_view type = "seeking";
  std::string spec;
  int waiting = 0;  // people who want the same, you too

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("spec", self.spec);
    io("waiting", self.waiting);
  }
};

struct OpenTable {
  std::string table;
  std::string spec;
  wire::ClockRule clock;
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
  std::vector<OpenTable> open;
  std::uint64_t playing = 0;  // tables that people are at here

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("open", self.open);
    io("playing", self.playing);
  }
};

struct Refused {
  static constexpr std::string_view type = "no";
  std::string about;  // the type of what was refused
  std::string text;
  std::string code{};                // "area.reason"
  std::optional<int> retry_after{};  // in seconds

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("about", self.about);
    io("text", self.text);
    io.some("code", self.code);
    io("retry_after", self.retry_after);
  }
};

Result<ToLobby> decode_lobby(std::string_view frame);
std::string encode(const Gathered& message);
std::string encode(const Begun& message);
std::string encode(const Dropped& message);
std::string encode(const Seeking& message);
std::string encode(const TableList& message);
std::string encode(const Refused& message);

}  // namespace coset::serve
