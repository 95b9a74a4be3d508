#include "classroom/requests.hpp"

#include <algorithm>

#include "base/sentence.hpp"
#include "classroom/aliases.hpp"
#include "classroom/diagnosis.hpp"
#include "engine/bots/level.hpp"
#include "engine/bots/person_name.hpp"
#include "engine/play/match.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/puzzles/kind.hpp"

namespace coset::classroom {

namespace {

namespace messages = protocol::classroom;
using protocol::error_code;

constexpr std::size_t max_answer = 200;
constexpr std::size_t max_prompt = 300;
constexpr std::size_t max_group = 60;
constexpr std::size_t max_given = 500;
constexpr std::uint16_t max_rounds = 200;
constexpr std::size_t max_show = 64;
constexpr std::size_t low_levels = 3;
constexpr int max_group_order = 60;
constexpr std::size_t max_made = 160;  // bytes of a table's name, game and invitation

Error refused(const protocol::ErrorCode& error) {
  return {error.code, 0, std::string(error.message)};
}

// The first bytes of a text, whole characters of UTF-8 only.
std::string clipped(std::string_view text, std::size_t size) {
  if (text.size() > size) {
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    text = text.substr(0, size);
  }
  return std::string(text);
}

// A canonical decimal number of 64 bits.
std::optional<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t out = 0;
  if (text.empty() || text.size() > 20) return std::nullopt;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (out > (~std::uint64_t{0} - digit) / 10) return std::nullopt;
    out = out * 10 + digit;
  }
  if (std::to_string(out) != text) return std::nullopt;
  return out;
}

std::optional<Spec> with_seats(const Spec& spec, int seats) {
  constexpr std::string_view option = " seats=";
  std::string text = spec.text();
  const std::size_t place = text.find(option);
  if (place == std::string::npos) return std::nullopt;
  const std::size_t begin = place + option.size();
  const std::size_t end = text.find(' ', begin);
  text.replace(begin, end == std::string::npos ? end : end - begin, std::to_string(seats));
  const auto out = Spec::parse(text);
  if (!out) return std::nullopt;
  return *out;
}

bool is_too_large(const Spec& spec) { return spec.operation().order() > max_group_order; }

// What a task means.
struct Task {
  std::string text;  // canonical
  const teach::Lesson* lesson = nullptr;
  std::uint64_t seed = 0;
};

std::optional<Task> read_game(std::string_view rest) {
  constexpr std::string_view separator = " position ";
  const std::size_t place = rest.find(separator);
  const auto spec = Spec::parse(rest.substr(0, place));
  if (!spec || is_too_large(*spec)) return std::nullopt;
  Task out{"game " + spec->text()};
  if (place == std::string_view::npos) return out;
  const std::string_view position = rest.substr(place + separator.size());
  if (!Match::open(*spec, position)) return std::nullopt;
  out.text += separator;
  out.text += position;
  return out;
}

std::optional<Task> read_task(std::string_view text) {
  if (text == "wait" || text == "tables") return Task{std::string(text)};
  if (text.starts_with("game ")) return read_game(text.substr(5));
  const std::size_t first = text.find(' ');
  const std::size_t last = text.rfind(' ');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  const std::string_view name = text.substr(first + 1, last - first - 1);
  const auto seed = parse_seed(text.substr(last + 1));
  Task out{std::string(text)};
  if (text.starts_with("lesson ")) out.lesson = teach::find_lesson(name);
  // No puzzle is made: that takes a part of a second, in which nobody else would be served.
  const bool puzzle = text.starts_with("puzzle ") && teach::find_puzzle_kind(name);
  if (!seed || (out.lesson == nullptr && !puzzle)) return std::nullopt;
  out.seed = *seed;
  return out;
}

class Planner {
 public:
  Planner(const State& state, const Requester& by, Exercises& exercises)
      : state_(state), by_(by), exercises_(exercises) {}

  Result<Plan> operator()(const messages::Hello&) const {
    return refused(error_code("message.type"));
  }
  Result<Plan> operator()(const messages::Heartbeat&) const {
    return refused(error_code("message.type"));
  }

