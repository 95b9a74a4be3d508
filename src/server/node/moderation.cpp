#include "server/node/moderation.hpp"

#include "server/node/guest_data.hpp"
#include "server/node/http_json.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

void Moderation::report(const GuestIdentity& by, const std::string& table, std::uint32_t seat,
                        const Reply& done) {
  const table::Digest& blake2b = context_.deps().crypto.blake2b;
  const GameId game = game_of(blake2b, table);
  if (context_.write_queue().full())
    return done(error_response(503, to_refusal(error_code("store.busy"), 5)));
  auto reporter = guest_digest(blake2b, by.id);
  reader_.read_setup(game, table, [this, game, seat, reporter, done](const auto& read) {
    if (!read) return done(error_response(read.error()));
    const auto& seats = read->setup->seats;
    if (seat == 0 || seat > seats.size() || seats[seat - 1].player != protocol::Player::human)
      return done(error_response(error_code("moderation.no_player")));
    context_.write(
        reporter.size(),
        [this, game, seat, reporter, at = context_.now()](store::Done<store::WriteResult> answer) {
          context_.deps().players.report({game, static_cast<std::uint8_t>(seat - 1)}, reporter, at,
                                         std::move(answer));
        },
        lifetime_,
        [done](store::WriteResult outcome) {
          if (outcome != store::WriteResult::ok)
            return done(error_response(error_code("store.unavailable")));
          done({204, "", ""});
        });
  });
}

void Moderation::apply_operator_actions() {
  context_.deps().players.list_actions(context_.defer(lifetime_, [this](const auto& found) {
    if (!found) return;
    for (const store::PendingAction& each : *found) {
      if (each.action == store::OperatorAction::close) {
        tables_.close_by_operator(each.game);
        continue;
      }
      reread(each);
    }
  }));
}

void Moderation::reread(const store::PendingAction& action) {
  claims_.acquire(action.game, store::Takeover::if_free, lifetime_, nullptr,
                  [this, action](const Result<store::Claim>& claim) {
                    if (!claim || claim->holder != claims_.node()) return;
                    tables_.unload_and_reconnect(action.game);
                    claims_.release(action.game);
                    context_.deps().players.acknowledge(action, [](store::WriteResult) {});
                  });
}

}  // namespace coset::node
