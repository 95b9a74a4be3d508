#include "hub/table/table.hpp"

#include "hub/table/messages.hpp"
#include "wire/table/tell.hpp"

namespace coset::hub {

namespace {

// A turn's time runs from when the client has the event, but at most so long after it was sent.
constexpr Time most_lag = 2000;

}  // namespace

Table::Table(Ledger ledger, Time now)
    : ledger_(std::move(ledger)), people_(ledger_.setup().seats.size(), now), turn_since_(now) {
  if (ledger_.head() == 0) open_deal(now);
}

void Table::open_deal(Time now) {
  Fact fact{.kind = EventKind::open, .at = now};
  fact.entropy = ledger_.setup().entropy;
  propose(fact, MoveId::none);
}

Result<Table> Table::load(std::shared_ptr<const Setup> setup, Digest digest,
                          std::span<const Row> log, Time now) {
  auto ledger = Ledger::load(std::move(setup), std::move(digest), log);
  if (!ledger) return ledger.error();
  return Table(*std::move(ledger), now);
}

void Table::propose(const Fact& fact, MoveId id, const Action* action) {
  CHECK(!draft_ && !ledger_.over());
  draft_ = std::make_unique<Draft>(ledger_.begin(fact, id));
  if (action != nullptr) CHECK(!draft_->play(fact.seat, *action));
  seal_if_complete();
}

void Table::seal_if_complete() {
  if (draft_->complete()) row_ = ledger_.seal(*draft_);
}

Wants Table::wants() const {
  Wants out;
  if (row_) {
    out.add(Proposal{&*row_});
    return out;
  }
  if (draft_) {
    out.add(urn());
    return out;
  }
  const Seat turn = ledger_.turn();
  if (turn != nobody && !ledger_.by_human(turn)) out.add(BotTurn{turn, ledger_.head(), &ledger_});
  if (!hints_.empty()) {
    const AskedHint& asked = hints_.front();
    out.add(HintAsked{asked.connection, asked.seat, ledger_.head(), asked.level, &ledger_});
  }
  if (const auto gone = absence()) out.add(Wake{gone->second});
  if (agreed_rematch_) out.add(Rematch{agreed_rematch_.get()});
  return out;
}

Urn Table::urn() const {
  Urn out;
  out.number = static_cast<std::uint32_t>(ledger_.deals() + draft_->deals());
  out.counts = draft_->match().urn();
  for (const int count : out.counts) out.size += static_cast<std::uint32_t>(count);
  return out;
}

void Table::dealt(Element piece) {
  CHECK(draft_ && !row_);
  CHECK(!draft_->play(draft_->match().turn().seat, deal_of(piece)));
  seal_if_complete();
}

Sends Table::committed(Ply ply, Time now) {
  if (!row_ || row_->ply != ply) return {};
  const std::unique_ptr<Draft> draft = std::move(draft_);
  ledger_.advance(*draft, *row_);
  row_.reset();
  turn_since_ = now;
  excused_ = 0;
  hint_level_ = 0;
  hints_.clear();
  Sends out;
  tell(*draft, ledger_.match(), ledger_.head(), ledger_.chain(), out);
  if (offer_) {
    const EventKind kind = draft->fact().kind;
    const bool agreed =
        (offer_->what == wire::OfferKind::takeback && kind == EventKind::takeback) ||
        (offer_->what == wire::OfferKind::finish && kind == EventKind::finish);
    tell_offer(agreed ? wire::OfferState::agreed : wire::OfferState::lapsed, out);
    offer_.reset();
  }
  return out;
}

Result<Sends> Table::reload(std::span<const Row> log, Time now) {
  const std::size_t known = std::min<std::size_t>(ledger_.head(), log.size());
  auto loaded = Ledger::load(ledger_.shared_setup(), ledger_.digest(), log.first(known));
  if (!loaded) return loaded.error();
  Ledger fresh = *std::move(loaded);
  const bool goes_on = fresh.same_rows(ledger_);
  for (const Row& row : log.subspan(known))
    if (auto error = fresh.append(row)) return *std::move(error);
  if (goes_on && log.size() == known) return Sends{};
  std::optional<Ply> head;
  std::optional<Chain> chain;
  if (goes_on) {  // else what was told does not hold, whatever its chain
    head = ledger_.head();
    chain = ledger_.chain();
  }
  const std::unique_ptr<Draft> lost = std::move(draft_);
  row_.reset();
  ledger_ = std::move(fresh);
  people_.forget_seen(ledger_.head());
  turn_since_ = now;
  excused_ = 0;
  hint_level_ = 0;
  hints_.clear();
  agreed_rematch_.reset();
  Sends out;
  for (const To& to : audiences()) tell_rest(to, head, chain, out);
  if (offer_) tell_offer(wire::OfferState::lapsed, out);
  offer_.reset();
  if (lost && lost->id() != MoveId::none && ledger_.find(lost->id()) == 0) {
    out.push_back({{To::Kind::seat, lost->fact().seat, 0},
                   no_for(wire::Reason::stale, ledger_.head(), lost->id())});
  }
  if (ledger_.head() == 0) open_deal(now);
  return out;
}

Millis Table::spent(Seat seat, Time now) const {
  constexpr Time most = 0x7fffffff;
  now -= excused_;
  if (ledger_.setup().clock.kind == wire::ClockKind::correspondence)
    return static_cast<Millis>(std::clamp<Time>(now - ledger_.last_at(), 0, most));
  const Time latest = turn_since_ + most_lag;
  const Time started =
      std::clamp(people_.seen_at(seat, ledger_.head()).value_or(latest), turn_since_, latest);
  return static_cast<Millis>(std::clamp<Time>(now - started, 0, most));
}

bool Table::others_wait(Seat seat) const {
  for (Seat i = 0; i < ledger_.seats(); ++i)
    if (i != seat && ledger_.by_human(i) && people_.present(i)) return true;
  return false;
}

std::optional<std::pair<Cause, Time>> Table::absence() const {
  const Seat seat = ledger_.turn();
  if (draft_ || seat == nobody || !ledger_.by_human(seat)) return std::nullopt;
  const wire::ClockRule& rule = ledger_.setup().clock;
  if (rule.kind ==
      wire::ClockKind::correspondence)  // whoever is there, and whatever they have seen
    return {{Cause::time, ledger_.last_at() + rule.start + excused_}};
  const auto seen = people_.seen_at(seat, ledger_.head());
  std::optional<std::pair<Cause, Time>> out;
  // Nobody loses on time to an event that their client is not known to have.
  if (rule.kind != wire::ClockKind::none && seen)
    out = {Cause::time, std::clamp(*seen, turn_since_, turn_since_ + most_lag) +
                            left_after(rule, ledger_.clocks(), seat, 0)};
  const auto away = people_.away_since(seat);
  if (ledger_.setup().grace != 0 && (away || !seen) && others_wait(seat)) {
    const Time gone = std::max(turn_since_, away && seen ? *away : turn_since_);
    const Time until = gone + ledger_.setup().grace;
    if (!out || until < out->second) out = {Cause::away, until};
  }
  if (out) out->second += excused_;
  return out;
}

Sends Table::tick(Time now) {
  const auto gone = absence();
  if (!gone || now < gone->second) return {};
  Fact fact;
  fact.kind = ledger_.setup().rated ? EventKind::forfeit : EventKind::keep;
  fact.seat = ledger_.turn();
  fact.cause = gone->first;
  fact.spent = spent(fact.seat, now);
  fact.at = now;
  propose(fact, MoveId::none);
  return {};
}

Sends Table::bot_chose(const BotTask& task, const Action& action, Time now) {
  const bool wanted = !draft_ && task.ply == ledger_.head() && task.seat == ledger_.turn() &&
                      !ledger_.by_human(task.seat);
  if (!wanted) return {};
  CHECK(action.verb != Verb::deal && ledger_.match().legal(action));
  propose({.kind = EventKind::move, .seat = task.seat, .at = now}, MoveId::none, &action);
  return {};
}

Sends Table::hinted(const HintTask& task, const teach::Hint& hint) {
  std::erase_if(hints_, [&](const AskedHint& h) { return h.connection == task.connection; });
  if (draft_ || task.ply != ledger_.head() || ledger_.turn() != task.seat) return {};
  wire::Hinted told = wire::hint_for(task.spec, hint, task.level, task.ply);
  hint_level_ = std::max(hint_level_, told.level);
  return {{{To::Kind::connection, nobody, task.connection}, std::move(told)}};
}

std::vector<To> Table::audiences() const {
  std::vector<To> out;
  for (Seat i = 0; i < ledger_.seats(); ++i)
    if (people_.present(i)) out.push_back({To::Kind::seat, i, 0});
  if (people_.present(nobody)) out.push_back({To::Kind::spectators, nobody, 0});
  return out;
}

void Table::tell(const Draft& draft, const Match& after, Ply ply, const Chain& chain,
                 Sends& out) const {
  for (const To& to : audiences()) {
    wire::Event event = event_for(ledger_, draft, after, ply, chain, to.seat);
    event.clocks = clocks_for(ledger_, 0);
    out.push_back({to, std::move(event)});
    if (ledger_.over()) out.push_back({to, over_now()});
  }
}

// To a reader who knows the place `ply` and `chain`, what came after; else everything.
void Table::tell_rest(const To& to, std::optional<Ply> ply, const std::optional<Chain>& chain,
                      Sends& out) const {
  const Seat reader =
      to.kind == To::Kind::connection ? people_.seat_of(to.connection).value_or(nobody) : to.seat;
  if (ply && chain && ledger_.recalls(*ply, *chain)) {
    ledger_.tell_since(*ply, [&](const Draft& draft, Ply at, const Chain& link) {
      out.push_back({to, event_for(ledger_, draft, draft.match(), at, link, reader)});
    });
  } else {
    out.push_back({to, snapshot_for(ledger_, reader)});
  }
  if (ledger_.over()) out.push_back({to, over_now()});
}

Sends Table::tell_again(ConnectionId to, Ply ply) const {
  Sends out;
  const Seat reader = people_.seat_of(to).value_or(nobody);
  ledger_.tell_since(ply - 1, [&](const Draft& draft, Ply at, const Chain& link) {
    if (at == ply)
      out.push_back({{To::Kind::connection, nobody, to},
                     event_for(ledger_, draft, draft.match(), at, link, reader)});
  });
  return out;
}

void Table::tell_offer(wire::OfferState state, Sends& out) const {
  for (const To& to : audiences())
    if (to.kind == To::Kind::seat) out.push_back({to, offer_now(state)});
}

std::vector<wire::SeatInfo> Table::seat_infos() const {
  std::vector<wire::SeatInfo> out;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const SeatSetup& seat = ledger_.setup().seats[i];
    wire::SeatInfo info;
    info.seat = i;
    info.name = seat.name;
    info.player = seat.player;
    if (!ledger_.by_human(i)) info.bot = std::string(ledger_.bot_of(i));
    info.kept = ledger_.kept(i);
    info.forfeited = ledger_.forfeited(i);
    info.present = people_.present(i);
    out.push_back(std::move(info));
  }
  return out;
}

}  // namespace coset::hub