  Result<Plan> operator()(const messages::Join& join) const {
    // Who has left comes back with the old number.
    const Pupil* before = state_.holder(by_.digest);
    if (join.place != 0) return take_back(join.place, before != nullptr);
    if (before != nullptr && before->removed) return refused(error_code("class.removed"));
    if (state_.locked && !by_.extra && before == nullptr)
      return refused(error_code("class.locked"));
    const auto number = before != nullptr ? before->number : free_number();
    if ((state_.present().size() >= max_pupils && !by_.extra) || !number)
      return refused(error_code("class.full"));
    if (const auto error = alias_error(join.alias, *number)) return *error;
    return Plan{Joined{*number, join.alias, by_.digest, by_.extra}};
  }
  Result<Plan> operator()(const messages::Rename& rename) const {
    if (const auto error = alias_error(rename.alias, by_.pupil->number)) return *error;
    return Plan{Renamed{by_.pupil->number, rename.alias}};
  }

  Result<Plan> operator()(const messages::Answer& answer) const {
    const auto task = read_task("lesson " + answer.lesson + " " + answer.seed);
    const auto given = task ? state_.given_index(task->text) : std::nullopt;
    if (!given || answer.item >= teach::items_per_lesson) return refused(error_code("class.task"));
    if (answer.answer.size() > max_answer) return refused(error_code("class.answer"));
    const teach::Exercise& exercise = exercises_.item(*task->lesson, task->seed, answer.item);
    const auto judgement = teach::check(exercise, answer.answer);
    if (!judgement.understood) return refused(error_code("class.answer"));
    AnswerMade made;
    made.pupil = by_.pupil->number;
    made.task = task->text;
    made.item = answer.item;
    made.again = answer.again;
    made.kind = teach::word_of(exercise.type);
    made.group = clipped(exercise.operation.text(), max_group);
    made.prompt = clipped(teach::say(exercise.prompt), max_prompt);
    made.answer = answer.answer;
    made.correct = judgement.right;
    if (judgement.misconception != teach::Misconception::none && !judgement.right)
      made.misconception = teach::word_of(judgement.misconception);
    made.hints = answer.hints;
    made.ms = answer.ms;
    made.tries = static_cast<std::uint16_t>(
        std::min(State::tries_of(*by_.pupil, *given, made.item) + 1, 0xffff));
    made.first_try = made.tries == 1;
    return Plan{std::move(made)};
  }
  Result<Plan> operator()(const messages::Tried& tried) const;
  Result<Plan> operator()(const messages::Raise& raise) const {
    return Plan{Raised{by_.pupil->number, raise.up}};
  }
  Result<Plan> operator()(const messages::Leave&) const { return Plan{Left{by_.pupil->number}}; }

