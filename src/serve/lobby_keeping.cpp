// What of the lobby outlives the process: gatherings, written when they change, read at the start.
#include "play/catalogue.hpp"
#include "serve/lobby.hpp"
#include "serve/mine.hpp"
#include "serve/names.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/fields_reader.hpp"

namespace coset::serve {

namespace {

constexpr wire::Limits limits{.text = 2400, .list = 16};
constexpr std::size_t most_body = 16'384;
constexpr int deepest = 6;

struct KeptPerson {
  std::string who;
  std::string name;
  bool account = false;
  Token token;
  std::optional<Bytes16> entropy{};
  bool ready = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("who", self.who);
    io("name", self.name);
    io.flag("account", self.account);
    io("token", self.token);
    io("entropy", self.entropy);
    io.flag("ready", self.ready);
  }
};

struct Kept {
  std::string table;
  Bytes32 commitment{};
  std::string spec;
  wire::ClockRule clock;
  bool rated = false;
  bool hints = true;
  std::string start;
  std::optional<wire::Series> series;
  bool listed = false;
  Bytes16 invitation{};
  std::vector<KeptPerson> people;
  std::vector<std::string> bots;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("table", self.table);
    io("commitment", self.commitment);
    io("spec", self.spec);
    io("clock", self.clock);
    io.flag("rated", self.rated);
    io("hints", self.hints);
    io.some("start", self.start);
    io("series", self.series);
    io.flag("listed", self.listed);
    io("invitation", self.invitation);
    io("people", self.people);
    io.some("bots", self.bots);
  }
};

}  // namespace

Token Lobby::digest(const Token& token) const {
  return digest_of(around_.ports().digests.blake2b, token);
}

Visitor Lobby::known(const Visitor& visitor) const {
  return {who_is(around_.ports().digests.blake2b, visitor.id), visitor.name, visitor.account,
          visitor.address};
}

std::string Lobby::kept(const Gathering& gathering) {
  const hub::Setup& setup = gathering.setup;
  Kept out;
  out.table = gathering.table;
  out.commitment = gathering.commitment;
  out.spec = setup.spec.text();
  out.clock = setup.clock;
  out.rated = setup.rated;
  out.hints = setup.hints;
  out.start = setup.start;
  out.series = setup.series;
  out.listed = gathering.listed;
  out.invitation = gathering.invitation;
  for (const Member& each : gathering.people)
    out.people.push_back({each.visitor.id, each.visitor.name, each.visitor.account, each.token,
                          each.entropy, each.said});
  out.bots = gathering.bots;
  return wire::written(out);
}

std::optional<Lobby::Gathering> Lobby::read_kept(const store::Gathering& from) const {
  const auto json = wire::parse_json(from.body, most_body, deepest);
  Kept kept;
  if (!json || !json->is_object() || !wire::read(*json, kept, limits)) return std::nullopt;
  auto spec = find_spec(kept.spec);
  if (!spec || kept.people.empty()) return std::nullopt;
  Gathering out{.setup = {.table = "name", .spec = *std::move(spec), .seats = {}, .clock = {}}};
  out.table = std::move(kept.table);
  out.game = from.game;
  out.commitment = kept.commitment;
  out.setup.clock = kept.clock;
  out.setup.rated = kept.rated;
  out.setup.hints = kept.hints;
  out.setup.start = std::move(kept.start);
  out.setup.series = std::move(kept.series);
  out.listed = kept.listed;
  out.invitation = kept.invitation;
  out.bots = std::move(kept.bots);
  for (KeptPerson& each : kept.people)
    out.people.push_back({{std::move(each.who), std::move(each.name), each.account},
                          Socket{0},
                          each.token,
                          each.entropy,
                          each.ready,
                          around_.now(),
                          each.ready});
  return out;
}

void Lobby::write(const std::string& table, store::Done<store::Outcome> done) {
  Gathering* here = find(table);
  if (here == nullptr) return done(store::Outcome::unknown);
  here->keeping = false;
  if (here->beginning) return done(store::Outcome::unknown);
  around_.ports().people.gather({here->game, kept(*here)}, std::move(done));
}

