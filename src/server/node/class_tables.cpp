// The tables of a class: their pending rows, which the lobby reads when a pupil joins, and what the
// wall shows of them. A table that this node hosts is looked at; of another node's, and of before a
// restart, the log is read: those of thirty pupils in an interval of the wall.
#include "base/hex.hpp"
#include "engine/bots/level.hpp"
#include "engine/play/catalogue.hpp"
#include "protocol/json/writer.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/projections.hpp"
#include "server/node/class_host.hpp"
#include "server/node/pending_row.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr Time fill_delay = 20'000;  // then an empty seat is a bot's
// The wall waits for up to its own interval too: together a move is shown within 500 ms, nearly.
constexpr Time follow_interval = 50;
constexpr Time read_interval = classroom::wall_interval;
constexpr int reads_per_interval = 15;  // of tables that are not here

constexpr int max_center = 64;  // pieces on a tile, which bounds the message

// Another read would tell the same.
bool is_lasting(const Error& error) {
  return error.code == store::damaged_code || error.code == "table.corrupt" ||
         error.code == "table.quarantined";
}

int total(const protocol::Counts& counts) {
  int sum = 0;
  for (const auto& [piece, count] : counts.counts) sum += count;
  return sum;
}

// By their tokens: aliases change.
classroom::PupilNumber pupil_at(const classroom::State& state, const table::SeatSetup& seat) {
  if (seat.player != protocol::Player::human) return 0;
  const classroom::Pupil* pupil = state.holder(seat.token);
  return pupil == nullptr ? 0 : pupil->number;
}

void read_position(const protocol::View& view, classroom::TableNews& news) {
  std::vector<int> counts;
  if (const auto* al_jabar = std::get_if<protocol::AlJabarView>(&view.position)) {
    for (const protocol::Counts& hand : al_jabar->hands) counts.push_back(total(hand));
    if (total(al_jabar->center) <= max_center) {
      auto& center = news.board.center.emplace();
      for (const auto& [piece, count] : al_jabar->center.counts)
        center.insert(center.end(), static_cast<std::size_t>(count), piece);
    }
    news.board.round = al_jabar->round;
    news.board.final_round = al_jabar->final_round.has_value();
  }
  if (const auto* mad_abel = std::get_if<protocol::MadAbelView>(&view.position)) {
    counts = mad_abel->sizes;
    news.board.top = mad_abel->top;
  }
  for (std::size_t i = 0; i < std::min(counts.size(), news.seats.size()); ++i)
    news.seats[i].count = counts[i];
}

classroom::TableNews news_of(const classroom::State& state, const std::string& name,
                             const table::Ledger& ledger) {
  classroom::TableNews out;
  out.name = name;
  out.finished = ledger.over();
  out.moved_at = ledger.last_at();
  for (Seat seat = 0; seat < ledger.seats(); ++seat)
    out.seats.push_back(
        {pupil_at(state, ledger.setup().seats[seat]), 0, ledger.last_move_at(seat)});
  read_position(protocol::view_for(ledger.match(), nobody, false), out);
  return out;
}

}  // namespace

void ClassHost::make_tables() {
  if (context_.write_queue().full()) {
    deliver(classroom_->orders_failed(error_code("class.busy"), context_.now()));
    return serve();
  }
  made_.clear();
  make_failed_ = false;
  making_ = classroom_->table_orders().size();
  std::vector<GameId> games;
  for (std::size_t i = 0; i < making_; ++i) {
    const std::string name = secret_name(context_.random<std::array<std::uint8_t, 9>>());
    games.push_back(game_of(context_.deps().crypto.blake2b, name));
    made_.push_back({name, games.back(), protocol::hex(context_.random<Bytes16>())});
  }
  // First of all they are the class's, to be forgotten with it.
  context_.deps().classes.add_games(*id_, std::move(games),
                                    defer([this](store::WriteResult outcome) {
                                      const bool good = outcome == store::WriteResult::ok;
                                      if (good && !remake_) return write_tables();
                                      making_ = 1;
                                      on_table_made(good);
                                    }));
}