  Result<Plan> operator()(const messages::SetTask& set) const {
    const auto task = read_task(set.task);
    if (!task || (task->text == "tables" && state_.round == 0))
      return refused(error_code("class.task"));
    for (const PupilNumber number : set.to)
      if (!is_here(number)) return refused(error_code("class.pupil"));
    if (state_.given.size() >= max_given) return refused(error_code("class.full"));
    return Plan{TaskSet{set.to, task->text}};
  }
  Result<Plan> operator()(const messages::Pause& pause) const { return Plan{Paused{pause.on}}; }
  Result<Plan> operator()(const messages::Pair& pair) const;
  Result<Plan> operator()(const messages::Lock& lock) const { return Plan{Locked{lock.on}}; }
  Result<Plan> operator()(const messages::Remove& remove) const {
    const Pupil* pupil = state_.pupil(remove.pupil);
    if (pupil == nullptr || pupil->removed) return refused(error_code("class.pupil"));
    return Plan{Left{remove.pupil, true}};
  }
  Result<Plan> operator()(const messages::RemoveAll& remove) const {
    Cleared out{{}, true};
    for (const PupilNumber number : state_.present()) {
      const bool away = std::count(by_.away.begin(), by_.away.end(), number) != 0;
      if (remove.who == messages::Removable::away ? away : !state_.pupil(number)->played)
        out.pupils.push_back(number);
    }
    if (out.pupils.empty()) return refused(error_code("class.nobody"));
    return Plan{std::move(out)};
  }
  Result<Plan> operator()(const messages::NewCode&) const {
    return Plan{.event = CodeChanged{}, .wants_code = true};
  }
  Result<Plan> operator()(const messages::SetOptions& set) const {
    return Plan{OptionsSet{set.free_names, set.think_first, set.expected}};
  }
  Result<Plan> operator()(const messages::Lower& lower) const {
    if (!is_here(lower.pupil)) return refused(error_code("class.pupil"));
    return Plan{Raised{lower.pupil, false}};
  }
  Result<Plan> operator()(const messages::Show& show) const {
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || is_digit(c) ||
             std::string_view(" ._-:").find(c) != std::string_view::npos;
    };
    if (show.what.size() > max_show || !std::all_of(show.what.begin(), show.what.end(), plain))
      return refused(error_code("class.show"));
    return Plan{Shown{show.what}};
  }
  Result<Plan> operator()(const messages::Close&) const { return Plan{ClassClosed{}}; }

 private:
  // The alias and all that was done stay, the token is another one. Also while the class is locked.
  Result<Plan> take_back(PupilNumber number, bool known) const {
    const Pupil* pupil = state_.pupil(number);
    const bool free = std::count(by_.places.begin(), by_.places.end(), number) != 0;
    if (known || by_.extra || !free || pupil == nullptr) return refused(error_code("class.place"));
    if (!pupil->here && state_.present().size() >= max_pupils)
      return refused(error_code("class.full"));
    return Plan{Joined{number, pupil->alias, by_.digest, false, true}};
  }
  // The next one; when all are used, that of a pupil who left or was removed and did nothing, and
  // at last that of one who may still come back.
  std::optional<PupilNumber> free_number() const {
    if (state_.pupils.size() < max_pupil_number)
      return static_cast<PupilNumber>(state_.pupils.size() + 1);
    for (const bool gave_up : {false, true})
      for (const Pupil& each : state_.pupils)
        if (!each.here && !each.played && each.gave_up == gave_up) return each.number;
    return std::nullopt;
  }
  bool is_here(PupilNumber number) const {
    const Pupil* pupil = state_.pupil(number);
    return pupil != nullptr && pupil->here;
  }
  std::optional<Error> alias_error(const std::string& alias, PupilNumber number) const {
    if (state_.options.free_names) {
      if (auto error = bots::name_error(alias)) return error;
    } else if (!is_alias(state_.language, alias)) {
      return refused(error_code("class.alias"));
    }
    const bool offered = std::any_of(by_.reserved.begin(), by_.reserved.end(),
                                     [&](const auto& each) { return same_alias(each, alias); });
    if (offered || state_.alias_is_taken(alias, number))
      return refused(error_code("class.alias_taken"));
    return std::nullopt;
  }

  const State& state_;
  const Requester& by_;
  Exercises& exercises_;
};

// The spec of the game in which a trade was tried; empty if the pupil has no such game.
std::string_view game_of(const State& state, const Pupil& by, const messages::Tried& tried) {
  if (tried.table.empty()) {
    constexpr std::string_view game = "game ";
    const std::string_view text =
        std::string_view(by.game).substr(by.game.empty() ? 0 : game.size());
    return text.substr(0, text.find(" position "));
  }
  const PairedTable* table = state.table(tried.table);
  const bool seated =
      table != nullptr && std::count(table->pupils.begin(), table->pupils.end(), by.number) != 0;
  return seated ? std::string_view(table->spec) : std::string_view();
}

Result<Plan> Planner::operator()(const messages::Tried& tried) const {
  const Spec* spec = exercises_.game(game_of(state_, *by_.pupil, tried));
  if (spec == nullptr) return refused(error_code("class.table"));
  const Operation& operation = spec->operation();
  const bool cards = spec->game_name() == "mad-abel";
  const auto give = read_side(operation, cards ? tried.cards : tried.give);
  const auto take = read_side(operation, tried.take);
  if (!give || !take) return (give ? take : give).error();
  if (cards && take->size() != 1) return refused(error_code("move.piece"));
  const Diagnosis diagnosis =
      cards ? diagnose_play(operation, *give, (*take)[0]) : diagnose_trade(operation, *give, *take);
  if (diagnosis.level) return refused(error_code("class.level"));
  TradeTried out{by_.pupil->number,
                 tried.table,
                 clipped(operation.text(), max_group),
                 {},
                 {},
                 std::string(word_for(diagnosis))};
  for (const Element e : *give) out.give.push_back(operation.names().write(e));
  for (const Element e : *take) out.take.push_back(operation.names().write(e));
  return Plan{std::move(out)};
}

