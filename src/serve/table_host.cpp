// How a table comes from its log, and how messages come to it.
#include "serve/table_host.hpp"

#include "hub/table/json.hpp"
#include "hub/table/messages.hpp"
#include "serve/names.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_waiting = 16;
constexpr std::size_t most_before_loading = 64;
constexpr Millis most_patience = 1000;
constexpr int most_refused = 4;

std::vector<hub::Row> rows_of(const store::Log& log) {
  std::vector<hub::Row> out;
  for (const store::Event& event : log.events)
    out.push_back({event.ply, event.before, event.chain, event.id, event.body});
  return out;
}

// Which requests change the game or what is asked of its people: one after the other.
struct Changes {
  template <class Message>
  bool operator()(const Message&) const {
    return true;
  }
  bool operator()(const wire::Hello&) const { return false; }
  bool operator()(const wire::Try&) const { return false; }
  bool operator()(const wire::Beat&) const { return false; }
  bool operator()(const wire::Say&) const { return false; }
};

// The answer to a move that is against the rules.
bool is_wrong(const hub::Sends& sends) {
  if (sends.empty()) return false;
  const auto* no = std::get_if<wire::No>(&sends.front().message);
  return no != nullptr && no->reason == wire::Reason::illegal;
}

std::optional<wire::MoveId> id_of(const wire::FromClient& message) {
  return std::visit(
      [](const auto& m) -> std::optional<wire::MoveId> {
        if constexpr (requires { m.id; }) return m.id;
        return std::nullopt;
      },
      message);
}

}  // namespace

TableHost::TableHost(Around& around, Journal& journal, GameId game, std::string name)
    : around_(around),
      journal_(journal),
      game_(game),
      name_(std::move(name)),
      patience_(around.config().patience),
      bot_(around.counters().thoughts_cancelled),
      hint_(around.counters().thoughts_cancelled),
      empty_since_(around.now()) {
  fetch();
}

void TableHost::fail(std::string why) {
  if (!failed_.empty()) return;
  around_.touch(game_);
  failed_ = std::move(why);
  tell_known();
}

void TableHost::fail_as_missing() {
  missing_ = true;
  fail("There is no such table.");
}

void TableHost::fail_by_damage() {
  damaged_ = true;
  fail("This table cannot be read: the database is damaged, and whoever runs this server is told.");
}

void TableHost::tell_known() {
  for (const auto& done : std::exchange(known_, {})) done();
}

void TableHost::when_known(std::function<void()> done) {
  if (!unknown() || around_.outages().now()) return done();
  if (known_.empty()) known_since_ = around_.now();
  known_.push_back(std::move(done));
  around_.touch(game_);
}

void TableHost::try_again() {
  around_.owe(game_);
  tell_known();
  again_ = around_.now() + patience_;
  patience_ = std::min(2 * patience_, most_patience);
}

void TableHost::fetch() {
  if (reading_) return;
  reading_ = true;
  asked_at_ = around_.now();
  again_.reset();
  around_.ports().events.read(game_, 1, around_.later(alive_, [this](const auto& log) {
    reading_ = false;
    const Entered entered(around_, game_);
    take(log);
  }));
}

void TableHost::take(const Result<std::optional<store::Log>>& log) {
  if (!log && log.error().code == store::damaged_code) return fail_by_damage();
  if (!log) return try_again();
  if (!around_.outages().now()) patience_ = around_.config().patience;
  read_at_ = around_.now();
  if (!*log) return fail_as_missing();
  if (!table_) return open(**log);
  if ((*log)->next && !next_) find_next(*(*log)->next);
  if (around_.outages().now()) {
    judge_ = false;  // once everybody has their time back
  } else {
    excuse(asked_at_, around_.now());
  }
  const hub::Ply before = table_->ledger().head();
  const std::vector<hub::Row> rows = rows_of(**log);
  const auto sends = table_->reload(rows, around_.now());
  if (!sends) return fail("The log of this table does not fit together: " + sends.error().sentence);
  const bool news = table_->ledger().head() != before;
  if (news) event_at_ = around_.now();
  refused_ = news ? 0 : refused_;
  say(*sends);
  ended();
  if (std::exchange(judge_, false)) say(table_->tick(around_.now()));
  go_on();
  if (!sent_ && !again_) around_.settle(game_);
}

