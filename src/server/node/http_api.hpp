// HttpApi: the requests below /api that a Node answers. Those that only read build a Ledger from
// the log, and host no table. Belongs to one Node.
#pragma once

#include "server/node/admission.hpp"
#include "server/node/archive_sweep.hpp"
#include "server/node/classes.hpp"
#include "server/node/guest_api.hpp"
#include "server/node/guest_data.hpp"
#include "server/node/lobby.hpp"
#include "server/node/moderation.hpp"

namespace coset::node {

class HttpApi {
 public:
  HttpApi(NodeContext& context, ClaimHolder& claims, Admission& admission, Lobby& lobby,
          TableRegistry& tables, Classes& classes)
      : context_(context),
        admission_(admission),
        lobby_(lobby),
        tables_(tables),
        classes_(classes),
        reader_(context),
        guest_data_(context, claims, tables, reader_),
        guest_api_(context, admission, lobby, tables),
        moderation_(context, claims, tables, reader_),
        archive_sweep_(context, tables, reader_) {}
  HttpApi(const HttpApi&) = delete;
  HttpApi& operator=(const HttpApi&) = delete;
  ~HttpApi() = default;

  using Reply = std::function<void(Response)>;
  void call(const Request& request, Reply done);
  // What is due every few seconds.
  void run_chores() {
    moderation_.apply_operator_actions();
    archive_sweep_.run();
    classes_.run_chores();
    guest_api_.run_chores();
  }
  void wake(Time now) { reader_.wake(now); }
  std::optional<Time> next_wake() const { return reader_.next_wake(); }

 private:
  void get_table(const Request& request, std::string_view name, Reply done);
  void export_data(const Request& request, Reply done);
  void delete_guest(const Request& request, const Reply& done);

  NodeContext& context_;
  Admission& admission_;
  Lobby& lobby_;
  TableRegistry& tables_;
  Classes& classes_;
  LedgerReader reader_;
  GuestData guest_data_;
  GuestApi guest_api_;
  Moderation moderation_;
  ArchiveSweep archive_sweep_;
};

}  // namespace coset::node
