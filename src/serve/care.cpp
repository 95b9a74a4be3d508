#include "serve/care.hpp"

#include "serve/api.hpp"
#include "serve/mine.hpp"
#include "serve/names.hpp"

namespace coset::serve {

void Care::report(const Visitor& by, const std::string& table, std::uint32_t seat,
                  const Answer& done) {
  const hub::Digest& blake2b = around_.ports().digests.blake2b;
  const GameId game = game_of(blake2b, table);
  if (around_.queue().full())
    return done(refused(503, {"store.busy", "The server is busy. Try again in 5 seconds.", 5}));
  TableHost* host = hosts_.find(game, table);
  if (host == nullptr) return done(problem(503, "This table cannot be looked at now."));
  host->when_known([this, game, table, seat, who = who_is(blake2b, by.id), done] {
    const TableHost* known = hosts_.find(game, table);
    if (known != nullptr && known->unknown())
      return done(problem(503, "The store cannot say now. Please ask again."));
    if (known == nullptr || known->table() == nullptr)
      return done(problem(404, "There is no such table."));
    const auto& seats = known->table()->ledger().setup().seats;
    if (seat == 0 || seat > seats.size() || seats[seat - 1].player != wire::Player::human)
      return done(problem(400, "Nobody who has a name of their own sits there."));
    around_.write(
        who.size(),
        [this, game, seat, who, at = around_.now()](store::Done<store::Outcome> answer) {
          around_.ports().people.report({game, static_cast<std::uint8_t>(seat - 1)}, who, at,
                                        std::move(answer));
        },
        alive_,
        [done](store::Outcome outcome) {
          if (outcome != store::Outcome::appended)
            return done(problem(503, "The store cannot say now. Please ask again."));
          done({200, "application/json", R"({"reported":true})"});
        });
  });
}

void Care::look_for_orders() {
  around_.ports().people.orders(around_.later(alive_, [this](const auto& found) {
    if (!found) return;
    for (const store::Ordered& each : *found) {
      if (each.order == store::Order::close) {
        hosts_.close(each.game);
        continue;
      }
      hosts_.let_go(each.game);
      around_.ports().people.obeyed(each, [](store::Outcome) {});
    }
  }));
}

}  // namespace coset::serve
