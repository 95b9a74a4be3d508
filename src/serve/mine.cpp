#include "serve/mine.hpp"

#include "hub/table/json.hpp"
#include "serve/api.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

namespace {

constexpr std::string_view nobody_known = "someone";
constexpr std::size_t most_named = 5;
constexpr int most_tries = 4;

}  // namespace

std::string who_is(const hub::Digest& blake2b, const std::string& visitor) {
  return wire::hex(blake2b("coset-who\n" + visitor));
}

struct Mine::Work {
  Visitor visitor;
  std::string who;
  Answer done;
  std::vector<store::Seated> left;  // to be looked at
  std::vector<Game> games;
  Then then;
  std::size_t from = 0;
  std::string told;                  // games as JSON
  std::vector<std::string> playing;  // at these tables
  int tries = 0;
};

void Mine::away(const Step& work) {
  work->done(problem(503, "The store cannot say now. Please ask again."));
}

void Mine::walk(const Step& work, Then then) {
  work->games.clear();
  work->then = std::move(then);
  around_.ports().people.games_of(work->who, around_.later(alive_, [this, work](const auto& found) {
    if (!found) return away(work);
    work->left.assign(found->rbegin(), found->rend());
    next(work);
  }));
}

void Mine::next(const Step& work) {
  if (work->left.empty()) return Then(work->then)(work);  // which may set another
  const store::Seated seated = work->left.back();
  work->left.pop_back();
  visit(work, seated.game, {}, static_cast<Seat>(seated.seat));
}

// A game, and after it its rematch, where the same token has the seat.
void Mine::visit(const Step& work, GameId game, std::optional<wire::Token> token,
                 std::optional<Seat> seat) {
  around_.ports().events.read(
      game, ~hub::Ply{0}, around_.later(alive_, [this, work, game, token, seat](const auto& log) {
        if (!log) return away(work);
        if (!*log) return next(work);  // it never began
        auto setup = hub::read_setup((*log)->setup);
        if (!setup) return next(work);
        std::optional<Seat> mine = seat;
        for (std::size_t i = 0; token && i < setup->seats.size(); ++i)
          if (setup->seats[i].player == wire::Player::human && setup->seats[i].token == *token)
            mine = static_cast<Seat>(i);
        if (!mine || *mine >= setup->seats.size()) return next(work);
        const wire::Token own = setup->seats[*mine].token;
        work->games.push_back({game, *mine, (*log)->setup, *std::move(setup), (*log)->finished});
        if ((*log)->next) return visit(work, *(*log)->next, own, {});
        next(work);
      }));
}

void Mine::tell(const Visitor& visitor, std::size_t from, Answer done) {
  const auto work = std::make_shared<Work>();
  work->visitor = visitor;
  work->who = who_is(around_.ports().digests.blake2b, visitor.id);
  work->done = std::move(done);
  work->from = from;
  walk(work, [this](const Step& step) { tell_next(step, step->from); });
}

void Mine::look_at(const Step& work, std::size_t place, Look look) {
  TableHost* host = hosts_.find(work->games[place].game, work->games[place].read.table);
  if (host == nullptr) return away(work);
  host->when_known([this, work, place, look = std::move(look)] {
    const Game& game = work->games[place];
    const TableHost* known = hosts_.find(game.game, game.read.table);
    if (known != nullptr && known->unknown()) return away(work);
    look(game, known != nullptr && known->table() != nullptr ? known : nullptr);
  });
}

void Mine::tell_next(const Step& work, std::size_t place) {
  if (place >= work->games.size() || place >= work->from + most_told) {
    const bool more = place < work->games.size();
    work->done(mine_answer(work->visitor, work->told, work->games.size(),
                           more ? std::optional(place) : std::nullopt));
    return;
  }
  look_at(work, place, [this, work, place](const Game& game, const TableHost* host) {
    if (host != nullptr) {
      if (!work->told.empty()) work->told += ',';
      work->told += table_answer(host->table()->ledger(), host->shown_seed(), game.seat).body;
    }
    tell_next(work, place + 1);
  });
}

void Mine::forget(const Visitor& visitor, Answer done) {
  const auto work = std::make_shared<Work>();
  work->visitor = visitor;
  work->who = who_is(around_.ports().digests.blake2b, visitor.id);
  work->done = std::move(done);
  walk(work, [this](const Step& step) { judge_next(step, 0); });
}

// Whoever plays with somebody has a right to an end: it is for the visitor to resign.
void Mine::judge_next(const Step& work, std::size_t place) {
  while (place < work->games.size() && work->games[place].finished) ++place;
  if (place >= work->games.size()) {
    if (work->playing.empty()) return reword_next(work);
    std::string tables;
    for (std::size_t i = 0; i < std::min(work->playing.size(), most_named); ++i)
      tables += (i == 0 ? "" : ", ") + work->playing[i];
    return work->done(problem(409, "You are still playing at " + tables +
                                       ". Finish there or resign, and then ask again."));
  }
  look_at(work, place, [this, work, place](const Game& game, const TableHost* host) {
    if (host != nullptr) {
      const hub::Ledger& ledger = host->table()->ledger();
      if (!ledger.over() && !ledger.forfeited(game.seat)) work->playing.push_back(game.read.table);
    }
    judge_next(work, place + 1);
  });
}

// From the last one back: what is not done yet can still be found when it is asked for again.
void Mine::reword_next(const Step& work) {
  if (work->games.empty()) {
    around_.ports().people.forget(work->who, around_.later(alive_, [work](store::Outcome outcome) {
      if (outcome == store::Outcome::unknown) return away(work);
      work->done({200, "application/json", R"({"forgotten":true})"});
    }));
    return;
  }
  const Game& game = work->games.back();
  hub::Setup after = game.read;
  after.seats[game.seat].name = nobody_known;
  after.seats[game.seat].token = wire::Token{around_.random<Bytes16>()};
  around_.ports().people.reword(
      game.game, game.setup, hub::write_setup(after),
      around_.later(alive_, [this, work](store::Outcome outcome) {
        if (outcome == store::Outcome::unknown) return away(work);
        if (outcome == store::Outcome::taken) {  // somebody else was forgotten there meanwhile
          if (++work->tries > most_tries) return away(work);
          return walk(work, [this](const Step& step) { reword_next(step); });
        }
        hosts_.let_go(work->games.back().game);
        work->games.pop_back();
        reword_next(work);
      }));
}

}  // namespace coset::serve
