#include "hub/ledger.hpp"

#include <bit>
#include <ranges>

#include "hub/chain.hpp"
#include "hub/faults.hpp"

namespace coset::hub {

#ifdef COSET_TEST_FAULTS
Fault seeded_fault = Fault::none;
#endif

namespace {

Error bad(std::string_view code, std::string sentence) { return {code, 0, std::move(sentence)}; }

std::string_view bytes_of_chain(const Bytes16& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Ledger::Ledger(std::shared_ptr<const Setup> setup, Digest digest)
    : setup_(std::move(setup)),
      digest_(std::move(digest)),
      match_(Match::open(setup_->spec)),
      clocks_(start_clocks(setup_->clock)),
      chain_{digest_(header_of(*setup_))} {}

Result<Ledger> Ledger::load(std::shared_ptr<const Setup> setup, Digest digest,
                            std::span<const Event> log) {
  Ledger out(std::move(setup), std::move(digest));
  for (const Event& event : log)
    if (auto error = out.append(event)) return *std::move(error);
  return out;
}

Seat Ledger::turn() const {
  const Turn turn = match_.turn();
  return over() || turn.kind != Turn::Kind::act ? nobody : turn.seat;
}

std::string_view Ledger::bot_of(Seat seat) const {
  return human(seat) ? substitute : std::string_view(setup_->seats[seat].bot);
}

// The best of the seats that can still win; a game that was cut short is judged like the others.
std::vector<int> Ledger::winners() const {
  const Scores scores = match_.scores();
  std::vector<int> out;
  if (seats() == 1) {
    if (end_ != wire::End::forfeit && scores.winners != 0) out.push_back(1);
    return out;
  }
  int fewest = 0;
  for (Seat i = 0; i < seats(); ++i) {
    if (forfeited(i)) continue;
    if (out.empty() || scores.points[i] < fewest) {
      fewest = scores.points[i];
      out.clear();
    }
    if (scores.points[i] == fewest) out.push_back(i + 1);
  }
  return out;
}

std::optional<std::uint32_t> Ledger::takeback(Seat seat) const {
  std::uint32_t lines = lines_;
  for (const Mark& mark : std::views::reverse(recent_)) {
    const Fact& fact = mark.fact;
    if (fact.kind != Kind::move || mark.deals != 0) return std::nullopt;
    lines -= mark.entries;
    if (fact.seat == seat) return lines;
    if (by_human(fact.seat) || hands_are_hidden(setup_->spec)) return std::nullopt;
  }
  return std::nullopt;
}

Step Ledger::begin(const Fact& fact, MoveId id) const {
  return {fact.kind == Kind::takeback ? match_.first(fact.lines) : match_, fact, id};
}

Chain Ledger::next_chain(const Step& step) const {
  const Bytes16 seen = digest_(public_position(setup_->spec, step.match().observe(nobody)));
  std::string bytes(bytes_of_chain(chain_.bytes));
  bytes += step.public_body();
  bytes += bytes_of_chain(seen);
  return {digest_(bytes)};
}

Event Ledger::seal(const Step& step) const {
  CHECK(step.complete());
  return {head_ + 1, chain_, next_chain(step), step.id(), step.body()};
}

void Ledger::advance(Step& step, const Event& event) {
  CHECK(event.ply == head_ + 1 && event.before == chain_);
  const Fact& fact = step.fact();
  if (fact.kind == Kind::move || fact.kind == Kind::keep)
    clocks_ = spend(setup_->clock, clocks_, fact.seat, fact.spent,
                    step.match().turns() != match_.turns() || step.match().over());
  if (fact.kind == Kind::takeback) {
    lines_ = fact.lines;
    recent_.clear();  // what they added to the record is gone, so they cannot be told again
  }
  lines_ += static_cast<std::uint32_t>(step.entries().size());
  deals_ += step.deals();
  if (recent_.size() == recall) recent_.erase(recent_.begin());
  recent_.push_back({event.chain, event.id, fact, static_cast<std::uint16_t>(step.entries().size()),
                     static_cast<std::uint16_t>(step.deals())});
  head_ = event.ply;
  chain_ = event.chain;
  settle(fact);
  match_ = step.take_match();
  if (!over() && match_.over()) end_ = wire::end_of(match_.ending());
  if (!over() && head_ >= max_events) end_ = wire::End::limit;
}

// What an event means for who plays, and whether the game goes on.
void Ledger::settle(const Fact& fact) {
  const auto bit = static_cast<std::uint8_t>(fact.seat == nobody ? 0 : 1U << fact.seat);
  switch (fact.kind) {
    case Kind::open:
    case Kind::move:
    case Kind::takeback:
      return;
    case Kind::keep:
      kept_ |= bit;
      clocks_.used = 0;
      return;
    case Kind::back:
      kept_ &= static_cast<std::uint8_t>(~bit);
      clocks_ = refill(setup_->clock, clocks_, fact.seat);
      return;
    case Kind::forfeit: {
      forfeited_ |= bit;
      kept_ &= static_cast<std::uint8_t>(~bit);
      clocks_.used = 0;
      bool humans = false;
      for (Seat i = 0; i < seats(); ++i) humans |= human(i) && !forfeited(i);
      if (!humans || std::popcount(forfeited_) + 1 >= seats()) end_ = wire::End::forfeit;
      return;
    }
    case Kind::finish:
      end_ = wire::End::agreed;
      return;
  }
}

std::optional<Error> Ledger::append(const Event& event) {
  if (event.ply != head_ + 1 || !(event.before == chain_))
    return bad("log.order", "Event " + std::to_string(event.ply) + " does not follow event " +
                                std::to_string(head_) + ".");
  const auto body = read_body(match_, event.body);
  if (!body) return body.error();
  const Fact& fact = body->fact;
  const bool seated = fact.kind != Kind::open && fact.kind != Kind::finish;
  if (seated != (fact.seat < seats()) || over() || (fact.kind == Kind::open) != (head_ == 0) ||
      (fact.kind == Kind::takeback && fact.lines > lines_))
    return bad("log.fact", "Event " + std::to_string(event.ply) + " cannot have happened here.");
  Step step = begin(fact, event.id);
  for (const Match::Entry& entry : body->entries)
    if (auto error = step.play(entry.seat, entry.action)) return error;
  if (!step.complete() || !(next_chain(step) == event.chain))
    return bad("log.chain",
               "Event " + std::to_string(event.ply) + " does not lead to its own chain.");
  advance(step, event);
  return std::nullopt;
}

bool Ledger::recalls(Ply ply, const Chain& chain) const {
  if (ply == 0 || ply > head_ || head_ - ply >= recent_.size()) return false;
  return recent_[recent_.size() - 1 - (head_ - ply)].chain == chain;
}

Ply Ledger::find(MoveId id) const {
  for (std::size_t i = recent_.size(); i-- > 0;)
    if (recent_[i].id == id) return head_ - static_cast<Ply>(recent_.size() - 1 - i);
  return 0;
}

void Ledger::tell_since(Ply ply,
                        const std::function<void(const Step&, Ply, const Chain&)>& use) const {
  std::size_t first = recent_.size() - (head_ - ply);
  std::size_t line = lines_;
  for (std::size_t i = first; i < recent_.size(); ++i) line -= recent_[i].entries;
  if (first == recent_.size()) return;
  Match match = match_.first(line);
  const std::vector<Match::Entry> entries = match_.moves();
  for (; first < recent_.size(); ++first) {
    const Mark& mark = recent_[first];
    Step step(std::move(match), mark.fact, mark.id);
    for (int i = 0; i < mark.entries; ++i, ++line)
      CHECK(!step.play(entries[line].seat, entries[line].action));
    use(step, ++ply, mark.chain);
    match = step.take_match();
  }
}

}  // namespace coset::hub
