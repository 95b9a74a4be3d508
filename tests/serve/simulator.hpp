// Simulator: one or two nodes over one store, people who gather, play, resend, lose their sockets
// and come back, nodes that are killed between commit and send, and a store that is late, forgets
// to answer and goes away. Every frame is judged when it is sent, by what the store holds at that
// moment. All of it follows from one seed.
#pragma once

#include <nlohmann/json.hpp>

#include "hub/table/json.hpp"
#include "serve/world.hpp"

namespace coset::serve {

class Simulator {
 public:
  explicit Simulator(std::uint64_t seed)
      : rng_(seed), chance_(mix(seed)), events_(rng_, trouble_of(rng_)) {
    rivals_ = chance(3);
    frames_.on_send = [this](Socket to, const std::string& text) { sent(to, text); };
    frames_.on_close = [this](Socket which, Close, std::string_view) { lose(which); };
    events_.appended = [this](const store::Event& row) { kept(row); };
    for (std::size_t n = 0; n < (rivals_ ? 2U : 1U); ++n) {
      nodes_.emplace_back();
      start(n);
    }
    for (int t = 0; t < tables; ++t) new_table();
  }

  // What went wrong; empty if nothing did.
  std::string run() {
    for (int i = 0; i < most_steps && wrong_.empty() && !all_over(); ++i) step();
    events_.away = false;
    calm_ = true;
    for (int i = 0; i < most_steps && wrong_.empty() && !all_over(); ++i) step();
    if (wrong_.empty() && !all_over()) fail("a game does not end: " + unfinished());
    return wrong_.empty() || !rivals_ ? wrong_ : wrong_ + " (with a rival)";
  }
  int games() const { return static_cast<int>(games_.size()); }
  int rows() const { return rows_; }
  int kills() const { return kills_; }

 private:
  static constexpr int tables = 4;
  static constexpr int most_steps = 30'000;

  struct Person {
    std::string id;
    wire::Token token;
    int place = 0;  // among those of the table
    std::size_t node = 0;
    Socket socket = 0;
    bool at_table = false;  // else in the lobby
    bool told = false;      // by a welcome
    Seat seat = nobody;
    hub::Ply ply = 0;
    std::optional<hub::Chain> chain;
    std::optional<wire::Move> pending;
    bool over = false;
    std::deque<std::string> down;  // on its way to the client
  };
  struct Meeting {
    std::string spec;
    std::optional<wire::ClockRule> clock;
    std::string name;  // once it is known
    std::vector<Person> people;
    int seats = 0;
    std::string invitation;
  };
  struct Truth {
    std::optional<hub::Ledger> ledger;
    std::vector<hub::Chain> chains;
    std::set<wire::MoveId> ids;
  };

  static Trouble trouble_of(Rng& rng) {
    Trouble out;
    if (rng.below(4) != 0) out.late = 1 + rng.below(4);
    if (rng.below(2) != 0) out.lost = 6 + rng.below(30);
    return out;
  }
  bool chance(std::uint32_t one_in) { return rng_.below(one_in) == 0; }
  void fail(const std::string& what) {
    if (wrong_.empty()) wrong_ = what;
  }

  void start(std::size_t n) {
    nodes_[n].reset();
    Config config;
    if (rivals_) config.refresh = 2'000;
    nodes_[n] = std::make_unique<Node>(config, Ports{frames_, clock_, chance_, pool_, digests_,
                                                     events_, seeds_, people_, doorway_});
  }
  // What it has asked of the store is done or not; nobody is left to hear of it.
  void kill(std::size_t n) {
    ++kills_;
    for (Meeting& meeting : meetings_)
      for (Person& person : meeting.people)
        if (person.node == n) cut(person);
    start(n);
  }

