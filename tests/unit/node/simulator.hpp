// Simulator: one or two nodes over one store, clients that join tables, play, resend, disconnect
// and reconnect, nodes that are killed between commit and send, and a store that is late, loses
// results and becomes unavailable. Every frame is checked when it is sent against what the store
// holds at that moment. All of it is derived from one seed.
#pragma once

#include <nlohmann/json.hpp>

#include "table/json.hpp"
#include "unit/node/simulated_platform.hpp"

namespace coset::node {

class Simulator : SimulatedPlatform {
 public:
  explicit Simulator(std::uint64_t seed) : SimulatedPlatform(seed, mix(seed), faults_of) {
    rivals_ = one_in(3);
    sockets.on_send = [this](Socket to, const std::string& text) { sent(to, text); };
    sockets.on_close = [this](Socket which, Close, std::string_view) { lose(which); };
    events.appended = [this](const store::Event& row) { on_row_stored(row); };
    for (std::size_t n = 0; n < (rivals_ ? 2U : 1U); ++n) {
      nodes_.emplace_back();
      start(n);
    }
    for (int t = 0; t < tables; ++t) new_table();
  }

  // What went wrong; empty if nothing did.
  std::string run() {
    for (int i = 0; i < max_steps && wrong_.empty() && !all_over(); ++i) step();
    events.away = false;
    calm_ = true;
    for (int i = 0; i < max_steps && wrong_.empty() && !all_over(); ++i) step();
    if (wrong_.empty() && !all_over()) fail("a game does not end: " + unfinished());
    return wrong_.empty() || !rivals_ ? wrong_ : wrong_ + " (with a rival)";
  }
  int games() const { return static_cast<int>(games_.size()); }
  int rows() const { return rows_; }
  int kills() const { return kills_; }

 private:
  static constexpr int tables = 4;
  static constexpr int max_steps = 30'000;

  struct Person {
    std::string id;
    protocol::Token token;
    int place = 0;  // among those of the table
    std::size_t node = 0;
    Socket socket = 0;
    bool at_table = false;  // else in the lobby
    bool told = false;      // by a welcome
    Seat seat = nobody;
    table::Ply ply = 0;
    std::optional<table::Chain> chain;
    std::optional<protocol::Move> pending;
    bool over = false;
    std::deque<std::string> down;  // on its way to the client
  };
  struct Meeting {
    std::string spec;
    std::optional<protocol::ClockRule> clock;
    std::string name;  // once it is known
    std::vector<Person> people;
    int seats = 0;
    std::string invitation;
  };
  struct Truth {
    std::optional<table::Ledger> ledger;
    std::vector<table::Chain> chains;
    std::set<protocol::MoveId> ids;
  };

  static StoreFaults faults_of(Rng& rng) {
    StoreFaults out;
    if (rng.below(4) != 0) out.late = 1 + rng.below(4);
    if (rng.below(2) != 0) out.lost = 6 + rng.below(30);
    return out;
  }
  bool one_in(std::uint32_t n) { return rng.below(n) == 0; }
  void fail(const std::string& what) {
    if (wrong_.empty()) wrong_ = what;
  }

  void start(std::size_t n) {
    nodes_[n].reset();
    Config config;
    if (rivals_) config.log_poll_interval = 2'000;
    if (n == 0) config.commit_interval = 100;  // a step takes up to 300
    nodes_[n] = std::make_unique<Node>(config, deps());
  }
  // Its requests to the store may complete or not; no callback is left.
  void kill(std::size_t n) {
    ++kills_;
    for (Meeting& meeting : meetings_)
      for (Person& person : meeting.people)
        if (person.node == n) disconnect(person);
    start(n);
  }

