#include "server/node/admission.hpp"

#include "protocol/table/codec.hpp"
#include "server/node/guest_data.hpp"
#include "server/node/http_json.hpp"
#include "table/messages.hpp"

namespace coset::node {

Budgets::Client Admission::client_of(const GuestIdentity& guest) {
  return context_.budgets().client(guest_digest(context_.deps().crypto.blake2b, guest.id),
                                   guest.address, context_.now(), guest.site);
}

Budgets::Client Admission::caller_of(const std::optional<GuestIdentity>& guest) {
  if (guest && !guest->is_new) return client_of(*guest);
  return context_.budgets().client("", guest ? guest->address : "", context_.now(),
                                   guest ? guest->site : "");
}

AdmissionResult Admission::admit(const GuestIdentity& guest, RequestKind kind) {
  const Time now = context_.now();
  Budgets& budgets = context_.budgets();
  const auto client = caller_of(guest);
  const bool is_cheap = kind == RequestKind::file || kind == RequestKind::socket_probe;
  const Use opens = guest.is_new ? Use::arrival : Use::socket;
  Use use = is_cheap ? Use::file : kind == RequestKind::socket ? opens : Use::request;
  auto verdict = budgets.try_charge(client, use, now);
  if (verdict.wait == 0 && kind == RequestKind::socket_probe) {
    use = opens;
    verdict = budgets.check(client, use, now);
  }
  if (verdict.wait == 0) return {std::nullopt, Budgets::vouched(client, now)};
  ++context_.counters().rejected_for_rate;
  return {refusal(use, verdict), false};
}

std::optional<Response> Admission::charge(const Budgets::Client& client, Use use, int cost) {
  const auto verdict = context_.budgets().try_charge(client, use, context_.now(), cost);
  if (verdict.wait == 0) return std::nullopt;
  return too_many_requests(use, verdict);
}

Response Admission::too_many_requests(Use use, const Budgets::Verdict& verdict) {
  ++context_.counters().rejected_for_rate;
  return error_response(429, refusal(use, verdict));
}

// Whether a move is legal is known only after judging it. So a guest who has recently sent an
// illegal one needs budget for the work; moves of the others are always accepted.
bool Admission::charge_message(Socket socket, const Budgets::Client& client, const TableHost& host,
                               const protocol::FromClient& message) {
  Budgets& budgets = context_.budgets();
  const Time now = context_.now();
  if (const auto* move = std::get_if<protocol::Move>(&message)) {
    if (client.guest->illegal_until <= now) return true;
    const auto verdict = budgets.check(client, Use::work, now);
    if (verdict.wait > 0) send_refusal(socket, Use::work, verdict, move->id);
    return verdict.wait == 0;
  }
  const bool is_preview = std::holds_alternative<protocol::Preview>(message);
  if (!is_preview && !host.begins_rematch(message)) return true;
  const Use use = is_preview ? Use::work : Use::rematch;
  const auto verdict =
      budgets.try_charge(client, use, now, is_preview ? host.work_of_preview() : 1);
  if (verdict.wait > 0) send_refusal(socket, use, verdict);
  return verdict.wait == 0;
}

std::optional<Budgets::Verdict> Admission::charge_lookup(const Budgets::Client& client,
                                                         const TableHost* known) {
  if (known != nullptr && known->table() != nullptr) return std::nullopt;
  return context_.budgets().try_charge(client, Use::lookup, context_.now());
}

bool Admission::await_lookup(TableHost* host, const Budgets::Client& client,
                             const std::optional<Budgets::Verdict>& paid) {
  const auto refund = [this, host, client, paid] {
    if (host == nullptr || !host->missing()) context_.budgets().refund(client, Use::lookup, *paid);
  };
  if (paid && host != nullptr) host->when_loaded(refund);
  if (paid && host == nullptr) refund();
  return host != nullptr;
}

void Admission::send_refusal(Socket socket, Use use, const Budgets::Verdict& verdict,
                             std::optional<protocol::MoveId> id) {
  const Refusal reason = refusal(use, verdict);
  ++context_.counters().rejected_for_rate;
  if (use == Use::lobby)
    return context_.send(
        socket, encode(LobbyError{reason.code, reason.sentence, {}, {}, reason.retry_after}));
  const auto error = table::error_for({reason.code, 0, reason.sentence}, 0, id);
  context_.send(socket, protocol::encode(protocol::FromTable(error)));
}

}  // namespace coset::node
