#include "apps/coset/tui/first_game.hpp"

namespace coset::tui {

namespace {

Action path_action(const Match& match, std::size_t step) {
  auto read = match.read(first_path[step]);
  CHECK(read.ok());
  Action action = *std::move(read);
  action.give.sort();
  action.take.sort();
  return action;
}

}  // namespace

std::optional<std::size_t> first_step(const Match& match) {
  std::size_t step = 0;
  for (const auto& [seat, action] : match.moves()) {
    if (action.verb == Verb::deal) continue;
    if (step == first_path.size() || action != path_action(match, step)) return std::nullopt;
    ++step;
  }
  return step;
}

std::optional<Action> next_of_first(const Match& match) {
  const auto step = first_step(match);
  if (!step) return std::nullopt;
  if (match.turn().kind == Turn::Kind::deal) {
    if (*step == 0 || first_path[*step - 1] != "draw") return std::nullopt;
    return deal_of(*match.spec().operation().names().find(first_draw));
  }
  if (*step == first_path.size()) return std::nullopt;
  return path_action(match, *step);
}

}  // namespace coset::tui