void ClassHost::write_tables() {
  const CryptoFunctions& crypto = context_.deps().crypto;
  for (std::size_t number = 0; number < making_; ++number) {
    const classroom::TableOrder& order = classroom_->table_orders()[number];
    const classroom::TableMade& made = made_[number];
    const GameId game = made.game;
    SavedTable row;
    row.table = made.name;
    const auto seed = context_.random<Bytes32>();
    row.commitment = fair_deal::commitment(crypto.deal, game, seed);
    row.spec = order.spec;
    row.hints = false;
    (void)read_hex(made.invitation, row.invitation);
    row.bots = order.bots;
    for (std::size_t i = 0; i < order.tokens.size(); ++i)
      row.allowed.push_back({order.tokens[i], order.aliases[i]});
    row.fill_at = context_.now() + fill_delay;
    const auto spec = find_spec(order.spec);
    row.fill_bot = !order.bots.empty() ? order.bots.front()
                   : spec              ? std::string(bots::levels(*spec).front().name)
                                       : "random";
    const auto save = [this, saved = store::PendingTable{game, protocol::written(row), false, id_}](
                          store::WriteResult stored) {
      const Scope scope(*this);
      if (stored != store::WriteResult::ok) return on_table_made(false);
      context_.write(
          saved.body.size(),
          [this, saved](store::Done<store::WriteResult> done) {
            context_.deps().players.save_pending(saved, std::move(done));
          },
          lifetime_,
          [this](store::WriteResult outcome) {
            const Scope scope(*this);
            on_table_made(outcome == store::WriteResult::ok);
          });
    };
    context_.write(
        seed.size(),
        [this, game, seed](store::Done<store::WriteResult> done) {
          context_.deps().seeds.put(game, seed, std::move(done));
        },
        lifetime_, save);
  }
}

// A row whose class never names it is never joined, and the lobby drops it.
void ClassHost::on_table_made(bool good) {
  if (!good) make_failed_ = true;
  if (--making_ > 0) return;
  if (std::exchange(remake_, false)) return serve();
  if (!make_failed_)
    classroom_->tables_made(made_);
  else
    deliver(classroom_->orders_failed(error_code("class.busy"), context_.now()));
  serve();
}

void ClassHost::follow_tables() {
  follow_at_ = context_.now() + follow_interval;
  const classroom::State& state = classroom_->state();
  std::map<std::string, FollowedTable> followed;
  for (std::size_t i = state.round_begin; i < state.tables.size(); ++i) {
    const classroom::PairedTable& table = state.tables[i];
    const auto known = followed_.find(table.name);
    followed.emplace(table.name,
                     known == followed_.end() ? FollowedTable{table.game} : known->second);
  }
  followed_ = std::move(followed);
  for (auto& [name, table] : followed_)
    if (const TableHost* host = tables_.find_loaded(table.game))
      if (host->table() != nullptr) tell_table(table, name, host->table()->ledger());
  if (context_.now() < read_at_) return;
  read_at_ = context_.now() + read_interval;
  int reads = 0;
  auto next = followed_.upper_bound(next_read_);
  for (std::size_t i = 0; i < followed_.size() && reads < reads_per_interval; ++i, ++next) {
    if (next == followed_.end()) next = followed_.begin();
    // Nobody else writes where there is one node: what was before a restart is read once.
    if (next->second.finished || next->second.reading ||
        (next->second.read && !claims_.clustered()) ||
        tables_.find_loaded(next->second.game) != nullptr)
      continue;
    ++reads;
    next_read_ = next->first;
    follow(next->second, next->first);
  }
}

// First whether there is anything new, which is one row's search.
void ClassHost::follow(FollowedTable& table, const std::string& name) {
  table.reading = true;
  const auto found = [this, name]() -> FollowedTable* {
    const auto here = followed_.find(name);
    return here == followed_.end() ? nullptr : &here->second;
  };
  const auto on_read = [this, name, found](const Result<ReadTable>& read) {
    FollowedTable* here = found();
    if (here == nullptr) return;
    here->reading = false;
    here->read = read || is_lasting(read.error());
    if (read && read->ledger && classroom_) tell_table(*here, name, *read->ledger);
  };
  context_.deps().events.read(table.game, table.head + 1,
                              defer([this, name, found, on_read](const auto& log) {
                                FollowedTable* here = found();
                                if (here == nullptr) return;
                                here->reading = false;
                                here->read = log || is_lasting(log.error());
                                if (!log || !*log || ((*log)->events.empty() && !(*log)->finished))
                                  return;
                                here->reading = true;
                                reader_.read(here->game, name, on_read);
                              }));
}

void ClassHost::tell_table(FollowedTable& table, const std::string& name,
                           const table::Ledger& ledger) {
  if (ledger.head() == table.head && (table.finished || !ledger.over())) return;
  table.head = ledger.head();
  table.finished = ledger.over();
  classroom_->table_moved(news_of(classroom_->state(), name, ledger));
}

}  // namespace coset::node
