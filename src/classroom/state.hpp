// State: what follows from the log of a class alone. A fold over its events: the same log gives the
// same State on every host. A value type; one thread at a time.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>

#include "classroom/event.hpp"
#include "classroom/pairing.hpp"
#include "engine/teach/why/misconception.hpp"
#include "protocol/classroom/class.hpp"

namespace coset::classroom {

// How often a pupil tried an item.
struct Tries {
  std::uint16_t task = 0;  // in State::given
  std::uint8_t item = 0;
  std::uint16_t count = 0;

  friend bool operator==(const Tries&, const Tries&) = default;
};

// How many events were in the last hour, in steps of five minutes. Their times may go back.
class HourCount {
 public:
  static constexpr Time step = 300'000;
  void add(Time at);
  std::uint32_t count(Time at) const;

  friend bool operator==(const HourCount&, const HourCount&) = default;

 private:
  static constexpr std::int64_t steps = 12;
  std::int64_t last_ = 0;  // the last step with an event
  std::array<std::uint16_t, steps> counts_{};
};

struct Pupil {
  PupilNumber number = 0;
  std::string alias;
  Token token;  // its digest
  bool extra = false;
  bool here = true;  // false: has left
  bool removed = false;
  bool gave_up = false;      // the place, being away: it is the pupil's again who comes back
  bool played = false;       // has answered, traded or been paired
  std::uint32_t events = 0;  // of its own
  HourCount lately;          // of them
  std::string task;
  std::string game;  // the last task that was a game: a trade may come after the next task was set
  bool hand = false;
  // Of the present task:
  Time since = 0;         // when it was set, or the class went on
  std::string progress;   // as in protocol::classroom::PupilState
  bool open = false;      // a showing that is not done ...
  std::uint8_t item = 0;  // ... of this item
  bool again = false;

  Time acted_at = 0;               // the last answer or trade
  std::array<Time, 3> wrong_at{};  // the last wrong ones in a row, the newest last; 0: fewer
  std::vector<Tries> tries;
  std::optional<protocol::classroom::LastTry> last_try;

  friend bool operator==(const Pupil&, const Pupil&) = default;
};

// What became of a request, to be told again.
struct Outcome {
  enum class Kind : std::uint8_t { done, answered, tried };
  Kind kind = Kind::done;
  bool correct = false;
  teach::Misconception misconception = teach::Misconception::none;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct MisconceptionCount {
  std::uint32_t cases = 0;
  std::uint32_t trades = 0;
  std::vector<PupilNumber> pupils;
  std::string example;

  friend bool operator==(const MisconceptionCount&, const MisconceptionCount&) = default;
};

struct State {
  std::uint32_t number = 0;  // of the last event
  std::string code;
  Language language = Language::en;
  Token teacher;  // digests
  Token projector;
  std::vector<Pupil> pupils;                         // pupil n is at n - 1
  std::map<protocol::Bytes16, PupilNumber> holders;  // by the digest of the token
  std::string task;                                  // of all, and of those who join
  bool paused = false;
  bool locked = false;
  bool closed = false;
  protocol::classroom::Options options;
  std::uint8_t expected = 0;
  std::string shown;
  std::uint16_t round = 0;
  std::vector<PairedTable> tables;  // of all rounds
  std::size_t round_begin = 0;      // the first table of the present round
  PairingHistory pairing;
  std::vector<std::string> given;      // the lessons that the class was given
  std::map<MoveId, Outcome> outcomes;  // by the request, whose client chooses the id
  std::array<MisconceptionCount, teach::misconceptions> counts;
  std::uint32_t trades = 0;
  std::uint32_t other = 0;
  std::uint32_t answers = 0;
  std::uint32_t wrong = 0;
  HourCount lately;  // of the pupils' events, of those who have left too
  protocol::classroom::FirstTries first_tries;

  // The next event. An error if it cannot follow; then nothing has changed.
  std::optional<Error> apply(const Event& event, MoveId id, Time at);
  // The next rows of a log. On error the state is of no use.
  std::optional<Error> apply(std::span<const Row> rows);
  static Result<State> fold(std::span<const Row> log);

  const Pupil* pupil(PupilNumber wanted) const;
  const Pupil* holder(const Token& digest) const;
  // Those who have not left, without the teacher's own page.
  std::vector<PupilNumber> present() const;
  // The pupil's table of the present round, if nobody who sits there was removed.
  const PairedTable* table_of(PupilNumber wanted) const;
  const PairedTable* table(std::string_view name) const;
  const Outcome* outcome(MoveId id) const;
  // Where a lesson is in `given`.
  std::optional<std::uint16_t> given_index(std::string_view wanted) const;
  static std::uint16_t tries_of(const Pupil& by, std::uint16_t wanted, std::uint8_t item);
  bool alias_is_taken(std::string_view alias, PupilNumber but) const;

  friend bool operator==(const State&, const State&) = default;
};

// The task before any is set: the first lesson about colours.
std::string first_task(std::string_view code);

}  // namespace coset::classroom
