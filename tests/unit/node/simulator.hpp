// Simulator: a cluster in one process from one seed. Three nodes (or one, without claims) on one
// database behind a router, and their clients. Nodes are killed, frozen, restarted and cut off; the
// database does not respond, loses results, and fails over to a standby that lacks the last rows;
// the router hashes, sticks, forgets, flaps and misroutes; clocks run apart. Checked throughout: no
// row is lost, doubled or forked, no frame is ahead of the log or older than what its reader has
// seen, nobody is judged while connected, each connected client gets every event soon, no pending
// table is lost, and every game ends.
#pragma once

#include "unit/node/simulated_people.hpp"

namespace coset::node {

class Simulator final : public SimulatedPeople {
 public:
  explicit Simulator(std::uint64_t seed, bool keep_lines = false)
      : SimulatedPeople(seed, keep_lines),
        node_count_(one_in(5) ? 1 : 3),
        router_(rng_, node_count_) {
    LinkFaults faults;
    if (!one_in(4)) faults.late = 1 + rng_.below(6);
    if (one_in(2)) faults.lost = 10 + rng_.below(60);
    faults.immediate = one_in(2);
    router_.misroutes = one_in(3) ? 0 : 2 + rng_.below(12);
    mean_pause_ = 4'000 + rng_.below(60'000);
    observe_database();
    for (std::size_t n = 0; n < node_count_; ++n) {
      const std::string name = node_count_ == 1 ? "" : "n" + std::to_string(n + 1);
      nodes_.push_back(std::make_unique<SimulatedNode>(rng_, now_, database_, name, faults));
      nodes_[n]->sockets.on_send = [this](Socket to, const std::string& text) { sent(to, text); };
      nodes_[n]->sockets.on_close = [this](Socket which, Close code, std::string_view reason) {
        closed(which, code, reason);
      };
      start(n);
    }
    next_fault_ = now_ + mean_pause_;
    for (int t = 0; t < meetings; ++t) new_meeting();
  }

  // What went wrong; empty if nothing did.
  std::string run() {
    for (int i = 0; i < max_steps && wrong_.empty() && !all_done(); ++i) step();
    calm_down();
    for (int i = 0; i < max_steps && wrong_.empty() && !all_done(); ++i) step();
    if (wrong_.empty() && !all_done()) fail("a game does not end: " + unfinished());
    return wrong_.empty() ? "" : wrong_ + " (" + std::to_string(node_count_) + " nodes)";
  }

  int kills() const { return kills_; }
  int freezes() const { return freezes_; }
  int failovers() const { return failovers_; }
  int splits() const { return splits_; }
  int redirected() const { return redirected_; }
  int long_thoughts() const { return long_thoughts_; }
  int absences() const { return absences_; }
  int claims() const { return claims_; }
  int acknowledged() const { return acknowledged_; }

 private:
  static constexpr int meetings = 4;
  static constexpr int max_steps = 60'000;
  static constexpr Time max_behind = 15'000;
  static constexpr Time max_gap = 3'000;  // in which a client reconnects

  bool clustered() const { return node_count_ > 1; }

