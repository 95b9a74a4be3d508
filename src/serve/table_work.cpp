// What a table wants of its host, and what it has to say.
#include "hub/table/json.hpp"
#include "serve/names.hpp"
#include "serve/table_host.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

namespace {

constexpr int most_refused = 4;
constexpr Millis most_asking = 5000;  // whoever asks for a table waits no longer

Time time_of(const std::string& body) {
  const auto place = body.find(" at=");
  CHECK(place != std::string::npos);
  Time out = 0;
  for (std::size_t i = place + 4; i < body.size() && body[i] >= '0' && body[i] <= '9'; ++i)
    out = out * 10 + (body[i] - '0');
  return out;
}

std::uint64_t number_of(const std::array<std::uint8_t, 8>& bytes) {
  std::uint64_t out = 0;
  for (const std::uint8_t byte : bytes) out = out << 8U | byte;
  return out;
}

}  // namespace

bool TableHost::anybody() const {
  if (!table_) return !waiting_.empty();
  const hub::People& people = table_->people();
  for (Seat seat = 0; seat < table_->ledger().seats(); ++seat)
    if (people.present(seat)) return true;
  return people.present(nobody);
}

// A game of days waits in the store, where the time that it is due stands.
bool TableHost::may_go(Time now) const {
  if (!failed_.empty()) return !anybody();
  if (anybody() || sent_ || reading_ || creating_ || preparing_ || bot_) return false;
  if (!table_ && (!again_ || !known_.empty())) return false;  // else the store was asked for nobody
  if (table_ && !table_->wants().empty() && !wake_) return false;
  return now - empty_since_ >= around_.config().table_idle;
}

bool TableHost::unbound_rematch(const wire::FromClient& message) const {
  const auto* ask = std::get_if<wire::Ask>(&message);
  return ask != nullptr && ask->what == wire::OfferKind::rematch && table_->ledger().over() &&
         !table_->knows_next() && !next_;
}

void TableHost::go_on() {
  while (table_ && failed_.empty()) {
    round();
    if (blocked() || preparing_ || waiting_.empty()) return;
    if (unbound_rematch(waiting_.front().message)) return prepare_rematch();
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    // That it had to wait is not its seat's fault.
    table_->excuse(static_cast<Millis>(std::clamp<Time>(around_.now() - next.since, 0, 1 << 30)));
    hand_in(next.from, next.message);
  }
}

void TableHost::round() {
  wake_.reset();
  bot_at_.reset();
  const Overloaded answers{
      [&](const hub::Urn& urn) {
        table_->dealt(urn.at(draws_->place(urn.number, urn.size)));
        return true;
      },
      [&](const hub::Proposal& proposal) { return propose(*proposal.row); },
      [&](const hub::BotTurn& turn) { return think(turn); },
      [&](const hub::HintAsked& asked) { return think_of_hint(asked); },
      [&](const hub::Wake& wake) {
        wake_ = wake.at;
        return false;
      },
      [&](const hub::Rematch& rematch) { return create_rematch(rematch.setup()); },
  };
  hub::go_round(*table_, answers);
  cancel_unwanted();
}

void TableHost::cancel_unwanted() {
  if (bot_) {
    const auto turn = hub::wanted<hub::BotTurn>(*table_);
    if (!turn || turn->ply != bot_->task().ply) bot_.cancel();
  }
  if (hint_) {
    const auto asked = hub::wanted<hub::HintAsked>(*table_);
    if (!asked || asked->ply != hint_->task().ply || asked->connection != hint_->task().connection)
      hint_.cancel();
  }
}

bool TableHost::propose(const hub::Row& row) {
  if (blocked()) return false;
  sent_ = row.ply;
  store::Event event{game_, row.ply, row.before, row.chain, row.id, time_of(row.body), row.body};
  if (setup_->clock.kind == wire::ClockKind::correspondence)
    event.due = event.at + setup_->clock.start;
  journal_.append(std::move(event), [this, alive = alive_.token()](store::Outcome outcome) {
    if (!alive.expired()) settled(outcome);
  });
  return false;
}

bool TableHost::think(const hub::BotTurn& turn) {
  if (blocked() || (bot_ && bot_->task().ply == turn.ply)) return false;
  const Time begin = event_at_ + around_.config().bot_pace;
  if (around_.now() < begin) {
    bot_at_ = begin;
    return false;
  }
  ++around_.counters().thoughts;
  const auto thinking = std::make_shared<BotThinking>(
      turn.task(), number_of(around_.random<std::array<std::uint8_t, 8>>()));
  bot_.hold(thinking);
  around_.ports().pool.run_steps(
      [thinking] { return thinking->step(); }, around_.later(alive_, [this, thinking] {
        if (!bot_.take(thinking)) return;
        const Entered entered(around_, game_);
        say(table_->bot_chose(thinking->task(), thinking->action(), around_.now()));
        go_on();
      }));
  return false;
}

