#include "load/fleet.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <queue>
#include <utility>

namespace coset::load {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t clients_an_address = 10;
constexpr Time first_delay = 50, longest_delay = 2000;

}  // namespace

class Fleet::Inside {
 public:
  Inside(net::Loop& loop, Plan plan, std::FILE* seen)
      : loop_(loop), plan_(std::move(plan)), seen_(seen), rng_(plan_.seed), alarm_(loop, [this] {
          tick();
        }) {}

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
        client->link = std::make_unique<Link>(loop_, endpoint(clients++), events(*client));
        group->clients.push_back(std::move(client));
      }
      groups_.push_back(std::move(group));
    }
    playing_ = groups_.size();
    for (auto& group : groups_) gather(*group);
    wake_at(1000);
  }

  const Report& report() const { return report_; }

  void give_up() {
    for (auto& group : groups_)
      if (!group->done) {
        if (!plan_.sit) ++report_.unfinished;
        leave(*group);
      }
  }

 private:
  struct Group;
  struct Client {
    Group* group = nullptr;
    std::unique_ptr<Link> link;
    std::optional<Seeker> seeker;
    std::optional<Player> player;
    bool up = false;
    Time delay = first_delay;
    Time again = 0;  // when it is to open its link, if it is down
    Time drop = 0;   // when it loses its network
    Time due = 0;    // when it is looked at; 0: never
    bool came_back = false;
    std::optional<Steady::time_point> hello;  // it came back and waits for an answer since then
    std::uint64_t counted = 0, refused = 0;
    bool complained = false;
  };
  struct Group {
    std::string spec;
    wire::ClockRule clock;
    std::vector<std::unique_ptr<Client>> clients;
    std::map<wire::Ply, Steady::time_point> sent;  // moves, by the ply that they make
    Time again = 0;                                // when they are to gather once more
    bool ending = false;  // its game is over, and it is about to do something else
    bool done = false;
  };

  Time now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - began_).count();
  }
  Endpoint endpoint(std::size_t client) const {
    Endpoint out{plan_.address, plan_.port, ""};
    const std::size_t place = client / clients_an_address;
    if (plan_.spread)
      out.from = "127." + std::to_string(1 + place / 62500) + "." +
                 std::to_string(place / 250 % 250) + "." + std::to_string(1 + place % 250);
    return out;
  }
  Link::Events events(Client& client) {
    return {[this, &client] { up(client); },
            [this, &client](std::string_view frame) { hear(client, frame); },
            [this, &client] { down(client); }};
  }

  void gather(Group& group) {
    group.sent.clear();
    group.again = 0;
    group.ending = false;
    for (auto& client : group.clients) {
      finish(*client);
      client->player.reset();
      client->seeker.reset();
      client->link->drop();
      client->up = false;
      client->again = 0;
    }
    Client& first = *group.clients.front();
    first.seeker.emplace(group.spec, group.clock, std::nullopt, rng_.next());
    open(first);
  }

  void open(Client& client) {
    client.up = false;
    client.again = 0;
    client.link->open(client.player ? "/ws/t/" + client.player->table() : "/ws");
  }

  void up(Client& client) {
    client.up = true;
    client.delay = first_delay;
    if (plan_.drop > 0 && client.player)
      client.drop = now() + 1 + rng_.below(static_cast<std::uint32_t>(2 * plan_.drop));
    if (client.player && client.came_back) client.hello = Steady::now();
    if (client.player)
      client.player->connected(now());
    else if (client.seeker)
      client.seeker->connected();
    settle(client);
  }

  void down(Client& client) {
    client.up = false;
    client.drop = 0;
    if (client.player) client.player->disconnected();
    client.came_back = client.player.has_value();
    client.hello.reset();
    if (client.group->done) return;
    if (client.player && client.player->over()) return;
    ++report_.reconnects;
    if (!client.player) return lost_in_lobby(client);
    client.again = now() + client.delay / 2 + rng_.below(static_cast<std::uint32_t>(client.delay));
    client.delay = std::min(longest_delay, 2 * client.delay);
    look_at(client, client.again);
  }

  // If the game exists, it is ours as well as theirs who were told; else all gather again.
  void lost_in_lobby(Client& client) {
    Group& group = *client.group;
    const bool begun = std::any_of(group.clients.begin(), group.clients.end(),
                                   [](const auto& each) { return each->player.has_value(); });
    if (begun && client.seeker && client.seeker->seat()) return sit_down(client);
    retry(group);
  }

  void sit_down(Client& client) {
    const Seated seated = *client.seeker->seat();
    client.player.emplace(seated.table, seated.token, seated.promise, plan_.habits, rng_.next());
    client.player->hold(plan_.moves > 0);
    client.complained = false;
    client.counted = client.refused = 0;
    client.again = now();
    look_at(client, client.again);
  }

  void hear(Client& client, std::string_view frame) {
    if (client.player) {
      if (const auto since = std::exchange(client.hello, std::nullopt))
        note(report_.returns, *since);
      const wire::Ply before = client.player->head();
      client.player->hear(frame, now());
      if (client.player->head() > before) measure(client);
    } else if (client.seeker) {
      client.seeker->hear(frame);
    }
    settle(client);
  }

  static void note(std::vector<float>& list, Steady::time_point since) {
    list.push_back(std::chrono::duration<float, std::milli>(Steady::now() - since).count());
  }

  // A move is there when the other seat has its event; alone, when one has it oneself.
  void measure(Client& client) {
    Group& group = *client.group;
    const auto found = group.sent.find(client.player->head());
    const bool mine = client.player->take_confirmed().has_value();
    if (found == group.sent.end() || (mine && group.clients.size() > 1)) return;
    if (now() >= plan_.warm) note(report_.latencies, found->second);
    group.sent.erase(found);
  }

  void settle(Client& client) {
    if (client.player) return settle_player(client);
    if (!client.seeker) return;
    for (std::string& frame : client.seeker->take_frames()) client.link->send(std::move(frame));
    complain(client, client.seeker->complaint());
    Group& group = *client.group;
    if (client.seeker->failed()) return retry(group);
    if (&client == group.clients.front().get() && client.seeker->seat())
      for (auto& other : group.clients)
        if (!other->seeker && !other->player) {
          other->seeker.emplace(group.spec, group.clock, client.seeker->invitation(), rng_.next());
          open(*other);
        }
    if (client.seeker->begun()) sit_down(client);
  }

  void settle_player(Client& client) {
    Player& player = *client.player;
    for (std::string& frame : player.take_frames()) {
      if (frame.find("\"move\"") != frame.npos)
        client.group->sent.try_emplace(player.head() + 1, Steady::now());
      client.link->send(std::move(frame));
    }
    for (const Seen& seen : player.take_seen()) {
      ++report_.seen;
      if (seen_ != nullptr) std::fputs(write_seen(seen).c_str(), seen_);
    }
    complain(client, player.complaint());
    if (player.lost()) return retry(*client.group);
    if (const auto after = player.take_drain()) {
      client.link->drop();
      client.up = false;
      player.disconnected();
      ++report_.drained;
      client.again = now() + *after;
    }
    if (plan_.moves > 0) pass_on();
    if (player.over() && !client.group->done) return end_if_over(*client.group);
    look_at(client, client.again > 0 ? client.again : next_of(client));
  }

  // The next table may move once everybody has seen the last one's.
  void pass_on() {
    if (first_) {
      for (const auto& group : groups_)
        for (const auto& client : group->clients)
          if (!client->player || !client->player->seated()) return;
      first_ = false;
      return allow();
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
    if (steps_ == plan_.moves) return loop_.post([this] { give_up(); });
    at_ = (at_ + 1) % groups_.size();
    allow();
  }
  void allow() {
    const Group& group = *groups_[at_];
    from_ = group.clients.front()->player->head();
    for (const auto& client : group.clients) {
      client->player->hold(false);
      look_at(*client, next_of(*client));
    }
  }

  void end_if_over(Group& group) {
    if (group.ending) return;
    for (const auto& client : group.clients)
      if (!client->player || !client->player->over()) return;
    group.ending = true;
    ++report_.games;
    if (now() < plan_.lasts && plan_.moves == 0)
      return loop_.post([this, &group] { gather(group); });
    loop_.post([this, &group] { leave(group); });
  }

  void leave(Group& group) {
    if (group.done) return;
    group.done = true;
    for (auto& client : group.clients) {
      finish(*client);
      client->link->drop();
    }
    if (--playing_ == 0) stop();
  }

  void retry(Group& group) {
    if (group.again > 0) return;
    group.again =
        now() + longest_delay / 8 + rng_.below(static_cast<std::uint32_t>(longest_delay / 4));
    look_at(*group.clients.front(), group.again);
  }

  void finish(Client& client) {
    if (!client.player) return;
    report_.moves += client.player->moves() - client.counted;
    report_.refusals += client.player->refusals() - client.refused;
    client.counted = client.player->moves();
    client.refused = client.player->refusals();
  }

  void complain(Client& client, const std::string& what) {
    if (what.empty() || client.complained) return;
    client.complained = true;
    ++report_.complaints;
    if (report_.first_complaints.size() < 10)
      report_.first_complaints.push_back(
          (client.player ? client.player->table() : std::string("the lobby")) + ": " + what);
  }

  void tick() {
    const Time time = now();
    if (playing_ == 0) return;
    if (time >= plan_.lasts + (plan_.sit ? 0 : plan_.patience)) return give_up();
    while (!queue_.empty() && queue_.top().at <= time) {
      const Due due = queue_.top();
      queue_.pop();
      Client& client = *due.client;
      if (client.due != due.at) continue;  // it was looked at in the meantime
      client.due = 0;
      Group& group = *client.group;
      if (group.done) continue;
      if (group.again > 0 && time >= group.again) {
        gather(group);
      } else {
        turn(client, time);
        if (group.again > 0) look_at(*group.clients.front(), group.again);
      }
    }
    wake_at(queue_.empty() ? time + 1000 : queue_.top().at);
  }

  void turn(Client& client, Time time) {
    if (client.again > 0) {
      if (time < client.again) return look_at(client, client.again);
      return open(client);
    }
    if (!client.player || !client.up) return;
    if (client.drop > 0 && time >= client.drop) return client.link->close();
    if (client.player->next_wake() <= time) {
      client.player->wake(time);
      settle(client);
    }
    if (client.player && client.up) look_at(client, next_of(client));
  }

  static Time next_of(const Client& client) {
    const Time own = client.player->next_wake();
    return client.drop > 0 ? std::min(own, client.drop) : own;
  }
  // No later than then, if the link and its people are still there.
  void look_at(Client& client, Time at) {
    at = std::max<Time>(at, 1);
    if (client.due > 0 && client.due <= at) return;
    client.due = at;
    queue_.push({at, &client});
    wake_at(at);
  }

  void wake_at(Time time) {
    alarm_.in(std::chrono::milliseconds(std::clamp<Time>(time - now(), 1, 1000)));
  }

  void stop() {
    report_.seconds = static_cast<double>(now()) / 1000;
    loop_.stop();
  }

  net::Loop& loop_;
  Plan plan_;
  std::FILE* seen_;
  Rng rng_;
  Steady::time_point began_ = Steady::now();
  net::Alarm alarm_;
  std::vector<std::unique_ptr<Group>> groups_;
  struct Due {
    Time at;
    Client* client;
    bool operator<(const Due& other) const { return at > other.at; }  // the earliest is on top
  };
  std::priority_queue<Due> queue_;
  std::size_t playing_ = 0;
  bool first_ = true;   // nobody has been allowed to move yet
  std::size_t at_ = 0;  // the table that may move
  wire::Ply from_ = 0;  // its head before that
  std::uint64_t steps_ = 0;
  Report report_;
};

