// Admission: charges requests and messages to budgets, and answers those beyond a budget with the
// reason and when to try again. Belongs to one Node.
#pragma once

#include "server/node/node_context.hpp"
#include "server/node/table_host.hpp"

namespace coset::node {

class Admission {
 public:
  explicit Admission(NodeContext& context) : context_(context) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;
  ~Admission() = default;

  // The socket's owner holds it while the socket is open.
  Budgets::Client client_of(const GuestIdentity& guest);
  // For a single request: a guest without a cookie is charged to the address alone.
  Budgets::Client caller_of(const std::optional<GuestIdentity>& guest);
  AdmissionResult admit(const GuestIdentity& guest, RequestKind kind);

  // Charges the request; the response to send if it is beyond the budget.
  std::optional<Response> charge(const Budgets::Client& client, Use use, int cost = 1);
  Response too_many_requests(Use use, const Budgets::Verdict& verdict);
  // Charges the work or the rematch of a message to a table; sends an error and returns false if
  // it is beyond the budget.
  bool charge_message(Socket socket, const Budgets::Client& client, const TableHost& host,
                      const protocol::FromClient& message);
  // Charges the lookup of a table that may not exist.
  std::optional<Budgets::Verdict> charge_lookup(const Budgets::Client& client,
                                                const TableHost* known);
  // Refunds the lookup unless the table turns out not to exist; false without a host.
  bool await_lookup(TableHost* host, const Budgets::Client& client,
                    const std::optional<Budgets::Verdict>& paid);
  void refund_lookup(const Budgets::Client& client, const Budgets::Verdict& paid) {
    context_.budgets().refund(client, Use::lookup, paid);
  }
  // Sends the error of an exhausted budget.
  void send_refusal(Socket socket, Use use, const Budgets::Verdict& verdict,
                    std::optional<protocol::MoveId> id = {});

 private:
  NodeContext& context_;
};

}  // namespace coset::node