  void new_table() {
    constexpr const char* specs[] = {
        "al-jabar Z2^2 seats=2 deal=3 copies=4 max_rounds=6",
        "al-jabar Z2^2 seats=3 deal=2 max_rounds=3", "mad-abel Z4xZ5 seats=2 deal=2 max_turns=8",
        "mad-abel Z4xZ5 seats=3 deal=2 max_turns=9", "solitaire Z2^2 deal=4 max_turns=4"};
    Meeting& out = meetings_.emplace_back();
    out.spec = specs[rng_.below(5)];
    out.seats = Spec::parse(out.spec)->seats();
    if (chance(3)) out.clock = wire::ClockRule{wire::ClockKind::turn, 180'000, 0};
    if (chance(3)) out.clock = wire::ClockRule{wire::ClockKind::fischer, 600'000, 1000};
    const std::size_t node = rng_.below(static_cast<std::uint32_t>(nodes_.size()));
    const int bots = out.seats > 1 && chance(3) ? 1 : 0;
    for (int i = 0; i < out.seats - bots; ++i) {
      Person& person = out.people.emplace_back();
      person.id = std::to_string(meetings_.size()) + "/" + std::to_string(i);
      chance_.fill(person.token.bytes);
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
    clock_.now += rng_.below(events_.away && !rivals_ ? 3'000 : 300);
    if (!calm_ && chance(150)) kill(rng_.below(static_cast<std::uint32_t>(nodes_.size())));
    if (!calm_ && !events_.away && chance(200)) {
      events_.away = true;
      back_at_ = clock_.now + rng_.below(rivals_ ? 5'000 : 400'000);
    }
    if (events_.away && clock_.now >= back_at_) events_.away = false;
    for (std::uint32_t n = 1 + rng_.below(3); n > 0; --n) events_.one();
    pool_.one();
    for (const auto& node : nodes_) node->tick();
    Meeting& meeting = meetings_[next_ % meetings_.size()];
    Person& person = meeting.people[next_ / meetings_.size() % meeting.people.size()];
    ++next_;
    for (std::uint32_t n = rng_.below(6); n > 0 && !person.down.empty(); --n) hear(meeting, person);
    act(meeting, person);
  }

  void cut(Person& person) {
    if (person.socket != 0) by_socket_.erase(person.socket);
    person.socket = 0;
    person.told = false;
    person.down.clear();
  }
  void lose(Socket socket) {
    const auto found = by_socket_.find(socket);
    if (found != by_socket_.end()) cut(*found->second.person);
  }
  void say(Person& person, const std::string& text) {
    nodes_[person.node]->received(person.socket, text);
  }
  void say(Person& person, const wire::FromClient& message) { say(person, wire::encode(message)); }

  void act(Meeting& meeting, Person& person) {
    if (person.over) return;
    if (!calm_ && person.socket != 0 && chance(60)) {
      const Socket gone = person.socket;
      cut(person);
      nodes_[person.node]->closed(gone);
      return;
    }
    if (person.socket == 0) return come(meeting, person);
    if (!person.at_table) return;
    if (!person.told) return;
    const auto found = truths_.find(game_of(test_digest, meeting.name));
    if (found == truths_.end() || !found->second.ledger) return;
    const hub::Ledger& truth = *found->second.ledger;
    if (person.pending) {
      if (chance(2)) say(person, wire::FromClient(*person.pending));
      return;
    }
    if (truth.head() == person.ply && truth.turn() == person.seat) {
      if (truth.kept(person.seat)) return fail("a seat was taken from somebody who is there");
      wire::Move move;
      move.id = static_cast<wire::MoveId>(rng_.next() | 1U);
      move.on_ply = person.ply;
      move.move = truth.match().write(truth.match().random_action(rng_));
      chosen_.insert(move.id);
      person.pending = move;
      for (std::uint32_t n = 1 + rng_.below(3); n > 0; --n)
        if (person.socket != 0) say(person, wire::FromClient(move));
      return;
    }
    if (chance(3)) say(person, wire::FromClient(wire::Beat{person.ply}));
  }

  void come(Meeting& meeting, Person& person) {
    if (rivals_ && person.at_table) person.node = rng_.below(2);
    person.socket = ++last_socket_;
    by_socket_[person.socket] = {&meeting, &person};
    const Visitor visitor{person.id, person.id, false, person.id};
    if (person.at_table) {
      nodes_[person.node]->opened(person.socket, visitor, "/ws/t/" + meeting.name);
      if (person.socket != 0) say(person, wire::FromClient(hello(meeting, person)));
      return;
    }
    nodes_[person.node]->opened(person.socket, visitor, "/ws");
    gather(meeting, person);
  }
  void gather(Meeting& meeting, Person& person) {
    nlohmann::json message = {{"token", wire::hex(person.token.bytes)}};
    if (person.place == 0) {
      message["type"] = "make";
      message["spec"] = meeting.spec;
      if (meeting.clock)
        message["clock"] = {{"kind", word_of(meeting.clock->kind)},
                            {"start", meeting.clock->start},
                            {"add", meeting.clock->add}};
      if (meeting.people.size() < static_cast<std::size_t>(meeting.seats))
        message["bots"] = {"random"};
    } else {
      if (meeting.name.empty()) return cut(person);  // nobody has told it where
      message["type"] = "join";
      message["table"] = meeting.name;
      message["invitation"] = meeting.invitation;
    }
    say(person, message.dump());
  }
  wire::Hello hello(const Meeting& meeting, const Person& person) {
    wire::Hello out;
    out.table = meeting.name;
    out.token = person.token;
    if (person.chain) {
      out.have_ply = person.ply;
      out.have_chain = person.chain;
    }
    return out;
  }

  // What the client makes of a frame that has come.
  void hear(Meeting& meeting, Person& person) {
    const std::string text = std::move(person.down.front());
    person.down.pop_front();
    if (!person.at_table) return hear_lobby(meeting, person, nlohmann::json::parse(text));
    const auto message = wire::decode_table(text);
    if (!message) return fail("a frame cannot be read: " + text);
    std::visit([&](const auto& m) { learn(meeting, person, m); }, *message);
  }
  void hear_lobby(Meeting& meeting, Person& person, const nlohmann::json& told) {
    if (told["type"] == "gathering") {
      if (person.place == 0 && meeting.name != told["table"].get<std::string>()) {
        // A new gathering: whoever waited for the old one comes here.
        meeting.name = told["table"];
        meeting.invitation = told.value("invitation", "");
      }
      const auto& me = told["people"][told["you"].get<std::size_t>() - 1];
      if (me.value("ready", false)) return;
      Bytes16 bytes;
      chance_.fill(bytes);
      say(person,
          nlohmann::json{{"type", "ready"}, {"table", told["table"]}, {"entropy", wire::hex(bytes)}}
              .dump());
    } else if (told["type"] == "begun") {
      meeting.name = told["table"];          // who gathered anew meanwhile comes too
      for (Person& each : meeting.people) {  // as people do who sit beside each other
        if (each.at_table) continue;
        const Socket gone = each.socket;
        cut(each);
        each.at_table = true;
        if (gone != 0) nodes_[each.node]->closed(gone);
      }
    } else if (told["type"] == "dropped" || told["type"] == "no") {
      const Socket gone = person.socket;
      cut(person);
      nodes_[person.node]->closed(gone);
    }
  }
  void learn(Meeting&, Person& person, const wire::Welcome& m) {
    person.told = true;
    person.seat = m.you;
    if (m.you == nobody) fail("a token seats nobody");
  }
  void learn(Meeting&, Person& person, const wire::Snapshot& m) { at(person, m.ply, m.chain); }
  void learn(Meeting& meeting, Person& person, const wire::Event& m) {
    if (m.ply == person.ply + 1) return at(person, m.ply, m.chain);
    if (m.ply > person.ply) say(person, wire::FromClient(hello(meeting, person)));
  }
  void at(Person& person, hub::Ply ply, const hub::Chain& chain) {
    person.ply = ply;
    person.chain = chain;
    if (person.pending && person.pending->on_ply < ply) person.pending.reset();
  }
  void learn(Meeting& meeting, Person& person, const wire::Beat& m) {
    if (m.head > person.ply) say(person, wire::FromClient(hello(meeting, person)));
  }
  void learn(Meeting&, Person& person, const wire::No& m) {
    if (m.reason == wire::Reason::stale) person.pending.reset();
    if (m.reason == wire::Reason::illegal || m.reason == wire::Reason::token)
      fail("a good request is refused: " + m.text);
  }
  void learn(Meeting&, Person& person, const wire::Over&) { person.over = true; }
  template <class Other>
  void learn(Meeting&, Person&, const Other&) {}

  // A row is in the store.
  void kept(const store::Event& row) {
    ++rows_;
    Truth& truth = truths_[row.game];
    if (!truth.ledger) open_truth(row.game, truth);
    const hub::Row copy{row.ply, row.before, row.chain, row.id, row.body};
    if (const auto error = truth.ledger->append(copy)) return fail("the log: " + error->sentence);
    truth.chains.push_back(row.chain);
    if (row.body.find("cause=time") != std::string::npos ||
        row.body.find("cause=away") != std::string::npos)
      fail("somebody was flagged: " + row.body);
    if (row.id != wire::MoveId::none && !truth.ids.insert(row.id).second)
      fail("a request has two rows");
    const Seat seat = static_cast<Seat>(row.body[5] - '1');
    if (row.body.starts_with("move ") && truth.ledger->human(seat) && !chosen_.contains(row.id))
      fail("a row has no request of its own");
  }
  void open_truth(GameId game, Truth& truth) {
    events_.kept.read(game, ~hub::Ply{0}, [&](auto log) {
      auto setup = hub::make_setup(*hub::read_setup((**log).setup));
      truth.ledger.emplace(*setup, test_digest);
      games_.insert(game);
    });
  }

  // A frame leaves a node: whatever it tells must be in the store now.
  void sent(Socket to, const std::string& text) {
    const auto found = by_socket_.find(to);
    if (found == by_socket_.end()) return;
    Person& person = *found->second.person;
    person.down.push_back(text);
    if (!person.at_table) return;
    const GameId game = game_of(test_digest, found->second.meeting->name);
    const auto truth = truths_.find(game);
    const auto message = wire::decode_table(text);
    if (!message) return fail("a frame cannot be read: " + text);
    const bool over = truth != truths_.end() && truth->second.ledger->over();
    if (!over && text.find(wire::hex(seeds_.kept.at(game))) != std::string::npos)
      fail("a seed is told before the end");
    std::visit([&](const auto& m) { judge(person, truth, m); }, *message);
  }
  using Found = std::map<GameId, Truth>::const_iterator;
  void judge_place(Found truth, hub::Ply ply, const hub::Chain& chain) {
    if (ply == 0) return;
    if (truth == truths_.end() || ply > truth->second.chains.size())
      return fail("a frame tells what is not committed");
    if (!(truth->second.chains[ply - 1] == chain)) fail("a frame has another chain than the log");
  }
  void judge_view(const Person& person, Found truth, hub::Ply ply, const wire::View& view) {
    if (!wrong_.empty() || ply == 0 || truth->second.ledger->head() != ply) return;
    const hub::Ledger& ledger = *truth->second.ledger;
    const Seat reader = view.you;
    if (person.told && reader != person.seat) fail("a seat is shown another's view");
    wire::View expected =
        wire::view_of(ledger.setup().spec, ledger.match().observe(reader), reader);
    if (view.may.empty()) expected.may.clear();
    if (!(view == expected)) fail("a view is not what its reader may see");
  }
  void judge(const Person& person, Found truth, const wire::Event& m) {
    judge_place(truth, m.ply, m.chain);
    judge_view(person, truth, m.ply, m.view);
  }
  void judge(const Person& person, Found truth, const wire::Snapshot& m) {
    judge_place(truth, m.ply, m.chain);
    judge_view(person, truth, m.ply, m.view);
    if (wrong_.empty() && m.ply != 0 && truth->second.ledger->head() == m.ply &&
        m.record != truth->second.ledger->match().record(m.view.you))
      fail("a record is not its reader's");
  }
  void judge(const Person&, Found truth, const wire::Over& m) {
    judge_place(truth, m.ply, m.chain);
    if (wrong_.empty() && !truth->second.ledger->over()) fail("a game ends too early");
  }
  void judge_head(Found truth, hub::Ply head) {
    if (head != 0 && (truth == truths_.end() || head > truth->second.chains.size()))
      fail("a frame runs ahead of the log");
  }
  void judge(const Person&, Found truth, const wire::Welcome& m) { judge_head(truth, m.head); }
  void judge(const Person&, Found truth, const wire::Beat& m) { judge_head(truth, m.head); }
  void judge(const Person&, Found truth, const wire::No& m) {
    judge_head(truth, m.head);
    if (m.reason == wire::Reason::busy) fail("somebody is told to try again");
  }
  template <class Other>
  void judge(const Person&, Found, const Other&) {}

  struct End {
    Meeting* meeting = nullptr;
    Person* person = nullptr;
  };

  Rng rng_;
  FakeClock clock_;
  SeededChance chance_;
  FakePool pool_;
  Digests digests_ = test_digests();
  FaultyStore events_;
  FakeSeeds seeds_;
  FakePeople people_{events_.kept};
  NoDoorway doorway_;
  Frames frames_;
  bool rivals_ = false;
  bool calm_ = false;
  Time back_at_ = 0;
  std::deque<Meeting> meetings_;
  std::map<GameId, Truth> truths_;
  std::set<GameId> games_;
  std::set<wire::MoveId> chosen_;
  std::map<Socket, End> by_socket_;
  Socket last_socket_ = 0;
  std::size_t next_ = 0;
  int rows_ = 0;
  int kills_ = 0;
  std::string wrong_;
  std::vector<std::unique_ptr<Node>> nodes_;  // gone first
};

}  // namespace coset::serve
