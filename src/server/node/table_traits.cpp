#include "server/node/table_traits.hpp"

#include <algorithm>

namespace coset::node {

namespace {

struct ChangesTable {
  template <class Message>
  bool operator()(const Message&) const {
    return true;
  }
  bool operator()(const protocol::Hello&) const { return false; }
  bool operator()(const protocol::Preview&) const { return false; }
  bool operator()(const protocol::Heartbeat&) const { return false; }
  bool operator()(const protocol::SendPhrase&) const { return false; }
};

}  // namespace

bool changes_table(const protocol::FromClient& message) {
  return std::visit(ChangesTable{}, message);
}

std::optional<protocol::MoveId> request_id(const protocol::FromClient& message) {
  return std::visit(
      [](const auto& m) -> std::optional<protocol::MoveId> {
        if constexpr (requires { m.id; }) return m.id;
        return std::nullopt;
      },
      message);
}

bool names_missing_event(const table::Ledger& ledger, const protocol::FromClient& message) {
  return std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.last_ply; }) {
          return m.last_ply && ledger.lacks(*m.last_ply, m.last_chain);
        } else if constexpr (requires { m.head; }) {
          return ledger.lacks(m.head, {});
        } else if constexpr (requires { m.base_ply; }) {
          return ledger.lacks(std::optional(m.base_ply).value_or(0), {});
        }
        return false;
      },
      message);
}

bool offers_rematch(const protocol::FromClient& message) {
  const auto* offer = std::get_if<protocol::Ask>(&message);
  return offer != nullptr && offer->what == protocol::OfferKind::rematch;
}

bool is_illegal(const table::Outgoing& outgoing) {
  if (outgoing.empty()) return false;
  const auto* error = std::get_if<protocol::TableError>(&outgoing.front().message);
  return error != nullptr && protocol::is(*error, protocol::Reason::illegal);
}

int preview_work(const Spec& spec) {
  const int order = spec.operation().order();
  const bool checked = spec.text().find("inability=checked") != std::string::npos;
  const bool ordered = std::visit(
      [](const auto& game) {
        if constexpr (requires { game.ordered(); }) return game.ordered();
        return false;
      },
      spec.game());
  return checked && ordered ? 100 : 1 + order * order / 64;
}

bool has_connections(const table::Table& table) {
  const table::Presence& presence = table.presence();
  for (Seat seat = 0; seat < table.ledger().seats(); ++seat)
    if (presence.present(seat)) return true;
  return presence.present(nobody);
}

bool has_seat(const table::Setup& setup, const protocol::Token& digest) {
  return std::any_of(setup.seats.begin(), setup.seats.end(), [&](const table::SeatSetup& each) {
    return each.player == protocol::Player::human && protocol::same_secret(each.token, digest);
  });
}

}  // namespace coset::node
