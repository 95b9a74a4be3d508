#include "apps/coset_load/fleet.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <queue>
#include <utility>

namespace coset::coset_load {

using Steady = std::chrono::steady_clock;
constexpr Time min_retry_delay = 50, max_retry_delay = 2000;

class Fleet::Impl {
 public:
  Impl(net::EventLoop& loop, LoadPlan plan, std::FILE* observations)
      : loop_(loop),
        plan_(std::move(plan)),
        observations_(observations),
        rng_(plan_.seed),
        timer_(loop, [this] { tick(); }) {}

  void start() {
    std::size_t clients = 0;
    for (int i = 0; i < plan_.tables; ++i) {
      auto group = std::make_unique<Group>();
      group->spec = plan_.specs[static_cast<std::size_t>(i) % plan_.specs.size()];
      if (!plan_.clocks.empty())
        group->clock = plan_.clocks[static_cast<std::size_t>(i) % plan_.clocks.size()];
      const int seats = Spec::parse(group->spec)->seats();
      for (int seat = 0; seat < seats; ++seat) {
        auto client = std::make_unique<Client>();
        client->group = group.get();
        client->socket = std::make_unique<WsClient>(loop_, endpoint(clients++), events(*client));
        group->clients.push_back(std::move(client));
      }
      groups_.push_back(std::move(group));
    }
    std::vector<Endpoint> watchers;
    for (int i = 0; i < plan_.watchers; ++i) watchers.push_back(endpoint(clients++));
    watchers_.emplace(loop_, watchers);
    playing_ = groups_.size();
    for (auto& group : groups_) create_table(*group);
    wake_at(1000);
  }

  const Report& report() const { return report_; }

  void cancel() {
    for (auto& group : groups_)
      if (!group->done) {
        if (!plan_.stay) ++report_.unfinished;
        leave(*group);
      }
  }

 private:
  struct Group;
  struct Client {
    Group* group = nullptr;
    std::unique_ptr<WsClient> socket;
    Route route;
    std::optional<LobbyClient> lobby;
    std::optional<SimulatedPlayer> player;
    bool connected = false;
    Time retry_delay = min_retry_delay;
    Time retry_at = 0;                           // when to reconnect, if it is disconnected
    Time disconnect_at = 0;                      // when it loses its network
    Time due = 0;                                // its next turn in the queue; 0: none
    std::optional<Steady::time_point> hello_at;  // a reconnect, not yet answered
    std::optional<Steady::time_point> lost_at;   // the connection before it
    std::uint64_t counted_moves = 0, counted_errors = 0;
    bool complained = false;
  };
  struct Group {
    std::string spec;
    protocol::ClockRule clock;
    std::vector<std::unique_ptr<Client>> clients;
    std::map<protocol::Ply, Steady::time_point> sent;  // moves, by the ply of their event
    Time retry_at = 0;                                 // when the clients create another table
    std::uint64_t games = 0;                           // that are over
    bool ending = false;      // its game is over, and the next step is posted
    bool disturbed = false;   // a client was disconnected in this game
    bool lobby_lost = false;  // by a client before the game started
    bool done = false;
  };

