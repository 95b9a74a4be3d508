// The event log of a class: one Row an event. A body is a JSON object with `type`; unknown keys are
// ignored, an unknown type is an error. Plain values.
#pragma once

#include "protocol/classroom/class.hpp"

namespace coset::classroom {

using protocol::Bytes16;
using protocol::Millis;
using protocol::MoveId;
using protocol::Time;
using protocol::Token;
using protocol::classroom::Language;
using protocol::classroom::PupilNumber;

inline constexpr std::size_t max_pupils = 60;         // at the same time
inline constexpr PupilNumber max_pupil_number = 400;  // who ever joined
inline constexpr std::uint32_t max_events = 60'000;
inline constexpr std::uint32_t max_teacher_events = 2'000;  // more
inline constexpr std::uint32_t max_pupil_events = 3'000;    // of each
inline constexpr std::uint32_t max_hour_events = 600;       // of each in an hour
// Of all pupils in an hour, those who have left too: a lesson does not fill the log.
inline constexpr std::uint32_t max_hour_of_all = max_pupils * max_hour_events;
inline constexpr std::size_t max_body = std::size_t{1} << 16U;

struct Row {
  std::uint32_t number = 0;  // counted from 1
  MoveId id = MoveId::none;  // none: no client asked for it
  Time at = 0;
  std::string body;

  friend bool operator==(const Row&, const Row&) = default;
};

struct Opened {
  static constexpr std::string_view type = "opened";
  std::string code;
  Language language = Language::en;
  Token teacher;  // digests
  Token projector;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("code", self.code);
    io("language", self.language);
    io("teacher", self.teacher);
    io("projector", self.projector);
  }
  friend bool operator==(const Opened&, const Opened&) = default;
};

// A new pupil, or one who had left.
struct Joined {
  static constexpr std::string_view type = "joined";
  PupilNumber pupil = 0;
  std::string alias;
  Token token;         // its digest
  bool extra = false;  // the teacher's own page, which is not counted
  bool back = false;   // the pupil of that number, by another token

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io("alias", self.alias);
    io("token", self.token);
    io.flag("extra", self.extra);
    io.flag("back", self.back);
  }
  friend bool operator==(const Joined&, const Joined&) = default;
};

struct Renamed {
  static constexpr std::string_view type = "renamed";
  PupilNumber pupil = 0;
  std::string alias;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io("alias", self.alias);
  }
  friend bool operator==(const Renamed&, const Renamed&) = default;
};

struct Left {
  static constexpr std::string_view type = "left";
  PupilNumber pupil = 0;
  bool removed = false;  // by the teacher, for good

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io.flag("removed", self.removed);
  }
  friend bool operator==(const Left&, const Left&) = default;
};

// Several at once: the teacher removes them for good, or they were away and have done nothing, and
// give their places up until they are back.
struct Cleared {
  static constexpr std::string_view type = "cleared";
  std::vector<PupilNumber> pupils;
  bool removed = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupils", self.pupils);
    io.flag("removed", self.removed);
  }
  friend bool operator==(const Cleared&, const Cleared&) = default;
};

struct TaskSet {
  static constexpr std::string_view type = "task";
  std::vector<PupilNumber> to;  // empty: all, and those who join later
  std::string task;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("to", self.to);
    io("task", self.task);
  }
  friend bool operator==(const TaskSet&, const TaskSet&) = default;
};

struct Paused {
  static constexpr std::string_view type = "paused";
  bool on = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("on", self.on);
  }
  friend bool operator==(const Paused&, const Paused&) = default;
};

struct PairedTable {
  std::string name;
  protocol::GameId game{};
  std::string invitation;
  std::string spec;
  std::vector<PupilNumber> pupils;
  std::vector<std::string> bots;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("name", self.name);
    io("game", self.game);
    io("invitation", self.invitation);
    io("spec", self.spec);
    io("pupils", self.pupils);
    io.some("bots", self.bots);
  }
  friend bool operator==(const PairedTable&, const PairedTable&) = default;
};