Fleet::Fleet(net::Loop& loop, Plan plan, std::FILE* seen)
    : inside_(std::make_unique<Inside>(loop, std::move(plan), seen)) {}
Fleet::~Fleet() = default;
void Fleet::start() { inside_->start(); }
void Fleet::give_up() { inside_->give_up(); }
const Report& Fleet::report() const { return inside_->report(); }

std::string as_json(Report report) {
  std::sort(report.latencies.begin(), report.latencies.end());
  std::sort(report.returns.begin(), report.returns.end());
  const auto of = [](const std::vector<float>& list, double part) {
    if (list.empty()) return 0.0F;
    return list[static_cast<std::size_t>(part * static_cast<double>(list.size() - 1))];
  };
  const auto at = [&](double part) { return of(report.latencies, part); };
  return nlohmann::ordered_json{{"games", report.games},
                                {"unfinished", report.unfinished},
                                {"moves", report.moves},
                                {"moves_a_second", report.moves / std::max(0.001, report.seconds)},
                                {"seen", report.seen},
                                {"refusals", report.refusals},
                                {"reconnects", report.reconnects},
                                {"drained", report.drained},
                                {"p50_ms", at(0.5)},
                                {"p99_ms", at(0.99)},
                                {"most_ms", at(1)},
                                {"returns", report.returns.size()},
                                {"return_p50_ms", of(report.returns, 0.5)},
                                {"return_p99_ms", of(report.returns, 0.99)},
                                {"return_most_ms", of(report.returns, 1)},
                                {"seconds", report.seconds},
                                {"complaints", report.complaints},
                                {"first_complaints", report.first_complaints}}
      .dump();
}

}  // namespace coset::load