  void new_table() {
    constexpr const char* specs[] = {
        "al-jabar Z2^2 seats=2 deal=3 copies=4 max_rounds=6",
        "al-jabar Z2^2 seats=3 deal=2 max_rounds=3", "mad-abel Z4xZ5 seats=2 deal=2 max_turns=8",
        "mad-abel Z4xZ5 seats=3 deal=2 max_turns=9", "solitaire Z2^2 deal=4 max_turns=4"};
    Meeting& out = meetings_.emplace_back();
    out.spec = specs[rng.below(5)];
    out.seats = Spec::parse(out.spec)->seats();
    if (one_in(3)) out.clock = protocol::ClockRule{protocol::ClockKind::turn, 180'000, 0};
    if (one_in(3)) out.clock = protocol::ClockRule{protocol::ClockKind::fischer, 600'000, 1000};
    const std::size_t node = rng.below(static_cast<std::uint32_t>(nodes_.size()));
    const int bots = out.seats > 1 && one_in(3) ? 1 : 0;
    for (int i = 0; i < out.seats - bots; ++i) {
      Person& person = out.people.emplace_back();
      person.id = std::to_string(meetings_.size()) + "/" + std::to_string(i);
      random.fill(person.token.bytes);
      person.place = i;
      person.node = node;
    }
  }

  bool all_over() const {
    return std::all_of(meetings_.begin(), meetings_.end(), [](const Meeting& meeting) {
      return std::all_of(meeting.people.begin(), meeting.people.end(),
                         [](const Person& person) { return person.over; });
    });
  }

  std::string unfinished() const {
    std::string out;
    for (const Meeting& meeting : meetings_)
      for (const Person& person : meeting.people) {
        if (person.over) continue;
        const auto truth = truths_.find(game_of(test_digest, meeting.name));
        out += "\n" + meeting.spec + " " + meeting.name + ": " + person.id +
               " socket=" + std::to_string(person.socket) +
               " at_table=" + std::to_string(person.at_table) +
               " told=" + std::to_string(person.told) + " ply=" + std::to_string(person.ply) +
               " pending=" + std::to_string(person.pending.has_value()) + " of " +
               (truth == truths_.end() ? "none" : std::to_string(truth->second.ledger->head()));
      }
    return out + (rivals_ ? "\nwith a rival" : "");
  }

  void step() {
    clock.now += rng.below(events.away && !rivals_ ? 3'000 : 300);
    if (!calm_ && one_in(150)) kill(rng.below(static_cast<std::uint32_t>(nodes_.size())));
    if (!calm_ && !events.away && one_in(200)) {
      events.away = true;
      back_at_ = clock.now + rng.below(rivals_ ? 5'000 : 400'000);
    }
    if (events.away && clock.now >= back_at_) events.away = false;
    for (std::uint32_t n = 1 + rng.below(3); n > 0; --n) events.one();
    pool.one();
    for (const auto& node : nodes_) node->tick();
    Meeting& meeting = meetings_[next_ % meetings_.size()];
    Person& person = meeting.people[next_ / meetings_.size() % meeting.people.size()];
    ++next_;
    for (std::uint32_t n = rng.below(6); n > 0 && !person.down.empty(); --n)
      on_frame(meeting, person);
    act(meeting, person);
  }

  void disconnect(Person& person) {
    if (person.socket != 0) by_socket_.erase(person.socket);
    person.socket = 0;
    person.told = false;
    person.down.clear();
  }
  void lose(Socket socket) {
    const auto found = by_socket_.find(socket);
    if (found != by_socket_.end()) disconnect(*found->second.person);
  }
  void send(Person& person, const std::string& text) {
    nodes_[person.node]->on_message(person.socket, text);
  }
  void send(Person& person, const protocol::FromClient& message) {
    send(person, protocol::encode(message));
  }

  void act(Meeting& meeting, Person& person) {
    if (person.over) return;
    if (!calm_ && person.socket != 0 && one_in(60)) {
      const Socket gone = person.socket;
      disconnect(person);
      nodes_[person.node]->on_close(gone);
      return;
    }
    if (person.socket == 0) return come(meeting, person);
    if (!person.at_table) return;
    if (!person.told) return;
    const auto found = truths_.find(game_of(test_digest, meeting.name));
    if (found == truths_.end() || !found->second.ledger) return;
    const table::Ledger& truth = *found->second.ledger;
    if (person.pending) {
      if (one_in(2)) send(person, protocol::FromClient(*person.pending));
      return;
    }
    if (truth.head() == person.ply && truth.turn() == person.seat) {
      if (truth.kept(person.seat)) return fail("a bot took the seat of a connected player");
      protocol::Move move;
      move.id = static_cast<protocol::MoveId>(rng.next() | 1U);
      move.base_ply = person.ply;
      move.move = truth.match().write(truth.match().random_action(rng));
      chosen_.insert(move.id);
      person.pending = move;
      for (std::uint32_t n = 1 + rng.below(3); n > 0; --n)
        if (person.socket != 0) send(person, protocol::FromClient(move));
      return;
    }
    if (one_in(3)) send(person, protocol::FromClient(protocol::Heartbeat{person.ply}));
  }

  void come(Meeting& meeting, Person& person) {
    if (rivals_ && person.at_table) person.node = rng.below(2);
    person.socket = ++last_socket_;
    by_socket_[person.socket] = {&meeting, &person};
    const GuestIdentity guest{person.id, person.id, false, person.id};
    if (person.at_table) {
      nodes_[person.node]->on_open(person.socket, guest, "/ws/t/" + meeting.name);
      if (person.socket != 0) send(person, protocol::FromClient(hello(meeting, person)));
      return;
    }
    nodes_[person.node]->on_open(person.socket, guest, "/ws");
    enter_lobby(meeting, person);
  }
  void enter_lobby(Meeting& meeting, Person& person) {
    nlohmann::json message = {{"token", protocol::hex(person.token.bytes)}};
    if (person.place == 0) {
      message["type"] = "create";
      message["spec"] = meeting.spec;
      if (meeting.clock)
        message["clock"] = {{"kind", word_of(meeting.clock->kind)},
                            {"start", meeting.clock->start},
                            {"add", meeting.clock->add}};
      if (meeting.people.size() < static_cast<std::size_t>(meeting.seats))
        message["bots"] = {"random"};
    } else {
      if (meeting.name.empty()) return disconnect(person);  // the table is not known yet
      message["type"] = "join";
      message["table"] = meeting.name;
      message["invitation"] = meeting.invitation;
    }
    send(person, message.dump());
  }
  protocol::Hello hello(const Meeting& meeting, const Person& person) {
    protocol::Hello out;
    out.table = meeting.name;
    out.token = person.token;
    if (person.chain) {
      out.last_ply = person.ply;
      out.last_chain = person.chain;
    }
    return out;
  }

  // The client handles a frame.
  void on_frame(Meeting& meeting, Person& person) {
    const std::string text = std::move(person.down.front());
    person.down.pop_front();
    if (!person.at_table) return on_lobby_message(meeting, person, nlohmann::json::parse(text));
    const auto message = protocol::decode_table(text);
    if (!message) return fail("a frame cannot be read: " + text);
    std::visit([&](const auto& m) { on(meeting, person, m); }, *message);
  }
  void on_lobby_message(Meeting& meeting, Person& person, const nlohmann::json& told) {
    if (told["type"] == "pending_table") {
      if (person.place == 0 && meeting.name != told["table"].get<std::string>()) {
        // A new table: participants of the old one join it.
        meeting.name = told["table"];
        meeting.invitation = told.value("invitation", "");
      }
      const auto& me = told["participants"][told["your_place"].get<std::size_t>() - 1];
      if (me.value("ready", false)) return;
      Bytes16 bytes;
      random.fill(bytes);
      send(person,
           nlohmann::json{
               {"type", "ready"}, {"table", told["table"]}, {"entropy", protocol::hex(bytes)}}
               .dump());
    } else if (told["type"] == "started") {
      meeting.name = told["table"];          // also if another was created meanwhile
      for (Person& each : meeting.people) {  // players tell each other
        if (each.at_table) continue;
        const Socket gone = each.socket;
        disconnect(each);
        each.at_table = true;
        if (gone != 0) nodes_[each.node]->on_close(gone);
      }
    } else if (told["type"] == "cancelled" || told["type"] == "error") {
      const Socket gone = person.socket;
      disconnect(person);
      nodes_[person.node]->on_close(gone);
    }
  }
  void on(Meeting&, Person& person, const protocol::Welcome& m) {
    person.told = true;
    person.seat = m.you;
    if (m.you == nobody) fail("a token has no seat");
  }
  void on(Meeting&, Person& person, const protocol::Snapshot& m) { at(person, m.ply, m.chain); }
  void on(Meeting& meeting, Person& person, const protocol::Event& m) {
    if (m.ply == person.ply + 1) return at(person, m.ply, m.chain);
    if (m.ply > person.ply) send(person, protocol::FromClient(hello(meeting, person)));
  }
  void at(Person& person, table::Ply ply, const table::Chain& chain) {
    person.ply = ply;
    person.chain = chain;
    if (person.pending && person.pending->base_ply < ply) person.pending.reset();
  }
  void on(Meeting& meeting, Person& person, const protocol::Heartbeat& m) {
    if (m.head > person.ply) send(person, protocol::FromClient(hello(meeting, person)));
  }
  void on(Meeting&, Person& person, const protocol::TableError& m) {
    if (protocol::is(m, protocol::Reason::stale)) person.pending.reset();
    if (protocol::is(m, protocol::Reason::illegal) || protocol::is(m, protocol::Reason::token))
      fail("a valid request is refused: " + m.message);
  }
  void on(Meeting&, Person& person, const protocol::GameOver&) { person.over = true; }
  template <class Other>
  void on(Meeting&, Person&, const Other&) {}

  // A row was stored.
  void on_row_stored(const store::Event& row) {
    ++rows_;
    Truth& truth = truths_[row.game];
    if (!truth.ledger) open_truth(row.game, truth);
    const table::Row copy{row.ply, row.before, row.chain, row.id, row.body};
    if (const auto error = truth.ledger->append(copy)) return fail("the log: " + error->sentence);
    truth.chains.push_back(row.chain);
    if (row.body.find("cause=time") != std::string::npos ||
        row.body.find("cause=away") != std::string::npos)
      fail("a player was flagged: " + row.body);
    if (row.id != protocol::MoveId::none && !truth.ids.insert(row.id).second)
      fail("a request has two rows");
    const Seat seat = static_cast<Seat>(row.body[5] - '1');
    if (row.body.starts_with("move ") && truth.ledger->human(seat) && !chosen_.contains(row.id))
      fail("a row has no request of its own");
  }
  void open_truth(GameId game, Truth& truth) {
    events.stored.read(game, ~table::Ply{0}, [&](auto log) {
      auto setup = table::make_setup(*table::read_setup((**log).setup));
      truth.ledger.emplace(*setup, test_digest);
      games_.insert(game);
    });
  }

  // A node sends a frame: what it contains must be in the store now.
  void sent(Socket to, const std::string& text) {
    const auto found = by_socket_.find(to);
    if (found == by_socket_.end()) return;
    Person& person = *found->second.person;
    person.down.push_back(text);
    if (!person.at_table) return;
    const GameId game = game_of(test_digest, found->second.meeting->name);
    const auto truth = truths_.find(game);
    const auto message = protocol::decode_table(text);
    if (!message) return fail("a frame cannot be read: " + text);
    const bool over = truth != truths_.end() && truth->second.ledger->over();
    if (!over && text.find(protocol::hex(seeds.stored.at(game))) != std::string::npos)
      fail("a seed is revealed before the end");
    std::visit([&](const auto& m) { check_not_older(person, m); }, *message);
    std::visit([&](const auto& m) { check(person, truth, m); }, *message);
  }
  // Snapshots, and messages that name the head.
  template <class Message>
  void check_not_older(const Person& person, const Message& m) {
    if constexpr (requires {
                    m.record;
                    m.ply;
                  })
      if (m.ply < person.ply) fail("a position is older than one already seen");
    if constexpr (std::is_same_v<Message, protocol::Welcome> ||
                  std::is_same_v<Message, protocol::Heartbeat>)
      if (m.head < person.ply) fail("a head is older than one already seen");
  }
  using Found = std::map<GameId, Truth>::const_iterator;
  void check_place(Found truth, table::Ply ply, const table::Chain& chain) {
    if (ply == 0) return;
    if (truth == truths_.end() || ply > truth->second.chains.size())
      return fail("a frame contains an uncommitted event");
    if (!(truth->second.chains[ply - 1] == chain)) fail("a frame has another chain than the log");
  }
  void check_view(const Person& person, Found truth, table::Ply ply, const protocol::View& view) {
    if (!wrong_.empty() || ply == 0 || truth->second.ledger->head() != ply) return;
    const table::Ledger& ledger = *truth->second.ledger;
    const Seat reader = view.you;
    if (person.told && reader != person.seat) fail("a seat is shown another's view");
    protocol::View expected =
        protocol::view_of(ledger.setup().spec, ledger.match().observe(reader), reader);
    if (view.may.empty()) expected.may.clear();
    if (!(view == expected)) fail("a view is not what its reader may see");
  }
  void check(const Person& person, Found truth, const protocol::Event& m) {
    check_place(truth, m.ply, m.chain);
    check_view(person, truth, m.ply, m.view);
  }
  void check(const Person& person, Found truth, const protocol::Snapshot& m) {
    check_place(truth, m.ply, m.chain);
    check_view(person, truth, m.ply, m.view);
    if (wrong_.empty() && m.ply != 0 && truth->second.ledger->head() == m.ply &&
        m.record != truth->second.ledger->match().record(m.view.you))
      fail("a record is not its reader's");
  }
  void check(const Person&, Found truth, const protocol::GameOver& m) {
    check_place(truth, m.ply, m.chain);
    if (wrong_.empty() && !truth->second.ledger->over()) fail("a game ends too early");
  }
  void check_head(Found truth, table::Ply head) {
    if (head != 0 && (truth == truths_.end() || head > truth->second.chains.size()))
      fail("a frame runs ahead of the log");
  }
  void check(const Person&, Found truth, const protocol::Welcome& m) { check_head(truth, m.head); }
  void check(const Person&, Found truth, const protocol::Heartbeat& m) {
    check_head(truth, m.head);
  }
  void check(const Person&, Found truth, const protocol::TableError& m) {
    check_head(truth, m.head);
    if (protocol::is(m, protocol::Reason::busy)) fail("a request is refused as busy");
  }
  template <class Other>
  void check(const Person&, Found, const Other&) {}

  struct End {
    Meeting* meeting = nullptr;
    Person* person = nullptr;
  };

  bool rivals_ = false;
  bool calm_ = false;
  Time back_at_ = 0;
  std::deque<Meeting> meetings_;
  std::map<GameId, Truth> truths_;
  std::set<GameId> games_;
  std::set<protocol::MoveId> chosen_;
  std::map<Socket, End> by_socket_;
  Socket last_socket_ = 0;
  std::size_t next_ = 0;
  int rows_ = 0;
  int kills_ = 0;
  std::string wrong_;
  std::vector<std::unique_ptr<Node>> nodes_;  // gone first
};

}  // namespace coset::node