// A new round, or further tables of the present one for latecomers.
struct Paired {
  static constexpr std::string_view type = "paired";
  std::uint16_t round = 0;
  std::vector<PairedTable> tables;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("round", self.round);
    io("tables", self.tables);
  }
  friend bool operator==(const Paired&, const Paired&) = default;
};

// One try at an item of a lesson.
struct AnswerMade {
  static constexpr std::string_view type = "answered";
  PupilNumber pupil = 0;
  std::string task;  // "lesson NAME SEED"
  std::uint8_t item = 0;
  bool again = false;
  std::string kind;   // of the item: "sum", "missing", ...
  std::string group;  // "Z2^3"
  std::string prompt;
  std::string answer;
  bool correct = false;
  bool first_try = false;
  std::uint16_t tries = 0;  // of this pupil at this item, with this one
  std::uint8_t hints = 0;
  std::string misconception;  // empty: none
  Millis ms = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io("task", self.task);
    io("item", self.item);
    io.flag("again", self.again);
    io("kind", self.kind);
    io("group", self.group);
    io("prompt", self.prompt);
    io("answer", self.answer);
    io("correct", self.correct);
    io.flag("first_try", self.first_try);
    io("tries", self.tries);
    io.some("hints", self.hints);
    io.some("misconception", self.misconception);
    io("ms", self.ms);
  }
  friend bool operator==(const AnswerMade&, const AnswerMade&) = default;
};

// A trade that was not level.
struct TradeTried {
  static constexpr std::string_view type = "tried";
  PupilNumber pupil = 0;
  std::string table;  // empty: a game against a bot in the page
  std::string group;
  std::vector<std::string> give;  // Mad Abel: the cards played
  std::vector<std::string> take;
  std::string misconception;  // or "other"

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io.some("table", self.table);
    io("group", self.group);
    io("give", self.give);
    io("take", self.take);
    io("misconception", self.misconception);
  }
  friend bool operator==(const TradeTried&, const TradeTried&) = default;
};

struct Raised {
  static constexpr std::string_view type = "raised";
  PupilNumber pupil = 0;
  bool up = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("pupil", self.pupil);
    io("up", self.up);
  }
  friend bool operator==(const Raised&, const Raised&) = default;
};

struct Locked {
  static constexpr std::string_view type = "locked";
  bool on = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("on", self.on);
  }
  friend bool operator==(const Locked&, const Locked&) = default;
};

struct OptionsSet {
  static constexpr std::string_view type = "options";
  std::optional<bool> free_names;
  std::optional<bool> think_first;
  std::optional<std::uint8_t> expected;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("free_names", self.free_names);
    io("think_first", self.think_first);
    io("expected", self.expected);
  }
  friend bool operator==(const OptionsSet&, const OptionsSet&) = default;
};

struct Shown {
  static constexpr std::string_view type = "shown";
  std::string what;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.some("what", self.what);
  }
  friend bool operator==(const Shown&, const Shown&) = default;
};

struct CodeChanged {
  static constexpr std::string_view type = "code";
  std::string code;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("code", self.code);
  }
  friend bool operator==(const CodeChanged&, const CodeChanged&) = default;
};

struct ClassClosed {
  static constexpr std::string_view type = "closed";

  template <class Io, class Self>
  static void fields(Io&, Self&) {}
  friend bool operator==(const ClassClosed&, const ClassClosed&) = default;
};

using Event =
    std::variant<Opened, Joined, Renamed, Left, Cleared, TaskSet, Paused, Paired, AnswerMade,
                 TradeTried, Raised, Locked, OptionsSet, Shown, CodeChanged, ClassClosed>;

// "O+R=O"
std::string trade_text(const TradeTried& tried);

std::string write_event(const Event& event);
Result<Event> read_event(std::string_view body);

}  // namespace coset::classroom
