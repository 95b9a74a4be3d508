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
    tick();
  }

  const Report& report() const { return report_; }

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
    std::uint64_t counted = 0, refused = 0;
    bool complained = false;
  };
  struct Group {
    std::string spec;
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
    first.seeker.emplace(group.spec, std::nullopt, rng_.next());
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
    if (client.group->done) return;
    if (client.player && client.player->over()) return;
    ++report_.reconnects;
    if (!client.player) return lost_in_lobby(client);
    client.again = now() + client.delay / 2 + rng_.below(static_cast<std::uint32_t>(client.delay));
    client.delay = std::min(longest_delay, 2 * client.delay);
    wake_at(client.again);
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
    client.player.emplace(seated.table, seated.token, plan_.habits, rng_.next());
    client.complained = false;
    client.counted = client.refused = 0;
    client.again = now();
    wake_at(client.again);
  }

  void hear(Client& client, std::string_view frame) {
    if (client.player) {
      const wire::Ply before = client.player->head();
      client.player->hear(frame, now());
      if (client.player->head() > before) measure(client);
    } else if (client.seeker) {
      client.seeker->hear(frame);
    }
    settle(client);
  }

  // A move is there when the other seat has its event; alone, when one has it oneself.
  void measure(Client& client) {
    Group& group = *client.group;
    const auto found = group.sent.find(client.player->head());
    const bool mine = client.player->take_confirmed().has_value();
    if (found == group.sent.end() || (mine && group.clients.size() > 1)) return;
    const std::chrono::duration<float, std::milli> took = Steady::now() - found->second;
    report_.latencies.push_back(took.count());
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
          other->seeker.emplace(group.spec, client.seeker->invitation(), rng_.next());
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
    if (player.over() && !client.group->done) return end_if_over(*client.group);
    wake_at(std::min(player.next_wake(), client.again > 0 ? client.again : player.next_wake()));
  }

  void end_if_over(Group& group) {
    if (group.ending) return;
    for (const auto& client : group.clients)
      if (!client->player || !client->player->over()) return;
    group.ending = true;
    ++report_.games;
    if (now() < plan_.lasts) return loop_.post([this, &group] { gather(group); });
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
    wake_at(group.again);
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
    next_ = time + 1000;
    for (auto& group : groups_) {
      if (group->done) continue;
      if (group->again > 0 && time >= group->again) gather(*group);
      for (auto& client : group->clients) turn(*client, time);
    }
    wake_at(next_);
  }

  void turn(Client& client, Time time) {
    if (client.again > 0) {
      if (time < client.again) {
        next_ = std::min(next_, client.again);
        return;
      }
      open(client);
      return;
    }
    if (!client.player || !client.up) return;
    if (client.drop > 0 && time >= client.drop) {
      client.link->close();
      return;
    }
    if (client.player->next_wake() <= time) {
      client.player->wake(time);
      settle(client);
    }
    next_ = std::min({next_, client.player->next_wake(), client.drop > 0 ? client.drop : next_});
  }

  void wake_at(Time time) {
    alarm_.in(std::chrono::milliseconds(std::clamp<Time>(time - now(), 1, 1000)));
  }

  void give_up() {
    for (auto& group : groups_)
      if (!group->done) {
        if (!plan_.sit) ++report_.unfinished;
        leave(*group);
      }
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
  std::size_t playing_ = 0;
  Time next_ = 0;
  Report report_;
};

Fleet::Fleet(net::Loop& loop, Plan plan, std::FILE* seen)
    : inside_(std::make_unique<Inside>(loop, std::move(plan), seen)) {}
Fleet::~Fleet() = default;
void Fleet::start() { inside_->start(); }
const Report& Fleet::report() const { return inside_->report(); }

std::string as_json(Report report) {
  std::sort(report.latencies.begin(), report.latencies.end());
  const auto at = [&](double part) {
    if (report.latencies.empty()) return 0.0F;
    const auto last = static_cast<double>(report.latencies.size() - 1);
    return report.latencies[static_cast<std::size_t>(part * last)];
  };
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
                                {"seconds", report.seconds},
                                {"complaints", report.complaints},
                                {"first_complaints", report.first_complaints}}
      .dump();
}

}  // namespace coset::load
