#include "server/node/guest_data.hpp"

#include <algorithm>

#include "protocol/table/codec.hpp"
#include "server/node/http_json.hpp"
#include "server/node/table_names.hpp"
#include "table/json.hpp"

namespace coset::node {

namespace {

constexpr std::string_view anonymous_name = "someone";
constexpr std::size_t max_named = 5;
constexpr int max_attempts = 4;

}  // namespace

struct GuestData::GuestDataJob {
  GuestIdentity guest;
  std::string digest;
  Reply done;
  std::vector<store::SeatRef> remaining;
  std::vector<GameId> listed;  // all of them; a game of an older program follows from another one
  std::vector<Game> games;
  Continuation then;
  std::size_t offset = 0;
  std::string exported;                    // games as JSON
  std::vector<store::GuestClass> classes;  // exported too
  std::optional<Time> pass_until;
  std::vector<std::string> active_tables;  // the guest still plays there
  int attempts = 0;
};

void GuestData::fail_unavailable(const JobPtr& job) {
  job->done(error_response(error_code("store.unavailable")));
}

void GuestData::collect_games(const JobPtr& job, Continuation then) {
  job->games.clear();
  job->then = std::move(then);
  context_.deps().players.list_games_of(job->digest,
                                        context_.defer(lifetime_, [this, job](const auto& found) {
                                          if (!found) return fail_unavailable(job);
                                          job->remaining.assign(found->rbegin(), found->rend());
                                          job->listed.clear();
                                          for (const store::SeatRef& each : *found)
                                            job->listed.push_back(each.game);
                                          std::sort(job->listed.begin(), job->listed.end());
                                          next_game(job);
                                        }));
}

void GuestData::next_game(const JobPtr& job) {
  if (job->remaining.empty()) return Continuation(job->then)(job);  // which may set another
  const store::SeatRef seated = job->remaining.back();
  job->remaining.pop_back();
  collect_game(job, seated.game, {}, static_cast<Seat>(seated.seat));
}

// A game, then its rematch unless that is listed, in which the same token has the seat.
void GuestData::collect_game(const JobPtr& job, GameId game, std::optional<protocol::Token> token,
                             std::optional<Seat> seat) {
  context_.deps().events.read(
      game, ~table::Ply{0},
      context_.defer(lifetime_, [this, job, game, token, seat](const auto& log) {
        if (!log) return fail_unavailable(job);
        if (!*log) return next_game(job);  // it never started
        auto setup = table::read_setup((*log)->setup);
        if (!setup) return next_game(job);
        std::optional<Seat> mine = seat;
        for (std::size_t i = 0; token && i < setup->seats.size(); ++i)
          if (setup->seats[i].player == protocol::Player::human && setup->seats[i].token == *token)
            mine = static_cast<Seat>(i);
        if (!mine || *mine >= setup->seats.size()) return next_game(job);
        const protocol::Token own = setup->seats[*mine].token;
        job->games.push_back(
            {game, *mine, (*log)->setup, *std::move(setup), (*log)->finished, (*log)->in_file});
        const auto next = (*log)->next;
        if (!next || std::binary_search(job->listed.begin(), job->listed.end(), *next))
          return next_game(job);
        collect_game(job, *next, own, {});
      }));
}

void GuestData::export_data(const GuestIdentity& guest, std::size_t offset, Reply done) {
  const auto job = std::make_shared<GuestDataJob>();
  job->guest = guest;
  job->digest = guest_digest(context_.deps().crypto.blake2b, guest.id);
  job->done = std::move(done);
  job->offset = offset;
  context_.deps().guests.list_classes(
      job->digest, max_exported, context_.defer(lifetime_, [this, job](const auto& classes) {
        if (!classes) return fail_unavailable(job);
        job->classes = *classes;
        context_.deps().guests.find_pass(
            job->digest, context_.now(), context_.defer(lifetime_, [this, job](const auto& until) {
              if (!until) return fail_unavailable(job);
              job->pass_until = *until;
              collect_games(job, [this](const JobPtr& step) { export_next(step, step->offset); });
            }));
      }));
}

void GuestData::with_table(const JobPtr& job, std::size_t index, TableCallback callback) {
  const Game& game = job->games[index];
  reader_.read(game.game, game.read.table,
               [job, index, callback = std::move(callback)](const auto& read) {
                 const std::string_view code = read ? "" : read.error().code;
                 if (code == "store.unavailable" || code == "table.unavailable")
                   return fail_unavailable(job);
                 callback(job->games[index], read ? &*read : nullptr);
               });
}

void GuestData::export_next(const JobPtr& job, std::size_t index) {
  if (index >= job->games.size() || index >= job->offset + max_exported) {
    const bool more = index < job->games.size();
    job->done(export_response(job->guest, job->exported, job->games.size(),
                              more ? std::optional(index) : std::nullopt, job->classes,
                              job->pass_until));
    return;
  }
  with_table(job, index, [this, job, index](const Game& game, const ReadTable* read) {
    if (read != nullptr || game.in_file) {
      if (!job->exported.empty()) job->exported += ',';
      job->exported += read == nullptr ? archived_table_body(game.read, game.seat)
                                       : table_response(*read->ledger, read->seed, game.seat).body;
    }
    export_next(job, index + 1);
  });
}

void GuestData::delete_guest(const GuestIdentity& guest, Reply done) {
  const auto job = std::make_shared<GuestDataJob>();
  job->guest = guest;
  job->digest = guest_digest(context_.deps().crypto.blake2b, guest.id);
  job->done = std::move(done);
  collect_games(job, [this](const JobPtr& step) { check_active_games(step, 0); });
}

// The other players are owed an end of the game: the guest must finish or resign.
void GuestData::check_active_games(const JobPtr& job, std::size_t index) {
  while (index < job->games.size() && job->games[index].finished) ++index;
  if (index >= job->games.size()) {
    if (job->active_tables.empty()) return anonymize_next(job);
    std::string tables;
    for (std::size_t i = 0; i < std::min(job->active_tables.size(), max_named); ++i)
      tables += (i == 0 ? "" : ", ") + job->active_tables[i];
    return job->done(error_response(to_error(
        error_code("guest.playing"),
        "You are still playing at " + tables + ". Finish or resign there, then try again.")));
  }
  with_table(job, index, [this, job, index](const Game& game, const ReadTable* read) {
    if (read != nullptr) {
      const table::Ledger& ledger = *read->ledger;
      if (!ledger.over() && !ledger.forfeited(game.seat))
        job->active_tables.push_back(game.read.table);
    }
    check_active_games(job, index + 1);
  });
}

// From the last game back: if it is interrupted, a new request still finds the rest.
void GuestData::anonymize_next(const JobPtr& job) {
  if (job->games.empty()) return delete_rows(job);
  const Game& game = job->games.back();
  table::Setup after = game.read;
  after.seats[game.seat].name = anonymous_name;
  after.seats[game.seat].token = protocol::Token{context_.random<Bytes16>()};
  context_.deps().players.replace_setup(
      game.game, game.setup, table::write_setup(after), job->digest,
      context_.defer(lifetime_, [this, job](store::WriteResult outcome) {
        if (outcome == store::WriteResult::unknown) return fail_unavailable(job);
        if (outcome == store::WriteResult::conflict) {  // another guest was deleted there meanwhile
          if (++job->attempts > max_attempts) return fail_unavailable(job);
          return collect_games(job, [this](const JobPtr& step) { anonymize_next(step); });
        }
        unload_last(job);
      }));
}

void GuestData::delete_rows(const JobPtr& job) {
  const auto done = [job](store::WriteResult outcome) {
    if (outcome == store::WriteResult::unknown) return fail_unavailable(job);
    job->done({204, "", ""});
  };
  context_.deps().guests.forget_guest(
      job->digest, context_.defer(lifetime_, [this, job, done](store::WriteResult outcome) {
        if (outcome == store::WriteResult::unknown) return fail_unavailable(job);
        context_.deps().players.delete_guest(job->digest, context_.defer(lifetime_, done));
      }));
}

void GuestData::unload_last(const JobPtr& job) {
  const GameId game = job->games.back().game;
  const auto next = [this, job](store::WriteResult outcome) {
    if (outcome == store::WriteResult::unknown) return fail_unavailable(job);
    job->games.pop_back();
    anonymize_next(job);
  };
  tables_.unload_and_reconnect(game);
  if (!claims_.clustered()) return next(store::WriteResult::ok);
  context_.deps().players.request_action({game, store::OperatorAction::reread},
                                         context_.defer(lifetime_, next));
}

}  // namespace coset::node
