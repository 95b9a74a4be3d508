#include "server/node/table_searches.hpp"

namespace coset::node {

namespace {

std::uint64_t number_of(const std::array<std::uint8_t, 8>& bytes) {
  std::uint64_t out = 0;
  for (const std::uint8_t byte : bytes) out = out << 8U | byte;
  return out;
}

}  // namespace

template <class Search>
void TableSearches::run(HeldSearch<Search>& held, const std::shared_ptr<Search>& search,
                        std::function<void(const Search&)> done) {
  ++context_.counters().bot_searches;
  held.hold(search);
  context_.deps().pool.run_steps([search] { return search->step(); },
                                 context_.defer(lifetime_, [&held, search, done = std::move(done)] {
                                   if (held.complete(search)) done(*search);
                                 }));
}

void TableSearches::start_bot(table::BotTask task, std::function<void(const BotMoveSearch&)> done) {
  const auto seed = number_of(context_.random<std::array<std::uint8_t, 8>>());
  run(bot_, std::make_shared<BotMoveSearch>(std::move(task), seed), std::move(done));
}

void TableSearches::start_hint(table::HintTask task, std::function<void(const HintSearch&)> done) {
  run(hint_, std::make_shared<HintSearch>(std::move(task)), std::move(done));
}

void TableSearches::cancel_unwanted(const table::Table& table) {
  if (bot_) {
    const auto request = table::find_request<table::BotRequest>(table);
    if (!request || request->ply != bot_->task().ply) bot_.cancel();
  }
  if (hint_) {
    const auto request = table::find_request<table::HintRequest>(table);
    if (!request || !searches_hint(*request)) hint_.cancel();
  }
}

}  // namespace coset::node
