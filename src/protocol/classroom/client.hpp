// The messages from a client to a class, as a closed variant; `fields` as in table/client.hpp.
// Every message that changes something has an id, chosen by the client, and may be sent again until
// it is answered: it counts once. docs/protocol-class.md specifies them. Plain values.
#pragma once

#include <optional>
#include <variant>

#include "protocol/table/types.hpp"

namespace coset::protocol::classroom {

using PupilNumber = std::uint16_t;  // counted from 1 in the order of joining; 0 is nobody

enum class Role : std::uint8_t { pupil, teacher, projector };
COSET_WORDS(Role, "pupil", "teacher", "projector")

// Of the aliases; the pages have their own.
enum class Language : std::uint8_t { en, ar };
COSET_WORDS(Language, "en", "ar")

// Where a pupil without a partner plays: against a bot, or as the third at a table.
enum class Odd : std::uint8_t { bot, three };
COSET_WORDS(Odd, "bot", "three")

// The first message; sent again it asks for other aliases.
struct Hello {
  static constexpr std::string_view type = "hello";
  std::uint32_t proto = protocol;
  std::string code = {};  // of the class, in any spelling
  // Of the pupil, or the teacher's or the projector's secret; without one the cookie of the guest
  // who opened the class proves the teacher and the projector.
  std::optional<Token> token = {};
  Role role = Role::pupil;
  std::uint16_t skip = 0;  // how many offered aliases the pupil has passed over

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("proto", self.proto);
    io("class", self.code);
    io("token", self.token);
    io("role", self.role);
    io.some("skip", self.skip);
  }
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Every 10 s. Without any message for silence_timeout the pupil is away.
struct Heartbeat {
  static constexpr std::string_view type = "heartbeat";

  template <class Io, class Self>
  static void fields(Io&, Self&) {}
  friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

// From pupils.

struct Join {
  static constexpr std::string_view type = "join";
  MoveId id = MoveId::none;
  std::string alias = {};
  std::optional<Token> teacher = {};  // the teacher's secret: one more page, which is not counted
  bool teaches = false;               // the same, by the cookie of the guest who opened the class
  PupilNumber place = 0;              // one that the guest had, instead of a new one; 0: none

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("alias", self.alias);
    io("teacher", self.teacher);
    io.flag("teaches", self.teaches);
    io.some("place", self.place);
  }
  friend bool operator==(const Join&, const Join&) = default;
};

struct Rename {
  static constexpr std::string_view type = "rename";
  MoveId id = MoveId::none;
  std::string alias = {};

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("alias", self.alias);
  }
  friend bool operator==(const Rename&, const Rename&) = default;
};

// One try at an item of a lesson that the class was given.
struct Answer {
  static constexpr std::string_view type = "answer";
  MoveId id = MoveId::none;
  std::string lesson = {};
  std::string seed = {};  // decimal
  std::uint8_t item = 0;
  std::string answer = {};
  Millis ms = 0;
  std::uint8_t hints = 0;
  bool again = false;  // the item was missed before and is back

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("lesson", self.lesson);
    io("seed", self.seed);
    io("item", self.item);
    io("answer", self.answer);
    io("ms", self.ms);
    io.some("hints", self.hints);
    io.flag("again", self.again);
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

// A trade that is not level. In Mad Abel `cards` were played, and `take` is the card to be made.
struct Tried {
  static constexpr std::string_view type = "tried";
  MoveId id = MoveId::none;
  std::string table = {};  // empty: the pupil's last game against a bot
  std::vector<std::string> give = {};
  std::vector<std::string> take = {};
  std::vector<std::string> cards = {};

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io.some("table", self.table);
    io.some("give", self.give);
    io.some("take", self.take);
    io.some("cards", self.cards);
  }
  friend bool operator==(const Tried&, const Tried&) = default;
};

// The hand.
struct Raise {
  static constexpr std::string_view type = "raise";
  MoveId id = MoveId::none;
  bool up = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("up", self.up);
  }
  friend bool operator==(const Raise&, const Raise&) = default;
};

