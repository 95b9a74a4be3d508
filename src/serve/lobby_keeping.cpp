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
  return {who_is(around_.ports().digests.blake2b, visitor.id), visitor.name, visitor.account};
}

std::string Lobby::kept(const Gathering& gathering) {
  const hub::Setup& setup = gathering.setup;
  Kept out;
  out.table = gathering.table;
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
                          each.entropy, each.ready});
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
                          around_.now()});
  return out;
}

// What is lost on the way is told again by who comes back: their seat, and their bytes.
void Lobby::keep(const Gathering& gathering) {
  if (gathering.private_pair || gathering.beginning) return;
  around_.ports().people.gather({gathering.game, kept(gathering)}, [](store::Outcome) {});
}

void Lobby::restore() {
  restore_at_.reset();
  around_.ports().people.gatherings(around_.later(alive_, [this](const auto& found) {
    if (!found) {
      restore_at_ = around_.now() + around_.config().patience;
      return;
    }
    left_ = *found;
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
  const auto kept = std::make_shared<Gathering>(*std::move(gathering));
  around_.ports().events.read(
      next.game, ~hub::Ply{0}, around_.later(alive_, [this, kept, gone](const auto& log) {
        if (!log) {
          restore_at_ = around_.now() + around_.config().patience;
          return;
        }
        if (*log) return gone();  // its game has begun
        around_.ports().seeds.get(kept->game,
                                  around_.later(alive_, [this, kept, gone](const auto& seed) {
                                    if (!seed) {
                                      restore_at_ = around_.now() + around_.config().patience;
                                      return;
                                    }
                                    if (!*seed) return gone();
                                    kept->seed = **seed;
                                    restored(std::move(*kept));
                                  }));
      }));
}

void Lobby::restored(Gathering gathering) {
  const Digests& digests = around_.ports().digests;
  gathering.commitment = deal::commitment(digests.deal, gathering.game, gathering.seed);
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
