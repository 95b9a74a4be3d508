// GuestApi: what a guest gets back by the cookie alone, below /api/me, and passes for another
// device. No log is folded for it. Belongs to one Node.
#pragma once

#include "server/node/admission.hpp"
#include "server/node/lobby.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

inline constexpr Millis pass_timeout = 600'000;

class GuestApi {
 public:
  GuestApi(NodeContext& context, Admission& admission, Lobby& lobby, TableRegistry& tables)
      : context_(context), admission_(admission), lobby_(lobby), tables_(tables) {}
  GuestApi(const GuestApi&) = delete;
  GuestApi& operator=(const GuestApi&) = delete;
  ~GuestApi() = default;

  using Reply = std::function<void(Response)>;
  static bool serves(std::string_view path);
  // REQUIRES: serves(path), and the request has a guest
  void call(const Request& request, std::string_view path, const Reply& done);
  // What is due every few seconds.
  void run_chores();

 private:
  void list_tables(const Request& request, const Reply& done);
  void list_classes(const Request& request, const Reply& done);
  void make_pass(const Request& request, const Reply& done);
  void use_pass(const Request& request, const Reply& done);

  LifetimeToken lifetime_;
  NodeContext& context_;
  Admission& admission_;
  Lobby& lobby_;
  TableRegistry& tables_;
  Time next_expiry_ = 0;
};

}  // namespace coset::node
