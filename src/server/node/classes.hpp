// Classes: the classes of a Node: their sockets, the requests below /api/classes, and what is
// forgotten after a time. Belongs to one Node.
#pragma once

#include <set>
#include <unordered_map>

#include "server/node/admission.hpp"
#include "server/node/class_files.hpp"
#include "server/node/class_host.hpp"
#include "server/node/connections.hpp"
#include "server/node/redirector.hpp"

namespace coset::node {

inline constexpr std::string_view class_path = "/ws/c/";
inline constexpr std::size_t max_loading_classes = 2;

class Classes final : private ClassListener {
 public:
  Classes(NodeContext& context, ClaimHolder& claims, Admission& admission, TableRegistry& tables,
          Connections& connections, Redirector& redirector);
  Classes(const Classes&) = delete;
  Classes& operator=(const Classes&) = delete;
  ~Classes() = default;

  // At /ws/c/CODE.
  void on_open(Socket socket, const GuestIdentity& guest, std::string_view target);
  // A socket of the lobby or of a table that names a class.
  void expect(Socket socket, std::string_view target);
  void on_message(Socket socket, Connection& connection, std::string_view frame);
  void on_close(Socket socket, GameId key);

  using Reply = std::function<void(Response)>;
  // The guest, by the digest, is deleted.
  void forget_guest(const std::string& guest);
  // "/api/classes" and what is below it.
  void call(const Request& request, std::string_view path, const Reply& done);

  // After the code of this class has run: closes or unloads it, or sets its timer. Not every key
  // that it is called with is one of a class.
  void reschedule(GameId key);
  void wake(Time now);
  std::optional<Time> next_wake() const;
  // What is due every few seconds.
  void run_chores();
  bool idle() const;
  std::size_t size() const { return classes_.size(); }

 private:
  struct LoadedClass {
    std::unique_ptr<ClassHost> host;
    std::optional<Time> timer_at;
  };
  using Found = std::function<void(const Result<store::ClassSummary>&)>;
  struct Forgetting {
    store::ClassId id;
    std::vector<GameId> games;
    int tries = 0;
    Reply done{};  // empty: nobody waits
    bool deleted = false;
    bool again = false;
    Time delay = 0;  // until the log of writes is truncated
  };

  ClassHost* find(GameId key);
  ClassHost* find_or_load(const std::string& code);
  ClassHost* find_loaded(store::ClassId id);
  void send(Socket socket, const Refusal& reason);
  void close(Socket socket, Close code, const Refusal& reason);
  void unload(GameId key);
  void redirect(ClassHost& host, const std::string& node);
  // The class has another code, by which it is found from now on.
  void rename(GameId key);
  bool on_proved(Socket socket, const protocol::Token& digest) override;
  bool on_work(Socket socket, int units, bool teaches) override;
  std::optional<Refusal> refuse_newcomer(Socket socket) override;
  void on_newcomer(Socket socket) override;
  void on_closed(Socket socket) override;
  // Sockets at tables that have proved to be a pupil's.
  void settle_sockets();
  // What the first one who comes to a class pays.
  struct Load {
    Budgets::Client address, reader;
    Budgets::Verdict paid;  // for a code, which costs nothing if there is such a class
  };
  void settle(ClassHost& host, const Load& load);
  Budgets::Client address_of(const GuestIdentity& guest);
  // The guest's own budget, and another one than the address's: others there do not use it up.
  Budgets::Client apart(Budgets::Client client, const std::string& account,
                        const GuestIdentity& guest);
  // What the class and the address of the connection share.
  Budgets::Client door_of(const Connection& connection);
  Budgets::Client account_of(store::ClassId id);

  // class_api.cpp
  void open_class(const Request& request, const Reply& done);
  void create(const std::string& language, const protocol::Token& teacher,
              const protocol::Token& projector, const std::string& guest, int attempt,
              const Reply& done);
  // Codes that lead to no class are counted by the address.
  struct CodePaid {
    Budgets::Client by;
    Budgets::Verdict verdict;
  };
  std::optional<CodePaid> pay_code(const Request& request, const Reply& done);
  void find_class(const CodePaid& paid, const std::string& code, const Found& done);
  bool is_closed_after_crashes(const store::ClassSummary& found) const;
  void describe(const Request& request, const std::string& code, const Reply& done);
  void read_first(store::ClassId id, const Reply& done,
                  std::function<void(const classroom::State&)> use);
  void with_teacher(const Request& request, const std::string& code, const Reply& done,
                    std::function<void(store::ClassId)> use);
  void prove_opener(store::ClassId id, const std::string& guest, const Reply& done,
                    const std::function<void(store::ClassId)>& use);
  void forget(store::ClassId id, Reply done);
  void try_forgetting(const std::shared_ptr<Forgetting>& job);
  void forget_expired();

  LifetimeToken lifetime_;
  NodeContext& context_;
  ClaimHolder& claims_;
  Admission& admission_;
  TableRegistry& tables_;
  Connections& connections_;
  Redirector& redirector_;
  LoadGate gate_{max_loading_classes};
  std::unordered_map<GameId, LoadedClass> classes_;
  std::set<std::pair<Time, GameId>> timers_;
  std::vector<std::pair<Time, std::shared_ptr<Forgetting>>> forgetting_;  // to be tried again
  ClassFiles files_{context_, admission_};
  Time settle_at_ = 0;
  Time forget_at_;
};

}  // namespace coset::node
