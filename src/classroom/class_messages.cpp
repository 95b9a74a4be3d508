// What a class tells its connections.
#include <algorithm>
#include <ranges>

#include "classroom/classroom.hpp"

namespace coset::classroom {

namespace messages = protocol::classroom;

Classroom::Connection* Classroom::find(ConnectionId id) {
  for (Connection& each : connections_)
    if (each.id == id) return &each;
  return nullptr;
}

void Classroom::follow_state() {
  if (std::exchange(news_round_, state_.round) != state_.round) news_.clear();
  for (Connection& each : connections_) {
    if (each.role != messages::Role::pupil) continue;
    const Pupil* pupil = state_.holder(each.digest);
    each.pupil = pupil != nullptr && pupil->here ? pupil->number : 0;
    if (each.pupil != 0) each.offers.clear();
  }
}

std::vector<std::string> Classroom::reserved_aliases(ConnectionId but) const {
  std::vector<std::string> out;
  std::size_t reserving = 0;
  for (const Connection& each : std::views::reverse(connections_)) {
    if (each.id == but || each.offers.empty()) continue;
    if (++reserving > max_reserving) break;
    out.insert(out.end(), each.offers.begin(), each.offers.end());
  }
  return out;
}

std::vector<ConnectionId> Classroom::connections_of(PupilNumber pupil) const {
  std::vector<ConnectionId> out;
  for (const Connection& each : connections_)
    if (each.pupil == pupil && pupil != 0) out.push_back(each.id);
  return out;
}

std::vector<PupilNumber> Classroom::free_places(const Connection& of) const {
  std::vector<PupilNumber> out;
  if (of.role != messages::Role::pupil || of.pupil != 0) return out;
  for (const PupilNumber number : std::views::reverse(of.proof.places)) {
    const Pupil* pupil = state_.pupil(number);
    if (pupil != nullptr && !pupil->removed && !pupil->extra && out.size() < max_places &&
        connections_of(number).empty())
      out.push_back(number);
  }
  return out;
}

Live Classroom::live(Time now) const {
  Live out;
  out.here.resize(state_.pupils.size());
  for (const Connection& each : connections_)
    if (each.pupil != 0 && now - each.heard_at <= silence_timeout) out.here[each.pupil - 1U] = true;
  out.moved_at = moved_at_;
  out.tables = news_;
  return out;
}

messages::PupilState Classroom::state_of(const Pupil& pupil) const {
  messages::PupilState out;
  out.number = state_.number;
  out.paused = state_.paused;
  out.task = pupil.task;
  out.progress = pupil.progress;
  out.hand = pupil.hand;
  if (const PairedTable* table = state_.table_of(pupil.number)) {
    const bool started = std::any_of(news_.begin(), news_.end(), [&](const TableNews& each) {
      return each.name == table->name;
    });
    out.table = {table->name, table->invitation, table->spec, started};
  }
  return out;
}

messages::Welcome Classroom::welcome_for(const Connection& to) const {
  messages::Welcome out;
  out.code = state_.code;
  out.language = state_.language;
  out.role = to.role;
  out.offers = to.offers;
  for (const PupilNumber number : free_places(to))
    out.places.push_back({number, state_.pupil(number)->alias});
  out.locked = state_.locked;
  out.pupils = static_cast<std::uint16_t>(state_.present().size());
  out.options = state_.options;
  if (const Pupil* pupil = state_.pupil(to.pupil)) {
    out.you = pupil->number;
    out.alias = pupil->alias;
    out.state = state_of(*pupil);
  }
  return out;
}

void Classroom::send_states(Outgoing& out) const {
  for (const Pupil& pupil : state_.pupils)
    if (auto to = connections_of(pupil.number); !to.empty())
      out.push_back({std::move(to), state_of(pupil)});
}

// A page that has not joined must know the code that the class has now.
void Classroom::send_welcomes(Outgoing& out) const {
  constexpr auto wrong = protocol::error_code("class.wrong_class");
  for (const Connection& each : connections_)
    if (each.role == messages::Role::pupil && each.pupil == 0 && each.code != state_.code)
      out.push_back({{each.id}, messages::error_for(wrong), wrong.code});
    else
      out.push_back({{each.id}, welcome_for(each)});
}

void Classroom::send_outcome(ConnectionId to, MoveId id, const Outcome& outcome,
                             Outgoing& out) const {
  const bool named = outcome.misconception != teach::Misconception::none;
  const std::string word(named ? teach::word_of(outcome.misconception) : "");
  switch (outcome.kind) {
    case Outcome::Kind::done:
      out.push_back({{to}, messages::Done{id}});
      return;
    case Outcome::Kind::answered:
      out.push_back({{to}, messages::Answered{id, outcome.correct, word}});
      return;
    case Outcome::Kind::tried:
      out.push_back({{to}, messages::Counted{id, named ? word : "other"}});
      return;
  }
}

void Classroom::send_consequences(const Event& event, Outgoing& out) const {
  if (std::holds_alternative<TaskSet>(event) || std::holds_alternative<Paused>(event) ||
      std::holds_alternative<Paired>(event)) {
    send_states(out);
  } else if (const auto* raised = std::get_if<Raised>(&event)) {
    if (auto to = connections_of(raised->pupil); !to.empty())
      out.push_back({std::move(to), state_of(*state_.pupil(raised->pupil))});
  } else if (const auto* left = std::get_if<Left>(&event); left != nullptr && left->removed) {
    const Token& digest = state_.pupil(left->pupil)->token;
    std::vector<ConnectionId> to;
    for (const Connection& each : connections_)
      if (each.role == messages::Role::pupil && each.digest == digest) to.push_back(each.id);
    if (!to.empty()) out.push_back({std::move(to), messages::Removed{}, "class.removed"});
  } else if (const auto* cleared = std::get_if<Cleared>(&event);
             cleared != nullptr && cleared->removed) {
    for (const PupilNumber number : cleared->pupils) send_consequences(Left{number, true}, out);
  } else if (std::holds_alternative<Locked>(event)) {
    for (const Connection& each : connections_)
      if (each.role == messages::Role::pupil && each.pupil == 0)
        out.push_back({{each.id}, welcome_for(each)});
  } else if (std::holds_alternative<OptionsSet>(event) ||
             std::holds_alternative<CodeChanged>(event)) {
    send_welcomes(out);
  } else if (std::holds_alternative<ClassClosed>(event)) {
    std::vector<ConnectionId> to;
    for (const Connection& each : connections_) to.push_back(each.id);
    out.push_back({std::move(to), messages::Closed{}, "class.closed"});
  } else if (std::holds_alternative<Joined>(event) || std::holds_alternative<Renamed>(event)) {
    const PupilNumber pupil = std::visit(
        [](const auto& e) -> PupilNumber {
          if constexpr (requires { e.pupil; }) return e.pupil;
          return 0;
        },
        event);
    for (const Connection& each : connections_)
      if (each.pupil == pupil) out.push_back({{each.id}, welcome_for(each)});
  }
}

}  // namespace coset::classroom