  Time now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - began_).count();
  }
  Endpoint endpoint(std::size_t client) const {
    Endpoint out{plan_.address, plan_.port, ""};
    if (plan_.spread) out.from = spread_address(client);
    return out;
  }
  WsClient::Events events(Client& client) {
    return {[this, &client] { on_open(client); },
            [this, &client](std::string_view frame) { on_message(client, frame); },
            [this, &client] { on_close(client); }};
  }

  void create_table(Group& group) {
    group.sent.clear();
    group.retry_at = 0;
    group.ending = group.disturbed = group.lobby_lost = false;
    for (auto& client : group.clients) {
      finish(*client);
      client->player.reset();
      client->lobby.reset();
      client->socket->abort();
      client->connected = false;
      client->retry_at = 0;
      client->lost_at.reset();
    }
    Client& first = *group.clients.front();
    first.lobby.emplace(group.spec, group.clock, std::nullopt, rng_.next());
    open(first);
  }

  void open(Client& client) {
    client.connected = false;
    client.retry_at = 0;
    client.socket->open(
        client.route.target(client.player ? "/ws/t/" + client.player->table() : "/ws"));
  }

  // At once, to the node that the server named; the second time in a row as a lost connection.
  void redirect(Client& client, const protocol::NodeName& node) {
    const bool follows = client.route.follow(node);
    client.socket->abort();
    if (!follows) return on_close(client);
    ++report_.redirects;
    lose(client);
    client.retry_at = std::max<Time>(now(), 1);
    schedule(client, client.retry_at);
  }

  void on_open(Client& client) {
    client.connected = true;
    client.retry_delay = min_retry_delay;
    if (plan_.disconnect_every > 0 && client.player)
      client.disconnect_at =
          now() + 1 + rng_.below(static_cast<std::uint32_t>(2 * plan_.disconnect_every));
    if (client.lost_at) client.hello_at = Steady::now();
    if (client.player)
      client.player->on_connect(now());
    else if (client.lobby)
      client.lobby->on_connect();
    process(client);
  }

  void on_close(Client& client) {
    lose(client);
    if (client.group->done) return;
    if (client.player && client.player->over()) return;
    ++report_.reconnects;
    if (!client.player) return on_lobby_lost(client);
    client.retry_at =
        now() + client.retry_delay / 2 + rng_.below(static_cast<std::uint32_t>(client.retry_delay));
    client.retry_delay = std::min(max_retry_delay, 2 * client.retry_delay);
    schedule(client, client.retry_at);
  }

  void lose(Client& client) {
    client.connected = false;
    client.disconnect_at = 0;
    client.hello_at.reset();
    if (!client.player) return;
    client.player->on_disconnect();
    client.group->disturbed = true;
    if (!client.lost_at) client.lost_at = Steady::now();
  }

  // If the game has started for another client, this one has its seat too; else all start again.
  void on_lobby_lost(Client& client) {
    Group& group = *client.group;
    const bool started = std::any_of(group.clients.begin(), group.clients.end(),
                                     [](const auto& each) { return each->player.has_value(); });
    if (started && client.lobby && client.lobby->seat()) return take_seat(client);
    group.lobby_lost = group.retry_at == 0 || group.lobby_lost;
    retry(group);
  }

  void take_seat(Client& client) {
    const JoinedSeat seat = *client.lobby->seat();
    client.player.emplace(seat.table, seat.token, seat.promise, plan_.profile, rng_.next());
    client.player->hold(plan_.moves > 0);
    if (&client == groups_.front()->clients.front().get()) watchers_->watch(seat.table);
    client.complained = false;
    client.counted_moves = client.counted_errors = 0;
    client.retry_at = now();
    schedule(client, client.retry_at);
    if (!std::exchange(client.group->lobby_lost, false)) return;
    client.group->retry_at = 0;  // it has started for a client that was not cut off
    for (auto& other : client.group->clients)
      if (!other->player) on_lobby_lost(*other);
  }

  void on_message(Client& client, std::string_view frame) {
    if (client.player) {
      const protocol::Ply before = client.player->head();
      client.player->on_message(frame, now());
      if (client.player->head() > before) measure(client);
    } else if (client.lobby) {
      client.lobby->on_message(frame);
    }
    const auto node = client.player  ? client.player->take_redirect()
                      : client.lobby ? client.lobby->take_redirect()
                                     : std::nullopt;
    if (node) return redirect(client, *node);
    client.route.on_served();
    record(report_.returns, client.hello_at);
    record(report_.away, client.lost_at);
    process(client);
  }

  static float milliseconds(Steady::time_point since) {
    return std::chrono::duration<float, std::milli>(Steady::now() - since).count();
  }
  static void record(std::vector<float>& list, std::optional<Steady::time_point>& since) {
    if (const auto began = std::exchange(since, std::nullopt)) list.push_back(milliseconds(*began));
  }

  // A move has arrived when the other seat has its event; in a game for one, when the mover has it.
  void measure(Client& client) {
    Group& group = *client.group;
    const auto found = group.sent.find(client.player->head());
    const bool mine = client.player->take_confirmed().has_value();
    if (found == group.sent.end() || (mine && group.clients.size() > 1)) return;
    if (now() >= plan_.warmup)
      (group.disturbed ? report_.latencies : report_.undisturbed)
          .push_back(milliseconds(found->second));
    group.sent.erase(found);
  }

  void process(Client& client) {
    if (client.player) return process_player(client);
    if (!client.lobby) return;
    for (std::string& frame : client.lobby->take_frames()) client.socket->send(std::move(frame));
    complain(client, client.lobby->complaint());
    Group& group = *client.group;
    if (client.lobby->failed()) return on_lobby_lost(client);
    if (&client == group.clients.front().get() && client.lobby->seat())
      for (auto& other : group.clients)
        if (!other->lobby && !other->player) {
          other->lobby.emplace(group.spec, group.clock, client.lobby->invitation(), rng_.next());
          open(*other);
        }
    if (client.lobby->started()) take_seat(client);
  }

  void process_player(Client& client) {
    SimulatedPlayer& player = *client.player;
    for (std::string& frame : player.take_frames()) {
      if (frame.find("\"move\"") != frame.npos)
        client.group->sent.try_emplace(player.head() + 1, Steady::now());
      client.socket->send(std::move(frame));
    }
    for (const Observation& each : player.take_observations()) {
      ++report_.observations;
      if (observations_ != nullptr) std::fputs(format_observation(each).c_str(), observations_);
    }
    complain(client, player.complaint());
    if (player.lost()) return retry(*client.group);
    if (const auto after = player.take_drain()) {
      client.socket->abort();
      lose(client);
      ++report_.drained;
      client.retry_at = now() + *after;
    }
    if (plan_.moves > 0) advance_table();
    if (player.over() && !client.group->done) return end_if_over(*client.group);
    schedule(client, client.retry_at > 0 ? client.retry_at : next_of(client));
  }

  // The next table may move once all clients of the last one have its event.
  void advance_table() {
    if (first_) {
      for (const auto& group : groups_)
        for (const auto& client : group->clients)
          if (!client->player || !client->player->seated()) return;
      first_ = false;
      return allow_move();
    }
    const Group& group = *groups_[at_];
    for (const auto& client : group.clients)
      if (!group.done && client->player->head() <= from_) return;
    for (const auto& client : group.clients) client->player->hold(true);
    ++steps_;
    if (std::find(plan_.pauses.begin(), plan_.pauses.end(), steps_) != plan_.pauses.end()) {
      std::puts("paused");
      (void)std::fflush(stdout);
      while (std::getchar() != '\n') {
      }
    }
    if (steps_ == plan_.moves) return loop_.post([this] { cancel(); });
    // A table whose game is over makes no move, and nothing would happen there until a heartbeat.
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      at_ = (at_ + 1) % groups_.size();
      if (!groups_[at_]->done && !groups_[at_]->ending) break;
    }
    allow_move();
  }
  void allow_move() {
    const Group& group = *groups_[at_];
    from_ = group.clients.front()->player->head();
    for (const auto& client : group.clients) {
      client->player->hold(false);
      schedule(*client, next_of(*client));
    }
  }

  void end_if_over(Group& group) {
    if (group.ending) return;
    for (const auto& client : group.clients)
      if (!client->player || !client->player->over()) return;
    group.ending = true;
    ++report_.games;
    ++group.games;
    if (now() < plan_.duration && plan_.moves == 0)
      return loop_.post([this, &group] { create_table(group); });
    loop_.post([this, &group] { leave(group); });
  }

  void leave(Group& group) {
    if (group.done) return;
    group.done = true;
    for (auto& client : group.clients) {
      finish(*client);
      client->socket->abort();
    }
    if (--playing_ == 0) stop();
  }

  void retry(Group& group) {
    if (group.retry_at > 0) return;
    group.retry_at =
        now() + max_retry_delay / 8 + rng_.below(static_cast<std::uint32_t>(max_retry_delay / 4));
    schedule(*group.clients.front(), group.retry_at);
  }

  void finish(Client& client) {
    if (!client.player) return;
    report_.moves += client.player->moves() - client.counted_moves;
    report_.errors += client.player->errors() - client.counted_errors;
    client.counted_moves = client.player->moves();
    client.counted_errors = client.player->errors();
  }

  void complain(Client& client, const std::string& what) {
    if (what.empty() || client.complained) return;
    client.complained = true;
    ++report_.complaints;
    if (report_.first_complaints.size() < 10)
      report_.first_complaints.push_back(
          (client.player ? client.player->table() : std::string("lobby")) + ": " + what);
  }

  void tick() {
    const Time time = now();
    if (playing_ == 0) return;
    if (time >= plan_.duration + (plan_.stay ? 0 : plan_.grace)) return cancel();
    while (!queue_.empty() && queue_.top().at <= time) {
      const Due due = queue_.top();
      queue_.pop();
      Client& client = *due.client;
      if (client.due != due.at) continue;  // rescheduled in the meantime
      client.due = 0;
      Group& group = *client.group;
      if (group.done) continue;
      if (group.retry_at > 0 && time >= group.retry_at) {
        // After the duration no game starts, but every table has one.
        if (time < plan_.duration || group.games == 0)
          create_table(group);
        else
          leave(group);
      } else {
        turn(client, time);
        if (group.retry_at > 0) schedule(*group.clients.front(), group.retry_at);
      }
    }
    wake_at(queue_.empty() ? time + 1000 : queue_.top().at);
  }

  void turn(Client& client, Time time) {
    if (client.retry_at > 0) {
      if (time < client.retry_at) return schedule(client, client.retry_at);
      return open(client);
    }
    if (!client.player || !client.connected) return;
    if (client.disconnect_at > 0 && time >= client.disconnect_at) return client.socket->close();
    if (client.player->next_wake() <= time) {
      client.player->wake(time);
      process(client);
    }
    if (client.player && client.connected) schedule(client, next_of(client));
  }

  static Time next_of(const Client& client) {
    const Time own = client.player->next_wake();
    return client.disconnect_at > 0 ? std::min(own, client.disconnect_at) : own;
  }
  // Runs the client's turn no later than then.
  void schedule(Client& client, Time at) {
    at = std::max<Time>(at, 1);
    if (client.due > 0 && client.due <= at) return;
    client.due = at;
    queue_.push({at, &client});
    wake_at(at);
  }
  void wake_at(Time time) {
    timer_.in(std::chrono::milliseconds(std::clamp<Time>(time - now(), 1, 1000)));
  }

  void stop() {
    report_.watched = watchers_->stop();
    report_.seconds = static_cast<double>(now()) / 1000;
    loop_.stop();
  }

  net::EventLoop& loop_;
  LoadPlan plan_;
  std::FILE* observations_;
  Rng rng_;
  Steady::time_point began_ = Steady::now();
  net::Timer timer_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::optional<Watchers> watchers_;
  struct Due {
    Time at;
    Client* client;
    bool operator<(const Due& other) const { return at > other.at; }  // the earliest is on top
  };
  std::priority_queue<Due> queue_;
  std::size_t playing_ = 0;
  bool first_ = true;       // no table was allowed to move yet
  std::size_t at_ = 0;      // the table that may move
  protocol::Ply from_ = 0;  // its head before that
  std::uint64_t steps_ = 0;
  Report report_;
};

Fleet::Fleet(net::EventLoop& loop, LoadPlan plan, std::FILE* observations)
    : impl_(std::make_unique<Impl>(loop, std::move(plan), observations)) {}
Fleet::~Fleet() = default;
void Fleet::start() { impl_->start(); }
void Fleet::cancel() { impl_->cancel(); }
const Report& Fleet::report() const { return impl_->report(); }

}  // namespace coset::coset_load