  void start(std::size_t n) {
    Config config;
    if (n == 0) config.commit_interval = 100;
    nodes_[n]->start(config);
    note("start", std::to_string(n));
  }
  // Its requests to the store may complete or not; no callback is left.
  void kill(std::size_t n, Time down) {
    note("kill", std::to_string(n));
    ++kills_;
    disturb();
    nodes_[n]->kill();
    nodes_[n]->starts_at = now_ + down;
    cut_sessions(n);
  }
  // The clients notice it sooner or later.
  void cut_sessions(std::size_t n) {
    for (Meeting& meeting : meetings_)
      for (Person& person : meeting.people)
        if (person.socket != 0 && person.node == n) {
          deliver_close(person);
          disconnect(person, soon(100, 3'000));
        }
  }

  void step() {
    Time next = std::min(next_fault_, next_check_);
    for (const auto& node : nodes_) {
      next = std::min(next, node->next());
      if (!node->running()) next = std::min(next, node->starts_at);
      if (node->ends_at) next = std::min(next, *node->ends_at);
    }
    for (const Meeting& meeting : meetings_)
      for (const Person& person : meeting.people) next = std::min(next, next_of(person));
    now_ = std::max(now_ + 1, next) + (one_in(3) ? rng_.below(20) : 0);
    if (now_ >= next_fault_) cause_fault();
    if (now_ >= next_check_) check_nodes();
    for (std::size_t n = 0; n < node_count_; ++n) run_node(n);
    for (Meeting& meeting : meetings_)
      for (Person& person : meeting.people) {
        if (next_of(person) <= now_) act(person);
        watch(person);
      }
  }
  void run_node(std::size_t n) {
    SimulatedNode& node = *nodes_[n];
    if (!node.running() && now_ >= node.starts_at) start(n);
    if (node.frozen_since && now_ >= thaw_at_[n]) {
      note("thaw", std::to_string(n));
      node.thaw();
    }
    if (node.ends_at && now_ >= *node.ends_at) kill(n, 500 + rng_.below(3'000));
    node.run();
  }
  // Every second the router asks whether each node is ready.
  void check_nodes() {
    next_check_ = now_ + 1'000;
    for (std::size_t n = 0; n < node_count_; ++n) {
      const bool seems_ready = nodes_[n]->ready() || now_ < unchecked_until_[n];
      const bool good = seems_ready && now_ >= flaps_until_[n];
      if (!router_.check(n, good)) continue;
      note("down", std::to_string(n));
      cut_sessions(n);
    }
  }

  // Something happened after which a client may be behind for a while.
  void disturb() { disturb_until(now_); }
  void disturb_until(Time until) { disturbed_at_ = std::max(disturbed_at_, until); }

  void cause_fault() {
    next_fault_ = now_ + 500 + rng_.below(2 * mean_pause_);
    if (calm_) return;
    const std::size_t n = rng_.below(static_cast<std::uint32_t>(node_count_));
    SimulatedNode& node = *nodes_[n];
    switch (rng_.below(13)) {
      case 0:
      case 1:
        if (node.running()) kill(n, one_in(2) ? 0 : rng_.below(20'000));
        break;
      case 2:
        freeze(n, 500 + rng_.below(25'000));
        break;
      case 3:
        if (node.serves() && !node.ends_at) node.drain(3'000);
        break;
      case 4:
        note("flap", std::to_string(n));
        flaps_until_[n] = now_ + 2'500 + rng_.below(10'000);
        break;
      case 5:
        router_.forget();
        break;
      case 6:
        note("cut", std::to_string(n));
        node.cut_until(now_ + rng_.below(20'000));
        disturb_until(node.link.away_until);
        break;
      case 7:
        cut_all(rng_.below(clustered() || one_in(2) ? 12'000 : 400'000));
        break;
      case 8:
        if (one_in(2)) fail_over();
        break;
      case 9:
        split(n);
        break;
      case 10:
      case 11:  // renewals come late, or not for long
        note("silence", std::to_string(n));
        node.claims_link.away_until = now_ + rng_.below(one_in(2) ? 10'000 : 180'000);
        disturb_until(node.claims_link.away_until);
        break;
      default:
        request_reread();
    }
  }
  // A node does not hear that another one has its table, and the router does not notice it: the
  // players of a table are at both for longer than the grace period.
  void split(std::size_t n) {
    for (Meeting& meeting : meetings_) {
      if (!clustered() || !think_elsewhere(meeting, n)) continue;
      note("split", std::to_string(n));
      ++splits_;
      router_.stick("/ws/t/" + meeting.name, (n + 1) % node_count_);
      nodes_[n]->claims_link.away_until = now_ + 145'000;
      unchecked_until_[n] = now_ + 140'000;
      disturb_until(now_ + 145'000);
      next_fault_ = now_ + 150'000;
      return;
    }
  }
  void freeze(std::size_t n, Time span) {
    if (!nodes_[n]->serves() || nodes_[n]->ends_at) return;
    note("freeze", std::to_string(n));
    ++freezes_;
    nodes_[n]->freeze();
    thaw_at_[n] = now_ + span;
    disturb_until(thaw_at_[n]);
  }
  void cut_all(Time span) {
    note("cut", "all");
    for (const auto& node : nodes_) node->cut_until(now_ + span);
    disturb_until(now_ + span);
  }
  // The standby lacks the last rows; the connections break.
  void fail_over() {
    note("failover", "");
    ++failovers_;
    for (const auto& node : nodes_) {
      node->link.reset();
      node->claims_link.reset();
    }
    drop_rows(rng_.below(5));
    cut_all(500 + rng_.below(6'000));
  }
  void request_reread() {
    for (const Meeting& meeting : meetings_) {
      const GameId game = game_of_meeting(meeting);
      if (!is_created(game) || !one_in(2)) continue;
      const store::PendingAction action{game, store::OperatorAction::reread};
      reread_asked_[game] = now_;
      return database_.players.request_action(action, [](WriteResult) {});
    }
  }
  void calm_down() {
    note("calm", "");
    calm_ = true;
    router_.misroutes = 0;
    flaps_until_.fill(0);
    unchecked_until_.fill(0);
    for (const auto& node : nodes_)
      for (SimulatedLink* each : {&node->link, &node->claims_link}) {
        each->faulty = false;
        each->away_until = now_;
      }
    thaw_at_.fill(now_);
    disturbed_at_ = now_;
  }

  // A connected client gets every event soon, if nothing explains a delay.
  void watch(Person& person) {
    if (!person.told) return;
    if (!person.at_table) return watch_lobby(person);
    if (now_ > person.last_present + max_gap) person.present_since = now_;
    person.last_present = now_;
    const Truth* truth = truth_of(game_of_meeting(*person.meeting));
    const bool behind = truth != nullptr && truth->ledger->head() > person.ply && !truth->unknown;
    if (!behind || now_ < disturbed_at_ + 1'000) return person.behind.reset();
    if (!person.behind) person.behind = std::max(now_, disturbed_at_);
    if (now_ > *person.behind + max_behind)
      fail("a connected player does not get an event: " + person.id);
  }
  void watch_lobby(const Person& person) {
    const Truth* game = truth_of(game_of(test_digest, person.waits_for));
    if (game != nullptr &&
        now_ > std::max({game->created_at, disturbed_at_, *person.told}) + max_behind)
      fail("a player is not told that the game has started: " + person.id);
  }
  // At a node that cannot renew its claims, and that the router has not noticed.
  bool is_stranded(const Person& person) const {
    return now_ < unchecked_until_[person.node] + 5'000;
  }
  bool is_present(GameId game, Seat seat) const override {
    for (const Meeting& meeting : meetings_) {
      if (game_of_meeting(meeting) != game) continue;
      for (const Person& person : meeting.people)
        if (person.seat == seat && person.at_table && !is_stranded(person) &&
            now_ < person.last_present + max_gap && now_ >= person.present_since + 10'000)
          return true;
    }
    return false;
  }

  // The network.
  bool open(Person& person, const std::string& target) override {
    const std::size_t query = target.find("?node=");
    std::optional<std::size_t> wanted;
    for (std::size_t n = 0; query != std::string::npos && n < node_count_; ++n)
      if (nodes_[n]->name == target.substr(query + 6)) wanted = n;
    std::optional<std::size_t> node;
    for (std::size_t i = 0; i < node_count_ && !node; ++i) {  // the router tries another one
      node = router_.route(target.substr(0, query), wanted);
      if (!node) return false;
      if (nodes_[*node]->running()) break;
      router_.mark_down(*node);
      node.reset();
    }
    if (!node) return false;
    person.node = *node;
    note("opens", person.id + " at " + std::to_string(*node));
    const GuestIdentity guest{person.id, person.id, false, person.id};
    nodes_[*node]->deliver(
        [socket = person.socket, guest, target](Node& at) { at.on_open(socket, guest, target); });
    return true;
  }
  void send(Person& person, std::string text) override {
    if (person.socket == 0) return;
    nodes_[person.node]->deliver([socket = person.socket, text = std::move(text)](Node& at) {
      at.on_message(socket, text);
    });
  }
  void close(Person& person) override { deliver_close(person); }
  void deliver_close(const Person& person) {
    if (person.socket == 0 || !nodes_[person.node]->running()) return;
    nodes_[person.node]->deliver([socket = person.socket](Node& at) { at.on_close(socket); });
  }
  void sent(Socket to, const std::string& text) {
    const auto found = by_socket_.find(to);
    if (found == by_socket_.end()) return;
    Person& person = *found->second;
    note("frame", person.id + " " + text);
    push(person, text, false);
    if (!person.at_table) return;
    check_sent(game_of_meeting(*person.meeting),
               person.told ? std::optional(person.seat) : std::nullopt, text);
    check_has_read(person);
  }
  // A host reads the log after it has acquired the claim.
  void check_has_read(const Person& person) {
    const auto* holder = database_.holder(game_of_meeting(*person.meeting));
    if (holder == nullptr || holder->has_read || holder->node != nodes_[person.node]->name) return;
    if (now_ > std::max(holder->since, disturbed_at_) + 10'000)
      fail("a host has not read the log since it acquired the claim");
  }
  void closed(Socket which, Close code, std::string_view reason) {
    const auto found = by_socket_.find(which);
    if (found == by_socket_.end()) return;
    note("closes", found->second->id + " " + std::to_string(static_cast<int>(code)) + " " +
                       std::string(reason));
    push(*found->second, "", true);
  }
  void push(Person& person, const std::string& text, bool last) {
    const Time before = person.down.empty() ? now_ : person.down.back().due;
    const Time lag = one_in(20) ? rng_.below(400) : rng_.below(15);
    person.down.push_back({std::max(before, now_ + lag), text, last});
  }

  void observe_database() {
    database_.clock_offset = static_cast<Time>(rng_.below(2'001)) - 1'000;
    database_.on_row = [this](const std::string& node, const store::Event& row, bool unknown) {
      const auto* holder = database_.holder(row.game);  // moves need no claim
      on_row(node, row, unknown || (clustered() && holder != nullptr && holder->node != node));
    };
    database_.on_create = [this](const store::NewGame& game) { on_create(game); };
    database_.violated = [this](const std::string& what) { fail(what); };
    database_.note = [this](std::string_view what, std::string_view node, GameId key) {
      ++claims_;
      note(what, std::string(node) + " " + short_id(key));
    };
    database_.on_pending_saved = [this](GameId game) { pending_since_.try_emplace(game, now_); };
    database_.on_pending_deleted = [this](const std::string& node, GameId game) {
      note("dispersed", node + " " + short_id(game));
      pending_since_.erase(game);
      check_dispersed(game);
    };
    database_.on_acknowledged = [this](const std::string& node, const store::PendingAction& what) {
      note("acknowledged", node + " " + short_id(what.game));
      ++acknowledged_;
      check_acknowledged(node, what.game);
    };
  }
  // A pending table goes when its game has started, or if everybody was away for long.
  void check_dispersed(GameId game) {
    if (is_created(game)) return;
    for (const Meeting& meeting : meetings_) {
      if (meeting.name.empty() || game_of_meeting(meeting) != game) continue;
      if (!meeting.listed) fail("a pending table is dispersed");
      for (const Person& person : meeting.people)
        if (!person.at_table && person.told && !is_stranded(person) && now_ > *person.told + 5'000)
          fail("a pending table is dispersed while people wait at it");
    }
  }
  // The node that has the lobby has read all rows that are older than its claim.
  void check_missing_table(GameId game) override {
    const auto* lobby = database_.holder(store::lobby_claim);
    const auto since = pending_since_.find(game);
    if (lobby != nullptr && since != pending_since_.end() && since->second < lobby->since)
      fail("a pending table is lost");
  }
  // A node that obeys an action of another node leaves that one with what it has read.
  void check_acknowledged(const std::string& node, GameId game) {
    const auto* holder = database_.holder(game);
    if (!clustered() || holder == nullptr || holder->node == node) return;
    if (holder->since < reread_asked_[game] && holder->since < now_ - 10'000)
      fail("an action is obeyed by a node that does not hold the table");
  }

  std::size_t node_count_;
  SimulatedRouter router_;
  std::uint32_t mean_pause_ = 0;
  Time next_fault_ = 0;
  Time next_check_ = 0;
  Time disturbed_at_ = 0;
  std::array<Time, 3> flaps_until_{};
  std::array<Time, 3> thaw_at_{};
  std::array<Time, 3> unchecked_until_{};  // the router's checks succeed, whatever they find
  std::map<GameId, Time> pending_since_;   // when its row was first written
  std::map<GameId, Time> reread_asked_;    // when it was last to be read again
  int kills_ = 0;
  int freezes_ = 0;
  int failovers_ = 0;
  int splits_ = 0;
  int claims_ = 0;
  int acknowledged_ = 0;
  std::vector<std::unique_ptr<SimulatedNode>> nodes_;  // gone first
};

}  // namespace coset::node
