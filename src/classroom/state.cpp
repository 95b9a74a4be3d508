#include "classroom/state.hpp"

#include <algorithm>

#include "base/overloaded.hpp"
#include "classroom/aliases.hpp"
#include "classroom/code.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/lessons/run.hpp"

namespace coset::classroom {

namespace {

Error corrupt(std::string sentence) { return {"class.corrupt", 0, std::move(sentence)}; }

teach::Misconception misconception_of(std::string_view word) {
  for (int i = 1; i < teach::misconceptions; ++i)
    if (teach::word_of(static_cast<teach::Misconception>(i)) == word)
      return static_cast<teach::Misconception>(i);
  return teach::Misconception::none;
}

// Whether an event may follow; a log that breaks this was not written by a Classroom.
class Precondition {
 public:
  explicit Precondition(const State& state) : state_(state) {}

  bool operator()(const Opened&) const { return state_.number == 0; }
  bool operator()(const Joined& joined) const {
    const std::size_t next = state_.pupils.size() + 1;
    return joined.pupil >= 1 && joined.pupil <= next && next <= max_pupil_number + 1U;
  }
  bool operator()(const Paired& paired) const {
    const bool follows = paired.round == state_.round || paired.round == state_.round + 1;
    return follows && paired.round > 0 &&
           std::all_of(paired.tables.begin(), paired.tables.end(), [&](const PairedTable& table) {
             return std::all_of(table.pupils.begin(), table.pupils.end(),
                                [&](PupilNumber pupil) { return known(pupil); });
           });
  }
  bool operator()(const Cleared& cleared) const {
    return std::all_of(cleared.pupils.begin(), cleared.pupils.end(),
                       [&](PupilNumber pupil) { return known(pupil); });
  }
  template <class T>
  bool operator()(const T& event) const {
    if constexpr (requires { event.pupil; })
      return known(event.pupil);
    else
      return true;
  }

 private:
  bool known(PupilNumber pupil) const { return state_.pupil(pupil) != nullptr; }

  const State& state_;
};

// What an event does. REQUIRES: the precondition holds
class Fold {
 public:
  Fold(State& state, Time at) : state_(state), at_(at) {}

  Outcome outcome;

  void operator()(const Opened& opened) {
    state_.code = opened.code;
    state_.language = opened.language;
    state_.teacher = opened.teacher;
    state_.projector = opened.projector;
    state_.task = first_task(opened.code);
    state_.given.push_back(state_.task);
  }
  void operator()(const Joined& joined) {
    if (joined.pupil > state_.pupils.size()) state_.pupils.emplace_back();
    Pupil& pupil = at(joined.pupil);
    if (!(pupil.token == joined.token)) {
      if (const auto old = state_.holders.find(pupil.token.bytes);
          old != state_.holders.end() && old->second == joined.pupil)
        state_.holders.erase(old);
      if (!joined.back) pupil = {};
    }
    const bool stays = joined.back && pupil.here;
    state_.holders.try_emplace(joined.token.bytes, joined.pupil);
    pupil.number = joined.pupil;
    pupil.alias = joined.alias;
    pupil.token = joined.token;
    pupil.extra = joined.extra;
    pupil.here = true;
    pupil.gave_up = false;
    if (!stays) set_task(pupil, state_.task);
  }
  void operator()(const Renamed& renamed) { at(renamed.pupil).alias = renamed.alias; }
  void operator()(const Left& left) {
    Pupil& pupil = at(left.pupil);
    pupil.here = false;
    pupil.hand = false;
    pupil.removed |= left.removed;
    pupil.gave_up = false;
  }
  void operator()(const Cleared& cleared) {
    for (const PupilNumber number : cleared.pupils) {
      (*this)(Left{number, cleared.removed});
      at(number).gave_up = !cleared.removed;
    }
  }
  void operator()(const TaskSet& set) {
    if (set.task.starts_with("lesson ") && !state_.given_index(set.task))
      state_.given.push_back(set.task);
    if (set.to.empty()) state_.task = set.task;
    for (Pupil& pupil : state_.pupils)
      if (set.to.empty() || std::count(set.to.begin(), set.to.end(), pupil.number) != 0)
        set_task(pupil, set.task);
  }
  void operator()(const Paused& paused) {
    state_.paused = paused.on;
    if (paused.on) return;
    for (Pupil& pupil : state_.pupils) pupil.since = at_;
  }
  void operator()(const Paired& paired) {
    if (paired.round != state_.round) {
      state_.round = paired.round;
      state_.round_begin = state_.tables.size();
      state_.task = "tables";
      state_.pairing.begin_round(state_.present());
    }
    for (const PairedTable& table : paired.tables) {
      state_.tables.push_back(table);
      state_.pairing.add_table(table.pupils);
      for (const PupilNumber number : table.pupils) {
        at(number).played = true;
        set_task(at(number), "tables");
      }
    }
  }
  void operator()(const AnswerMade& made) {
    outcome = {Outcome::Kind::answered, made.correct, misconception_of(made.misconception)};
    Pupil& pupil = at(made.pupil);
    count_try(pupil, made);
    if (pupil.task == made.task) advance(pupil, made);
    pupil.played = true;
    pupil.acted_at = at_;
    note_wrong(pupil, !made.correct);
    if (pupil.extra) return;
    ++state_.answers;
    if (!made.correct) ++state_.wrong;
    if (made.first_try) {
      ++state_.first_tries.of;
      if (made.correct) ++state_.first_tries.right;
    }
    count(pupil, outcome.misconception, false, made.prompt + " " + made.answer);
  }
  void operator()(const TradeTried& tried) {
    outcome = {Outcome::Kind::tried, false, misconception_of(tried.misconception)};
    Pupil& pupil = at(tried.pupil);
    pupil.played = true;
    pupil.acted_at = at_;
    pupil.last_try = {tried.give, tried.take, tried.misconception};
    note_wrong(pupil, true);
    if (pupil.extra) return;
    ++state_.trades;
    if (outcome.misconception == teach::Misconception::none) ++state_.other;
    count(pupil, outcome.misconception, true, trade_text(tried));
  }
  void operator()(const Raised& raised) { at(raised.pupil).hand = raised.up; }
  void operator()(const Locked& locked) { state_.locked = locked.on; }
  void operator()(const OptionsSet& set) {
    state_.options.free_names = set.free_names.value_or(state_.options.free_names);
    state_.options.think_first = set.think_first.value_or(state_.options.think_first);
    state_.expected = set.expected.value_or(state_.expected);
  }
  void operator()(const Shown& shown) { state_.shown = shown.what; }
  void operator()(const CodeChanged& changed) { state_.code = changed.code; }
  void operator()(const ClassClosed&) { state_.closed = true; }