void TableHost::open(const store::Log& log) {
  auto read = hub::read_setup(log.setup);
  if (!read) return fail("This table cannot be read: " + read.error().sentence);
  auto setup = hub::make_setup(*std::move(read));
  if (!setup) return fail("This table cannot be played here: " + setup.error().sentence);
  setup_ = *std::move(setup);
  if (setup_->table != name_) return fail_as_missing();
  if (!setup_->game || *setup_->game != game_) return fail("This table has no deal to check.");
  rows_ = rows_of(log);
  finished_ = log.finished;
  next_ = log.next;
  get_seed();
}

void TableHost::get_seed() {
  around_.ports().seeds.get(game_, around_.later(alive_, [this](const auto& seed) {
    const Entered entered(around_, game_);
    if (!seed && seed.error().code == store::damaged_code) return fail_by_damage();
    if (!seed) return try_again();
    if (!*seed) return fail("The seed of this table's deal is lost.");
    load(**seed);
  }));
}

void TableHost::load(const Bytes32& seed) {
  const Digests& digests = around_.ports().digests;
  if (deal::commitment(digests.deal, game_, seed) != setup_->commitment)
    return fail("The seed of this table's deal is not the one that was promised.");
  auto table = hub::Table::load(setup_, digests.blake2b, rows_, around_.now());
  if (!table) return fail("The log of this table does not fit together: " + table.error().sentence);
  rows_ = {};
  table_.emplace(*std::move(table));
  draws_.emplace(digests.deal, deal::key_of(digests.deal, game_, seed, setup_->entropy));
  seed_ = seed;
  table_->know_seed(seed);
  const Time last = table_->ledger().last_at();
  if (setup_->clock.kind == wire::ClockKind::correspondence && last != 0)
    table_->excuse(around_.outages().within(last, around_.now()));
  event_at_ = around_.now();
  if (next_) find_next(*next_);
  ended();
  around_.settle(game_);
  tell_known();
  auto waiting = std::exchange(waiting_, {});
  for (const Waiting& each : waiting) accept(each.from, each.message);
  go_on();
}

// What the table of the rematch is called, its own setup says.
void TableHost::find_next(GameId next) {
  next_ = next;
  around_.ports().events.read(next, ~hub::Ply{0}, around_.later(alive_, [this](const auto& log) {
    if (!log || !*log) return next_.reset();
    const auto setup = hub::read_setup((*log)->setup);
    if (setup && table_) say(table_->moved(setup->table));
  }));
}

bool TableHost::must_wait(const wire::FromClient& message) const {
  if (!std::visit(Changes{}, message)) return false;
  if (preparing_ || !waiting_.empty() || unbound_rematch(message)) return true;
  if (!blocked()) return false;
  // What is on its way already is answered at once.
  const auto proposal = hub::wanted<hub::Proposal>(*table_);
  const auto id = id_of(message);
  return !(proposal && id && proposal->row->id == *id);
}

void TableHost::hear(Socket from, wire::FromClient message) {
  const Entered entered(around_, game_);
  accept(from, std::move(message));
}

void TableHost::accept(Socket from, wire::FromClient message) {
  if (!failed_.empty()) return;
  if (!table_) {
    if (waiting_.size() < most_before_loading)
      waiting_.push_back({from, std::move(message), around_.now()});
    return;
  }
  if (!within_rates(from, message)) {
    const auto no = hub::no_for(wire::Reason::rate, table_->ledger().head(), id_of(message));
    return around_.send(from, wire::encode(wire::FromTable(no)));
  }
  if (journal_.full() && std::visit(Changes{}, message)) {
    const auto no = hub::no_for(wire::Reason::busy, table_->ledger().head(), id_of(message));
    return around_.send(from, wire::encode(wire::FromTable(no)));
  }
  if (!must_wait(message)) {
    hand_in(from, message);
    return go_on();
  }
  const auto id = id_of(message);
  for (const Waiting& each : waiting_)
    if (id && id_of(each.message) == id) return;  // it waits already
  if (waiting_.size() >= most_waiting) {
    const auto no = hub::no_for(wire::Reason::busy, table_->ledger().head(), id);
    return around_.send(from, wire::encode(wire::FromTable(no)));
  }
  waiting_.push_back({from, std::move(message), around_.now()});
  go_on();
}

