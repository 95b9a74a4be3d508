// How a gathering becomes a game.
#include "hub/table/json.hpp"
#include "serve/lobby.hpp"
#include "serve/mine.hpp"
#include "serve/names.hpp"

namespace coset::serve {

std::optional<Time> Lobby::due_of(const Gathering& gathering) const {
  if (gathering.beginning) return gathering.again;
  std::optional<Time> out;
  const auto sooner = [&](Time at) { out = std::min(out.value_or(at), at); };
  if (gathering.full_since) sooner(*gathering.full_since + around_.config().entropy_wait);
  if (gathering.keep_again) sooner(*gathering.keep_again);
  for (const Member& each : gathering.people)
    if (each.away_since) sooner(*each.away_since + patience(gathering));
  return out;
}

void Lobby::schedule(Gathering& gathering) {
  const auto due = due_of(gathering);
  if (due == gathering.due) return;
  if (gathering.due) due_.erase({*gathering.due, gathering.table});
  gathering.due = due;
  if (due) due_.insert({*due, gathering.table});
}

void Lobby::erase(const std::string& table) {
  const auto found = gatherings_.find(table);
  if (found->second.due) due_.erase({*found->second.due, table});
  around_.settle(found->second.game);
  if (!found->second.private_pair)
    around_.write(
        0,
        [this, game = found->second.game](store::Done<store::Outcome> done) {
          around_.ports().people.disperse(game, std::move(done));
        },
        alive_, [](store::Outcome) {});
  gatherings_.erase(found);
}

Gathered Lobby::seen_by(const Gathering& gathering, const Member* reader) {
  Gathered told;
  told.table = gathering.table;
  told.game = gathering.game;
  told.commitment = gathering.commitment;
  told.spec = gathering.setup.spec.text();
  told.clock = gathering.setup.clock;
  told.rated = gathering.setup.rated;
  told.seats = gathering.setup.spec.seats();
  for (const Member& each : gathering.people)
    told.people.push_back({each.visitor.name, {}, each.ready, each.away_since.has_value()});
  told.looking = static_cast<int>(gathering.lookers.size());
  for (const std::string& bot : gathering.bots) told.people.push_back({bot, bot, true, false});
  if (reader == nullptr) return told;
  if (!gathering.listed && !gathering.private_pair) told.invitation = gathering.invitation;
  told.you = static_cast<int>(reader - gathering.people.data()) + 1;
  return told;
}

void Lobby::tell(Gathering& gathering) {
  schedule(gathering);
  const auto text = std::make_shared<const std::string>(encode(seen_by(gathering, nullptr)));
  for (const Socket looker : gathering.lookers) around_.send(looker, text);
  for (const Member& each : gathering.people)
    around_.send(each.socket, encode(seen_by(gathering, &each)));
}

void Lobby::begin_if_ready(Gathering& gathering) {
  const auto taken = gathering.people.size() + gathering.bots.size();
  if (gathering.beginning || taken < static_cast<std::size_t>(gathering.setup.spec.seats())) return;
  if (!gathering.full_since) gathering.full_since = around_.now();
  schedule(gathering);
  const bool ready = std::all_of(gathering.people.begin(), gathering.people.end(),
                                 [](const Member& each) { return each.ready; });
  if (!gathering.made.empty()) return begin(gathering);  // once more
  const Time late = *gathering.full_since + around_.config().entropy_wait;
  if (ready || around_.now() >= late) begin(gathering);
}

// The bytes stand in the order of joining, those of bots are zeros and come last; the key that they
// make draws who sits where, in the same order.
void Lobby::begin(Gathering& gathering) {
  gathering.beginning = true;
  gathering.again.reset();
  schedule(gathering);
  const Digests& digests = around_.ports().digests;
  hub::Setup setup = gathering.setup;
  setup.table = gathering.table;
  setup.game = gathering.game;
  setup.commitment = gathering.commitment;
  for (const Member& each : gathering.people)
    setup.entropy.push_back(each.entropy.value_or(Bytes16{}));
  setup.entropy.resize(static_cast<std::size_t>(setup.spec.seats()));
  const deal::Draws draws(
      digests.deal, deal::key_of(digests.deal, gathering.game, gathering.seed, setup.entropy));
  const auto places = draws.seats(static_cast<std::uint32_t>(setup.spec.seats()));
  setup.seats.resize(places.size());
  std::vector<std::string> who(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    hub::SeatSetup& seat = setup.seats[places[i]];
    if (i < gathering.people.size()) {
      const Member& person = gathering.people[i];
      seat.name = person.visitor.name;
      who[places[i]] = person.visitor.id;
      around_.budgets().vouch(person.visitor.id, around_.now());
      seat.token = person.token;
    } else {
      seat.player = wire::Player::bot;
      seat.bot = gathering.bots[i - gathering.people.size()];
      seat.name = seat.bot;
    }
  }
  const auto good = hub::make_setup(setup);
  if (!good) return drop(gathering.table, good.error().sentence);
  gathering.made = hub::write_setup(setup);
  store::NewGame game{gathering.game, gathering.made, {}, around_.now(), {}};
  game.first = wire::Chain{digests.blake2b(hub::header_of(setup))};
  ++making_;
  // Who sits there is kept first: a game that is nobody's could not be deleted by anybody.
  around_.ports().people.seat(
      gathering.game, std::move(who),
      around_.later(alive_, [this, game, table = gathering.table](store::Outcome outcome) {
        const auto done = [this, table](store::Outcome made) {
          --making_;
          begun(table, made);
        };
        if (outcome == store::Outcome::unknown) return done(outcome);
        around_.ports().events.create(game, around_.later(alive_, done));
      }));
}

std::vector<GameId> Lobby::games() const {
  std::vector<GameId> out;
  for (const auto& [name, gathering] : gatherings_) out.push_back(gathering.game);
  return out;
}

bool Lobby::forget(const Visitor& them) {
  const Visitor visitor = known(them);
  if (restoring_) return false;
  std::erase_if(seekers_, [&](const Seeker& each) { return each.visitor.id == visitor.id; });
  for (const auto& gathering : binding_)
    if (member(*gathering, visitor) != nullptr) return false;
  std::vector<std::string> tables;
  for (auto& [name, gathering] : gatherings_)
    if (member(gathering, visitor) != nullptr) {
      if (gathering.beginning) return false;
      tables.push_back(name);
    }
  for (const std::string& table : tables) {
    Gathering* gathering = find(table);
    for (std::size_t i = 0; gathering != nullptr && i < gathering->people.size(); ++i)
      if (gathering->people[i].visitor.id == visitor.id) {
        remove(*gathering, i);
        break;
      }
  }
  return true;
}

void Lobby::begun(const std::string& table, store::Outcome outcome) {
  Gathering* gathering = find(table);
  if (gathering == nullptr) return;
  switch (outcome) {
    case store::Outcome::appended:
      around_.settle(gathering->game);
      around_.store_wrote();
      ++around_.counters().games_made;
      return tell_begun(table);
    case store::Outcome::taken:
      return look_for_game(table);
    case store::Outcome::damaged:
      return drop(table, "The database of this server is damaged: no game can begin.");
    case store::Outcome::unknown:
      around_.owe(gathering->game);
      gathering->again = around_.now() + around_.config().patience;
      return schedule(*gathering);
  }
}

void Lobby::look_for_game(const std::string& table) {
  ++making_;
  around_.ports().events.read(
      find(table)->game, ~hub::Ply{0}, around_.later(alive_, [this, table](const auto& log) {
        --making_;
        Gathering* gathering = find(table);
        if (gathering == nullptr) return;
        if (!log) {
          gathering->again = around_.now() + around_.config().patience;
          schedule(*gathering);
        } else if (*log && (*log)->setup == gathering->made) {  // made by an answer that was lost
          ++around_.counters().games_made;
          tell_begun(table);
        } else {
          drop(table, "Another game has this name: please gather again.");
        }
      }));
}

void Lobby::tell_begun(const std::string& table) {
  for (const Member& each : find(table)->people) around_.send(each.socket, encode(Begun{table}));
  for (const Socket looker : find(table)->lookers) around_.send(looker, encode(Begun{table}));
  erase(table);
  changed();
}

// By value: what is dropped may hold the name.
void Lobby::drop(std::string table,  // NOLINT(performance-unnecessary-value-param)
                 const std::string& why) {
  Gathering* gathering = find(table);
  if (gathering == nullptr) return;
  ++around_.counters().gatherings_dropped;
  for (const Member& each : gathering->people)
    around_.send(each.socket, encode(Dropped{table, why}));
  for (const Socket looker : gathering->lookers) around_.send(looker, encode(Dropped{table, why}));
  erase(table);
  changed();
}

void Lobby::left(Socket socket) {
  std::erase_if(early_, [&](const Early& each) { return each.from == socket; });
  std::erase(readers_, socket);
  std::erase_if(seekers_, [&](const Seeker& each) { return each.socket == socket; });
  for (const auto& gathering : binding_)
    for (Member& each : gathering->people)
      if (each.socket == socket) each.away_since = around_.now();
  for (auto place = gatherings_.begin(); place != gatherings_.end();) {
    Gathering& gathering = (place++)->second;  // which may go
    if (std::erase(gathering.lookers, socket) > 0) tell(gathering);
    if (gathering.beginning) continue;
    for (std::size_t i = 0; i < gathering.people.size(); ++i)
      if (gathering.people[i].socket == socket && !gathering.people[i].away_since) {
        if (patience(gathering) == 0) {
          remove(gathering, i);
        } else {
          gathering.people[i].away_since = around_.now();
          changed();
          tell(gathering);
        }
        break;
      }
  }
}

// Whom the lobby has brought together, it can bring together again.
Millis Lobby::patience(const Gathering& gathering) const {
  if (gathering.private_pair) return 0;
  return gathering.listed ? around_.config().listed_wait : around_.config().invited_wait;
}

// One thing at a time: if another is due as well, it is the next tick's.
void Lobby::look_after(Gathering& gathering) {
  const Time now = around_.now();
  if (gathering.beginning) {  // and the store did not say whether it has
    gathering.beginning = false;
    return begin_if_ready(gathering);
  }
  if (gathering.keep_again && now >= *gathering.keep_again) return keep_or_wait(gathering);
  for (std::size_t i = 0; i < gathering.people.size(); ++i)
    if (const auto since = gathering.people[i].away_since;
        since && now >= *since + patience(gathering))
      return remove(gathering, i);
  begin_if_ready(gathering);
}

void Lobby::keep_or_wait(Gathering& gathering) {
  if (!around_.queue().full()) return keep_bytes(gathering);
  gathering.keep_again = around_.now() + around_.config().patience;
  schedule(gathering);
}

void Lobby::wake() {
  const Time now = around_.now();
  if (restore_at_ && now >= *restore_at_) restore();
  std::vector<std::string> late;
  for (auto each = due_.begin(); each != due_.end() && each->first <= now; ++each)
    late.push_back(each->second);
  for (const std::string& name : late)
    if (Gathering* gathering = find(name)) look_after(*gathering);
  if (!changed_ || now < told_at_ + around_.config().told_together) return;
  changed_ = false;
  told_at_ = now;
  const auto text = std::make_shared<const std::string>(encode(TableList{open_tables(), playing_}));
  for (const Socket reader : readers_) around_.send(reader, text);
}

Time Lobby::next_wake() const {
  Time out = around_.now() + around_.config().table_idle;
  if (changed_ && !readers_.empty()) out = told_at_ + around_.config().told_together;
  if (!due_.empty()) out = std::min(out, due_.begin()->first);
  if (restore_at_) out = std::min(out, *restore_at_);
  return out;
}

void Lobby::set_playing(std::uint64_t tables) {
  if (playing_ != tables) changed();
  playing_ = tables;
}

void Lobby::drain() {
  draining_ = true;
  seekers_.clear();
  std::vector<std::string> waiting;
  for (const auto& [name, gathering] : gatherings_)
    if (!gathering.beginning && gathering.private_pair) waiting.push_back(name);
  for (const std::string& name : waiting) drop(name, "This server is about to stop.");
}

}  // namespace coset::serve
