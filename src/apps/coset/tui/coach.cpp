#include "apps/coset/tui/coach.hpp"

#include <algorithm>

#include "apps/coset/tui/first_game.hpp"
#include "apps/coset/tui/picture.hpp"
#include "engine/rules/exchange.hpp"

namespace coset::tui {

namespace {

struct Line {
  std::string_view id;
  std::string_view title;
  std::string_view more;
};

constexpr Line lines[] = {
    {"begin", "Five pieces. Get down to one.", "Hypatia wants the same. You go first."},
    {"touch", "Give orange and purple.", "They go to your side of the balance."},
    {"watch", "Watch the two reds.",
     "Both have one. Two of a kind vanish. Yellow and blue stay: that is green."},
    {"take", "Green for green. Take it.", "Both sides make green, so the trade is fair."},
    {"two", "Two out, one in.",
     "You have four. Now Hypatia: white and blue for orange. Also fair."},
    {"find", "Now red and blue for purple.",
     "Your turn to find both sides. Anything that makes the same colour will do."},
    {"gone", "Two blues on the board: gone.",
     "The pair turns into a clear, and Hypatia has to pick one up too."},
    {"draw", "Draw, if you like.", "A piece more can open a better trade."},
    {"three", "Three for one.", "Red, green and purple make yellow. Find the yellow on the board."},
    {"clear", "Two yellows make a clear.",
     "Give both and take the clear: then you have one piece."},
    {"last", "One piece left.", "Hypatia has her last turn; then the hands are counted."},
    {"uneven", "Not level yet.", "Your side makes {a}, theirs makes {b}. The gap is {d}."},
    {"fair", "Fair as well.", "Let us go on from there."},
    {"vanish", "A pair met and vanished.",
     "It turned into a clear, and the other player takes one too."},
    {"drew", "A piece more.", "It can open a better trade. Now a trade has to follow."},
    {"final", "The last round.",
     "A player has one piece or cannot get smaller. Then the hands are counted."},
    {"free", "Your turn to find both sides.",
     "Anything that makes the same colour will do. A hint helps."},
};

Advice said(std::string_view id, std::string next = {}) {
  const auto* const line =
      std::find_if(std::begin(lines), std::end(lines), [&](const Line& l) { return l.id == id; });
  CHECK(line != std::end(lines));
  return {id, std::string(line->title), std::string(line->more), std::move(next)};
}

void fill(std::string& text, const std::string& slot, const std::string& value) {
  if (const std::size_t at = text.find(slot); at != std::string::npos)
    text.replace(at, slot.size(), value);
}

// The next key to press for a trade; nothing if another piece is chosen.
std::string next_key(const Session& session, const Action& trade) {
  const Names& names = session.match().spec().operation().names();
  const auto odd = [](const Word& chosen, const Word& wanted) {
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](Element e) { return count_in(chosen, e) > count_in(wanted, e); });
  };
  if (odd(session.give(), trade.give) || odd(session.take(), trade.take)) return "";
  for (const Element e : trade.give)
    if (count_in(session.give(), e) < count_in(trade.give, e)) {
      const std::string letter = names.write(e);
      return "Press " + std::string(1, static_cast<char>(letter[0] - 'A' + 'a')) + ": " +
             std::string(names.spoken(e)) + ", from your hand.";
    }
  for (const Element e : trade.take)
    if (count_in(session.take(), e) < count_in(trade.take, e))
      return "Press " + names.write(e) + ", a capital: " + std::string(names.spoken(e)) +
             ", from the Center.";
  return "Press Enter.";
}

std::optional<Advice> uneven(const Session& session) {
  const auto verdict = session.verdict();
  if (!verdict || verdict->legal || !verdict->made || !verdict->wanted || !verdict->difference)
    return std::nullopt;
  if (session.give().empty() || session.take().empty()) return std::nullopt;
  const Names& names = session.match().spec().operation().names();
  Advice out = said("uneven");
  fill(out.more, "{a}", std::string(names.spoken(*verdict->made)));
  fill(out.more, "{b}", std::string(names.spoken(*verdict->wanted)));
  fill(out.more, "{d}", std::string(names.spoken(*verdict->difference)));
  return out;
}

// Off the path: what has just happened for the first time.
std::vector<Advice> beside(const Session& session) {
  const Match& match = session.match();
  if (picture_of(match, session.viewer()).signal != Ending::none) return {said("final")};
  std::size_t decisions = 0;
  std::size_t left = 0;  // the decision by which the path was left
  std::size_t draws = 0;
  const auto moves = match.moves();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].action.verb == Verb::deal) continue;
    ++decisions;
    draws += moves[i].action.verb == Verb::draw ? 1U : 0U;
    if (left == 0 && !first_step(match.first(i + 1))) left = decisions;
  }
  const std::size_t vanished = session.first_vanish();
  if (vanished != 0 && vanished + 3 >= moves.size()) return {said("vanish")};
  if (draws == 1 && moves.size() >= 2 && moves[moves.size() - 2].action.verb == Verb::draw)
    return {said("drew")};
  return {said(left + 2 > decisions ? "fair" : "free")};
}

}  // namespace

std::vector<Advice> advice_of(const Session& session, bool keys) {
  if (!session.plan().first || session.match().over()) return {};
  if (const auto gap = uneven(session)) return {*gap};
  const auto step = first_step(session.match());
  if (!step) return beside(session);
  const auto trade = next_of_first(session.match());
  const std::string next = !trade ? ""
                           : keys ? next_key(session, *trade)
                                  : "Type " + std::string(first_path[*step]) + ".";
  Word given = session.give();
  given.sort();
  // Where the player should find the move, help only once a piece is chosen.
  const std::string found = keys && session.selecting() ? next : "";
  switch (*step) {
    case 0:
      if (!keys) return {said("begin"), said("touch"), said("watch"), said("take", next)};
      if (!session.selecting()) return {said("begin"), said("touch", next)};
      if (given != trade->give) return {said("touch", next)};
      return {said("watch"), said("take", next)};
    case 1:
      return {said("two")};
    case 2:
      return {said("two"), said("find", found)};
    case 3:
      return {said("gone")};
    case 4:
      return {said("gone"), said("draw", keys ? "Press d, and d once more." : next)};
    case 5:
      return {said("three", found)};
    case 6:
      return {said("three")};
    case 7:
      return {said("clear", next)};
    default:
      return {said("last")};
  }
}

}  // namespace coset::tui
