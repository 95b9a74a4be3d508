// The whole table as one picture: title, seats, the Center or the pile, the selection with its
// verdict, the hand, a side panel, and the line of keys. Pure: the same session and look give the
// same picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/session.hpp"

namespace coset::tui {

inline constexpr int least_width = 80;
inline constexpr int least_height = 24;

enum class Area : std::uint8_t { hand, center };
enum class Panel : std::uint8_t { moves, why, hints, keys, coach };

// State of the screen.
struct Look {
  int width = least_width;
  int height = least_height;
  bool ascii = false;
  Area area = Area::hand;
  int cursor = 0;  // index into places()
  Panel panel = Panel::keys;
  std::string note;                   // the last message
  std::optional<std::string> typed;   // a command being typed
  std::string prompt = "/";           // before it
  std::optional<std::size_t> review;  // entries of the match that are shown
  bool curtain = false;               // hides the table until the next person is there
  std::vector<std::string> finale;    // shown when the game is over
};

// What the arrow keys select from in an area: pieces of the hand, or places of the Center.
std::vector<Element> places(const Session& session, Area area);

Canvas paint(const Session& session, const Look& look);

}  // namespace coset::tui
