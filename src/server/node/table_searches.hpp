// TableSearches: the bot's move and the hint that a table waits for, searched in the worker pool.
// Belongs to one TableHost.
#pragma once

#include "server/node/bot_search.hpp"
#include "server/node/node_context.hpp"
#include "table/host_loop.hpp"

namespace coset::node {

class TableSearches {
 public:
  explicit TableSearches(NodeContext& context)
      : context_(context),
        bot_(context.counters().bot_searches_cancelled),
        hint_(context.counters().bot_searches_cancelled) {}

  bool searches_move() const { return static_cast<bool>(bot_); }
  bool searches_move(table::Ply ply) const { return bot_ && bot_->task().ply == ply; }
  bool searches_hint(const table::HintRequest& request) const {
    return hint_ && hint_->task().ply == request.ply &&
           hint_->task().connection == request.connection;
  }

  // Each cancels the search before it and calls `done` on the Node's thread unless it is cancelled.
  void start_bot(table::BotTask task, std::function<void(const BotMoveSearch&)> done);
  void start_hint(table::HintTask task, std::function<void(const HintSearch&)> done);
  // Cancels searches that the table no longer requests.
  void cancel_unwanted(const table::Table& table);

 private:
  template <class Search>
  void run(HeldSearch<Search>& held, const std::shared_ptr<Search>& search,
           std::function<void(const Search&)> done);

  LifetimeToken lifetime_;
  NodeContext& context_;
  HeldSearch<BotMoveSearch> bot_;
  HeldSearch<HintSearch> hint_;
};

}  // namespace coset::node
