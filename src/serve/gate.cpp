#include "serve/gate.hpp"

#include "hub/table/messages.hpp"
#include "serve/api.hpp"
#include "serve/mine.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

Budgets::Client Gate::client_of(const Visitor& visitor) {
  return around_.budgets().client(who_is(around_.ports().digests.blake2b, visitor.id),
                                  visitor.address, around_.now());
}

Budgets::Client Gate::caller_of(const std::optional<Visitor>& visitor) {
  if (visitor && !visitor->is_new) return client_of(*visitor);
  return around_.budgets().client("", visitor ? visitor->address : "", around_.now());
}

Admission Gate::admit(const Visitor& visitor, Asking asking) {
  const Time now = around_.now();
  Budgets& budgets = around_.budgets();
  const auto client = caller_of(visitor);
  const bool cheap = asking == Asking::file || asking == Asking::look;
  Use use = cheap ? Use::file : Use::request;
  auto verdict = budgets.take(client, use, now);
  if (verdict.wait == 0 && asking == Asking::look) {
    use = Use::request;
    verdict = budgets.ask(client, use, now);
  }
  if (verdict.wait == 0) return {std::nullopt, Budgets::vouched(client, now)};
  ++around_.counters().refused_for_rate;
  return {refusal(use, verdict), false};
}

std::optional<Response> Gate::refusal_of(const Budgets::Client& client, Use use, int cost) {
  const auto verdict = around_.budgets().take(client, use, around_.now(), cost);
  if (verdict.wait == 0) return std::nullopt;
  return refused_by(use, verdict);
}

Response Gate::refused_by(Use use, const Budgets::Verdict& verdict) {
  ++around_.counters().refused_for_rate;
  return refused(429, refusal(use, verdict));
}

// Whether a move is legal is known only once it was judged. So who has sent a wrong one lately is
// heard while there is work left, and everybody else in any case.
bool Gate::pays(Socket socket, const Budgets::Client& client, const TableHost& host,
                const wire::FromClient& message) {
  Budgets& budgets = around_.budgets();
  const Time now = around_.now();
  if (const auto* move = std::get_if<wire::Move>(&message)) {
    if (client.guest->wrong_until <= now) return true;
    const auto verdict = budgets.ask(client, Use::work, now);
    if (verdict.wait > 0) refuse(socket, Use::work, verdict, move->id);
    return verdict.wait == 0;
  }
  const bool tries = std::holds_alternative<wire::Try>(message);
  if (!tries && !host.begins_rematch(message)) return true;
  const Use use = tries ? Use::work : Use::rematch;
  const auto verdict = budgets.take(client, use, now, tries ? host.work_of_try() : 1);
  if (verdict.wait > 0) refuse(socket, use, verdict);
  return verdict.wait == 0;
}

std::optional<Budgets::Verdict> Gate::pay_lookup(const Budgets::Client& client,
                                                 const TableHost* known) {
  if (known != nullptr && known->table() != nullptr) return std::nullopt;
  return around_.budgets().take(client, Use::lookup, around_.now());
}

bool Gate::look_for(TableHost* host, const Budgets::Client& client,
                    const std::optional<Budgets::Verdict>& paid) {
  const auto settle = [this, host, client, paid] {
    if (host == nullptr || !host->missing())
      around_.budgets().give_back(client, Use::lookup, *paid);
  };
  if (paid && host != nullptr) host->when_known(settle);
  if (paid && host == nullptr) settle();
  return host != nullptr;
}

void Gate::refuse(Socket socket, Use use, const Budgets::Verdict& verdict,
                  std::optional<wire::MoveId> id) {
  const Refusal no = refusal(use, verdict);
  ++around_.counters().refused_for_rate;
  if (use == Use::lobby)
    return around_.send(socket, encode(Refused{"", no.sentence, no.code, no.retry_after}));
  wire::No said = hub::no_for(wire::Reason::rate, 0, id);
  said.text = no.sentence;
  around_.send(socket, wire::encode(wire::FromTable(said)));
}

}  // namespace coset::serve