 private:
  Pupil& at(PupilNumber number) { return state_.pupils[number - 1U]; }

  // The same task again leaves the pupil where it is.
  void set_task(Pupil& pupil, const std::string& task) const {
    pupil.since = at_;
    if (pupil.task == task && task != "tables") return;
    pupil.task = task;
    if (task.starts_with("game ")) pupil.game = task;
    pupil.progress.clear();
    pupil.open = false;
    pupil.wrong_at = {};
    pupil.last_try.reset();
  }
  void count_try(Pupil& pupil, const AnswerMade& made) const {
    const auto task = state_.given_index(made.task);
    if (!task) return;
    for (Tries& tries : pupil.tries)
      if (tries.task == *task && tries.item == made.item) {
        ++tries.count;
        return;
      }
    pupil.tries.push_back({*task, made.item, 1});
  }
  // A showing is done when it is answered right, or when the next one begins.
  static void advance(Pupil& pupil, const AnswerMade& made) {
    const auto close = [&](char sign) {
      if (pupil.progress.size() < teach::max_showings) pupil.progress += sign;
      pupil.open = false;
    };
    if (pupil.open && (pupil.item != made.item || pupil.again != made.again)) close('-');
    if (made.correct) return close(pupil.open || made.hints > 0 ? '-' : '+');
    pupil.open = true;
    pupil.item = made.item;
    pupil.again = made.again;
  }
  void note_wrong(Pupil& pupil, bool wrong) const {
    if (!wrong)
      pupil.wrong_at = {};
    else
      pupil.wrong_at = {pupil.wrong_at[1], pupil.wrong_at[2], at_};
  }
  void count(const Pupil& pupil, teach::Misconception misconception, bool trade,
             std::string example) {
    if (misconception == teach::Misconception::none) return;
    MisconceptionCount& counts = state_.counts[static_cast<std::size_t>(misconception)];
    ++counts.cases;
    if (trade) ++counts.trades;
    counts.example = std::move(example);
    const auto place = std::lower_bound(counts.pupils.begin(), counts.pupils.end(), pupil.number);
    if (place == counts.pupils.end() || *place != pupil.number)
      counts.pupils.insert(place, pupil.number);
  }

