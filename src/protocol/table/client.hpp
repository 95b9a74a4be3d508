// The messages from a client to a table, as a closed variant. `fields` lists the fields of a
// message once, for the JSON writer and the JSON reader. Plain values.
#pragma once

#include <optional>
#include <variant>

#include "protocol/table/types.hpp"

namespace coset::protocol {

// The first message, sent again when the client has missed an event. Without a token the client is
// a spectator.
struct Hello {
  static constexpr std::string_view type = "hello";
  std::uint32_t proto = protocol;
  std::string table;
  std::optional<Token> token;
  std::optional<Ply> last_ply;  // the last event it has
  std::optional<Chain> last_chain;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("proto", self.proto);
    io("table", self.table);
    io("token", self.token);
    io("last_ply", self.last_ply);
    io("last_chain", self.last_chain);
  }
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Safe to resend: the id makes it one move.
struct Move {
  static constexpr std::string_view type = "move";
  MoveId id = MoveId::none;
  Ply base_ply = 0;  // the head it was chosen on
  std::string move;  // in notation

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("base_ply", self.base_ply);
    io("move", self.move);
  }
  friend bool operator==(const Move&, const Move&) = default;
};

// Asks for the verdict on a selection, perhaps an incomplete one: either pieces, or a move such as
// "draw".
struct Preview {
  static constexpr std::string_view type = "preview";
  std::uint32_t seq = 0;  // the verdict repeats it
  std::vector<std::string> give;
  std::vector<std::string> take;
  std::optional<std::string> move;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("seq", self.seq);
    selection(io, self);
  }
  template <class Io, class Self>
  static void selection(Io& io, Self& self) {
    io.some("give", self.give);
    io.some("take", self.take);
    io("move", self.move);
  }
  friend bool operator==(const Preview&, const Preview&) = default;
};

struct AskHint {
  static constexpr std::string_view type = "hint";
  std::uint8_t level = 1;  // 1 to 5, each reveals a little more

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("level", self.level);
  }
  friend bool operator==(const AskHint&, const AskHint&) = default;
};

// The sender has every event up to this ply. Sent by both sides.
struct Heartbeat {
  static constexpr std::string_view type = "heartbeat";
  Ply head = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("head", self.head);
  }
  friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

struct Resign {
  static constexpr std::string_view type = "resign";
  MoveId id = MoveId::none;
  std::optional<Ply> base_ply = {};  // the head it was sent on

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("base_ply", self.base_ply);
  }
  friend bool operator==(const Resign&, const Resign&) = default;
};

// Takes the seat back from the bot that plays it.
struct Reclaim {
  static constexpr std::string_view type = "reclaim";
  MoveId id = MoveId::none;
  std::optional<Ply> base_ply = {};  // the head it was sent on

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("base_ply", self.base_ply);
  }
  friend bool operator==(const Reclaim&, const Reclaim&) = default;
};

// Asks the other seats for a takeback of the last move, a rematch, to finish now, or to let a bot
// play on for the seat on turn.
struct Ask {
  static constexpr std::string_view type = "offer";
  OfferKind what = OfferKind::takeback;
  std::optional<Bytes16> entropy = {};  // rematch: for the announced deal, as in Answer

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("what", self.what);
    io("entropy", self.entropy);
  }
  friend bool operator==(const Ask&, const Ask&) = default;
};

struct Answer {
  static constexpr std::string_view type = "answer";
  OfferKind what = OfferKind::takeback;
  bool yes = false;
  std::optional<Bytes16> entropy = {};  // rematch: the player's bytes for the next deal

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("what", self.what);
    io("yes", self.yes);
    io("entropy", self.entropy);
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

struct SendPhrase {
  static constexpr std::string_view type = "phrase";
  Phrase phrase = Phrase::hello;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("phrase", self.phrase);
  }
  friend bool operator==(const SendPhrase&, const SendPhrase&) = default;
};

using FromClient = std::variant<Hello, Move, Preview, AskHint, Heartbeat, Resign, Reclaim, Ask,
                                Answer, SendPhrase>;

}  // namespace coset::protocol
