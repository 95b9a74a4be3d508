#include "classroom/wall.hpp"

#include <algorithm>

namespace coset::classroom {

namespace {

using protocol::classroom::Tile;
using protocol::classroom::TileState;
using protocol::classroom::Wall;
using protocol::classroom::WallMisconception;

// What random slips with up to three pieces a side give on Z2^3, in tenths of a percent.
std::uint16_t chance_of(teach::Misconception misconception) {
  switch (misconception) {
    case teach::Misconception::paint:
      return 55;
    case teach::Misconception::white_swallows:
    case teach::Misconception::clear_counts:
      return 33;
    default:
      return 0;
  }
}

// The most pieces of a side on a tile.
constexpr std::size_t max_shown = 12;
// The most bytes of pieces' names on all tiles, which keeps the message within 64 KiB: a group may
// have long ones.
constexpr std::size_t max_name_bytes = 32'000;
constexpr std::size_t max_example = 300;  // bytes; a page has one of its own

std::size_t bytes_of(const std::vector<std::string>& names) {
  std::size_t out = 0;
  for (const std::string& name : names) out += name.size() + 3;  // quotes and a comma
  return out;
}

std::size_t name_bytes(const Tile& tile) {
  std::size_t out = tile.board.center ? bytes_of(*tile.board.center) : 0;
  if (tile.last_try) out += bytes_of(tile.last_try->give) + bytes_of(tile.last_try->take);
  return out;
}

// Those that need the teacher least go without.
void leave_out_names(std::vector<Tile>& tiles) {
  std::size_t bytes = 0;
  for (Tile& tile : tiles) {
    bytes += name_bytes(tile);
    if (bytes <= max_name_bytes) continue;
    bytes -= name_bytes(tile);
    tile.board.center.reset();
    tile.last_try.reset();
  }
}

class Builder {
 public:
  Builder(const State& state, const Live& live, Time now) : state_(state), live_(live), now_(now) {}

  std::vector<Tile> tiles() const {
    std::vector<Tile> out;
    for (const Pupil& pupil : state_.pupils) {
      if (!pupil.here || pupil.extra) continue;
      const PairedTable* table = pupil.task == "tables" ? state_.table_of(pupil.number) : nullptr;
      const auto there = std::find_if(out.begin(), out.end(), [&](const Tile& tile) {
        return table != nullptr && tile.table == table->name;
      });
      Tile& tile = there != out.end() ? *there : out.emplace_back();
      if (table != nullptr) tile.table = table->name;
      add(tile, pupil, table);
    }
    for (Tile& tile : out) {
      if (const TableNews* news = live_.news(tile.table)) show(tile, *news);
      finish(tile);
    }
    // Few tiles, and the order of equal ones is kept.
    for (std::size_t i = 1; i < out.size(); ++i)
      for (std::size_t j = i; j > 0 && out[j].need > out[j - 1].need; --j)
        std::swap(out[j], out[j - 1]);
    leave_out_names(out);
    return out;
  }

 private:
  bool here(const Pupil& pupil) const {
    return pupil.number <= live_.here.size() && live_.here[pupil.number - 1U];
  }
  Time moved_at(const Pupil& pupil) const {
    return pupil.number <= live_.moved_at.size() ? live_.moved_at[pupil.number - 1U] : 0;
  }