  State& state_;
  Time at_;
};

}  // namespace

void HourCount::add(Time at) {
  const std::int64_t now = std::max<std::int64_t>(at / step, last_);
  for (std::int64_t i = std::max(last_ + 1, now - steps + 1); i <= now; ++i)
    counts_[static_cast<std::size_t>(i % steps)] = 0;
  last_ = now;
  ++counts_[static_cast<std::size_t>(now % steps)];
}

std::uint32_t HourCount::count(Time at) const {
  const std::int64_t now = std::max<std::int64_t>(at / step, last_);
  std::uint32_t out = 0;
  for (std::int64_t i = std::max<std::int64_t>(0, now - steps + 1); i <= last_; ++i)
    out += counts_[static_cast<std::size_t>(i % steps)];
  return out;
}

std::optional<Error> State::apply(const Event& event, MoveId id, Time at) {
  if ((number == 0) != std::holds_alternative<Opened>(event) || closed || outcome(id) != nullptr ||
      !std::visit(Precondition(*this), event))
    return corrupt("Event " + std::to_string(number + 1) + " of the class cannot follow.");
  Fold fold(*this, at);
  std::visit(fold, event);
  std::visit(
      [&](const auto& made) {
        if constexpr (requires { made.pupil; }) {
          Pupil& pupil = pupils[made.pupil - 1U];
          ++pupil.events;
          pupil.lately.add(at);
          lately.add(at);
        }
      },
      event);
  ++number;
  if (id != MoveId::none) outcomes.emplace(id, fold.outcome);
  return std::nullopt;
}

std::optional<Error> State::apply(std::span<const Row> rows) {
  for (const Row& row : rows) {
    const auto event = read_event(row.body);
    if (!event || row.number != number + 1)
      return corrupt("Event " + std::to_string(row.number) + " of the class cannot be read.");
    if (auto error = apply(*event, row.id, row.at)) return error;
  }
  return std::nullopt;
}

Result<State> State::fold(std::span<const Row> log) {
  State out;
  if (auto error = out.apply(log)) return *std::move(error);
  if (out.number == 0) return corrupt("The class has no events.");
  return out;
}

const Pupil* State::pupil(PupilNumber wanted) const {
  return wanted >= 1 && wanted <= pupils.size() ? &pupils[wanted - 1U] : nullptr;
}

const Pupil* State::holder(const Token& digest) const {
  const auto found = holders.find(digest.bytes);
  return found == holders.end() ? nullptr : pupil(found->second);
}

std::vector<PupilNumber> State::present() const {
  std::vector<PupilNumber> out;
  for (const Pupil& each : pupils)
    if (each.here && !each.extra) out.push_back(each.number);
  return out;
}

const PairedTable* State::table_of(PupilNumber wanted) const {
  for (std::size_t i = tables.size(); i-- > round_begin;) {
    const auto& seated = tables[i].pupils;
    if (std::count(seated.begin(), seated.end(), wanted) == 0) continue;
    const bool broken = std::any_of(seated.begin(), seated.end(),
                                    [&](PupilNumber each) { return pupil(each)->removed; });
    return broken ? nullptr : &tables[i];
  }
  return nullptr;
}

const PairedTable* State::table(std::string_view name) const {
  for (const PairedTable& each : tables)
    if (each.name == name) return &each;
  return nullptr;
}

const Outcome* State::outcome(MoveId id) const {
  const auto place = outcomes.find(id);
  return place == outcomes.end() ? nullptr : &place->second;
}

std::optional<std::uint16_t> State::given_index(std::string_view wanted) const {
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] == wanted) return static_cast<std::uint16_t>(i);
  return std::nullopt;
}

std::uint16_t State::tries_of(const Pupil& by, std::uint16_t wanted, std::uint8_t item) {
  for (const Tries& each : by.tries)
    if (each.task == wanted && each.item == item) return each.count;
  return 0;
}

bool State::alias_is_taken(std::string_view alias, PupilNumber but) const {
  return std::any_of(pupils.begin(), pupils.end(), [&](const Pupil& each) {
    return each.number != but && same_alias(each.alias, alias);
  });
}

std::string first_task(std::string_view code) {
  std::uint64_t seed = 0;
  for (const char c : code) seed = seed * code_symbols.size() + code_symbols.find(c);
  const teach::Track* colours = teach::find_track("colours");
  CHECK(colours != nullptr);
  return "lesson " + std::string(colours->lessons.front().id) + " " + std::to_string(seed);
}

}  // namespace coset::classroom