struct Leave {
  static constexpr std::string_view type = "leave";
  MoveId id = MoveId::none;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
  }
  friend bool operator==(const Leave&, const Leave&) = default;
};

// From the teacher.

// "lesson NAME SEED", "puzzle KIND SEED", "game SPEC", "game SPEC position POSITION", "wait" or
// "tables".
struct SetTask {
  static constexpr std::string_view type = "task";
  MoveId id = MoveId::none;
  std::vector<PupilNumber> to = {};  // empty: all, and those who join later
  std::string task = {};

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io.some("to", self.to);
    io("task", self.task);
  }
  friend bool operator==(const SetTask&, const SetTask&) = default;
};

struct Pause {
  static constexpr std::string_view type = "pause";
  MoveId id = MoveId::none;
  bool on = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("on", self.on);
  }
  friend bool operator==(const Pause&, const Pause&) = default;
};

struct Pair {
  static constexpr std::string_view type = "pair";
  MoveId id = MoveId::none;
  std::string spec = {};
  Odd odd = Odd::bot;
  std::optional<std::string> bot = {};  // one of the spec's three lowest levels; else the lowest

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("spec", self.spec);
    io.some("odd", self.odd);
    io("bot", self.bot);
  }
  friend bool operator==(const Pair&, const Pair&) = default;
};

struct Lock {
  static constexpr std::string_view type = "lock";
  MoveId id = MoveId::none;
  bool on = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("on", self.on);
  }
  friend bool operator==(const Lock&, const Lock&) = default;
};

struct Remove {
  static constexpr std::string_view type = "remove";
  MoveId id = MoveId::none;
  PupilNumber pupil = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("pupil", self.pupil);
  }
  friend bool operator==(const Remove&, const Remove&) = default;
};

// Whom remove_all removes: those who are away, or who have not answered, traded or been paired.
enum class Removable : std::uint8_t { away, inactive };
COSET_WORDS(Removable, "away", "inactive")

struct RemoveAll {
  static constexpr std::string_view type = "remove_all";
  MoveId id = MoveId::none;
  Removable who = Removable::away;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("who", self.who);
  }
  friend bool operator==(const RemoveAll&, const RemoveAll&) = default;
};

struct NewCode {
  static constexpr std::string_view type = "new_code";
  MoveId id = MoveId::none;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
  }
  friend bool operator==(const NewCode&, const NewCode&) = default;
};

// What is left out stays as it is.
struct SetOptions {
  static constexpr std::string_view type = "options";
  MoveId id = MoveId::none;
  std::optional<bool> free_names = {};
  std::optional<bool> think_first = {};
  std::optional<std::uint8_t> expected = {};  // pupils

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("free_names", self.free_names);
    io("think_first", self.think_first);
    io("expected", self.expected);
  }
  friend bool operator==(const SetOptions&, const SetOptions&) = default;
};

// The teacher has seen the hand.
struct Lower {
  static constexpr std::string_view type = "lower";
  MoveId id = MoveId::none;
  PupilNumber pupil = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io("pupil", self.pupil);
  }
  friend bool operator==(const Lower&, const Lower&) = default;
};

// What the projector shows: up to 64 of a-z, 0-9, space, '.', '_', '-' and ':', such as
// "misconception paint"; empty: the code and the counts.
struct Show {
  static constexpr std::string_view type = "show";
  MoveId id = MoveId::none;
  std::string what = {};

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io.some("what", self.what);
  }
  friend bool operator==(const Show&, const Show&) = default;
};

struct Close {
  static constexpr std::string_view type = "close";
  MoveId id = MoveId::none;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
  }
  friend bool operator==(const Close&, const Close&) = default;
};

using FromClient =
    std::variant<Hello, Heartbeat, Join, Rename, Answer, Tried, Raise, Leave, SetTask, Pause, Pair,
                 Lock, Remove, RemoveAll, NewCode, SetOptions, Lower, Show, Close>;

}  // namespace coset::protocol::classroom
