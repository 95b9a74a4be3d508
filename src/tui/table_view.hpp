// The whole table as one picture: title, seats, the Center or the pile, what is chosen with its
// verdict, the hand, a side panel, and the line of keys. Painting is pure: the same session and
// look give the same picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tui/canvas.hpp"
#include "tui/session.hpp"

namespace coset::tui {

inline constexpr int least_width = 80;
inline constexpr int least_height = 24;

enum class Area : std::uint8_t { hand, center };
enum class Panel : std::uint8_t { moves, why, hints, keys, coach };

// What the screen itself remembers.
struct Look {
  int width = least_width;
  int height = least_height;
  bool ascii = false;
  Area area = Area::hand;
  int cursor = 0;  // into places(): what the arrows walk through
  Panel panel = Panel::keys;
  std::string note;                   // what was last said to the person
  std::optional<std::string> typed;   // a command being typed
  std::string prompt = "/";           // before it
  std::optional<std::size_t> review;  // entries of the match that are shown
  bool curtain = false;               // the next person sits down first
  std::vector<std::string> finale;    // shown when the game is over
};

// What the arrows walk through in an area: pieces of the hand, or places of the Center.
std::vector<Element> places(const Session& session, Area area);

Canvas paint(const Session& session, const Look& look);

}  // namespace coset::tui
