// SimulatedPeople: the clients of a simulated cluster. They create tables, join by invitation,
// think (some longer than the grace period), move, resend, disconnect, come back, leave for long,
// reclaim their seats, agree on a rematch, and obey `redirect` and `drain`.
#pragma once

#include "unit/node/simulated_person.hpp"
#include "unit/node/simulator_truth.hpp"

namespace coset::node {

class SimulatedPeople : public SimulatorTruth {
 protected:
  SimulatedPeople(std::uint64_t seed, bool keep_lines)
      : SimulatorTruth(keep_lines), rng_(seed), random_(mix(seed)) {}

  bool one_in(std::uint32_t n) { return rng_.below(n) == 0; }
  Time soon(std::uint32_t least, std::uint32_t most) { return now_ + least + rng_.below(most); }
  GameId game_of_meeting(const Meeting& meeting) const {
    return game_of(test_digest, meeting.name);
  }

  // The network.
  virtual bool open(Person& person, const std::string& target) = 0;
  virtual void send(Person& person, std::string text) = 0;
  virtual void close(Person& person) = 0;

  void new_meeting() {
    constexpr const char* specs[] = {
        "al-jabar Z2^2 seats=2 deal=3 copies=4 max_rounds=6",
        "al-jabar Z2^2 seats=3 deal=2 max_rounds=3", "mad-abel Z4xZ5 seats=2 deal=2 max_turns=8",
        "mad-abel Z4xZ5 seats=3 deal=2 max_turns=9", "solitaire Z2^2 deal=4 max_turns=4"};
    Meeting& out = meetings_.emplace_back();
    out.spec = specs[rng_.below(10) == 0 ? 4 : rng_.below(4)];
    out.seats = Spec::parse(out.spec)->seats();
    out.listed = one_in(4);
    out.rematches = one_in(5) ? 1 : 0;
    if (one_in(3)) out.clock = protocol::ClockRule{protocol::ClockKind::turn, 180'000, 0};
    if (one_in(3)) out.clock = protocol::ClockRule{protocol::ClockKind::fischer, 600'000, 1000};
    const bool slow = one_in(3);
    const int bots = out.seats > 1 && one_in(4) ? 1 : 0;
    for (int i = 0; i < out.seats - bots; ++i) {
      Person& person = out.people.emplace_back();
      person.id = std::to_string(meetings_.size()) + "/" + std::to_string(i);
      random_.fill(person.token.bytes);
      person.place = i;
      person.come_at = soon(0, slow ? 90'000 : 5'000);
    }
    for (Person& person : out.people) person.meeting = &out;
  }

  bool all_done() const {
    return std::all_of(meetings_.begin(), meetings_.end(), [](const Meeting& meeting) {
      return std::all_of(meeting.people.begin(), meeting.people.end(),
                         [](const Person& person) { return person.done; });
    });
  }
  std::string unfinished() const {
    std::string out;
    for (const Meeting& meeting : meetings_)
      for (const Person& person : meeting.people) {
        if (person.done) continue;
        const auto truth = truths_.find(game_of_meeting(meeting));
        out += "\n" + meeting.spec + " " + meeting.name + ": " + person.id +
               " node=" + std::to_string(person.node) + " socket=" + std::to_string(person.socket) +
               " at_table=" + std::to_string(person.at_table) +
               " told=" + std::to_string(person.told.has_value()) +
               " ply=" + std::to_string(person.ply) +
               " pending=" + std::to_string(person.pending.has_value()) + " of " +
               (truth == truths_.end() ? "none" : std::to_string(truth->second.ledger->head()));
      }
    return out;
  }

  // When the person does something next.
  Time next_of(const Person& person) const {
    if (person.done) return now_ + 60'000;
    Time out = person.down.empty() ? now_ + 60'000 : person.down.front().due;
    if (person.socket == 0) return std::min(out, person.come_at);
    out = std::min({out, person.leave_at, person.heard_at + silence_limit(person)});
    if (!person.told || !person.at_table) return out;
    out = std::min(out, person.beat_at);
    if (person.pending || person.reclaim) out = std::min(out, person.resend_at);
    if (person.thought_of == person.ply) out = std::min(out, person.think_until);
    if (person.over) out = std::min(out, person.rematch_at);
    return out;
  }
  void act(Person& person) {
    if (person.done) return;
    while (!person.down.empty() && person.down.front().due <= now_) read(person);
    if (person.socket == 0) {
      if (now_ >= person.come_at) come(person);
      return;
    }
    if (now_ >= person.heard_at + silence_limit(person)) return leave(person, soon(200, 2'000));
    if (now_ >= person.leave_at) return go_away(person);
    if (!person.at_table || !person.told) return;
    if (person.over) return ask_rematch(person);
    if (person.pending && now_ >= person.resend_at) {
      person.resend_at = soon(1'000, 4'000);
      send(person, protocol::encode(protocol::FromClient(*person.pending)));
    }
    if (person.reclaim && now_ >= person.resend_at) {
      person.resend_at = soon(1'000, 4'000);
      send(person, protocol::encode(protocol::FromClient(*person.reclaim)));
    }
    if (person.socket != 0 && !person.pending) play(person);
    if (person.socket == 0 || now_ < person.beat_at) return;
    person.beat_at = soon(person.thought_of == person.ply ? 5'000 : 20'000, 500);
    send(person, protocol::encode(protocol::FromClient(protocol::Heartbeat{person.ply})));
    if (waits_for_another(person))  // who may never come: refused until ten minutes are over
      send(person, protocol::encode(
                       protocol::FromClient(protocol::Ask{protocol::OfferKind::bot_takeover, {}})));
  }
  bool waits_for_another(const Person& person) {
    const table::Ledger* position = seen_by(person);
    if (position == nullptr || person.over || position->over()) return false;
    const Seat turn = position->turn();
    return turn != nobody && turn != person.seat && position->by_human(turn) &&
           position->by_human(person.seat) && table::waits_for_absent(position->setup());
  }

  // The person on turn leaves, comes back soon and thinks for longer than the grace period, while
  // the others stay. False if nobody there can.
  bool think_elsewhere(Meeting& meeting, std::size_t node) {
    Person* thinker = nullptr;
    int others = 0;
    for (Person& each : meeting.people) {
      const bool here = each.at_table && each.told && each.node == node && !each.pending;
      const table::Ledger* position = here ? seen_by(each) : nullptr;
      if (position == nullptr || !position->by_human(each.seat)) continue;
      if (position->turn() == each.seat) thinker = &each;
      if (position->turn() != each.seat) ++others;
    }
    if (thinker == nullptr || others == 0) return false;
    for (Person& each : meeting.people) each.leave_at = max_time;
    leave(*thinker, soon(7'000, 2'000));
    thinker->thought_of = thinker->ply;
    thinker->think_until = soon(150'000, 10'000);
    thinker->stays = true;
    return true;
  }

  // The socket is gone at the client's side.
  void disconnect(Person& person, Time come_at) {
    if (person.socket != 0) by_socket_.erase(person.socket);
    person.socket = 0;
    person.told.reset();
    person.behind.reset();
    person.down.clear();
    person.come_at = come_at;
  }
  // The client closes its socket.
  void leave(Person& person, Time come_at) {
    note("leaves", person.id);
    close(person);
    disconnect(person, come_at);
  }

  bool calm_ = false;
  Rng rng_;
  SeededRandom random_;
  std::deque<Meeting> meetings_;
  std::map<Socket, Person*> by_socket_;
  Socket last_socket_ = 0;
  int long_thoughts_ = 0;
  int absences_ = 0;
  int redirected_ = 0;

 private:
  static constexpr Time max_time = Time{1} << 60;

  static Time silence_limit(const Person& person) { return person.told ? 45'000 : 10'000; }

  void go_away(Person& person) {
    const bool long_gone = one_in(8);
    if (long_gone) ++absences_;
    leave(person, long_gone ? soon(20'000, 150'000) : soon(200, 5'000));
  }
  void come(Person& person) {
    if (!person.at_table && person.place != 0 && person.meeting->name.empty()) {
      person.come_at = soon(500, 1'000);  // the table is not known yet
      return;
    }
    person.socket = ++last_socket_;
    person.opened_at = person.heard_at = now_;
    person.leave_at = soon(2'000, 300'000);
    if (std::exchange(person.stays, false) || calm_) person.leave_at = max_time;
    person.resend_at = now_;
    std::string target = person.at_table ? "/ws/t/" + person.meeting->name : "/ws";
    if (const auto node = std::exchange(person.redirect, std::nullopt)) target += "?node=" + *node;
    note("comes", person.id + " " + target);
    if (!open(person, target)) {
      person.socket = 0;
      person.come_at = soon(300, 1'000);
      return;
    }
    by_socket_[person.socket] = &person;
    if (!person.at_table) return enter_lobby(person);
    send(person, protocol::encode(protocol::FromClient(hello(person))));
  }
  void enter_lobby(Person& person) {
    const Meeting& meeting = *person.meeting;
    nlohmann::json message = {{"token", protocol::hex(person.token.bytes)}};
    if (meeting.name.empty()) {
      message["type"] = "create";
      message["spec"] = meeting.spec;
      message["listed"] = meeting.listed;
      if (meeting.clock)
        message["clock"] = {{"kind", word_of(meeting.clock->kind)},
                            {"start", meeting.clock->start},
                            {"add", meeting.clock->add}};
      if (meeting.people.size() < static_cast<std::size_t>(meeting.seats))
        message["bots"] = {"random"};
    } else {
      message["type"] = "join";
      message["table"] = meeting.name;
      if (!meeting.invitation.empty()) message["invitation"] = meeting.invitation;
    }
    send(person, message.dump());
  }
  static protocol::Hello hello(const Person& person) {
    protocol::Hello out;
    out.table = person.meeting->name;
    out.token = person.token;
    if (person.chain) {
      out.last_ply = person.ply;
      out.last_chain = person.chain;
    }
    return out;
  }

  // The position that the person sees.
  const table::Ledger* seen_by(const Person& person) {
    const Truth* truth = truth_of(game_of_meeting(*person.meeting));
    if (truth == nullptr || !person.chain) return nullptr;
    if (truth->ledger->head() == person.ply && truth->ledger->chain() == *person.chain)
      return &*truth->ledger;
    for (const auto& [chain, ledger] : truth->dropped)
      if (chain == *person.chain) return &ledger;
    return nullptr;
  }
  void play(Person& person) {
    const table::Ledger* position = seen_by(person);
    if (position == nullptr || position->forfeited(person.seat) || position->over()) return;
    if (person.thought_of != person.ply) {
      if (position->turn() != person.seat && !position->kept(person.seat)) return;
      person.thought_of = person.ply;
      person.think_until = now_ + thinking_time(*position);
      if (position->setup().clock.kind != protocol::ClockKind::none) person.beat_at = now_;
    }
    if (now_ < person.think_until) return;
    const auto id = static_cast<protocol::MoveId>(rng_.next() | 1U);
    if (position->kept(person.seat)) {
      person.think_until = soon(1'000, 2'000);  // asks again if it is not the time yet
      if (person.reclaim) return;
      person.reclaim = protocol::Reclaim{id, person.ply};
      person.resend_at = soon(1'000, 3'000);
      return send(person, protocol::encode(protocol::FromClient(*person.reclaim)));
    }
    protocol::Move move;
    move.id = id;
    move.base_ply = person.ply;
    move.move = position->match().write(position->match().random_action(rng_));
    chosen_.insert(move.id);
    person.pending = move;
    person.resend_at = soon(1'000, 3'000);
    person.think_until = max_time;
    for (std::uint32_t n = 1 + rng_.below(2); n > 0; --n)
      send(person, protocol::encode(protocol::FromClient(move)));
  }
  Time thinking_time(const table::Ledger& position) {
    const std::uint32_t kind = rng_.below(16);
    if (kind < 9) return 100 + rng_.below(2'000);
    if (kind < 14) return 2'000 + rng_.below(15'000);
    if (kind < 15) return 20'000 + rng_.below(60'000);
    const protocol::ClockRule& rule = position.setup().clock;
    if (rule.kind == protocol::ClockKind::fischer && position.head() > 3) return 1'000;
    ++long_thoughts_;
    return 125'000 + rng_.below(rule.kind == protocol::ClockKind::none ? 60'000 : 40'000);
  }
  void ask_rematch(Person& person) {
    if (now_ < person.rematch_at) return;
    if (person.meeting->rematches == 0 || calm_) {
      person.done = true;
      return leave(person, max_time);
    }
    person.rematch_at = soon(2'000, 4'000);
    if (one_in(12)) --person.meeting->rematches;  // they have had enough
    send(person,
         protocol::encode(protocol::FromClient(protocol::Ask{protocol::OfferKind::rematch, {}})));
  }

  // The client handles a frame.
  void read(Person& person) {
    const Frame frame = std::move(person.down.front());
    person.down.pop_front();
    person.heard_at = now_;
    if (frame.last) return disconnect(person, person.redirect ? now_ : soon(200, 2'000));
    const auto json = nlohmann::json::parse(frame.text);
    if (json["type"] == "redirect") {
      ++redirected_;
      person.redirect = json["node"].get<std::string>();
      note("redirect", person.id + " to " + *person.redirect);
      return;
    }
    if (json["type"] == "drain") {
      person.leave_at = std::min(person.leave_at, now_ + json["after_ms"].get<Time>());
      return;
    }
    if (!person.at_table) return on_lobby_message(person, json);
    const auto message = protocol::decode_table(frame.text);
    if (!message) return fail("a frame cannot be read: " + frame.text);
    std::visit([&](const auto& m) { on(person, m); }, *message);
  }
  void go_to_table(Person& person, const std::string& table) {
    person.meeting->name = table;  // also if another was created meanwhile
    if (person.socket != 0) leave(person, 0);
    if (person.come_at == 0 || person.done) person.come_at = soon(10, 500);
    person.at_table = true;
    person.done = person.over = false;
    person.ply = 0;
    person.chain.reset();
    person.pending.reset();
    person.reclaim.reset();
    person.thought_of.reset();
    person.last_present = 0;
    person.redirect.reset();
  }
  // The players tell each other.
  void go_to_rematch(Meeting& meeting, const std::string& table) {
    for (Person& each : meeting.people) go_to_table(each, table);
  }
  void on_lobby_message(Person& person, const nlohmann::json& told) {
    Meeting& meeting = *person.meeting;
    if (told["type"] == "pending_table") {
      if (person.place == 0) {
        meeting.name = told["table"];  // a new table: participants of the old one join it
        meeting.invitation = told.value("invitation", "");
      }
      if (!person.told) person.told = now_;
      person.waits_for = told["table"];
      const auto& me = told["participants"][told["your_place"].get<std::size_t>() - 1];
      if (me.value("ready", false)) return;
      Bytes16 bytes;
      random_.fill(bytes);
      send(person,
           nlohmann::json{
               {"type", "ready"}, {"table", told["table"]}, {"entropy", protocol::hex(bytes)}}
               .dump());
    } else if (told["type"] == "started") {
      go_to_table(person, told["table"]);
    } else if (told["type"] == "cancelled" || told["type"] == "error") {
      note("refused", person.id + " " + told["code"].get<std::string>());
      if (told["code"] == "lobby.not_found") return on_missing_table(person);
      leave(person, soon(500, 2'000));
    }
  }
  void on_missing_table(Person& person) {
    Meeting& meeting = *person.meeting;
    const GameId game = game_of_meeting(meeting);
    if (is_created(game)) return go_to_table(person, meeting.name);  // by its link
    check_missing_table(game);
    if (person.place == 0) meeting.name.clear();
    leave(person, soon(500, 2'000));
  }
  // A person was told that there is no such pending table.
  virtual void check_missing_table(GameId game) = 0;

  void on(Person& person, const protocol::Welcome& m) {
    check_not_older(game_of_meeting(*person.meeting), m.head, person.ply, person.chain);
    person.told = now_;
    person.seat = m.you;
    person.beat_at = soon(1'000, 4'000);
    if (m.you == nobody) fail("a token has no seat");
    if (m.next && person.over) go_to_rematch(*person.meeting, *m.next);
  }
  void on(Person& person, const protocol::Snapshot& m) {
    check_not_older(game_of_meeting(*person.meeting), m.ply, person.ply, person.chain);
    at(person, m.ply, m.chain);
  }
  void on(Person& person, const protocol::Event& m) {
    if (m.ply == person.ply + 1) return at(person, m.ply, m.chain);
    if (m.ply > person.ply) send(person, protocol::encode(protocol::FromClient(hello(person))));
  }
  void at(Person& person, table::Ply ply, const table::Chain& chain) {
    const bool same = person.chain == chain;
    person.ply = ply;
    person.chain = chain;
    if (same) return;
    person.pending.reset();
    person.reclaim.reset();
    person.thought_of.reset();
  }
  void on(Person& person, const protocol::Heartbeat& m) {
    check_not_older(game_of_meeting(*person.meeting), m.head, person.ply, person.chain);
    if (m.head > person.ply) send(person, protocol::encode(protocol::FromClient(hello(person))));
  }
  void on(Person& person, const protocol::TableError& m) {
    note("error", person.id + " " + m.code);
    if (person.reclaim && m.id == person.reclaim->id) person.reclaim.reset();
    if (protocol::is(m, protocol::Reason::stale)) {
      person.pending.reset();
      person.thought_of.reset();
    }
    const bool illegal = protocol::is(m, protocol::Reason::illegal) && dropped_ == 0;
    if (illegal || protocol::is(m, protocol::Reason::token))
      fail("a valid request is refused: " + m.message);
  }
  void on(Person& person, const protocol::GameOver& m) {
    if (!person.over) person.rematch_at = soon(500, 2'000);
    person.over = true;
    person.ply = m.ply;
    person.chain = m.chain;
  }
  void on(Person& person, const protocol::Offer& m) {
    if (m.what != protocol::OfferKind::rematch || m.state != protocol::OfferState::open) return;
    const bool agreed = std::find(m.yes.begin(), m.yes.end(), int{person.seat} + 1) != m.yes.end();
    if (agreed || !m.next || calm_) return;
    protocol::Answer answer{protocol::OfferKind::rematch, true, Bytes16{}};
    random_.fill(*answer.entropy);
    send(person, protocol::encode(protocol::FromClient(answer)));
  }
  void on(Person& person, const protocol::RematchReady& m) {
    Meeting& meeting = *person.meeting;
    if (meeting.name == m.table) return;
    meeting.rematches = std::max(0, meeting.rematches - 1);
    go_to_rematch(meeting, m.table);
  }
  template <class Other>
  void on(Person&, const Other&) {}
};

}  // namespace coset::node
