// Gate: charges what people ask of a Node to their budgets, and tells those who are refused why and
// when to try again. Belongs to one Node.
#pragma once

#include "serve/around.hpp"
#include "serve/table_host.hpp"

namespace coset::serve {

class Gate {
 public:
  explicit Gate(Around& around) : around_(around) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() = default;

  // To be kept for as long as a socket is open.
  Budgets::Client client_of(const Visitor& visitor);
  // Of somebody who asks once: one who brought no cookie will not be known again.
  Budgets::Client caller_of(const std::optional<Visitor>& visitor);
  Admission admit(const Visitor& visitor, Asking asking);

  // Charges for it, or says why not.
  std::optional<Response> refusal_of(const Budgets::Client& client, Use use, int cost = 1);
  Response refused_by(Use use, const Budgets::Verdict& verdict);
  // Charges for what a message at a table may take beside its reading, or says why not.
  bool pays(Socket socket, const Budgets::Client& client, const TableHost& host,
            const wire::FromClient& message);
  // Charges for looking for a table, if it may be that there is none.
  std::optional<Budgets::Verdict> pay_lookup(const Budgets::Client& client, const TableHost* known);
  // What that has cost is given back, unless it turns out that there is none; false without a host.
  bool look_for(TableHost* host, const Budgets::Client& client,
                const std::optional<Budgets::Verdict>& paid);
  // Tells a socket that it was not heard.
  void refuse(Socket socket, Use use, const Budgets::Verdict& verdict,
              std::optional<wire::MoveId> id = {});

 private:
  Around& around_;
};

}  // namespace coset::serve