bool TableHost::think_of_hint(const hub::HintAsked& asked) {
  if (hint_ && hint_->task().ply == asked.ply && hint_->task().connection == asked.connection)
    return false;
  ++around_.counters().thoughts;
  const auto thinking = std::make_shared<HintThinking>(asked.task());
  hint_.hold(thinking);
  around_.ports().pool.run_steps([thinking] { return thinking->step(); },
                                 around_.later(alive_, [this, thinking] {
                                   if (!hint_.take(thinking)) return;
                                   const Entered entered(around_, game_);
                                   say(table_->hinted(thinking->task(), thinking->hint()));
                                   go_on();
                                 }));
  return false;
}

// A rematch is bound by its commitment before anybody has sent a byte for it.
void TableHost::prepare_rematch() {
  preparing_ = true;
  const Digests& digests = around_.ports().digests;
  const std::string name = secret_name(around_.random<std::array<std::uint8_t, 9>>());
  const GameId game = game_of(digests.blake2b, name);
  const auto seed = around_.random<Bytes32>();
  const wire::NextDeal next{name, game, deal::commitment(digests.deal, game, seed)};
  around_.ports().seeds.put(game, seed, around_.later(alive_, [this, next](store::Outcome outcome) {
    const Entered entered(around_, game_);
    preparing_ = false;
    if (outcome == store::Outcome::appended) {
      table_->know_next(next);
      promised_ = next.game;
    }
    if (outcome == store::Outcome::unknown) return try_again();
    around_.settle(game_);
    go_on();
  }));
}

// One transaction, keyed by this game: whoever else makes its rematch, there is one.
bool TableHost::create_rematch(const hub::Setup& setup) {
  if (creating_ || next_) return false;
  if (!setup.game) return false;
  creating_ = true;
  store::NewGame game{*setup.game, hub::write_setup(setup), {}, around_.now(), game_};
  game.first = wire::Chain{around_.ports().digests.blake2b(hub::header_of(setup))};
  const std::string name = setup.table;
  around_.ports().events.create(game, around_.later(alive_, [this, name](store::Outcome outcome) {
    const Entered entered(around_, game_);
    creating_ = false;
    if (outcome == store::Outcome::unknown) return try_again();
    around_.settle(game_);
    if (outcome == store::Outcome::damaged) return fail_by_damage();
    if (outcome == store::Outcome::taken) {
      if (++refused_ > most_refused) return fail("The next game of this table cannot be made.");
      return fetch();
    }
    ++around_.counters().games_made;
    next_ = game_of(around_.ports().digests.blake2b, name);
    say(table_->moved(name));
    go_on();
  }));
  return false;
}

void TableHost::wake() {
  const Time now = around_.now();
  if (now >= spectators_at_) tell_spectators();
  if (!failed_.empty()) return;
  const Entered entered(around_, game_);
  if (!known_.empty() && now >= known_since_ + most_asking) tell_known();
  if (again_ && now >= *again_) {
    again_.reset();
    if (table_ || !setup_) return fetch();
    return get_seed();
  }
  if (!table_) return;
  // Nobody is judged by what is known here alone.
  if (wake_ && now >= *wake_ && may_judge()) {
    judge_ = true;
    return fetch();
  }
  if (const auto at = refresh_at(); at && now >= *at) return fetch();
  if (bot_at_ && now >= *bot_at_) go_on();
}

std::optional<Time> TableHost::refresh_at() const {
  const Millis every = around_.config().refresh;
  if (every == 0 || !table_ || blocked() || table_->ledger().over() || !anybody())
    return std::nullopt;
  return read_at_ + every;
}

Time TableHost::next_wake() const {
  const Time now = around_.now();
  const Time idle = around_.config().table_idle;
  Time out = !anybody() && empty_since_ + idle > now ? empty_since_ + idle : now + idle;
  if (!for_spectators_.empty()) out = std::min(out, spectators_at_);
  if (again_) out = std::min(out, *again_);
  if (!known_.empty()) out = std::min(out, known_since_ + most_asking);
  if (wake_ && may_judge()) out = std::min(out, *wake_);
  if (bot_at_) out = std::min(out, *bot_at_);
  if (const auto at = refresh_at()) out = std::min(out, *at);
  return out;
}

void TableHost::say(const hub::Sends& sends) {
  wire::Encoder encode;
  for (const hub::Send& send : sends) {
    auto text = std::make_shared<const std::string>(encode(send.message));
    if (send.to.kind == hub::To::Kind::connection) {
      around_.send(send.to.connection, std::move(text));
    } else if (send.to.kind == hub::To::Kind::seat) {
      for (const Socket socket : table_->people().connections(send.to.seat))
        around_.send(socket, text);
    } else {
      if (for_spectators_.empty()) spectators_at_ = around_.now() + around_.config().told_together;
      for_spectators_.push_back(std::move(text));
    }
  }
}

void TableHost::tell_spectators() {
  if (for_spectators_.empty() || !table_) return;
  const auto texts = std::exchange(for_spectators_, {});
  for (const Socket socket : table_->people().connections(nobody))
    for (const auto& text : texts) around_.send(socket, text);
}

}  // namespace coset::serve