  void add(Tile& tile, const Pupil& pupil, const PairedTable* table) const {
    tile.pupils.push_back({pupil.number, pupil.alias, here(pupil)});
    TileState state = TileState::waiting;
    Time acted = std::max(pupil.since, pupil.acted_at);
    if (table != nullptr) {
      const TableNews* news = live_.news(table->name);
      state = news != nullptr && news->finished ? TileState::finished : TileState::playing;
      acted = std::max(pupil.since, news == nullptr ? 0 : news->moved_at);
    } else if (pupil.task.starts_with("game ")) {
      state = TileState::playing;
    } else if (pupil.task.starts_with("puzzle ")) {
      state = TileState::learning;
    } else if (pupil.task.starts_with("lesson ")) {
      state = TileState::learning;
      tile.counts = {
          static_cast<int>(std::count(pupil.progress.begin(), pupil.progress.end(), '+')),
          static_cast<int>(pupil.progress.size())};
    }
    // Of puzzles and of games in the page the class hears nothing, or only what went wrong: neither
    // that nobody moves nor that a row of trades has ended.
    const bool heard = table != nullptr || pupil.task.starts_with("lesson ");
    const bool busy = heard && (state == TileState::playing || state == TileState::learning);
    if (!here(pupil)) state = TileState::away;
    if (busy && !state_.paused && now_ - acted >= idle_delay) state = TileState::idle;
    if (heard && pupil.wrong_at[0] > moved_at(pupil)) state = TileState::not_level;
    if (pupil.hand) state = TileState::hand_up;
    // Of two at a table the one who needs more.
    if (tile.pupils.size() == 1 || state < tile.state) tile.state = state;
    if (pupil.last_try) {
      tile.last_try = pupil.last_try;
      for (auto* side : {&tile.last_try->give, &tile.last_try->take})
        if (side->size() > max_shown) side->resize(max_shown);
    }
  }

  // The counts in the order of the pupils, and then those of the other seats.
  static void show(Tile& tile, const TableNews& news) {
    tile.board = news.board;
    for (const auto& pupil : tile.pupils)
      for (const SeatNews& seat : news.seats)
        if (seat.pupil == pupil.pupil) tile.counts.push_back(seat.count);
    for (const SeatNews& seat : news.seats)
      if (std::none_of(tile.pupils.begin(), tile.pupils.end(),
                       [&](const auto& pupil) { return pupil.pupil == seat.pupil; }))
        tile.counts.push_back(seat.count);
  }

  static void finish(Tile& tile) {
    constexpr auto last = static_cast<int>(TileState::away);
    const auto state = static_cast<int>(tile.state);
    tile.need = static_cast<std::uint8_t>(state > last ? 0 : last + 1 - state);
  }

  const State& state_;
  const Live& live_;
  Time now_;
};

std::vector<WallMisconception> misconceptions(const State& state) {
  std::vector<WallMisconception> out;
  for (std::size_t i = 0; i < state.counts.size(); ++i) {
    const MisconceptionCount& counts = state.counts[i];
    if (counts.cases < min_cases) continue;
    const auto misconception = static_cast<teach::Misconception>(i);
    WallMisconception& told = out.emplace_back();
    told.word = teach::word_of(misconception);
    told.pupils = static_cast<std::uint16_t>(counts.pupils.size());
    told.cases = counts.cases;
    told.trades = counts.trades;
    if (state.trades > 0)
      told.share =
          static_cast<std::uint16_t>((counts.trades * 1000U + state.trades / 2) / state.trades);
    told.chance = chance_of(misconception);
    if (counts.example.size() <= max_example) told.example = counts.example;
  }
  return out;
}

}  // namespace

const TableNews* Live::news(std::string_view table) const {
  for (const TableNews& each : tables)
    if (each.name == table) return &each;
  return nullptr;
}

Wall make_wall(const State& state, const Live& live, Time now) {
  Wall out;
  out.number = state.number;
  out.code = state.code;
  out.tiles = Builder(state, live, now).tiles();
  for (const Tile& tile : out.tiles) {
    out.pupils = static_cast<std::uint16_t>(out.pupils + tile.pupils.size());
    for (const auto& pupil : tile.pupils)
      out.here = static_cast<std::uint16_t>(out.here + pupil.here);
  }
  out.expected = state.expected;
  out.locked = state.locked;
  out.paused = state.paused;
  out.options = state.options;
  // Nothing was sent yet: pupils have the lesson that a class begins with.
  if (state.task != state.given.front()) out.task = state.task;
  out.round = state.round;
  if (state.round_begin < state.tables.size()) out.spec = state.tables[state.round_begin].spec;
  out.misconceptions = misconceptions(state);
  out.trades = state.trades;
  out.other = state.other;
  out.answers = state.answers;
  out.wrong = state.wrong;
  out.first_tries = state.first_tries;
  out.show = state.shown;
  return out;
}

Wall without_aliases(Wall wall) {
  for (Tile& tile : wall.tiles) {
    tile.table.clear();  // its spectators are told the names
    for (auto& pupil : tile.pupils) pupil.alias.clear();
  }
  return wall;
}

}  // namespace coset::classroom
