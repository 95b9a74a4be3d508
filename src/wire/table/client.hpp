// Every message that a client sends to a table, as a closed type. `fields` names what a message
// holds, once, for the writer and the reader of JSON. Plain values.
#pragma once

#include <optional>
#include <variant>

#include "wire/table/types.hpp"

namespace coset::wire {

// The first message, and again whenever a client has missed something. Without a token it is a
// spectator's.
struct Hello {
  static constexpr std::string_view type = "hello";
  std::uint32_t proto = protocol;
  std::string table;
  std::optional<Token> token;
  std::optional<Ply> have_ply;  // the last event it knows
  std::optional<Chain> have_chain;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("proto", self.proto);
    io("table", self.table);
    io("token", self.token);
    io("have_ply", self.have_ply);
    io("have_chain", self.have_chain);
  }
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Safe to send again for ever: the id makes it one move.
struct Move {
  static constexpr std::string_view type = "move";
  MoveId id = MoveId::none;
  Ply on_ply = 0;    // the head that it was chosen on
  std::string move;  // in notation

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("on_ply", self.on_ply);
    io("move", self.move);
  }
  friend bool operator==(const Move&, const Move&) = default;
};

// A selection, perhaps half made: what would be said of it? Either pieces, or a move such as
// "draw".
struct Try {
  static constexpr std::string_view type = "try";
  std::uint32_t seq = 0;  // comes back with the verdict
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
  friend bool operator==(const Try&, const Try&) = default;
};

struct AskHint {
  static constexpr std::string_view type = "hint";
  std::uint8_t level = 1;  // 1 to 5, each tells a little more

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("level", self.level);
  }
  friend bool operator==(const AskHint&, const AskHint&) = default;
};

// "I have seen everything up to this ply." Both ways.
struct Beat {
  static constexpr std::string_view type = "beat";
  Ply head = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("head", self.head);
  }
  friend bool operator==(const Beat&, const Beat&) = default;
};

struct Resign {
  static constexpr std::string_view type = "resign";
  MoveId id = MoveId::none;
  std::optional<Ply> on_ply = {};  // the head on which it was meant

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("on_ply", self.on_ply);
  }
  friend bool operator==(const Resign&, const Resign&) = default;
};

// Takes one's own seat back from the bot that keeps it.
struct Back {
  static constexpr std::string_view type = "back";
  MoveId id = MoveId::none;
  std::optional<Ply> on_ply = {};  // the head on which it was meant

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("on_ply", self.on_ply);
  }
  friend bool operator==(const Back&, const Back&) = default;
};

// Asks the other seats: to take one's last move back, to play again, to finish now.
struct Ask {
  static constexpr std::string_view type = "offer";
  OfferKind what = OfferKind::takeback;
  std::optional<Bytes16> entropy = {};  // rematch: for the deal that was told of, as in Answer

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
  std::optional<Bytes16> entropy = {};  // rematch: one's own bytes for the next deal

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("what", self.what);
    io("yes", self.yes);
    io("entropy", self.entropy);
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

struct Say {
  static constexpr std::string_view type = "say";
  Phrase phrase = Phrase::hello;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("phrase", self.phrase);
  }
  friend bool operator==(const Say&, const Say&) = default;
};

using FromClient = std::variant<Hello, Move, Try, AskHint, Beat, Resign, Back, Ask, Answer, Say>;

}  // namespace coset::wire
