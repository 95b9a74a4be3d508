// How a gathering comes to be: who may make one, its name, its seed.
#include "serve/lobby.hpp"
#include "serve/names.hpp"

namespace coset::serve {

namespace {

constexpr int most_names_tried = 8;
constexpr int tries_of_three_words = 4;
constexpr std::size_t most_made = 10;  // by one visitor
constexpr int listed_share = 4;        // an address may list a table for so many of its people

}  // namespace

bool Lobby::full() const {
  return gatherings_.size() + binding_.size() >=
         static_cast<std::size_t>(around_.config().most_gatherings);
}

void Lobby::make_room() {
  if (!full()) return;
  for (const auto& [at, table] : due_)
    if (const Gathering* gathering = find(table); !gathering->beginning && deserted(*gathering))
      return drop(table, "There was no room for it: whoever made it was away the longest.");
}

std::optional<Refusal> Lobby::too_many(const Visitor& visitor, bool listed) {
  std::size_t made = 0;
  int of_address = 0;
  const std::string* left = nullptr;
  const auto count = [&](const Gathering& gathering) {
    if (gathering.people.empty()) return false;
    const Visitor& maker = gathering.people[0].visitor;
    if (gathering.listed && maker.address == visitor.address) ++of_address;
    if (maker.id != visitor.id) return false;
    ++made;
    return true;
  };
  for (const auto& gathering : binding_) count(*gathering);
  for (const auto& [name, gathering] : gatherings_)
    if (count(gathering) && !gathering.beginning && deserted(gathering)) left = &name;
  if (listed && of_address >= std::max(1, around_.config().people_an_address / listed_share))
    return Refusal{"lobby.listed",
                   "Your network lists " + std::to_string(of_address) +
                       " tables already: invite people by a link, or leave one of them first.",
                   0};
  if (made < most_made) return std::nullopt;
  if (left == nullptr)
    return Refusal{
        "lobby.made",
        "You wait at " + std::to_string(made) + " tables already: leave one of them first.", 0};
  drop(*left, "Whoever made this table has made others since.");
  return std::nullopt;
}

void Lobby::bind(Gathering gathering, int attempt) {
  make_room();
  const auto refuse = [&](const Refusal& why) {
    for (const Member& each : gathering.people)
      no(each.socket, gathering.private_pair ? Seek::type : Make::type, why);
  };
  if (draining_)
    return refuse({"lobby.drain", "This server is about to stop. Try again in 5 seconds.", 5});
  if (attempt >= most_names_tried)
    return refuse({"lobby.store", "The store takes no table now. Try again in 5 seconds.", 5});
  if (full())
    return refuse(
        {"lobby.full", "There is no room for another table now. Try again in 60 seconds.", 60});
  if (around_.queue().full())
    return refuse({"lobby.busy", "The server is busy. Try again in 5 seconds.", 5});
  const Digests& digests = around_.ports().digests;
  const auto random = around_.random<std::array<std::uint8_t, 9>>();
  const int words = attempt < tries_of_three_words ? 3 : 4;
  gathering.table = gathering.listed ? table_name(random, words) : secret_name(random);
  gathering.game = game_of(digests.blake2b, gathering.table);
  gathering.seed = around_.random<Bytes32>();
  gathering.invitation = around_.random<Bytes16>();
  gathering.commitment = deal::commitment(digests.deal, gathering.game, gathering.seed);
  ++making_;
  const auto kept = std::make_shared<Gathering>(std::move(gathering));
  binding_.push_back(kept);
  around_.write(
      kept->seed.size(),
      [this, kept](store::Done<store::Outcome> done) {
        around_.ports().seeds.put(kept->game, kept->seed, std::move(done));
      },
      alive_,
      [this, kept, attempt](store::Outcome outcome) {
        --making_;
        // An answer that was lost may have been a seed that is kept: it is nobody's.
        if (outcome == store::Outcome::unknown) {
          std::erase(binding_, kept);
          around_.lose_store(around_.now());
          return bind(std::move(*kept), most_names_tried);  // its people are told
        }
        if (outcome != store::Outcome::appended) {
          std::erase(binding_, kept);
          return bind(std::move(*kept), attempt + 1);
        }
        if (kept->private_pair) return bound(*kept);
        keep_first(kept);
      });
}

// Whoever is told of it may send its link away at once.
void Lobby::keep_first(const std::shared_ptr<Gathering>& gathering) {
  ++making_;
  store::Gathering row{gathering->game, kept(*gathering)};
  const std::size_t size = row.body.size();
  around_.write(
      size,
      [this, row = std::move(row)](store::Done<store::Outcome> done) {
        around_.ports().people.gather(row, std::move(done));
      },
      alive_,
      [this, gathering](store::Outcome) {
        --making_;
        bound(*gathering);
      });
}

void Lobby::bound(Gathering gathering) {
  std::erase_if(binding_, [&](const auto& each) { return each->table == gathering.table; });
  const std::string table = gathering.table;
  Gathering& here = gatherings_.emplace(table, std::move(gathering)).first->second;
  changed();
  if (draining_) return drop(here.table, "This server is about to stop.");
  // Whoever has gone meanwhile is away, and who was found by a `seek` is not waited for.
  if (here.private_pair)
    for (std::size_t i = here.people.size(); i-- > 0 && find(table) != nullptr;)
      if (here.people[i].away_since) remove(here, i);
  if (find(table) == nullptr) return;
  tell(here);
  begin_if_ready(here);
}

}  // namespace coset::serve
