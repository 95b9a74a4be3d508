// GuestData: export and deletion of a guest's data. Games are found by a digest of the guest's id,
// rematches by the seat's token. A deleted guest appears as "someone" in the records of the other
// players; active games must end first. Belongs to one Node.
#pragma once

#include "server/node/claim_holder.hpp"
#include "server/node/ledger_reader.hpp"
#include "server/node/node_context.hpp"
#include "server/node/table_registry.hpp"
#include "table/setup.hpp"

namespace coset::node {

class GuestData {
 public:
  GuestData(NodeContext& context, ClaimHolder& claims, TableRegistry& tables, LedgerReader& reader)
      : context_(context), claims_(claims), tables_(tables), reader_(reader) {}
  GuestData(const GuestData&) = delete;
  GuestData& operator=(const GuestData&) = delete;
  ~GuestData() = default;

  using Reply = std::function<void(Response)>;
  // The guest's games from `offset` on, at most max_exported of them.
  void export_data(const GuestIdentity& guest, std::size_t offset, Reply done);
  // 204 once the guest's data is deleted, 409 while they are still playing.
  void delete_guest(const GuestIdentity& guest, Reply done);

  static constexpr std::size_t max_exported = 100;

 private:
  struct Game {
    GameId game{};
    Seat seat = 0;
    std::string setup;  // as stored
    table::Setup read;
    bool finished = false;
    bool in_file = false;
  };
  struct GuestDataJob;
  using JobPtr = std::shared_ptr<GuestDataJob>;
  // Receives the job as an argument: capturing it would make the job own itself.
  using Continuation = std::function<void(const JobPtr&)>;

  // Collects all games of the guest, then continues.
  void collect_games(const JobPtr& job, Continuation then);
  void collect_game(const JobPtr& job, GameId game, std::optional<protocol::Token> token,
                    std::optional<Seat> seat);
  void next_game(const JobPtr& job);
  // Calls back with the game's table from its log; with null if it cannot be read.
  using TableCallback = std::function<void(const Game&, const ReadTable*)>;
  void with_table(const JobPtr& job, std::size_t index, TableCallback callback);
  void export_next(const JobPtr& job, std::size_t index);
  void check_active_games(const JobPtr& job, std::size_t index);
  void anonymize_next(const JobPtr& job);
  void delete_rows(const JobPtr& job);
  // Unloads the last game's table, here or at the node that has it.
  void unload_last(const JobPtr& job);
  static void fail_unavailable(const JobPtr& job);

  LifetimeToken lifetime_;
  NodeContext& context_;
  ClaimHolder& claims_;
  TableRegistry& tables_;
  LedgerReader& reader_;
};

}  // namespace coset::node