// Adds a table and its order.
void order(const State& state, const Spec& spec, std::span<const PupilNumber> pupils,
           std::string_view bot, Paired& event, Plan& plan) {
  TableOrder& order = plan.orders.emplace_back();
  PairedTable& table = event.tables.emplace_back();
  order.spec = table.spec = spec.text();
  for (const PupilNumber number : pupils) {
    order.pupils.push_back(number);
    order.aliases.push_back(state.pupil(number)->alias);
    order.tokens.push_back(state.pupil(number)->token);
  }
  if (pupils.size() == 1) order.bots.emplace_back(bot);
  table.pupils = order.pupils;
  table.bots = order.bots;
}

Result<Plan> Planner::operator()(const messages::Pair& pair) const {
  const auto spec = Spec::parse(pair.spec);
  if (!spec) return spec.error();
  if (is_too_large(*spec)) return refused(error_code("lobby.group_order"));
  const auto two = with_seats(*spec, 2);
  if (!two || two->seats() != 2) return refused(error_code("class.seats"));
  const auto three = with_seats(*spec, 3);
  const auto levels = bots::levels(*two);
  std::string_view bot = levels.front().name;
  if (pair.bot) {
    bot = {};
    for (std::size_t i = 0; i < levels.size() && i < low_levels; ++i)
      if (levels[i].name == *pair.bot) bot = levels[i].name;
    if (bot.empty()) return refused(error_code("bot.offered"));
  }
  const auto present = state_.present();
  if (present.empty()) return refused(error_code("class.nobody"));
  if (state_.round >= max_rounds) return refused(error_code("class.full"));
  const Seating seating =
      state_.pairing.next_round(present, pair.odd == messages::Odd::three && three.has_value());
  Plan plan;
  Paired event;
  event.round = static_cast<std::uint16_t>(state_.round + 1);
  for (const auto& pupils : seating.tables)
    order(state_, pupils.size() == 3 ? *three : *two, pupils, bot, event, plan);
  for (const PupilNumber pupil : seating.alone) order(state_, *two, {&pupil, 1}, bot, event, plan);
  const std::size_t made = max_made * event.tables.size();
  plan.event = std::move(event);
  if (write_event(plan.event).size() + made > max_body)
    return refused(error_code("lobby.group_order"));
  return plan;
}

}  // namespace

Result<Plan> plan_request(const State& state, const Requester& by,
                          const messages::FromClient& message, Exercises& exercises) {
  return std::visit(Planner(state, by, exercises), message);
}

Work work_of(const State& state, const Pupil* by, const messages::FromClient& message,
             const Exercises& exercises) {
  const auto makes = [](bool made, Work what) { return made ? what : Work::none; };
  if (const auto* task = std::get_if<messages::SetTask>(&message))
    return makes(task->task.starts_with("game "), Work::game);
  if (const auto* answer = std::get_if<messages::Answer>(&message))
    return makes(state.given_index("lesson " + answer->lesson + " " + answer->seed) &&
                     !exercises.keeps_items(answer->lesson, answer->seed),
                 Work::lesson);
  if (const auto* tried = std::get_if<messages::Tried>(&message)) {
    const std::string_view game = by == nullptr ? "" : game_of(state, *by, *tried);
    return makes(!game.empty() && !exercises.keeps_game(game), Work::game);
  }
  return makes(std::holds_alternative<messages::Pair>(message), Work::game);
}

std::optional<Plan> plan_latecomer(const State& state, const Pupil& pupil, bool lost_seat) {
  if (state.closed || state.round == 0 || pupil.task != "tables" || !pupil.here || pupil.extra ||
      (state.table_of(pupil.number) != nullptr && !lost_seat) ||
      state.round_begin >= state.tables.size())
    return std::nullopt;
  const auto spec = Spec::parse(state.tables[state.round_begin].spec);
  const auto two = spec ? with_seats(*spec, 2) : std::nullopt;
  if (!two) return std::nullopt;
  Plan plan;
  Paired event;
  event.round = state.round;
  order(state, *two, {&pupil.number, 1}, bots::levels(*two).front().name, event, plan);
  plan.event = std::move(event);
  return plan;
}

}  // namespace coset::classroom