// What is lost on the way is told again by who comes back: their seat, and their bytes.
// However often it changes while it waits, it is written once.
void Lobby::keep(Gathering& gathering) {
  if (gathering.private_pair || gathering.beginning || gathering.keeping) return;
  gathering.keeping = true;
  around_.write(
      0,  // nothing is held until then
      [this, alive = alive_.token(), table = gathering.table](store::Done<store::Outcome> done) {
        alive.expired() ? done(store::Outcome::unknown) : write(table, std::move(done));
      },
      alive_, [](store::Outcome) {});
}

void Lobby::keep_bytes(Gathering& gathering) {
  gathering.keep_again.reset();
  const auto answered = [this, table = gathering.table,
                         people = gathering.people](store::Outcome outcome) {
    Gathering* here = find(table);
    if (here == nullptr) return;
    if (outcome == store::Outcome::unknown) {
      here->keep_again = around_.now() + around_.config().patience;
      return schedule(*here);
    }
    for (const Member& each : people)
      if (Member* known = each.said ? member(*here, each.visitor) : nullptr) known->ready = true;
    tell(*here);
    begin_if_ready(*here);
  };
  if (gathering.private_pair) return around_.later(alive_, answered)(store::Outcome::appended);
  around_.write(
      0,
      [this, alive = alive_.token(), table = gathering.table](store::Done<store::Outcome> done) {
        alive.expired() ? done(store::Outcome::unknown) : write(table, std::move(done));
      },
      alive_, answered);
}

void Lobby::restore() {
  restore_at_.reset();
  around_.ports().people.gatherings(around_.later(alive_, [this](const auto& found) {
    if (!found && found.error().code != store::damaged_code) {
      restore_at_ = around_.now() + around_.config().patience;
      return;
    }
    left_ = found ? *found : std::vector<store::Gathering>{};
    restore_next();
  }));
}

void Lobby::restore_next() {
  if (left_.empty()) {
    restoring_ = false;
    for (const Early& each : std::exchange(early_, {})) hear(each.from, each.visitor, each.frame);
    return;
  }
  const store::Gathering next = left_.back();
  auto gathering = read_kept(next);
  const auto gone = [this, next] {
    around_.ports().people.disperse(next.game, [](store::Outcome) {});
    left_.pop_back();
    restore_next();
  };
  if (!gathering) return gone();
  // What a damaged page hides stays where it is and keeps nobody else waiting.
  const auto unread = [this](const Error& error) {
    if (error.code != store::damaged_code) {
      restore_at_ = around_.now() + around_.config().patience;
      return;
    }
    left_.pop_back();
    restore_next();
  };
  const auto kept = std::make_shared<Gathering>(*std::move(gathering));
  around_.ports().events.read(
      next.game, ~hub::Ply{0}, around_.later(alive_, [this, kept, gone, unread](const auto& log) {
        if (!log) return unread(log.error());
        if (*log) return gone();  // its game has begun
        around_.ports().seeds.get(
            kept->game, around_.later(alive_, [this, kept, gone, unread](const auto& seed) {
              if (!seed) return unread(seed.error());
              if (!*seed) return gone();
              kept->seed = **seed;
              if (!promised(*kept)) return gone();
              restored(std::move(*kept));
            }));
      }));
}

// People were told the commitment that is kept: with another seed there is no game.
bool Lobby::promised(const Gathering& gathering) {
  const Digests& digests = around_.ports().digests;
  if (deal::commitment(digests.deal, gathering.game, gathering.seed) == gathering.commitment)
    return true;
  ++around_.counters().gatherings_dropped;
  around_.broken_promises().push_back(gathering.table);
  return false;
}

void Lobby::restored(Gathering gathering) {
  const std::string table = gathering.table;
  const auto [place, fresh] = gatherings_.emplace(table, std::move(gathering));
  if (fresh) {
    schedule(place->second);
    begin_if_ready(place->second);
    changed();
  }
  left_.pop_back();
  restore_next();
}

}  // namespace coset::serve
