// The page as it is sent for the link to a table, /t/NAME: with what others show as a card of that
// link. What invites to the table stands behind the link's '#' and never comes here. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coset::net {

struct Preview {
  std::string site;                   // what the server is called
  std::string table;                  // NAME
  std::optional<std::string> origin;  // "https://play.example", as its operator says
};

// Its files are one folder up.
std::string with_preview(std::string_view page, const Preview& preview);

// For text or an attribute of HTML.
std::string escaped(std::string_view text);

}  // namespace coset::net