bool TableHost::within_rates(Socket from, const wire::FromClient& message) {
  const Time now = around_.now();
  const bool says = std::holds_alternative<wire::Say>(message);
  if (!says && !std::holds_alternative<wire::AskHint>(message)) return true;
  const auto seat = table_->people().seat_of(from);
  if (!seat || *seat == nobody) return true;  // and is told so
  return says ? said_[*seat].take(say_rate, now) : hinted_[*seat].take(hint_rate, now);
}

// Where order matters, whether somebody cannot play is found by going through 100 000 words, up to
// three times a verdict; where it does not, by sets of sums.
int TableHost::work_of_try() const {
  if (!table_) return 1;
  const int order = setup_->spec.operation().order();
  const bool checked = setup_->spec.text().find("inability=checked") != std::string::npos;
  const bool ordered = std::visit(
      [](const auto& game) {
        if constexpr (requires { game.ordered(); }) return game.ordered();
        return false;
      },
      setup_->spec.game());
  return checked && ordered ? 100 : 1 + order * order / 64;
}

bool TableHost::seated(Socket socket) const {
  const auto seat = table_ ? table_->people().seat_of(socket) : std::nullopt;
  return seat && *seat != nobody;
}

bool TableHost::may_be_seats(const wire::Token& token) const {
  if (!table_) return true;
  const wire::Token known = digest_of(around_.ports().digests.blake2b, token);
  return std::any_of(setup_->seats.begin(), setup_->seats.end(), [&](const hub::SeatSetup& each) {
    return each.player == wire::Player::human && wire::same_secret(each.token, known);
  });
}

// The table knows digests alone: whoever reads the store has no seat by it.
void TableHost::hand_in(Socket from, const wire::FromClient& message) {
  if (const auto since = around_.outages().since()) excuse(*since, around_.now());
  const auto* hello = std::get_if<wire::Hello>(&message);
  if (hello != nullptr && !hello->token && !around_.config().watching) {
    wire::No no = hub::no_for(wire::Reason::spectator, table_->ledger().head(), {});
    no.text = "Nobody watches at this server.";
    return around_.send(from, wire::encode(wire::FromTable(no)));
  }
  if (hello == nullptr || !hello->token) {
    if (hello != nullptr) tell_spectators();  // who comes is told all of it, not some of it twice
    const hub::Sends sends = table_->handle(from, message, around_.now());
    if (is_wrong(sends)) wrong_.push_back(from);
    return say(sends);
  }
  wire::Hello known = *hello;
  known.token = digest_of(around_.ports().digests.blake2b, *hello->token);
  say(table_->handle(from, wire::FromClient(known), around_.now()));
}

void TableHost::left(Socket socket) {
  std::erase_if(waiting_, [&](const Waiting& each) { return each.from == socket; });
  if (!table_ || !failed_.empty()) return;
  const Entered entered(around_, game_);
  say(table_->left(socket, around_.now()));
  if (!anybody()) empty_since_ = around_.now();
  go_on();
}

void TableHost::excuse(Time from, Time to) {
  if (!table_) return;
  const Time begun = std::max({from, event_at_, excused_to_});
  if (to <= begun) return;
  excused_to_ = to;
  table_->excuse(static_cast<Millis>(std::min<Time>(to - begun, 0x7fffffff)));
  if (const auto wake = hub::wanted<hub::Wake>(*table_)) wake_ = wake->at;
}

void TableHost::settled(store::Outcome outcome) {
  const Entered entered(around_, game_);
  const hub::Ply ply = *std::exchange(sent_, std::nullopt);
  if (outcome == store::Outcome::appended) {
    around_.settle(game_);
    around_.store_wrote();
    patience_ = around_.config().patience;
    refused_ = 0;
    event_at_ = around_.now();
    say(table_->committed(ply, around_.now()));
    ended();
    return go_on();
  }
  if (outcome == store::Outcome::damaged) return fail_by_damage();
  // The log is the truth, whatever this table thinks that it has written.
  if (outcome == store::Outcome::taken && ++refused_ > most_refused)
    return fail("The store refuses what this table writes, and has nothing else.");
  if (outcome == store::Outcome::unknown) return try_again();
  fetch();
}

void TableHost::ended() {
  if (!table_->ledger().over() || finished_) return;
  finished_ = true;
  around_.ports().events.finish(game_, around_.later(alive_, [this](store::Outcome outcome) {
    if (outcome == store::Outcome::appended) ++around_.counters().games_over;
    if (outcome == store::Outcome::unknown) finished_ = false;  // until it is next looked at
  }));
}

}  // namespace coset::serve
